import {readAddress} from './address';
import {durations, times, zones} from './batch';
import {forwardedFor, ip, put, putText, upstream} from './cells';
import {localTimeLength, readLocalTime} from './clf-time';
import {findClient} from './find-client';
import {
	byte,
	digitsEnd,
	isDigit,
	isPlainIpv4,
	numberEnd,
	numberRead,
	powerOfTen,
	serverEnd,
	wordEnd,
	wordOfIdEnd,
} from './line-pieces';
import {markAt, passTo} from './marks';
import {isoStampEnd, syslogStampEnd} from './stamp';

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const tab: u32 = 9;
const space: u32 = 32;
const quote: u32 = 34;
const comma: u32 = 44;
const dot: u32 = 46;
const slash: u32 = 47;
const colon: u32 = 58;
const openingBracket: u32 = 91;
const closingBracket: u32 = 93;

/** Parameter of strings that are skipped. */
const noField: u32 = 255;

/** One week in ms. Equals `maxDuration` in entries/values/words.ts. */
const maxDuration: f64 = 604_800_000;

/** Maximum length of an address with its port. */
const maxPeerLength: usize = 48;

/** Maximum digits of a number that a double represents exactly, also after a multiplication by 1000. */
const maxDigits: usize = 12;

/** Maximum length of numbers that aren't multiplied, which a double represents exactly, too. */
const maxLength: usize = 15;

/** Ports from 1000 on. entries/formats/clf-times.ts doesn't treat them as durations. */
const ports: usize = memory.data<u32>([
	3000, 4000, 5000, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090, 9443, 10_443,
]);
const portCount: usize = 14;

/** Kinds: see entries/layout-steps.ts. */
const seconds: u32 = 9;
const scaled: u32 = 10;
const number: u32 = 11;
const lone: u32 = 12;
const small: u32 = 13;
const id: u32 = 14;
const bare: u32 = 15;
const quoted: u32 = 16;
const quotedWord: u32 = 17;
const addresses: u32 = 18;
const bracketed: u32 = 19;
const server: u32 = 20;
const rest: u32 = 21;
const milliseconds: u32 = 22;
const isoStamp: u32 = 23;
const syslogStamp: u32 = 24;
const nothing: u32 = 25;
const peer: u32 = 26;
const localTime: u32 = 27;
const addend: u32 = 28;
const loose: u32 = 29;
const slashed: u32 = 30;
const words: u32 = 31;

/** Reads a value of a prefix or a column that starts at an address, before the mark at `mark`. Returns its end, or 0. */
export function readColumn(
	kind: u32,
	parameter: u32,
	start: usize,
	mark: usize,
	at: usize,
	delta: usize,
): usize {
	passTo(mark);
	const next = markAt(mark, 0);
	const duration = durations + (at << 1);
	let end: usize = 0;
	switch (kind) {
		case seconds:
			end = numberEnd(start, 3);
			if (end === 0 || numberRead >= maxDuration || end - start > maxDigits) {
				return 0;
			}
			if (!(load<f64>(duration) >= numberRead)) {
				store<f64>(duration, numberRead);
			}
			return end;
		case scaled: {
			end = numberEnd(start, parameter);
			const value = (numberRead * 1000) / powerOfTen(parameter);
			if (end === 0 || value >= maxDuration || end - start > maxDigits) {
				return 0;
			}
			store<f64>(duration, value);
			return end;
		}
		case milliseconds:
			end = numberEnd(start, 0);
			if (end === 0 || numberRead >= maxDuration) {
				return 0;
			}
			store<f64>(duration, numberRead);
			return end;
		case lone:
			end = numberEnd(start, 0);
			if (end === 0 || end - start > maxDigits || !isDuration(numberRead)) {
				return 0;
			}
			store<f64>(duration, numberRead / 1000);
			return end;
		case number:
			end = numberEnd(start, parameter);
			return end - start > maxLength ? 0 : end;
		case small:
			end = numberEnd(start, 0);
			return end - start > 3 ? 0 : end;
		case isoStamp:
			return isoStampEnd(start);
		case syslogStamp:
			return syslogStampEnd(start);
		case nothing:
			return start;
		case peer:
			return peerEnd(parameter, start, at, delta);
		case localTime:
			return readLocalTime(start, times + (at << 1), zones + at) ? start + localTimeLength : 0;
		case addend:
			return readSum(parameter, start, duration);
		case loose:
			return byte(next) === quote && next > start + 1 && byte(next - 1) === space ? next - 1 : 0;
		case slashed:
			return slashedEnd(start, parameter);
		case words:
			return wordsEnd(start, mark, parameter);
		case id:
			return wordOfIdEnd(start);
		case bare:
			end = bareEnd(start, next);
			if (end !== 0 && parameter !== noField) {
				putText(parameter, at, start, end, delta);
			}
			return end;
		case quoted:
		case quotedWord:
			if (byte(next) !== quote || next < start || (kind === quotedWord && wordEnd(start, next) !== next)) {
				return 0;
			}
			if (parameter !== noField) {
				putText(parameter, at, start, next, delta);
			}
			return next;
		case addresses:
			if (byte(next) !== quote || next < start || !findClient(start, next, at, delta)) {
				return 0;
			}
			putText(forwardedFor, at, start, next, delta);
			return next;
		case bracketed:
			end = start;
			while (end < next && byte(end) !== closingBracket && byte(end) !== space) {
				end++;
			}
			return end;
		case server:
			end = serverEnd(start);
			if (end !== 0) {
				putText(upstream, at, start, end, delta);
			}
			return end;
		case rest:
			return byte(next) !== newline || next < start + 2 || byte(start) !== space || byte(start + 1) === colon
				? 0
				: next;
		default:
			return 0;
	}
}

/**
 * Returns the end of `count` words with single spaces between them; 0 if there are fewer or one begins with a quote. Sets
 * `markAfter`.
 */
function wordsEnd(start: usize, first: usize, count: u32): usize {
	let left = count;
	let from = start;
	let mark = first;
	for (let at = start; left > 0; at += 16) {
		const bytes = v128.load(at);
		// Spaces, line feeds, carriage returns and other control characters: of these, only tabs occur in words.
		let stops = i8x16.bitmask(i8x16.le_u(bytes, i8x16.splat(<i8>space)));
		for (; stops !== 0; stops &= stops - 1) {
			const stop = at + <usize>ctz(stops);
			const character = byte(stop);
			if (character === tab) {
				continue;
			}
			if (stop === from || byte(from) === quote || (left > 1 && character !== space)) {
				return 0;
			}
			if (--left === 0) {
				while (markAt(mark, 0) < stop) {
					mark += 4;
				}
				passTo(mark);
				return stop;
			}
			from = stop + 1;
		}
	}
	return 0;
}

/** Returns the end of `count` integers with slashes between them, or 0. */
function slashedEnd(start: usize, count: u32): usize {
	let at = start;
	for (let left = count; left > 0; left--) {
		const end = digitsEnd(at);
		if (end - at - 1 >= maxLength || (left > 1 && byte(end) !== slash)) {
			return 0;
		}
		at = end + 1;
	}
	return at - 1;
}

/** Reads `count` parts of a duration, in s, with single spaces between them. Stores their sum in ms. Returns their end, or 0. */
function readSum(count: u32, start: usize, duration: usize): usize {
	let at = start;
	// The sum of integer µs is exact.
	let sum: i64 = 0;
	for (let left = count; left > 0; left--) {
		const first = at;
		let value: i64 = 0;
		for (; isDigit(at); at++) {
			value = value * 10 + <i64>(byte(at) - 48);
		}
		const point = at++;
		if (point === first || byte(point) !== dot) {
			return 0;
		}
		for (; isDigit(at); at++) {
			value = value * 10 + <i64>(byte(at) - 48);
		}
		const decimals = at - point - 1;
		if (decimals - 1 > 5 || at - first > maxDigits || (left > 1 && byte(at) !== space)) {
			return 0;
		}
		for (let missing = decimals; missing < 6; missing++) {
			value *= 10;
		}
		sum += value;
		at++;
	}
	store<f64>(duration, <f64>sum / 1000);
	return at - 1;
}

/** Reads `203.0.113.7:33317` and either `[2001:db8::7]:33317` or, if `isBare`, `2001:db8::7:33317`. Returns its end, or 0. */
function peerEnd(isBare: u32, start: usize, at: usize, delta: usize): usize {
	const end = wordEnd(start, start + maxPeerLength);
	let colonAt = end - 1;
	while (colonAt > start && byte(colonAt) !== colon) {
		colonAt--;
	}
	const isBracketed = isBare === 0 && byte(start) === openingBracket && byte(colonAt - 1) === closingBracket;
	const from = isBracketed ? start + 1 : start;
	const to = isBracketed ? colonAt - 1 : colonAt;
	const isClient = isPlainIpv4(from, to) || ((isBracketed || isBare !== 0) && readAddress(from, to));
	if (colonAt <= start || !isClient || !isPort(colonAt + 1, end)) {
		return 0;
	}
	put(ip, at, from - delta, to - delta);
	return end;
}

function isPort(start: usize, end: usize): bool {
	return numberEnd(start, 0) === end && numberRead > 0 && numberRead < 65_536 && byte(start) !== 48;
}

/** Returns the end of a word, at or before `limit`; 0 if the word is empty or a comma follows. */
function bareEnd(start: usize, limit: usize): usize {
	let at = start;
	let stops: i32 = 0;
	for (; stops === 0 && at < limit; at += 16) {
		const bytes = v128.load(at);
		const isComma = i8x16.eq(bytes, i8x16.splat(<i8>comma));
		const isSpace = i8x16.eq(bytes, i8x16.splat(<i8>space));
		const isReturn = i8x16.eq(bytes, i8x16.splat(<i8>carriageReturn));
		stops = i8x16.bitmask(v128.or(v128.or(isComma, isSpace), isReturn));
	}
	const end = stops === 0 ? limit : min(limit, at - 16 + <usize>ctz(stops));
	return end > start && (end === limit || byte(end) !== comma) ? end : 0;
}

/** Checks that a number of µs can't be a time since 1970 or a port: see `offerLone` in entries/formats/clf-times.ts. */
function isDuration(micros: f64): bool {
	if (!(micros >= 1000) || (micros >= 1e9 && micros < 2.2e9) || micros / 1000 >= maxDuration) {
		return false;
	}
	for (let index: usize = 0; index < portCount; index++) {
		if (micros === <f64>load<u32>(ports + (index << 2))) {
			return false;
		}
	}
	return true;
}
