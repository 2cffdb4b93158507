import type {EntryRecord} from '../entry-record.js';

const space = 32;
const quote = 34;
const dash = 45;
const colon = 58;
const backslash = 92;

/** Sets a text field, unless it is empty or the log's `-` for none. */
export const setText = (
	record: EntryRecord,
	span: number,
	bytes: Buffer,
	start: number,
	end: number,
): void => {
	if (end > start && !isNone(bytes, start, end)) {
		record.spans[span] = start;
		record.spans[span + 1] = end;
	}
};

/** Sets a text field without the spaces around it. */
export const setTrimmedText = (
	record: EntryRecord,
	span: number,
	bytes: Buffer,
	start: number,
	end: number,
): void => {
	let from = start;
	let to = end;
	while (from < to && bytes[from] === space) {
		from++;
	}
	while (to > from && bytes[to - 1] === space) {
		to--;
	}
	setText(record, span, bytes, from, to);
};

/** Position of the space that ends the word beginning at `start`, or `end`. */
export const wordEnd = (bytes: Buffer, start: number, end: number): number => {
	let index = start;
	while (index < end && bytes[index] !== space) {
		index++;
	}
	return index;
};

/**
 * Position of the quote that ends the text beginning at `start`, or -1. A quote after a backslash, itself not after
 * one, belongs to the text.
 *
 * Measured: `indexOf` takes 11 ns a quote, a loop over the bytes 35. It may look beyond `end`, up to the next quote
 * in the chunk; so it is to be used where the text has begun with one, and the way is never long twice.
 */
export const closingQuote = (bytes: Buffer, start: number, end: number): number => {
	let position = bytes.indexOf(quote, start);
	while (position !== -1 && position < end && isEscaped(bytes, start, position)) {
		position = bytes.indexOf(quote, position + 1);
	}
	return position < end ? position : -1;
};

const isEscaped = (bytes: Buffer, start: number, position: number): boolean => {
	let index = position;
	while (index > start && bytes[index - 1] === backslash) {
		index--;
	}
	return (position - index) % 2 === 1;
};

/** The number that the digits `bytes[start, end)` make; NaN for anything else, `-` included. */
export const wholeNumber = (bytes: Buffer, start: number, end: number): number => {
	let value = 0;
	for (let index = start; index < end; index++) {
		const digit = (bytes[index] ?? 0) - 48;
		if (digit < 0 || digit > 9) {
			return Number.NaN;
		}
		value = value * 10 + digit;
	}
	return end > start ? value : Number.NaN;
};

/** Whether the field `bytes[start, end)` is the log's `-` for none. */
export const isNone = (bytes: Buffer, start: number, end: number): boolean =>
	end === start + 1 && bytes[start] === dash;

/** Whether a word is an IPv4 or IPv6 address, as far as it takes to tell one from a name. */
export const isAddress = (bytes: Buffer, start: number, end: number): boolean => {
	let dots = 0;
	let colons = 0;
	let letters = 0;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === 46) {
			dots++;
		} else if (byte === colon) {
			colons++;
		} else if (byte < 48 || byte > 57) {
			if ((byte | 32) < 97 || (byte | 32) > 102) {
				return false;
			}
			letters++;
		}
	}
	return colons >= 2 || (dots === 3 && colons === 0 && letters === 0);
};

/** Position of the colon before the port of `www.example.com:443` or `[::1]:443`, or -1. */
export const portColon = (bytes: Buffer, start: number, end: number): number => {
	let index = end - 1;
	while (index > start && (bytes[index] ?? 0) >= 48 && (bytes[index] ?? 0) <= 57) {
		index--;
	}
	return index > start && index < end - 1 && bytes[index] === colon ? index : -1;
};
