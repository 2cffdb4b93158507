import test from 'ava';
import {usualTable} from '../../../source/entries/json/compile-names.js';
import {LastKeys} from '../../../source/entries/json/last-keys.js';
import {slotOf} from '../../../source/entries/json/name-table.js';
import {ObjectScanner} from '../../../source/entries/json/object-scanner.js';

const key = Buffer.from('"status":200,"stats":1');

test('a stored key matches by number, bytes and context', t => {
	const keys = new LastKeys();
	keys.begin();
	keys.set(3, key, 0, 9, 1, 42);
	t.is(keys.match(3, key, 0, key.length, 1), 9);
	t.is(keys.state(3), 42);
	t.is(keys.match(2, key, 0, key.length, 1), 0);
	t.is(keys.match(3, key, 13, key.length, 1), 0);
	t.is(keys.match(3, key, 0, key.length, 2), 0);
	// No byte of a value follows the key.
	t.is(keys.match(3, key, 0, 9, 1), 0);
});

test('stores other keys once two objects have had them', t => {
	const keys = new LastKeys();
	keys.begin();
	keys.set(0, key, 0, 9, 1, 42);
	for (let object = 0; object < 2; object++) {
		t.is(keys.match(0, key, 0, key.length, 1), 9);
		keys.begin();
		keys.set(0, key, 13, 21, 1, 43);
	}
	t.is(keys.match(0, key, 13, key.length, 1), 8);
});

test('does not store keys beyond the limit, nor long keys', t => {
	const keys = new LastKeys();
	const long = Buffer.from(`"${'a'.repeat(64)}":1`);
	keys.begin();
	keys.set(64, key, 0, 9, 1, 42);
	keys.set(0, long, 0, long.length - 1, 1, 42);
	t.is(keys.match(64, key, 0, key.length, 1), 0);
	t.is(keys.match(0, long, 0, long.length, 1), 0);
});

test('a key has another meaning in another object, even at the same offset', t => {
	const scanner = new ObjectScanner(usualTable());
	for (const [line, hasStatus] of [
		['{"a":{"b":1},"status":200}', true],
		['{"a":{"b":1,"status":200}}', false],
		['{"a":{"b":1},"status":200}', true],
		['{"a":{"b":1} ,\t"status" : 200}', true],
	] as const) {
		const bytes = Buffer.from(line);
		t.true(scanner.scan(bytes, 0, bytes.length), line);
		t.is(scanner.has(slotOf.status), hasStatus, line);
	}
});
