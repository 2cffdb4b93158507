import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {commonTable, packedNames, unpackedNames} from '../../../source/entries/json/compile-names.js';
import {jsonFormats} from '../../../source/entries/json/json-formats.js';
import {NameTable, root} from '../../../source/entries/json/name-table.js';
import {forAll} from '../../helpers/for-all.js';

function unpacked(bytes = packedNames()): NameTable {
	const names = unpackedNames(Buffer.from(new Uint8Array(bytes)));
	if (names === undefined) {
		throw new TypeError('the names are refused');
	}
	return new NameTable(names);
}

/** Returns the states that the bytes of a key lead through. */
function statesOf(table: NameTable, key: string): readonly number[] {
	const bytes = Buffer.from(key);
	return Array.from(bytes, (_, index) => table.stateAfter(root, bytes, 0, index + 1));
}

test('stored names have the same meaning as compiled names', t => {
	const [compiled, stored] = [commonTable(), unpacked()];
	t.true(compiled.names.length > 500);
	t.deepEqual(stored.names, compiled.names);
	for (const [number, name] of compiled.names.entries()) {
		t.deepEqual(statesOf(stored, name), statesOf(compiled, name), name);
		t.deepEqual(
			[stored.slotIndexOf[number], stored.rankOf[number], stored.signOf[number]],
			[compiled.slotIndexOf[number], compiled.rankOf[number], compiled.signOf[number]],
			name,
		);
	}
	for (const format of jsonFormats.keys()) {
		t.deepEqual(stored.meanings(format), compiled.meanings(format));
	}
});

test('finds any key in a stored table of names like in a compiled one', t => {
	const [compiled, stored] = [commonTable(), unpacked()];
	const name = fc.constantFrom(...compiled.names);
	const key = fc.tuple(name, fc.constantFrom('', '_', '-', '.'), fc.oneof(name, fc.string())).map(String);
	forAll(500, fc.oneof(key, fc.string({unit: 'binary'})), text => {
		t.deepEqual(statesOf(stored, text), statesOf(compiled, text));
	});
});

test('the bundle has the names of this version', t => {
	t.true(readFileSync('build/bundle/names.bin').equals(packedNames()));
});

test('refuses names that were stored with another byte order', t => {
	const bytes = Buffer.from(new Uint8Array(packedNames()));
	bytes.subarray(0, 4).reverse();
	t.is(unpackedNames(bytes), undefined);
});
