/** The values of JSON objects in lines with a learned layout. */

import {readAddress} from './address';
import {durations, sizes, statuses, textCount, times, zones} from './batch';
import {host, ip, method, protocol, put, putText, url} from './cells';
import {readTime, timeLength, twoDigits, zoneBias} from './clf-time';
import {
	byte,
	capitalsEnd,
	digitsEnd,
	isDigit,
	isPlainIpv4,
	lowerA,
	powerOfTen,
	protocolEnd,
	smallness,
	wordEnd,
} from './line-pieces';
import {markAfter, markAt, passTo} from './marks';
// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Request, Size, zeros} from './request';
import {isoSeconds, isoStampEnd} from './stamp';
import {areSame} from './text-records';

const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const slash: u32 = 47;
const plus: u32 = 43;
const dash: u32 = 45;
const dot: u32 = 46;
const backslash: u32 = 92;
const questionMark: u32 = 63;
const openBracket: u32 = 91;
const openBrace: u32 = 123;
const closeBrace: u32 = 125;
const lowerU: u32 = 117;
const upperZ: u32 = 90;

/** Kinds: see entries/layout-steps.ts. */
const text: u32 = 35;
const scalar: u32 = 36;
const path: u32 = 37;
const any: u32 = 38;
const inside: u32 = 39;
const client: u32 = 40;
const verb: u32 = 41;
const target: u32 = 42;
const version: u32 = 43;
const name: u32 = 44;
const request: u32 = 45;
const status: u32 = 46;
const size: u32 = 47;
const isoTime: u32 = 48;
const epoch: u32 = 49;
const clfTime: u32 = 50;
const duration: u32 = 51;
const exact: u32 = 52;

/** Parameter of strings that are skipped. */
const noField: u32 = 255;

/** Parameter of durations as nginx writes them. Other parameters: the unit in ms as a power of ten, plus 6. */
const nginx: u32 = 16;

/** Parameter of values that are words without quotes. Equals `asWord` in entries/layout-steps.ts. */
const asWord: u32 = 1;

/** Bits of the fields that an object may lack. */
const noBytes: u32 = 1 << textCount;
const noDuration: u32 = 2 << textCount;
const allTexts: u32 = noBytes - 1;

/** The golden ratio as a fraction of 2^64, as in intern.ts. */
const recentFactor: u64 = ((<u64>0x9e37_79b9) << 32) | 0x7f4a_7c15;

/** Maximum length of a method and of a number. TypeScript reads longer ones. */
const maxLength: usize = 12;

/** From this duration in ms on, TypeScript decides. */
const maxDuration: f64 = 1e6;

/** From this value on, digits are ignored. Equals `enough` in entries/json/json-numbers.ts. */
const enough: u64 = 100_000_000_000_000;

/** Reads a value that starts at an address, before the mark at `mark`. Returns its end, or 0; sets `markAfter`. */
export function readValue(
	kind: u32,
	parameter: u32,
	start: usize,
	mark: usize,
	at: usize,
	delta: usize,
): usize {
	passTo(mark);
	switch (kind) {
		case text:
		case path: {
			const end = textEnd(start, mark);
			if (end !== 0 && parameter !== noField) {
				// TypeScript removes escaped quotes around some values.
				if (byte(start) === backslash) {
					return 0;
				}
				putText(parameter, at, start, end, delta);
			}
			return kind === path && hasByte(questionMark, start, end) ? 0 : end;
		}
		case exact:
			return start;
		case any:
			return anyEnd(start, mark);
		case inside:
			return containerEnd(start, mark);
		case scalar:
			return scalarEnd(start);
		case status: {
			const hundreds = byte(start) - 48;
			if (hundreds - 1 > 4 || !isDigit(start + 1) || !isDigit(start + 2)) {
				return 0;
			}
			store<u32>(statuses + at, hundreds * 100 + (byte(start + 1) - 48) * 10 + byte(start + 2) - 48);
			return start + 3;
		}
		case size: {
			const end = digitsEnd(start);
			return end - start - 1 < maxLength && changetype<Size>(start).read(end, sizes + (at << 1)) ? end : 0;
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
	// The remaining kinds are strings without escapes, or words.
	const end = parameter === asWord ? wordStop(start, mark) : markAt(mark, 0);
	if ((parameter !== asWord && byte(end) !== quote) || end <= start) {
		return 0;
	}
	switch (kind) {
		case client:
			return isPlainIpv4(start, end) || readAddress(start, end) ? putWhole(ip, at, start, end, delta) : 0;
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
			return !isWithoutUrl(start, end) && changetype<Request>(start).read(end, at, delta) ? end : 0;
	}
	return 0;
}

/** Returns the end of a word without marks. */
function wordStop(start: usize, mark: usize): usize {
	const end = wordEnd(start, markAt(mark, 0));
	return byte(end - 1) === carriageReturn ? end - 1 : end;
}

/** Sets a string that is never a dash. Returns its end. */
function putWhole(field: i32, at: usize, start: usize, end: usize, delta: usize): usize {
	put(field, at, start - delta, end - delta);
	return end;
}

/** Checks for a dash instead of a URL after a method. */
function isWithoutUrl(start: usize, end: usize): bool {
	const methodEnd = capitalsEnd(start, end);
	return byte(methodEnd + 1) === dash && byte(methodEnd + 2) === space;
}

/** Clears the fields of a row whose bits are set: one bit per string field, then one for the size and one for the duration. */
export function clearFields(bits: u32, at: usize): void {
	for (let rest = bits & allTexts; rest !== 0; rest &= rest - 1) {
		put(ctz(rest), at, 0, 0);
	}
	if ((bits & noBytes) !== 0) {
		store<f64>(sizes + (at << 1), NaN);
	}
	if ((bits & noDuration) !== 0) {
		store<f64>(durations + (at << 1), NaN);
	}
}

/**
 * Returns the address of the quote that ends a string. Returns 0 if the string has an escaped slash or a `\u` escape, which
 * TypeScript decodes in some values.
 */
function textEnd(start: usize, first: usize): usize {
	let mark = first;
	let at = markAt(mark, 0);
	while (at >= start) {
		const found = byte(at);
		if (found === quote) {
			passTo(mark);
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

/** Returns the mark of the quote that ends a string with any content; 0 if the quote is missing. */
function stringEnd(first: usize): usize {
	let mark = first;
	let at = markAt(mark, 0);
	while (byte(at) === backslash) {
		const escaped = byte(at + 1);
		mark += escaped === quote || escaped === backslash ? 8 : 4;
		at = markAt(mark, 0);
	}
	return byte(at) === quote ? mark : 0;
}

/** Returns the end of a value of any kind, or 0. */
function anyEnd(start: usize, mark: usize): usize {
	const first = byte(start);
	if (first === quote) {
		const last = stringEnd(mark + 4);
		passTo(last + 4);
		return last === 0 ? 0 : markAt(last, 0) + 1;
	}
	return first === openBrace || first === openBracket ? containerEnd(start + 1, mark) : scalarEnd(start);
}

/**
 * Recent objects and lists, by a hash of their beginning: their length and four times the number of their marks, u32 each, then their
 * content. Many are the same in most lines. Comparing them takes 30 % of the time of finding their end.
 */
const recentPower: u32 = 4;
const recentSize: usize = 272;
const recentLength: usize = 240;
const recent: usize = memory.data(16 * 272, 16);

/** Returns the address after an object or a list whose content starts at an address, or 0. */
export function containerEnd(start: usize, first: usize): usize {
	const hash = (load<u64>(start) ^ rotl(load<u64>(start, 8), 23)) * recentFactor;
	const known = recent + <usize>(hash >> (64 - recentPower)) * recentSize;
	const length = <usize>load<u32>(known);
	if (length !== 0 && areSame(start, known + 16, length)) {
		passTo(first + <usize>load<u32>(known, 4));
		return start + length;
	}
	const end = closingEnd(start, first);
	if (end !== 0 && end - start <= recentLength) {
		store<u32>(known, <u32>(end - start));
		store<u32>(known, <u32>(markAfter - first), 4);
		memory.copy(known + 16, start, end - start);
	}
	return end;
}

/** Does the same without the recent objects and lists. */
function closingEnd(start: usize, first: usize): usize {
	let mark = first;
	let at = start;
	let depth = 1;
	while (mark !== 0) {
		const next = markAt(mark, 0);
		for (; at < next; at += 16) {
			// Setting this bit turns brackets into braces.
			const bytes = v128.or(v128.load(at), i8x16.splat(<i8>smallness));
			const within = next - at < 16 ? (1 << (<i32>(next - at))) - 1 : 0xffff;
			const opening = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>openBrace))) & within;
			let closing = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>closeBrace))) & within;
			if (popcnt(closing) < depth) {
				depth += popcnt(opening) - popcnt(closing);
				continue;
			}
			// One of the closing ones may be the end.
			let opened = 0;
			for (; closing !== 0; closing &= closing - 1) {
				const before = popcnt(opening & ((closing & -closing) - 1));
				depth += before - opened - 1;
				opened = before;
				if (depth === 0) {
					passTo(mark);
					return at + <usize>ctz(closing) + 1;
				}
			}
			depth += popcnt(opening) - opened;
		}
		const last = byte(next) === quote ? stringEnd(mark + 4) : 0;
		at = markAt(last, 0) + 1;
		mark = last === 0 ? 0 : last + 4;
	}
	return 0;
}

/** Returns the address after a number, or a word without quotes; `start` if there is neither. */
export function scalarEnd(start: usize): usize {
	let at = start;
	let others: i32 = 0;
	for (; others === 0; at += 16) {
		const bytes = v128.load(at);
		const small = v128.or(bytes, i8x16.splat(<i8>smallness));
		const letters = i8x16.lt_u(i8x16.sub(small, i8x16.splat(<i8>lowerA)), i8x16.splat(26));
		const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
		const signs = v128.or(
			i8x16.eq(bytes, i8x16.splat(<i8>plus)),
			i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(<i8>dash)), i8x16.splat(2)),
		);
		others = i8x16.bitmask(v128.not(v128.or(v128.or(letters, digits), signs)));
	}
	return at - 16 + <usize>ctz(others);
}

function hasByte(character: u32, start: usize, end: usize): bool {
	const wanted = i8x16.splat(<i8>character);
	for (let at = start; at < end; at += 16) {
		const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
		if (found !== 0) {
			return at + <usize>ctz(found) < end;
		}
	}
	return false;
}

/** Checks for a host name with a dot and without a port. */
function isName(start: usize, end: usize): bool {
	return scalarEnd(start) >= end && hasByte(dot, start, end) && !hasByte(plus, start, end);
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
	let milliseconds: i32 = 0;
	for (let digit: usize = 1; digit < 4 && zoneAt !== start + 19; digit++) {
		const decimal = start + 19 + digit;
		milliseconds = milliseconds * 10 + (decimal < zoneAt ? <i32>byte(decimal) - 48 : 0);
	}
	store<f64>(times + (at << 1), isoSeconds + <f64>milliseconds - <f64>minutes * 60_000.0);
	store<u32>(zones + at, <u32>(minutes + zoneBias));
	return end;
}

/** Reads ten digits of seconds since 1970, and decimals. */
function readEpoch(start: usize, at: usize): usize {
	let end = digitsEnd(start);
	if (end !== start + 10) {
		return 0;
	}
	let time = digitsIn(start, end);
	if (byte(end) === dot) {
		end = digitsEnd(end + 1);
	}
	for (let digit: usize = 0; digit < 3; digit++) {
		const decimal = start + 11 + digit;
		time = time * 10 + (decimal < end ? <u64>(byte(decimal) - 48) : 0);
	}
	store<f64>(times + (at << 1), <f64>time);
	store<u32>(zones + at, zoneBias);
	return end;
}

/** Returns the value of decimal digits. */
function digitsIn(start: usize, end: usize): u64 {
	let number: u64 = 0;
	let at = start;
	for (; end - at >= 8; at += 8) {
		number = number * 100_000_000 + eightDigits(at);
	}
	for (; at < end; at++) {
		number = number * 10 + <u64>(byte(at) - 48);
	}
	return number;
}

/** Returns the value of eight decimal digits: see `Size`. */
function eightDigits(at: usize): u64 {
	const digits = load<u64>(at) ^ zeros;
	const pairs = (digits * 10 + (digits >> 8)) & (((<u64>0x00ff_00ff) << 32) | 0x00ff_00ff);
	const fours = (pairs * 100 + (pairs >> 16)) & (((<u64>0x0000_ffff) << 32) | 0x0000_ffff);
	return <u64>(<u32>(fours * 10_000 + (fours >> 32)));
}

/** Reads a number in a unit, like `jsonDuration` in entries/json/json-numbers.ts. */
function readDuration(start: usize, parameter: u32, at: usize): usize {
	let end = digitsEnd(start);
	if (end === start || end - start > maxLength) {
		return 0;
	}
	let digits = digitsIn(start, end);
	let exponent = parameter === nginx ? 3 : <i32>parameter - 6;
	let decimals: usize = 0;
	if (byte(end) === dot) {
		const first = end + 1;
		end = digitsEnd(first);
		decimals = end - first;
		if (decimals === 0) {
			return 0;
		}
		let digit = first;
		// Below this value, none of the next eight digits is ignored.
		while (end - digit >= 8 && digits < 10_000_000) {
			digits = digits * 100_000_000 + eightDigits(digit);
			digit += 8;
			exponent -= 8;
		}
		// The value is exact until here. TypeScript ignores further digits, too.
		for (; digit < end && digits < enough; digit++) {
			digits = digits * 10 + <u64>(byte(digit) - 48);
			exponent--;
		}
	}
	if ((parameter === nginx && digits !== 0 && (decimals < 1 || decimals > 3)) || exponent < -22) {
		return 0;
	}
	const power = powerOfTen(abs(exponent));
	const value = exponent < 0 ? <f64>digits / power : <f64>digits * power;
	if (!(value < maxDuration)) {
		return 0;
	}
	store<f64>(durations + (at << 1), value);
	return end;
}
