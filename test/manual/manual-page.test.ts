import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {alertFacts, variableOf} from '../../source/alerts/alert-facts.js';
import {ruleForms} from '../../source/alerts/rule.js';
import {commands} from '../../source/command-line/commands.js';
import {examples} from '../../source/command-line/help.js';
import {options} from '../../source/command-line/options.js';
import {defaultBindings} from '../../source/keys/key-bindings.js';
import {environment, manualPage} from '../../source/manual/manual-page.js';
import {exitMeanings} from '../../source/process/ending.js';
import {fieldNames} from '../../source/query/field-names.js';
import {wordTable, wordTerm} from '../../source/view/palette/palette-items.js';
import {testWith} from '../helpers/shell.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const {PATH = ''} = process.env;

function pageFile(t: ExecutionContext): string {
	const path = join(temporaryDirectory(t), 'reqscope.1');
	writeFileSync(path, manualPage('1.2.3'));
	return path;
}

/**
 * Returns the page as a reader sees it: on one line, without bold text, and with the same character for hyphens and minus
 * signs.
 */
function shown(path: string): string {
	return (
		execFileSync('man', ['--nh', '--nj', '-l', path], {
			encoding: 'utf8',
			env: {PATH, LANG: 'C.UTF-8', MANPAGER: 'cat', MANWIDTH: '300', MAN_KEEP_FORMATTING: ''},
		})
			// biome-ignore lint/suspicious/noControlCharactersInRegex: how man writes bold without a terminal's sequences
			.replace(/.\u0008/g, '')
			.replace(/[‐−]/g, '-')
			.replace(/\s+/g, ' ')
	);
}

testWith('man', 'man shows every option, word, field, key, status, variable and example', t => {
	const text = shown(pageFile(t));
	const words: Record<string, string> = {'…': '...', '↑': 'Up', '↓': 'Down', '←': 'Left', '→': 'Right'};
	const plain = (part: string): string =>
		part.replace(/[…↑↓←→]/g, character => words[character] ?? '').replace(/\s+/g, ' ');
	const expected = [
		'reqscope 1.2.3',
		...options.flatMap(({name, help}) => [`--${name}`, help]),
		...commands.flatMap(({name, help}) => [name, help]),
		...Object.entries(fieldNames).flatMap(([name, {explained}]) => `${name}: ${explained}`),
		...defaultBindings.flatMap(({shown, help}) => (help === undefined ? [] : [shown, help])),
		...wordTable.flatMap(row => [wordTerm(row), row.help]),
		...exitMeanings.map(({status, meaning}) => `${status} ${meaning}`),
		...environment.flatMap(({name, help}) => [name, help]),
		...examples.flatMap(({command, about}) => [about, command]),
		...ruleForms.flatMap(({form, help}) => [form, help]),
		...alertFacts.flatMap(({name, help}) => [variableOf(name), help]),
	];
	t.true(expected.length > 150);
	t.deepEqual(
		expected.map(plain).filter(part => !text.includes(part)),
		[],
	);
});

for (const [locale, device] of [
	['C.UTF-8', 'utf8'],
	['C', 'ascii'],
] as const) {
	testWith('man', `man has nothing to warn of: ${device}`, t => {
		const {status, stderr} = spawnSync('man', ['--warnings', '-l', `-T${device}`, pageFile(t)], {
			encoding: 'utf8',
			env: {PATH, LC_ALL: locale, MANPAGER: 'cat'},
		});
		t.is(stderr, '');
		t.is(status, 0);
	});
}

testWith('groff', 'groff has nothing to warn of, at any width', t => {
	const path = pageFile(t);
	for (const width of ['60n', '80n', '160n']) {
		const {status, stderr} = spawnSync('groff', ['-ww', '-man', '-k', '-Tutf8', `-rLL=${width}`, path], {
			encoding: 'utf8',
		});
		t.is(stderr, '', width);
		t.is(status, 0);
	}
});

// As an array, because npm links no other form.
test('the page in the package is up to date', t => {
	const {man, version}: {man: [string]; version: string} = JSON.parse(readFileSync('package.json', 'utf8'));
	t.is(readFileSync(man[0], 'utf8'), manualPage(version));
});
