/** The values of JSON objects in lines with a learned layout. */

import {readAddress} from './address';
import {durations, sizes, statuses, textCount, times, zones} from './batch';
import {host, ip, method, protocol, put, putText, url} from './cells';
import {readTime, timeLength, twoDigits, zoneBias} from './clf-time';
import {
	byte,
	capitalsEnd,
	isDigit,
	lowerA,
	powerOfTen,
	protocolEnd,
	readSize,
	smallness,
} from './line-pieces';
import {markAt} from './marks';
import {readRequest} from './request';
import {isoDay, isoStampEnd} from './stamp';

const space: u32 = 32;
const quote: u32 = 34;
const slash: u32 = 47;
const plus: u32 = 43;
const dash: u32 = 45;
const dot: u32 = 46;
const backslash: u32 = 92;
const lowerU: u32 = 117;
const upperZ: u32 = 90;

/** Kinds: see entries/layout-steps.ts. */
const object: u32 = 19;
const text: u32 = 20;
const scalar: u32 = 21;
const client: u32 = 22;
const verb: u32 = 23;
const target: u32 = 24;
const version: u32 = 25;
const name: u32 = 26;
const request: u32 = 27;
const status: u32 = 28;
const size: u32 = 29;
const isoTime: u32 = 30;
const epoch: u32 = 31;
const clfTime: u32 = 32;
const duration: u32 = 33;
const nothing: u32 = 34;

/** The field of a text that is skipped. */
const noField: u32 = 255;

/** Parameter of durations as nginx writes them. The others are the exponent of the unit of 10 ms, plus 6. */
const nginx: u32 = 16;

/** The status of a line without one. */
const noStatus: u32 = 65_535;

/** Maximum length of a method, of which TypeScript accepts any in capitals, and of a number. */
const maxLength: usize = 12;

/** From this duration in ms on, TypeScript decides. */
const maxDuration: f64 = 1e6;

/** The mark after the value read last. */
export let markAfter: usize = 0;

/** Reads a value that starts at an address, before the mark at `mark`. Returns its end, or 0; sets `markAfter`. */
export function readJson(
	kind: u32,
	parameter: u32,
	start: usize,
	mark: usize,
	at: usize,
	delta: usize,
): usize {
	markAfter = mark;
	switch (kind) {
		case object:
			clear(at);
			return start;
		case text: {
			const end = textEnd(start, mark);
			if (end !== 0 && parameter !== noField) {
				// TypeScript removes escaped quotes around some values.
				if (byte(start) === backslash) {
					return 0;
				}
				putText(parameter, at, start, end, delta);
			}
			return end;
		}
		case nothing:
			return start;
		case scalar: {
			let end = start;
			while (isScalar(byte(end))) {
				end++;
			}
			return end;
		}
		case status: {
			const hundreds = byte(start) - 48;
			if (hundreds - 1 > 4 || !isDigit(start + 1) || !isDigit(start + 2)) {
				return 0;
			}
			store<u32>(statuses + at, hundreds * 100 + (byte(start + 1) - 48) * 10 + byte(start + 2) - 48);
			return start + 3;
		}
		case size: {
			let end = start;
			while (isDigit(end)) {
				end++;
			}
			return end - start - 1 < maxLength && readSize(start, end, sizes + (at << 1)) ? end : 0;
		}
		case isoTime:
			return readIso(start, at);
		case epoch:
			return readEpoch(start, at);
		case clfTime:
			return readTime(start, times + (at << 1), zones + at) ? start + timeLength : 0;
		case duration:
			return readDuration(start, parameter, at);
	}
	// The others are strings without escapes.
	const end = markAt(mark, 0);
	if (byte(end) !== quote || end <= start) {
		return 0;
	}
	switch (kind) {
		case client:
			return readAddress(start, end) ? putWhole(ip, at, start, end, delta) : 0;
		case verb:
			return capitalsEnd(start, end) === end && end - start < maxLength
				? putWhole(method, at, start, end, delta)
				: 0;
		case target:
			return byte(start) === slash ? putWhole(url, at, start, end, delta) : 0;
		case version:
			return protocolEnd(start) === end ? putWhole(protocol, at, start, end, delta) : 0;
		case name:
			return isName(start, end) ? putWhole(host, at, start, end, delta) : 0;
		case request:
			// Without a URL, another field may have it.
			return !isWithoutUrl(start, end) && readRequest(start, end, at, delta) ? end : 0;
	}
	return 0;
}

/** Sets a text that isn't a dash. Returns its end. */
function putWhole(field: i32, at: usize, start: usize, end: usize, delta: usize): usize {
	put(field, at, start - delta, end - delta);
	return end;
}

/** Checks for a dash behind a method. */
function isWithoutUrl(start: usize, end: usize): bool {
	const methodEnd = capitalsEnd(start, end);
	return byte(methodEnd + 1) === dash && byte(methodEnd + 2) === space;
}

function clear(at: usize): void {
	for (let field = 0; field < textCount; field++) {
		put(field, at, 0, 0);
	}
	store<f64>(times + (at << 1), NaN);
	store<f64>(sizes + (at << 1), NaN);
	store<f64>(durations + (at << 1), NaN);
	store<u32>(statuses + at, noStatus);
	store<u32>(zones + at, zoneBias);
}

/**
 * Returns the address of the quote that ends a string. Returns 0 if the string has an escaped slash or an escape by number, which
 * TypeScript decodes in some values.
 */
function textEnd(start: usize, first: usize): usize {
	let mark = first;
	let at = markAt(mark, 0);
	while (at >= start) {
		const found = byte(at);
		if (found === quote) {
			markAfter = mark;
			return at;
		}
		const escaped = byte(at + 1);
		if (found !== backslash || escaped === slash || escaped === lowerU) {
			return 0;
		}
		mark += escaped === quote || escaped === backslash ? 8 : 4;
		at = markAt(mark, 0);
	}
	return 0;
}

function isScalar(character: u32): bool {
	return (
		(character | smallness) - lowerA < 26 ||
		character - 48 < 10 ||
		character === dash ||
		character === plus ||
		character === dot
	);
}

/** Checks for a host name with a dot and without a port. */
function isName(start: usize, end: usize): bool {
	let dots = 0;
	for (let at = start; at < end; at++) {
		const character = byte(at);
		if (character === dot) {
			dots++;
		} else if (!isScalar(character) || character === plus) {
			return false;
		}
	}
	return dots > 0;
}

/** Reads a time with a zone. */
function readIso(start: usize, at: usize): usize {
	const end = isoStampEnd(start);
	if (end === 0) {
		return 0;
	}
	const zoneAt = byte(end - 1) === upperZ ? end - 1 : byte(end - 3) - 48 < 10 ? end - 5 : end - 6;
	let minutes: i32 = 0;
	if (byte(zoneAt) === plus || byte(zoneAt) === dash) {
		minutes = twoDigits(zoneAt + 1) * 60 + twoDigits(end - 2);
		minutes = byte(zoneAt) === dash ? -minutes : minutes;
	} else if (byte(zoneAt) !== upperZ) {
		return 0;
	}
	const seconds = twoDigits(start + 11) * 3600 + twoDigits(start + 14) * 60 + twoDigits(start + 17);
	let milliseconds: i32 = 0;
	for (let digit: usize = 1; digit < 4; digit++) {
		const decimal = start + 19 + digit;
		milliseconds = milliseconds * 10 + (decimal < zoneAt ? <i32>byte(decimal) - 48 : 0);
	}
	const day = <f64>isoDay(start) * 86_400_000.0;
	store<f64>(times + (at << 1), day + <f64>seconds * 1000.0 + <f64>milliseconds - <f64>minutes * 60_000.0);
	store<u32>(zones + at, <u32>(minutes + zoneBias));
	return end;
}

/** Reads ten digits of seconds since 1970, and decimals. */
function readEpoch(start: usize, at: usize): usize {
	let time: f64 = 0;
	for (let digit: usize = 0; digit < 10; digit++) {
		if (!isDigit(start + digit)) {
			return 0;
		}
		time = time * 10 + <f64>(byte(start + digit) - 48);
	}
	let end = start + 10;
	if (isDigit(end)) {
		return 0;
	}
	if (byte(end) === dot) {
		do {
			end++;
		} while (isDigit(end));
	}
	for (let digit: usize = 0; digit < 3; digit++) {
		const decimal = start + 11 + digit;
		time = time * 10 + (decimal < end ? <f64>(byte(decimal) - 48) : 0);
	}
	store<f64>(times + (at << 1), time);
	store<u32>(zones + at, zoneBias);
	return end;
}

/** Reads a number in a unit, like `jsonNumber` in entries/json/json-numbers.ts. */
function readDuration(start: usize, parameter: u32, at: usize): usize {
	let digits: f64 = 0;
	let end = start;
	let point: usize = 0;
	for (; end - start <= maxLength; end++) {
		if (isDigit(end)) {
			digits = digits * 10 + <f64>(byte(end) - 48);
		} else if (byte(end) === dot && point === 0 && end > start) {
			point = end;
		} else {
			break;
		}
	}
	const decimals: i32 = point === 0 ? 0 : <i32>(end - point) - 1;
	if (end === start || end - start > maxLength || (point !== 0 && decimals === 0)) {
		return 0;
	}
	if (parameter === nginx && digits !== 0 && (decimals < 1 || decimals > 3)) {
		return 0;
	}
	const exponent = (parameter === nginx ? 3 : <i32>parameter - 6) - decimals;
	const power = powerOfTen(abs(exponent));
	const value = exponent < 0 ? digits / power : digits * power;
	if (!(value < maxDuration)) {
		return 0;
	}
	store<f64>(durations + (at << 1), value);
	return end;
}
