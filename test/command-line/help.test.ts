import test from 'ava';
import {alertFacts, variableOf} from '../../source/alerts/alert-facts.js';
import {ruleForms} from '../../source/alerts/rule.js';
import {commands} from '../../source/command-line/commands.js';
import {help, topicHelp} from '../../source/command-line/help.js';
import {options} from '../../source/command-line/options.js';
import {columns} from '../../source/fields/fields.js';
import {columnTable} from '../../source/format/columns.js';
import {documentation} from '../helpers/documentation.js';

const lines = help().split('\n');

test('every column has a line with its description', t => {
	for (const column of columns) {
		const found = lines.filter(line => line.startsWith(`  ${column} `));
		t.true(
			found.some(line => line.endsWith(`  ${columnTable[column].explained}`)),
			column,
		);
	}
});

test('every option has a line, with its short form and the name of its value', t => {
	for (const option of options) {
		const short = 'short' in option ? `-${option.short}, ` : '    ';
		const value = 'value' in option ? ` ${option.value}` : '';
		const term = `  ${short}--${option.name}${value} `;
		const found = lines.filter(line => line.startsWith(term));
		t.is(found.length, 1, option.name);
		t.true(found[0]?.endsWith(`  ${option.help}`), option.name);
	}
});

test('has a line for every form of an alert rule, and names every variable of alerts', t => {
	for (const {form, help: text} of ruleForms) {
		t.true(
			lines.some(line => line.startsWith(`  ${form} `) && line.endsWith(`  ${text}`)),
			form,
		);
	}
	const words = new Set(lines.flatMap(line => line.split(' ')));
	for (const {name} of alertFacts) {
		t.true(words.has(variableOf(name)), name);
	}
});

test('descriptions are aligned', t => {
	const columns = options.map(({name, help: text}) => {
		const line = lines.find(candidate => candidate.includes(`--${name} `) && candidate.endsWith(text));
		return line?.lastIndexOf(text);
	});
	t.is(new Set(columns).size, 1);
});

test('the help fits into 110 columns, has examples, and ends with a line end', t => {
	t.deepEqual(
		lines.filter(line => line.length > 110),
		[],
	);
	t.regex(help(), /^Usage: reqscope \[options\] \[path…\]\n/);
	t.regex(help(), /\nExamples:\n/);
	t.regex(help(), /\n[^\n]+\n$/);
});

test('every option in the examples exists', t => {
	const names = new Set<string>(options.map(({name}) => name));
	const used = lines
		.filter(line => line.startsWith('  reqscope') || line.includes('| reqscope'))
		.flatMap(line => Array.from(line.matchAll(/ --([\w-]+)/g), ([, name = '']) => name));
	t.true(used.length > 0);
	t.deepEqual(
		used.filter(name => !names.has(name)),
		[],
	);
});

test('the documentation has all forms of a rule, and all facts for programs', t => {
	const text = documentation();
	t.deepEqual(
		[...ruleForms.map(({form}) => form), ...alertFacts.map(({name}) => `{${name}}`)].filter(
			written => !text.includes(`\`${written}\``),
		),
		[],
	);
});

test('the help of a command has its description and its options only', t => {
	for (const {name} of commands.filter(command => command.name !== 'help')) {
		const text = topicHelp(name);
		t.true(text.startsWith(`Usage: reqscope ${name}`), name);
		t.deepEqual(
			text.split('\n').filter(line => line.length > 110),
			[],
		);
	}
	t.regex(topicHelp('ship'), /^Usage: reqscope ship path…\n\nSend the requests(?:.|\n)*--checkpoint DIR/);
	t.notRegex(topicHelp('ship'), /--rows/);
	t.is(topicHelp('help'), help());
});
