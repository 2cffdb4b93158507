import test from 'ava';
import fc from 'fast-check';
import {Dictionary, noText} from '../../source/index/dictionary.js';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {TextSpan} from '../../source/wasm/text-span.js';
import {forAll} from '../helpers/for-all.js';
import {intern} from '../helpers/intern.js';
import {noArena} from '../helpers/no-arena.js';

/** A dictionary, and a map as its model. */
class Checked {
	readonly #dictionary = new Dictionary();
	readonly #model = new Map<string, number>();

	/** Interns the bytes from `start` to `end` of the source, and checks the returned id. */
	intern(source: Buffer, start: number, end: number): boolean {
		const text = source.toString('latin1', start, end);
		let expected = text === '' ? noText : this.#model.get(text);
		if (expected === undefined) {
			expected = this.#model.size + 1;
			this.#model.set(text, expected);
		}
		return (
			intern(this.#dictionary, source, start, end) === expected && this.#dictionary.size === this.#model.size
		);
	}

	release(): void {
		this.#dictionary.release();
	}

	/** Checks that every id has its string, and every string its id, at any position in memory. */
	keepsAll(): boolean {
		return [...this.#model].every(
			([text, id]) =>
				this.#dictionary.bytes(id).toString('latin1') === text &&
				this.#dictionary.idOf(Buffer.from(`#${text}`, 'latin1').subarray(1)) === id,
		);
	}
}

test('the empty string is the missing string', t => {
	const dictionary = new Dictionary();
	t.is(intern(dictionary, Buffer.from('abc'), 1, 1), noText);
	t.is(intern(dictionary, Buffer.alloc(0), 0, 0), noText);
	t.is(dictionary.size, 0);
});

test('similar strings have different hashes', t => {
	const base = Array.from({length: 100}, (_, index) => String.fromCharCode(97 + (index % 26)));
	const texts = new Set<string>();
	for (let length = 1; length <= 100; length++) {
		const text = base.slice(0, length).join('');
		texts.add(text);
		// One changed character, and swapped parts of sixteen and of eight bytes.
		texts.add(`${text.slice(0, -1)}!`);
		texts.add(`!${text.slice(1)}`);
		texts.add(text.slice(16, 32) + text.slice(0, 16) + text.slice(32));
		texts.add(text.slice(8, 16) + text.slice(0, 8) + text.slice(16));
		texts.add('\0'.repeat(length));
	}
	const dictionary = new Dictionary();
	for (const text of texts) {
		intern(dictionary, Buffer.from(text), 0, text.length);
	}
	const hashes = new Set(Array.from({length: dictionary.size}, (_, index) => dictionary.hash(index + 1)));
	// Two are equal by chance once in 20,000 runs.
	t.true(texts.size > 500);
	t.is(hashes.size, texts.size);
	dictionary.release();
});

test('a missing string has no id, and equal strings have the same hash everywhere', t => {
	const [one, other] = [new Dictionary(), new Dictionary()];
	t.is(one.idOf(Buffer.from('GET')), noText);
	t.is(one.idOf(Buffer.alloc(0)), noText);
	const source = Buffer.from('GETPOST');
	t.is(intern(one, source, 0, 3), 1);
	t.is(intern(other, source, 3, 7), 1);
	t.is(intern(other, source, 0, 3), 2);
	t.is(one.idOf(Buffer.from('GET')), 1);
	t.is(one.idOf(Buffer.from('POST')), noText);
	t.is(other.idOf(Buffer.from('GET')), 2);
	t.is(other.hash(2), one.hash(1));
	t.not(other.hash(1), one.hash(1));
	t.false(one.isReleased);
	one.release();
	t.true(one.isReleased);
});

test('numbers strings from 1, by first occurrence', t => {
	const dictionary = new Dictionary();
	const source = Buffer.from('GETPOSTGET');
	t.is(intern(dictionary, source, 0, 3), 1);
	t.is(intern(dictionary, source, 3, 7), 2);
	t.is(intern(dictionary, source, 7, 10), 1);
	t.is(dictionary.size, 2);
	t.is(dictionary.bytes(1).toString(), 'GET');
	t.is(dictionary.bytes(2).toString(), 'POST');
});

test('returns the same id for a string in any buffer and at any offset', t => {
	const dictionary = new Dictionary();
	for (const text of [
		'/',
		'/e',
		'/en',
		'/en/',
		'/en/a',
		'/en/abc',
		'/en/abcd',
		'/en/abcde',
		'x'.repeat(1000),
	]) {
		const ids = new Set<number>();
		for (let index = 0; index < 9; index++) {
			const source = Buffer.from(`${'#'.repeat(index)}${text}${'!'.repeat(index)}`);
			ids.add(intern(dictionary, source, index, index + text.length));
			const own = new Uint8Array(new SharedArrayBuffer(2000), 3);
			own.set(source);
			ids.add(intern(dictionary, Buffer.from(own.buffer, own.byteOffset, 1997), index, index + text.length));
		}
		t.is(ids.size, 1, text);
	}
});

test("later changes of the source don't change a string", t => {
	const dictionary = new Dictionary();
	const source = Buffer.from('/first');
	const id = intern(dictionary, source, 0, 6);
	source.write('/other');
	t.is(dictionary.bytes(id).toString(), '/first');
	t.is(intern(dictionary, source, 0, 6), id + 1);
});

test('distinguishes strings of up to 40 bytes that differ in length or in one byte', t => {
	const checked = new Checked();
	for (let length = 0; length <= 40; length++) {
		t.true(checked.intern(Buffer.alloc(length, 'a'), 0, length), `${length}`);
		t.true(checked.intern(Buffer.alloc(length), 0, length), `${length} NULs`);
		for (let index = 0; index < length; index++) {
			for (const byte of [0, 1, 0x62, 0x7f, 0x80, 0xff]) {
				const source = Buffer.alloc(length, 'a');
				source[index] = byte;
				t.true(checked.intern(source, 0, length), `${length}, ${byte} at ${index}`);
			}
		}
	}
	t.true(checked.keepsAll());
});

test('numbers tens of thousands of strings with the same prefix', t => {
	const checked = new Checked();
	const source = Buffer.from(
		Array.from({length: 30_000}, (_, index) => `/en/shoes/running/${index}/product-${index % 7}\n`).join(''),
	);
	for (let round = 0; round < 2; round++) {
		let wrong = 0;
		for (let start = 0; start < source.length; ) {
			const end = source.indexOf(10, start);
			wrong += checked.intern(source, start, end) ? 0 : 1;
			start = end + 1;
		}
		t.is(wrong, 0);
	}
	t.true(checked.keepsAll());
});

test('stores strings as long as the longest line', t => {
	const checked = new Checked();
	for (const length of [
		4096,
		5,
		maxLineLength,
		maxLineLength - 1,
		3,
		50_000,
		60_000,
		maxLineLength - 3,
		40_000,
		1,
	]) {
		t.true(checked.intern(Buffer.alloc(length, `${length}`), 0, length));
	}
	t.true(checked.keepsAll());
});

test('stores all strings wherever a memory block ends', t => {
	for (let words = 1; words <= 4; words++) {
		const checked = new Checked();
		t.true(checked.intern(Buffer.alloc(words * 4, 'x'), 0, words * 4));
		for (let index = 0; index < 20_000; index++) {
			const text = Buffer.from(index.toString(36).padStart(4, '0'));
			if (!checked.intern(text, 0, 4)) {
				t.fail(`${index}`);
			}
		}
		t.true(checked.keepsAll());
	}
});

test("two dictionaries don't affect each other", t => {
	const [one, two] = [new Checked(), new Checked()];
	const source = Buffer.from('abcdefgh');
	for (let start = 0; start < 8; start++) {
		t.true(one.intern(source, start, 8));
		t.true(two.intern(source, 0, start));
	}
	t.true(one.keepsAll() && two.keepsAll());
});

function random(seed: number) {
	return () => {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
		return seed / 0x8000_0000;
	};
}

test('numbers many strings in one call as in single calls', t => {
	const next = random(7);
	const [together, alone] = [new Dictionary(), new Dictionary()];
	for (const count of [0, 1, 3, 1000, 1024, 1025, 5000, 20_000]) {
		const starts = new Int32Array(count + 5);
		const ends = new Int32Array(count + 5);
		const texts: string[] = [];
		let length = 0;
		for (let index = 0; index < count; index++) {
			// Empty strings, known ones, duplicates within the batch, and new ones.
			const text = next() < 0.1 ? '' : `/${Math.floor(next() * next() * 3 * count)}`;
			texts.push(text);
			starts[index + 5] = length;
			length += text.length;
			ends[index + 5] = length;
		}
		const source = Buffer.from(texts.join(''));
		const ids = new Uint32Array(count);
		together.internAll(source, {starts, ends}, 5, count, ids);
		const expected = texts.map(text => intern(alone, Buffer.from(text), 0, text.length));
		t.deepEqual([...ids], expected, `${count}`);
		t.is(together.size, alone.size);
	}
	for (let id = 1; id <= alone.size; id++) {
		if (!together.bytes(id).equals(alone.bytes(id))) {
			t.fail(`text ${id}`);
		}
	}
});

test('numbers short strings in one call like a map', t => {
	const word = fc.oneof(
		fc.constantFrom('', 'GET', 'GET\0', 'GETS', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2'),
		fc.array(fc.constantFrom(0, 1, 65), {maxLength: 8}).map(bytes => String.fromCharCode(...bytes)),
	);
	forAll(
		100,
		fc.array(word, {maxLength: 80, size: 'max'}),
		fc.constantFrom('', 'longer than it'),
		(words, last) => {
			const dictionary = new Dictionary();
			// The second time, all strings are known. With a longer one, they are looked up like any strings.
			const texts = [...words, ...words, last];
			const ends = Uint32Array.from(texts, (_, index) => texts.slice(0, index + 1).join('').length);
			const starts = Uint32Array.from(ends, (end, index) => end - (texts[index]?.length ?? 0));
			const ids = new Uint32Array(texts.length);
			dictionary.internAll(Buffer.from(texts.join(''), 'latin1'), {starts, ends}, 0, texts.length, ids);
			const numbers = new Map([['', noText]]);
			for (const text of texts) {
				numbers.set(text, numbers.get(text) ?? numbers.size);
			}
			t.deepEqual(
				[...ids],
				texts.map(text => numbers.get(text)),
			);
			dictionary.release();
		},
	);
});

test('adopts the strings of another dictionary as plain data', t => {
	const text = fc.oneof(
		fc.uint8Array({maxLength: 9}),
		fc.constantFrom('/', '/a', '/b').map(one => Buffer.from(one)),
	);
	const all = (dictionary: Dictionary): string[] =>
		Array.from({length: dictionary.size}, (_, index) => dictionary.bytes(index + 1).toString('latin1'));
	const filled = (texts: readonly Uint8Array[]): Dictionary => {
		const dictionary = new Dictionary();
		for (const one of texts) {
			intern(dictionary, Buffer.from(one), 0, one.length);
		}
		return dictionary;
	};
	forAll(100, fc.array(text), fc.array(text), (own, others) => {
		const [one, other] = [filled(own), filled(others)];
		const before = all(one);
		const ids = one.adopt(structuredClone(other.texts(noArena)));
		t.deepEqual(all(one).slice(0, before.length), before);
		t.is(new Set(all(one)).size, one.size);
		t.is(ids[0], noText);
		t.deepEqual(
			[...ids.subarray(1)].map(id => one.bytes(id).toString('latin1')),
			all(other),
		);
	});
	const many = filled(Array.from({length: 3000}, (_, index) => Buffer.from(`/${index}`)));
	const few = filled([Buffer.from('/2999'), Buffer.from('x')]);
	const ids = few.adopt(many.texts(noArena));
	t.is(ids[3000], 1);
	t.is(few.size, 3001);
	t.is(few.bytes(ids[2500] ?? 0).toString(), '/2499');
});

/** The dictionary stores this number of strings before any of them shares its beginning with another one. */
const many = 1 << 16;

test('assigns different numbers to strings that share prefixes, or that are prefixes of other strings', t => {
	const checked = new Checked();
	let wrong = 0;
	const take = (text: string): void => {
		const source = Buffer.from(`#${text}#`, 'latin1');
		wrong += checked.intern(source, 1, source.length - 1) ? 0 : 1;
	};
	for (let index = 0; index < many; index++) {
		take(index.toString(36));
	}
	for (const path of [
		'/',
		'/en/',
		'/en/garden/steel-square-oak/',
		`/${'x'.repeat(240)}/`,
		`/${'y'.repeat(300)}/`,
	]) {
		for (const query of ['', '?', '?id=', '?id=1&', '?id=1&page=', '?other=', 'a/b?c=d/e&f=']) {
			for (const rest of [
				'',
				'1',
				'23',
				'/',
				'=',
				'?',
				'é',
				'\0',
				'z'.repeat(16),
				'z'.repeat(125),
				'z'.repeat(126),
			]) {
				take(path + query + rest);
				take(path + query + rest + rest);
			}
			take(path + query + 'z'.repeat(127));
			take(path + query + 'z'.repeat(128));
			take(path + query + 'z'.repeat(70_000));
		}
	}
	t.is(wrong, 0);
	t.true(checked.keepsAll());
});

test('stores each of many distinct URLs in a fraction of its length', t => {
	const dictionary = new Dictionary();
	const path = (index: number): string => `/en/garden/steel-square-oak-${index % 5000}/?id=`;
	const urls = Array.from({length: 3 * many}, (_, index) => `${path(index)}${index}`);
	const source = Buffer.from(urls.join(''));
	const ends = new Int32Array(urls.length);
	const starts = new Int32Array(urls.length);
	let length = 0;
	for (const [index, url] of urls.entries()) {
		starts[index] = length;
		length += url.length;
		ends[index] = length;
	}
	const ids = new Uint32Array(urls.length);
	dictionary.internAll(source, {starts, ends}, 0, many, ids);
	const before = dictionary.kernel.used;
	dictionary.internAll(source, {starts, ends}, many, 2 * many, ids.subarray(many));
	t.deepEqual(
		[...ids],
		urls.map((_, index) => index + 1),
	);
	// The string, its position, its hash, and its share of the table: 16, 8 and 12 bytes.
	const taken = (dictionary.kernel.used - before) / (2 * many);
	t.true(taken < 44, `${taken} bytes`);
	t.true(urls.every((url, index) => dictionary.bytes(index + 1).toString() === url));
	const {bytes, ends: copied} = dictionary.texts(noArena);
	t.is(Buffer.from(bytes).toString(), urls.join(''));
	t.deepEqual([...copied], [...ends]);
	const [first, other] = [new TextSpan(), new TextSpan()];
	dictionary.locate(2 * many, first);
	dictionary.locate(2 * many + 1, other);
	t.is(first.bytes.toString('latin1', first.start, first.end), urls[2 * many - 1] ?? '');
	t.is(other.bytes.toString('latin1', other.start, other.end), urls[2 * many] ?? '');
	dictionary.release();
});

test('a new dictionary is empty although it reuses the memory of a released one', t => {
	const text = (round: number, index: number): Buffer =>
		Buffer.from(`/${round}/${'x'.repeat(index % 40)}${index}`);
	for (let round = 0; round < 5; round++) {
		const checked = new Checked();
		let wrong = 0;
		for (let index = 0; index < 30_000; index++) {
			const source = text(round, index);
			wrong += checked.intern(source, 0, source.length) ? 0 : 1;
		}
		t.is(wrong, 0);
		t.true(checked.keepsAll());
		checked.release();
	}
});

test('numbers any strings like a map', t => {
	// Short alphabets produce strings that repeat, that share beginnings, and that differ only in a NUL.
	const text = fc.oneof(
		fc.uint8Array({maxLength: 9}),
		fc.array(fc.constantFrom(0, 1, 97), {maxLength: 9}),
		fc.array(fc.constantFrom(0, 255), {minLength: 6, maxLength: 20}),
		fc
			.tuple(fc.constantFrom('/en/', '/en/a', '/en/ab/'), fc.nat({max: 50}))
			.map(parts => Buffer.from(parts.join(''))),
	);
	forAll(
		200,
		fc.array(text, {maxLength: 300, size: 'max'}),
		fc.array(fc.nat({max: 5}), {minLength: 1}),
		(texts, gaps) => {
			const checked = new Checked();
			const pieces = texts.map((bytes, index) => ({bytes, gap: gaps[index % gaps.length] ?? 0}));
			const source = Buffer.concat(
				pieces.flatMap(({bytes, gap}) => [Buffer.alloc(gap, 'a'), Buffer.from(bytes)]),
			);
			let position = 0;
			for (const {bytes, gap} of pieces) {
				position += gap + bytes.length;
				t.true(checked.intern(source, position - bytes.length, position));
				const own = Buffer.from(bytes);
				t.true(checked.intern(own, 0, own.length));
			}
			t.true(checked.keepsAll());
		},
	);
});

test('grows the memory for many strings in few steps, because each step is new memory of the full size for V8', t => {
	const dictionary = new Dictionary();
	const {kernel} = dictionary;
	const memories = new Set<ArrayBufferLike>();
	const texts = 5000;
	const ids = new Uint32Array(texts);
	for (let round = 0; round < 100; round++) {
		const source = Buffer.from(
			Array.from({length: texts}, (_, n) => `${(round * texts + n).toString(36).padEnd(100, '-')}`).join(''),
		);
		const starts = Int32Array.from({length: texts}, (_, n) => n * 100);
		const ends = starts.map(start => start + 100);
		dictionary.internAll(source, {starts, ends}, 0, texts, ids);
		memories.add(kernel.bytes.buffer);
	}
	t.is(dictionary.size, 100 * texts);
	t.true(kernel.bytes.length > 50 << 20, `${kernel.bytes.length} bytes`);
	t.true(memories.size < 25, `${memories.size} memories`);
	dictionary.release();
});
