import {ok} from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import test from 'ava';

/** The data's way, and what is for the user around it: each folder imports only from what stands before it. */
const order = [
	...['kernel', 'bytes', 'lines', 'entries', 'index', 'routes', 'query', 'answers', 'clickhouse', 'store'],
	...['own-files', 'listing', 'ship', 'redaction', 'alerts', 'marks', 'handoff', 'view', 'output', 'config'],
	...[
		'command-line',
		'completions',
		'manual',
		'doctor',
		'clipboard',
		'searches',
		'saved-views',
		'demo',
		'commands',
	],
];

/** Of the process it runs in: what starts it, and what all may need of it. */
const aside = ['process', 'start'];

type Import = {readonly from: string; readonly to: string};

/** All imports from one file of `source` to another, as paths within it. */
const imports: readonly Import[] = readdirSync('source', {recursive: true, encoding: 'utf8'})
	.filter(file => /\.tsx?$/.test(file))
	.flatMap(from => {
		const text = readFileSync(join('source', from), 'utf8');
		return Array.from(text.matchAll(/(?:from |import\()'(\.[^']+)'/g), ([, path = '']) => ({
			from,
			to: normalize(join(dirname(from), path)),
		}));
	});

test('folders import only from what stands before them on the data’s way', t => {
	t.true(imports.length > 1000, `${imports.length} imports`);
	const place = (file: string): number => order.indexOf(file.split('/')[0] ?? '');
	const backwards = imports.filter(({from, to}) => place(from) !== -1 && place(to) > place(from));
	t.deepEqual(backwards, []);
	const folders = readdirSync('source', {withFileTypes: true}).filter(entry => entry.isDirectory());
	t.deepEqual(folders.map(({name}) => name).sort(), [...order, ...aside].sort());
});

test('every folder stands in the list of them', t => {
	const list = readFileSync('source/readme.md', 'utf8');
	const parts = list.split('## Within ');
	for (const [part, folder] of [
		[parts[0], '.'],
		...parts.slice(1).map(text => [text, /^`(.+)`/.exec(text)?.[1] ?? ''] as const),
	] as const) {
		const folders = readdirSync(join('source', folder), {withFileTypes: true}).filter(entry =>
			entry.isDirectory(),
		);
		for (const {name} of folders) {
			t.true(part?.includes(`\`${name}\``), `${folder}: ${name}`);
		}
	}
});

test('what has to do with the process alone imports from no folder', t => {
	const outwards = imports.filter(
		({from, to}) => from.startsWith('process/') && /^(?!process\/).*\//.test(to),
	);
	t.deepEqual(outwards, []);
});

test('each file of the view stands in a folder that says what it is about', t => {
	const loose = imports.filter(({from}) => dirname(from) === 'view');
	t.deepEqual(loose, []);
});

/** What is left of units that import from each other once all has gone that imports from nothing that is left. */
const circlesOf = (unitOf: (file: string) => string): readonly string[] => {
	const targets = new Map<string, Set<string>>();
	for (const {from, to} of imports) {
		const [a, b] = [unitOf(from), unitOf(to)];
		if (a !== b) {
			targets.set(a, (targets.get(a) ?? new Set()).add(b));
		}
	}
	ok(targets.size > 200, `${targets.size} units`);
	for (let isSmaller = true; isSmaller; ) {
		isSmaller = false;
		for (const [unit, of] of targets) {
			if (![...of].some(target => targets.has(target))) {
				isSmaller = targets.delete(unit);
			}
		}
	}
	return [...targets.keys()];
};

const withoutEnding = (file: string): string => file.replace(/\.[jt]sx?$/, '');

test('neither folders within a folder nor files beside them import from each other in a circle', t => {
	t.deepEqual(
		circlesOf(file => (dirname(file).includes('/') ? dirname(file) : withoutEnding(file))),
		[],
	);
});

test('files import from each other in no circle', t => {
	t.deepEqual(circlesOf(withoutEnding), []);
});
