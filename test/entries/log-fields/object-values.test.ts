import test from 'ava';
import fc from 'fast-check';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import {Names} from '../../../source/entries/log-fields/names.js';
import {visitObject} from '../../../source/entries/log-fields/object-values.js';
import {anyJson} from '../../helpers/any-text.js';
import {forAll} from '../../helpers/for-all.js';

type Found = {readonly text: string; readonly elements: readonly string[] | null};

/** Adds the values of parsed JSON by name. Returns false if a name is there already. */
function flatten(
	value: unknown,
	name: string,
	list: boolean,
	to: Map<string, string[]>,
	lists: Set<string>,
): boolean {
	if (Array.isArray(value)) {
		return value.every(inner => flatten(inner, name, true, to, lists));
	}
	if (value !== null && typeof value === 'object') {
		return Object.entries(value).every(([key, inner]) => flatten(inner, `${name}.${key}`, list, to, lists));
	}
	const text = String(value).replaceAll('\u001E', '\\x1E');
	if (value === null || text === '' || text === '-') {
		return true;
	}
	const key = name.toLowerCase();
	const known = to.get(key);
	if (known !== undefined && !list) {
		return false;
	}
	to.set(key, [...(known ?? []), text]);
	if (list) {
		lists.add(key);
	}
	return true;
}

/** Finds the names of two different objects that are equal, so that only the first counts. */
function hasCollision(value: unknown, name: string, seen: Set<string>): boolean {
	if (Array.isArray(value)) {
		const inner = value.map(one => {
			const names = new Set<string>();
			return hasCollision(one, name, names) || [...names].some(one => seen.has(one));
		});
		return inner.some(Boolean);
	}
	if (value !== null && typeof value === 'object') {
		return Object.entries(value).some(([key, inner]) => hasCollision(inner, `${name}.${key}`, seen));
	}
	const key = name.toLowerCase();
	const isKnown = seen.has(key);
	seen.add(key);
	return isKnown;
}

test('values are those that JSON.parse finds', t => {
	forAll(1000, anyJson(4), value => {
		fc.pre(!hasCollision(value, 'x', new Set()));
		const expected = new Map<string, string[]>();
		const lists = new Set<string>();
		fc.pre(flatten(value, 'x', false, expected, lists));
		const line = `{"method":"GET","url":"/","status":200,"ip":"192.0.2.1","x":${JSON.stringify(value)}}`;
		const found = new Map<string, Found>(
			logValues(Buffer.from(line))
				.slice(4)
				.map(({name, text, elements}) => [name.toLowerCase(), {text, elements}]),
		);
		t.deepEqual(
			found,
			new Map(
				Array.from(expected, ([name, texts]) => [
					name,
					{text: texts.join(', '), elements: lists.has(name) ? texts : null},
				]),
			),
			line,
		);
	});
});

test('each value is visited once, and nothing is thrown, whatever the object contains', t => {
	const part = fc.constantFrom(
		...['{', '}', '[', ']', '"a":', '"b"', ':', ',', '1', '"', '\\', ' ', 'null', '\0', '"c":1,', '"d":"e",'],
	);
	let visits = 0;
	forAll(2000, fc.array(part, {maxLength: 20}), parts => {
		const line = Buffer.from(`{"x":1,${parts.join('')}"`);
		let last = 0;
		visitObject(line, 0, line.length - 1, new Names(), (_, from, to) => {
			visits++;
			t.true(from >= last && to >= from && to < line.length - 1);
			last = to;
		});
	});
	t.true(visits > 500, `${visits} visits`);
});
