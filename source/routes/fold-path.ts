import {dash, percent} from '../ascii.js';
import {maxRouteLength} from './route.js';

/** Minimum number of hexadecimal digits that can't be a word, and the minimum if both letters and digits are among them. */
const longHex = 16;
const mixedHex = 8;

/** Bits for the class of a character below 128. All other characters count as letters. */
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
 * Returns the shape of an unknown path by replacing its variable parts: numbers with `{id}`, UUIDs and long hexadecimal numbers
 * with `{hash}`. Parts of a word stay: `/item-12` is shortened, `/v2/` isn't. A shape longer than `maxRouteLength` ends with `…`.
 *
 * @param path - URL, whose path ends at `end`
 */
export function foldPath(path: string, end: number): string {
	let shape = '';
	/** Start of the part that hasn't been copied to the shape yet. */
	let from = 0;
	let index = 0;
	while (index < end && shape.length + index - from <= maxRouteLength) {
		const unit = path.charCodeAt(index);
		if (classOf(unit) === 0) {
			// The digits of an escape such as `%20` don't count as a number. A new word starts after them.
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
	shape += path.slice(from, Math.min(end, from + maxRouteLength + 1));
	return shape.length <= maxRouteLength ? shape : cut(shape);
}

/** Length of the word or UUID that `foldedAt` checked last. */
let wordLength = 0;

/** Returns the replacement for the word that begins at `start`; an empty string if the word stays. */
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

/** Truncates a shape without splitting a surrogate pair or a placeholder. */
function cut(shape: string): string {
	const text = shape.slice(0, maxRouteLength - 1).replace(/[\ud800-\udbff]$|\{[a-z]{0,4}$/, '');
	return `${text}…`;
}
