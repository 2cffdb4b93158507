import test from 'ava';
import {commonTable} from '../../../source/entries/json/compile-names.js';
import {LastKeys} from '../../../source/entries/json/last-keys.js';
import {slotOf} from '../../../source/entries/json/name-table.js';
import {ObjectScanner} from '../../../source/entries/json/object-scanner.js';

const statusKey = '"status":';
const statsKey = '"stats":';
/** Everything up to a value, and a value. */
function bytesOf(text: string): Buffer {
	return Buffer.from(`${text}1`);
}

/** Reads the keys of an object. Returns the states of those that were stored, and 0 for the others, which get states from 1 on. */
function read(keys: LastKeys, texts: readonly string[], context = 1): number[] {
	keys.begin();
	return texts.map((text, index) => {
		const bytes = bytesOf(text);
		const length =
			keys.match(bytes, 0, bytes.length, context) || keys.matchOther(bytes, 0, bytes.length, context);
		if (length === 0) {
			keys.set(bytes, 0, text.length, context, index + 1);
		}
		return length === text.length ? keys.state() : 0;
	});
}

test('a stored key matches by the key before it, its bytes and its context', t => {
	const keys = new LastKeys();
	t.deepEqual(read(keys, [statusKey, statsKey]), [0, 0]);
	t.deepEqual(read(keys, [statusKey, statsKey]), [1, 2]);
	t.deepEqual(read(keys, ['"status" :', '"stat":']), [0, 0]);
	keys.begin();
	t.is(keys.match(bytesOf(statusKey), 0, statusKey.length + 1, 2), 0);
	// No byte of a value follows the key.
	t.is(keys.match(bytesOf(statusKey), 0, statusKey.length, 1), 0);
	t.is(keys.match(bytesOf(statusKey), 0, statusKey.length + 1, 1), statusKey.length);
});

test('keys are stored if the object before had other keys and was not stored', t => {
	const keys = new LastKeys();
	t.deepEqual(read(keys, [statusKey]), [0]);
	t.deepEqual(read(keys, [statsKey]), [0]);
	t.deepEqual(read(keys, [statsKey]), [0]);
	t.deepEqual(read(keys, [statsKey]), [1]);
	t.deepEqual(read(keys, [statusKey]), [1]);
});

test('objects of several kinds share their first keys', t => {
	const keys = new LastKeys();
	const kinds = ['"user":', '"agent":', '"referer":', '"size":'].map(key => [statusKey, key, statsKey]);
	for (let round = 0; round < 3; round++) {
		for (const kind of kinds) {
			read(keys, kind);
		}
	}
	for (const kind of kinds) {
		t.deepEqual(read(keys, kind), [1, 2, 3]);
	}
});

test('finds the remaining keys of an object that omits or replaces an earlier key', t => {
	const keys = new LastKeys();
	read(keys, ['"agent":', '"referer":', '"size":', statusKey]);
	t.deepEqual(read(keys, ['"agent":', '"size":', statusKey]), [1, 3, 4]);
	t.deepEqual(read(keys, ['"agent":', '"user":', '"size":', statusKey]), [1, 0, 3, 4]);
});

test('starts again when it is full, and does not store long keys', t => {
	const keys = new LastKeys();
	const many = Array.from({length: 65}, (_, number) => `"key${number}":`);
	read(keys, many);
	t.deepEqual(read(keys, many.slice(0, 64)), many.map(() => 0).slice(0, 64));
	t.deepEqual(read(keys, many.slice(0, 64)), [...many.keys()].map(number => number + 1).slice(0, 64));
	const others = new LastKeys();
	const long = `"${'a'.repeat(64)}":`;
	read(others, [long]);
	t.deepEqual(read(others, [long]), [0]);
});

test('a key has another meaning in another object, even at the same offset', t => {
	const scanner = new ObjectScanner(commonTable());
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
