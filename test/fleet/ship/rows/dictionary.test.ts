import process from 'node:process';
import test from 'ava';
import fc from 'fast-check';
import {viewed} from '../../../../source/fleet/ship/rows/byte-writer.js';
import {Dictionary} from '../../../../source/fleet/ship/rows/dictionary.js';
import {processorTime} from '../../../helpers/processor-time.js';
import {runs} from '../../../helpers/runs.js';

test('each distinct string gets the next number, at any offset of its buffer', t => {
	fc.assert(
		fc.property(
			fc.array(
				fc.oneof(fc.string({maxLength: 3}), fc.string({maxLength: 40}), fc.string({unit: 'grapheme'})),
			),
			fc.nat(9),
			(texts, shift) => {
				const dictionary = new Dictionary();
				const known = new Map<string, number>();
				for (const text of texts) {
					const bytes = Buffer.from(`${'x'.repeat(shift)}${text}yz`);
					const number = dictionary.numberOf(viewed(bytes), shift, bytes.length - 2);
					const expected = known.get(text) ?? known.size + 1;
					known.set(text, expected);
					t.is(number, expected);
				}
				t.is(dictionary.count, known.size);
				for (const [text, number] of known) {
					t.is(dictionary.text(number).toString(), text);
				}
			},
		),
		runs(200),
	);
});

test('numbers stay the same as the dictionary grows', t => {
	const dictionary = new Dictionary();
	const bytes = Array.from({length: 20_000}, (_, number) => viewed(Buffer.from(`/products/${number}/`)));
	for (let round = 0; round < 2; round++) {
		for (const [number, text] of bytes.entries()) {
			if (dictionary.numberOf(text, 0, text.bytes.length) !== number + 1) {
				t.fail(`${number}`);
			}
		}
	}
	t.is(dictionary.count, bytes.length);
	t.is(
		dictionary.size,
		bytes.reduce((sum, text) => sum + text.bytes.length, 0),
	);
});

test('lookups of strings crafted for hash collisions are as fast as any', t => {
	const textsOf = (second: (first: number) => number): readonly Buffer[] =>
		Array.from({length: 1 << 14}, (_, first) => {
			const text = Buffer.alloc(16, 'x');
			text.writeInt32LE(first);
			text.writeInt32LE(second(first), 8);
			return text;
		});
	// Strings of 16 bytes that collide in MurmurHash3, built with its mixing function.
	const mixed = (word: number): number => {
		const product = Math.imul(word, 0xcc9e_2d51);
		return product ^ (product >>> 15);
	};
	const time = (texts: readonly Buffer[]): number => {
		const dictionary = new Dictionary();
		const start = processorTime(process.pid);
		for (const text of texts) {
			dictionary.numberOf(viewed(text), 0, text.length);
		}
		t.is(dictionary.count, texts.length);
		return processorTime(process.pid) - start;
	};
	const others = textsOf(first => first);
	time(others);
	const [usual, made] = [time(others), time(textsOf(first => mixed(16 ^ first)))];
	t.true(made < 10 * usual + 100, `${made} ms, ${usual} ms`);
});
