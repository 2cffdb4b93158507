import test from 'ava';
import {Dictionary} from '../../source/index/dictionary.js';

/** Returns the hashes of strings of equal length. */
function hashes(texts: readonly Buffer[]): number[] {
	const dictionary = new Dictionary();
	const ends = Uint32Array.from(texts, (text, index) => text.length * (index + 1));
	const ids = dictionary.adopt({bytes: Buffer.concat(texts), ends});
	const found = Array.from(ids.subarray(1), id => dictionary.hash(id));
	dictionary.release();
	return found;
}

/** Returns a string whose words are all different. */
function textOf(length: number): Buffer {
	return Buffer.from(Uint8Array.from({length}, (_, at) => at * 37 + (at >> 3) * 11));
}

/** Returns the results of `change` for each pair of words of a string. */
function changed(text: Buffer, change: (text: Buffer, one: number, other: number) => void): Buffer[] {
	const texts: Buffer[] = [];
	for (let one = 0; one + 4 <= text.length; one += 4) {
		for (let other = one + 4; other + 4 <= text.length; other += 4) {
			const copy = Buffer.from(text);
			change(copy, one, other);
			texts.push(copy);
		}
	}
	return texts;
}

function swap(text: Buffer, one: number, other: number): void {
	const word = text.readUInt32LE(one);
	text.writeUInt32LE(text.readUInt32LE(other), one);
	text.writeUInt32LE(word, other);
}

function shift(text: Buffer, one: number, other: number): void {
	text.writeUInt32LE((text.readUInt32LE(one) + 1) >>> 0, one);
	text.writeUInt32LE((text.readUInt32LE(other) - 1) >>> 0, other);
}

for (const length of [8, 15, 16, 28, 64, 100, 128, 192]) {
	test(`strings of ${length} bytes have different hashes although their words are swapped or have the same sum`, t => {
		const text = textOf(length);
		const texts = [text, ...changed(text, swap), ...changed(text, shift)];
		const distinct = new Set(texts.map(other => other.toString('latin1'))).size;
		// One in four thousand million strings has an equal hash by chance, and so do few of some thousands.
		t.true(new Set(hashes(texts)).size >= distinct - 1);
	});
}
