import {closeBracket, dot, isDigit, openBracket, slash, zero} from '../../ascii.js';
import type {EntryRecord} from '../entry-record.js';
import {ClfTime, placed} from '../values/clf-time.js';
import {IsoTime} from '../values/iso-time.js';
import {jsonNumber} from './json-number.js';

/** Digits before the point of a time in seconds: from September 2001 to 5138. */
const leastDigits = 9;

/** Reads the times of JSON logs, whatever they are written as. */
export class JsonTime {
	readonly #iso = new IsoTime();
	readonly #clf = new ClfTime();

	/**
	 * Reads the time `bytes[start, end)` into the record: ISO 8601 and its kin, the common log format's in brackets or not, or
	 * a number of seconds, milliseconds, microseconds or nanoseconds since 1970, which it is by its size: up to 11 digits
	 * before the point are seconds, up to 14 milliseconds, up to 17 microseconds. What is finer than milliseconds is cut
	 * off. False when it is none of these.
	 */
	read(bytes: Buffer, start: number, end: number, record: EntryRecord): boolean {
		if (end - start < leastDigits) {
			return false;
		}
		const pointAt = digitsEnd(bytes, start, end);
		if (pointAt === end || (bytes[pointAt] === dot && pointAt - start >= leastDigits)) {
			return readEpoch(bytes, start, pointAt, end, record);
		}
		const isBracketed = bytes[start] === openBracket && bytes[end - 1] === closeBracket;
		const from = isBracketed ? start + 1 : start;
		const to = isBracketed ? end - 1 : end;
		if (bytes[from + 2] === slash) {
			return this.#clf.read(bytes, from, record) === to || isNoTime(record);
		}
		return (
			this.#iso.read(bytes, from, to, record) === to ||
			isNoTime(record) ||
			readNumber(bytes, start, end, record)
		);
	}
}

/** A time with something behind it is none. */
const isNoTime = (record: EntryRecord): boolean => {
	record.time = Number.NaN;
	record.zone = 0;
	placed(record, 0, 0);
	return false;
};

const digitsEnd = (bytes: Buffer, start: number, end: number): number => {
	let at = start;
	while (at < end && isDigit(bytes[at] ?? 0)) {
		at++;
	}
	return at;
};

/** Digits from the first of a number to its last of milliseconds, given how many stand before the point; -1: no time. */
const digitsToMilliseconds = (digits: number): number => {
	if (digits < leastDigits || digits > 20) {
		return -1;
	}
	return digits <= 11 ? digits + 3 : digits <= 14 ? digits : digits <= 17 ? digits - 3 : digits - 6;
};

/** The digits are taken one by one: nanoseconds are more than a number holds, and 0.29 s aren't 289 ms. */
const readEpoch = (
	bytes: Buffer,
	start: number,
	pointAt: number,
	end: number,
	record: EntryRecord,
): boolean => {
	if (digitsEnd(bytes, pointAt + 1, end) < end) {
		return readNumber(bytes, start, end, record);
	}
	const wanted = digitsToMilliseconds(pointAt - start);
	if (wanted === -1) {
		return false;
	}
	let time = 0;
	let at = start;
	for (let digit = 0; digit < wanted; digit++) {
		at += at === pointAt ? 1 : 0;
		time = time * 10 + (at < end ? (bytes[at] ?? zero) - zero : 0);
		at++;
	}
	return takeEpoch(time, start, end, record);
};

/** A time like `1.7952e9`. */
const readNumber = (bytes: Buffer, start: number, end: number, record: EntryRecord): boolean => {
	const value = jsonNumber(bytes, start, end);
	const digits = value >= 1 && value < 1e20 ? Math.floor(Math.log10(value)) + 1 : 0;
	const wanted = digitsToMilliseconds(digits);
	return wanted !== -1 && takeEpoch(Math.floor(value * 10 ** (wanted - digits)), start, end, record);
};

const takeEpoch = (time: number, start: number, end: number, record: EntryRecord): boolean => {
	// What a Date can't hold can't be shown.
	if (!(time <= 8.64e15)) {
		return false;
	}
	record.time = time;
	record.zone = 0;
	placed(record, start, end);
	return true;
};
