import test from 'ava';
import fc from 'fast-check';
import {commonTable} from '../../../source/entries/json/known-names.js';
import {root} from '../../../source/entries/json/name-table.js';
import {keyEnd, kinds, NamedValues, type Notation} from '../../../source/entries/json/named-values.js';
import {Places} from '../../../source/entries/json/places.js';
import {logValues} from '../../../source/entries/log-fields/log-values.js';
import {anyJson} from '../../helpers/any-text.js';
import {forAll} from '../../helpers/for-all.js';

const values = new NamedValues(commonTable());

function read(bytes: Buffer, notation: Notation): NamedValues {
	values.read(notation, bytes, 0, bytes.length);
	return values;
}

type Found = {readonly text: string; readonly elements: readonly string[] | null};

/** Adds the values of parsed JSON by name. Returns false if a name already exists. */
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

test('finds the same values as JSON.parse', t => {
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

test('visits each value once and never throws, for any object', t => {
	const part = fc.constantFrom(
		...['{', '}', '[', ']', '"a":', '"b"', ':', ',', '1', '"', '\\', ' ', 'null', '\0', '"c":1,', '"d":"e",'],
	);
	let visits = 0;
	forAll(2000, fc.array(part, {maxLength: 20}), parts => {
		const line = Buffer.from(`{"x":1,${parts.join('')}"`);
		let last = 0;
		const {starts, ends, kinds: kindsOf, count} = read(line.subarray(0, -1), 'object');
		for (let index = 0; index < count; index++) {
			const kind = kindsOf[index];
			const [from, to] = [starts[index] ?? -1, ends[index] ?? -1];
			if (kind === kinds.text || kind === kinds.bare) {
				visits++;
				t.true(from >= last && to >= from && to < line.length - 1);
				last = to;
			}
		}
	});
	t.true(visits > 500, `${visits} visits`);
});

test('a key ends before the first byte that keys cannot contain', t => {
	t.is(keyEnd(Buffer.from('http.request.method=GET'), 0, 23), 19);
	t.is(keyEnd(Buffer.from('a b'), 0, 3), 1);
	t.is(keyEnd(Buffer.from('9=b'), 0, 3), 0);
	t.is(keyEnd(Buffer.from('abc'), 0, 2), 2);
});

test('a value is found by its whole name, in any case', t => {
	forAll(1000, anyJson(4), value => {
		const line = Buffer.from(JSON.stringify({x: value}));
		const list = read(line, 'object');
		const names = namesOf(list);
		for (const [index, name] of names.entries()) {
			for (const other of new Set([...names, 'x', ''])) {
				t.is(index > 0 && list.isNamed(index, other), index > 0 && name === other, `${name} ${other}`);
			}
		}
	});
});

/** Returns the names of all values, in lower case. */
function namesOf({bytes, outers, nameStarts, nameEnds, count}: NamedValues): readonly string[] {
	const names: string[] = [];
	for (let index = 0; index < count; index++) {
		const outer = outers[index] ?? -1;
		const start = nameStarts[index] ?? -1;
		const own = JSON.parse(
			start === -1 ? '""' : bytes.toString('utf8', start - 1, (nameEnds[index] ?? 0) + 1),
		) as string;
		names.push(
			start === -1 ? (names[outer] ?? '') : `${outer > 0 ? `${names[outer]}.` : ''}${own.toLowerCase()}`,
		);
	}
	return names;
}

function pairsIn(text: string, notation: Notation = 'pairs'): ReadonlyArray<readonly [string, string]> {
	const {
		bytes,
		nameStarts,
		nameEnds,
		starts,
		ends,
		kinds: kindsOf,
		count,
	} = read(Buffer.from(text), notation);
	return Array.from({length: count}, (_, index) => index)
		.filter(index => kindsOf[index] !== kinds.cut)
		.map(index => [
			bytes.toString('utf8', nameStarts[index], nameEnds[index]),
			bytes.toString('utf8', starts[index], ends[index]),
		]);
}

const model =
	/(?<=^| )(?:([A-Za-z_][\w.-]*)=(?:"((?:\\.|[^"\\])*)"[^ ]*|(?!")([^ ]*))|"(?:\\.|[^"\\])*"[^ ]*|(?!")[^ ]+)/g;

const word = fc.constantFrom(
	...[
		'a=1',
		'b="x y"',
		'c="\\"q\\""',
		'"a=1 b=2"',
		'plain',
		'-a=1',
		'1a=2',
		'a.b_c-d=3',
		'e=',
		'f=-',
		'g=""',
	],
	...['h=x"y z"', 'i==j', 'ä=1', '_k=ä', 'l="x"y', '"x"m=1', '=', '"', '200', '', '""', 'n=(', 'o=]'],
);

test('finds the same pairs as a model, in words and quoted strings', t => {
	forAll(2000, fc.array(word, {maxLength: 10}), words => {
		const text = words.join(' ');
		const expected: Array<readonly [string, string]> = [];
		let end = 0;
		for (const {0: whole, 1: name, 2: quoted, 3: bare, index} of text.matchAll(model)) {
			// A quote that isn't closed ends the search.
			if (text.slice(end, index).trim() !== '') {
				break;
			}
			end = index + whole.length;
			if (name !== undefined) {
				expected.push([name, quoted ?? bare ?? '']);
			}
		}
		t.deepEqual(pairsIn(text), expected, text);
	});
});

test('unclosed brackets hide no values', t => {
	t.deepEqual(pairsIn('[a=1 b=2] c=3'), [['c', '3']]);
	t.deepEqual(pairsIn('[a=1 [b=2] c=3] d=4'), [['d', '4']]);
	t.deepEqual(pairsIn('[ (a=1 b=2 {c=3} d=4'), [
		['b', '2'],
		['d', '4'],
	]);
});

test('scanning takes time in proportion to the length, also of hostile lines', t => {
	for (const [part, notation] of [
		['[ ', 'pairs'],
		["a='x ", 'logfmt'],
		['a=1, ', 'pairs'],
		['a ', 'logfmt'],
		['( [ { ', 'pairs'],
	] as const) {
		const start = process.cpuUsage().user;
		pairsIn(part.repeat(65_536 / part.length), notation);
		t.true(process.cpuUsage().user - start < 1_000_000, part);
	}
});

test('strings that may be coloured are noted', t => {
	const mayHaveColour = (text: string): boolean => read(Buffer.from(text), 'object').mayHaveColour;
	t.deepEqual(
		['{"a":"b\\"c"}', '{"a":"\u001b[0m"}', '{"#033[0m":1}', '{"a":{"b":"#"}}', '{"a":1}'].map(mayHaveColour),
		[false, true, true, true, false],
	);
});

/** Objects with few names, so that many of them have the same ones. */
const similarObjects = fc.array(
	fc.letrec(tie => ({
		value: fc.oneof(
			{depthSize: 'small'},
			fc.constantFrom<unknown>(1, '', 'x', -0.5, null, true, 'a"b', '\\', '#', '\u001b[0m', 'ä'),
			fc.array(tie('value'), {maxLength: 3}),
			tie('object'),
		),
		object: fc.dictionary(fc.constantFrom('a', 'b', 'ä', 'message', 'request', 'n"', '#'), tie('value')),
	})).object,
	{minLength: 2, maxLength: 6},
);

test('earlier objects never change the values of an object', t => {
	const edit = fc.record({
		at: fc.nat(),
		text: fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', ' ', '1', '\t', 'null'),
		cut: fc.nat(3),
	});
	const known = new NamedValues(commonTable(), new Places(root));
	forAll(1000, fc.tuple(similarObjects, fc.array(edit, {maxLength: 2})), ([objects, edits]) => {
		const lines = objects.map((object, index) => JSON.stringify(object, null, index % 3 === 2 ? 1 : 0));
		for (const {at, text, cut} of edits) {
			const line = lines[at % lines.length] ?? '';
			const from = at % (line.length + 1);
			lines.push(line.slice(0, from) + text + line.slice(from + cut));
		}
		for (const line of lines) {
			// More of an object follows in memory, but not in the line.
			const bytes = Buffer.from(`${line}":1}]}`);
			const end = bytes.length - 5;
			const fresh = new NamedValues(commonTable(), new Places(root));
			for (const each of [known, fresh]) {
				each.read('object', bytes, 0, end);
			}
			t.deepEqual(contentOf(known), contentOf(fresh), line);
		}
	});
});

function contentOf(list: NamedValues): unknown {
	const {count, faults, isCut, mayHaveColour} = list;
	const columns = [
		list.outers,
		list.nameStarts,
		list.nameEnds,
		list.starts,
		list.ends,
		list.kinds,
		list.entries,
	];
	return {isCut, faults, mayHaveColour, values: columns.map(column => column.slice(0, count))};
}
