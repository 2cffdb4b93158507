import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {jsonFormats} from '../../../source/entries/json/json-formats.js';
import {commonTable, ownTable, packedNames} from '../../../source/entries/json/known-names.js';
import {NameTable, nameKey, slotOf} from '../../../source/entries/json/name-table.js';
import {forAll} from '../../helpers/for-all.js';

const table = commonTable();

test('finds a name in any case, with any separators, and in nested objects', t => {
	const names = table.names.slice(1);
	t.true(names.length > 500);
	const separator = fc.constantFrom('', '_', '-', '.', ' ', '@', ':');
	forAll(1000, fc.tuple(fc.constantFrom(...names), separator, fc.nat(40)), ([name, between, at]) => {
		const entry = table.entry(name);
		const [first, second] = [name.slice(0, at + 1), name.slice(at + 1)];
		t.is(table.entry(first.toUpperCase() + between + second), entry, name);
		t.is(table.entryIn(nameKey(nameKey(first) + between + second)), entry, name);
	});
});

test('names continue from the beginnings of known names only', t => {
	const whole = table.names.slice(1).map(nameKey);
	const beginnings = new Set(whole.flatMap(key => Array.from(key, (_, length) => key.slice(0, length))));
	for (const state of [...beginnings, ...whole, ' ', 'request ', '\u00FF']) {
		t.is(table.goesOn(state), beginnings.has(state), state);
	}
	t.is(table.entry('__proto__'), 0);
	t.is(table.entry('_proto'), 0);
	t.not(table.entry('proto'), 0);
});

test('the names of users come first, in UTF-8', t => {
	const own = ownTable([
		{name: 'größe', field: 'bytes'},
		{name: 'duration_ms', field: 'user'},
	]);
	t.is(own.users, 2);
	t.is(own.entry(Buffer.from('Größe').toString('latin1')), 1);
	t.is(own.slotIndexOf[own.entry('durationMs')], slotOf.user);
});

test('the bundle has the names of this version', t => {
	t.is(readFileSync('build/bundle/names.json', 'utf8'), packedNames());
	const stored = new NameTable(new Map(JSON.parse(packedNames())));
	t.deepEqual(stored.names, table.names);
	for (const format of jsonFormats.keys()) {
		t.deepEqual(stored.meanings(format), table.meanings(format));
	}
});
