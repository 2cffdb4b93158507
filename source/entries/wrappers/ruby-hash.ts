import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	equals,
	greaterThan,
	openBrace,
	quote,
	space,
} from '../../ascii.js';
import {Arena} from '../arena.js';
import {isEscaped} from '../values/words.js';
import type {Wrapper} from './wrapper.js';

const nil = Buffer.from('nil');
const nothing = Buffer.from('null');

/**
 * Converts a hash of Ruby to JSON. Fluent Bit prints its records like this, but doesn't escape quotes in strings. So a quote ends a
 * string only if the next key or the end of the record follows.
 */
export const rubyHash: Wrapper = {
	name: 'ruby_hash',
	title: 'a record of Fluent Bit, or another hash of Ruby on one line',
	source: 'https://docs.fluentbit.io/manual/data-pipeline/outputs/standard-output',
	example:
		'{"log"=>"203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0""}',
	open() {
		const arena = new Arena();
		return inner => {
			const {bytes, start} = inner;
			let {end} = inner;
			while (end > start && (bytes[end - 1] === closeBracket || bytes[end - 1] === space)) {
				end--;
			}
			if (bytes[start] !== openBrace || bytes[start + 1] !== quote || bytes[end - 1] !== closeBrace) {
				return false;
			}
			arena.reserve(2 * (end - start));
			const {buffer, used} = arena;
			let written = used;
			let hasArrow = false;
			for (let at = start; at < end; ) {
				const byte = bytes[at] ?? 0;
				if (byte === quote) {
					const close = closingQuote(bytes, at + 1, end);
					if (close === -1) {
						return false;
					}
					written = putString(bytes, at + 1, close, buffer, written);
					at = close + 1;
				} else if (isArrow(bytes, at)) {
					hasArrow = true;
					buffer[written++] = colon;
					at += 2;
				} else if (bytes.compare(nil, 0, nil.length, at, Math.min(at + nil.length, end)) === 0) {
					written += nothing.copy(buffer, written);
					at += nil.length;
				} else {
					buffer[written++] = byte;
					at++;
				}
			}
			if (!hasArrow) {
				return false;
			}
			arena.used = written;
			inner.bytes = buffer;
			inner.start = used;
			inner.end = written;
			return true;
		};
	},
};

function isArrow(bytes: Buffer, at: number): boolean {
	return bytes[at] === equals && bytes[at + 1] === greaterThan;
}

/** Returns the offset of the quote that ends the string starting at `start`, or -1. */
function closingQuote(bytes: Buffer, start: number, end: number): number {
	for (let at = bytes.indexOf(quote, start); at !== -1 && at < end; at = bytes.indexOf(quote, at + 1)) {
		if (!isEscaped(bytes, start, at) && (isArrow(bytes, at + 1) || isEndOfValue(bytes, at + 1, end))) {
			return at;
		}
	}
	return -1;
}

/** Checks that the next key, or closing brackets up to the end, follow a value. */
function isEndOfValue(bytes: Buffer, start: number, end: number): boolean {
	let at = start;
	while (at < end && (bytes[at] === closeBrace || bytes[at] === closeBracket)) {
		at++;
	}
	if (at === end || bytes[at] !== comma || bytes[at + 1] !== space) {
		return at === end;
	}
	const isText = bytes[at + 2] === quote;
	return !isText || isArrow(bytes, bytes.indexOf(quote, at + 3) + 1) || bytes[start] === comma;
}

/** Writes a string with its quotes. Returns the offset after it. */
function putString(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
	let isRaw = false;
	for (let index = start; index < end && !isRaw; index++) {
		isRaw = bytes[index] === quote && !isEscaped(bytes, start, index);
	}
	let written = at;
	target[written++] = quote;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (isRaw && (byte === quote || byte === backslash)) {
			target[written++] = backslash;
		}
		target[written++] = byte;
	}
	target[written++] = quote;
	return written;
}
