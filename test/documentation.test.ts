import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test from 'ava';
import {options} from '../source/command-line/options.js';
import {defaultBindings} from '../source/keys/key-bindings.js';
import {documentation, pages} from './helpers/documentation.js';

/** The text of a page without its blocks of code. */
function prose(page: string): string {
	return readFileSync(page, 'utf8').replace(/^```.*?^```$/gms, '');
}

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
	return new Set(
		Array.from(prose(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N}_\- ]/gu, '')
				.replaceAll(' ', '-'),
		),
	);
}

for (const page of [...pages, 'CONTRIBUTING.md', 'SECURITY.md', 'changelog.md', 'samples/readme.md']) {
	test(`every relative link in ${page} leads to a file and a heading`, t => {
		const targets = Array.from(
			prose(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g),
			([, link, source]) => link ?? source ?? '',
		).filter(target => !/^[a-z]+:/.test(target));
		const broken = targets.filter(target => {
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : join(dirname(page), path);
			return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor));
		});
		t.deepEqual(broken, []);
	});
}

test('the readme has fewer than 200 lines', t => {
	t.true(readFileSync('readme.md', 'utf8').split('\n').length < 200);
});

test('the documentation names every option', t => {
	const text = documentation();
	t.deepEqual(
		options.map(({name}) => `--${name}`).filter(name => !new RegExp(`${name}(?![\\w-])`).test(text)),
		[],
	);
});

test('docs/usage.md names every key of the listing', t => {
	const text = readFileSync('docs/usage.md', 'utf8');
	const keys = defaultBindings.flatMap(({shown}) => shown.split(' ')).filter(key => key !== '');
	t.deepEqual(
		[...new Set(keys)].filter(key => !text.includes(`\`${key}\``)),
		[],
	);
});
