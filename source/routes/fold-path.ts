import {dash, percent} from '../ascii.js';
import {longestRoute} from './route.js';

/** Hexadecimal digits that are certainly no word, and those that are none when letters and digits are among them. */
const longHex = 16;
const mixedHex = 8;

/** Bits of what a character is, of those below 128. All others count as letters. */
const digit = 1;
const hexLetter = 2;
const letter = 4;

const table = Uint8Array.from({length: 128}, (_, unit) => {
	const character = String.fromCharCode(unit);
	if (/\d/.test(character)) {
		return digit;
	}
	return /[a-f]/i.test(character) ? hexLetter : /[a-z]/i.test(character) ? letter : 0;
});

function classOf(unit: number): number {
	return unit < 128 ? (table[unit] ?? 0) : letter;
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z\u0080-\uffff])/iy;

/**
 * The shape of a path of which nothing is known: what tells things of one kind apart is left out. Numbers become
 * `{id}`, UUIDs and long hexadecimal digits `{hash}`, where they aren't parts of words: `/item-12` is one, `/v2/` isn't.
 * Past `longestRoute` it ends with `…`.
 *
 * @param path - of a URL, up to but without `end`
 */
export function foldPath(path: string, end: number): string {
	let shape = '';
	/** Where what hasn't been taken begins. */
	let from = 0;
	let index = 0;
	while (index < end && shape.length + index - from <= longestRoute) {
		const unit = path.charCodeAt(index);
		if (classOf(unit) === 0) {
			// What is encoded is no number: after %20 something else begins.
			index += unit === percent && isEncoded(path, index, end) ? 3 : 1;
			continue;
		}
		const word = index;
		const folded = foldedAt(path, word, end);
		index = word + wordLength;
		if (folded !== '') {
			shape += path.slice(from, word) + folded;
			from = index;
		}
	}
	shape += path.slice(from, Math.min(end, from + longestRoute + 1));
	return shape.length <= longestRoute ? shape : cut(shape);
}

/** Length of the word, or UUID, that was looked at last. */
let wordLength = 0;

/** What stands for the word that begins there; nothing for one that tells something. */
function foldedAt(path: string, start: number, end: number): '' | '{id}' | '{hash}' {
	let index = start;
	let seen = 0;
	for (; index < end; index++) {
		const kind = classOf(path.charCodeAt(index));
		if (kind === 0) {
			break;
		}
		seen |= kind;
	}
	const length = index - start;
	wordLength = length;
	if (seen >= letter) {
		return '';
	}
	if (length === mixedHex && path.charCodeAt(index) === dash && start + 36 <= end) {
		uuid.lastIndex = start;
		if (uuid.test(path)) {
			wordLength = 36;
			return '{hash}';
		}
	}
	if (seen === digit) {
		return '{id}';
	}
	return length >= longHex || (length >= mixedHex && seen === (digit | hexLetter)) ? '{hash}' : '';
}

function isEncoded(path: string, index: number, end: number): boolean {
	return (
		index + 2 < end &&
		(classOf(path.charCodeAt(index + 1)) & (digit | hexLetter)) !== 0 &&
		(classOf(path.charCodeAt(index + 2)) & (digit | hexLetter)) !== 0
	);
}

/** The beginning of a shape, without half of a character or a placeholder. */
function cut(shape: string): string {
	const text = shape.slice(0, longestRoute - 1).replace(/[\ud800-\udbff]$|\{[a-z]{0,4}$/, '');
	return `${text}…`;
}
