import test from 'ava';
import {listFormats} from '../../source/commands/list-formats.js';
import {formats} from '../../source/entries/formats.js';
import {wrappers} from '../../source/entries/wrappers/wrappers.js';
import {sanitise} from '../../source/format/sanitise.js';

test('lists every format and every wrapper with an example', t => {
	const lines = listFormats();
	for (const {name, title, example} of formats) {
		const at = lines.indexOf(`${name}: ${title}`);
		t.not(at, -1, name);
		t.is(lines[at + 1], `    ${example}`);
	}
	for (const {name, title, example} of wrappers) {
		t.is(lines[lines.indexOf(`${name}: ${title}`) + 1], `    ${sanitise(example)}`);
	}
});

test('prints a line for each format, without control characters', t => {
	for (const line of listFormats()) {
		// Some formats have tabs between their columns.
		t.is(sanitise(line).replaceAll('\\t', '\t'), line.replaceAll('\\t', '\t'));
	}
});

test('lists the formats of the user by their names', t => {
	const lines = listFormats(new Map([['shop', '%h\u001B[31m "%r"']]));
	t.is(lines[lines.indexOf('shop') + 1], '    %h\\x1b[31m "%r"');
	t.false(listFormats().some(line => line.includes('config file')));
});
