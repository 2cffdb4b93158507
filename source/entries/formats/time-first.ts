import {type EntryRecord, spanOf} from '../entry-record.js';
import type {Format} from '../format.js';
import {setLocalTime, twoDigits} from '../values/clf-time.js';
import {readRefererAndAgent} from '../values/referer-and-agent.js';
import {closingQuote, isNone, setText, wholeNumber, wordEnd} from '../values/words.js';

const space = 32;
const quote = 34;
const dash = 45;
const colon = 58;
const letterT = 84;

/** Length of `2013-02-11T06:43:36`. */
const timeLength = 19;

/** Reads a time like `2013-02-11T06:43:36`, of the environment's zone, into the record; false when there is none. */
const readTime = (bytes: Buffer, at: number, record: EntryRecord): boolean => {
	const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
	const month = twoDigits(bytes, at + 5);
	const day = twoDigits(bytes, at + 8);
	const hours = twoDigits(bytes, at + 11);
	const minutes = twoDigits(bytes, at + 14);
	const seconds = twoDigits(bytes, at + 17);
	const isSeparated =
		bytes[at + 4] === dash &&
		bytes[at + 7] === dash &&
		bytes[at + 10] === letterT &&
		bytes[at + 13] === colon &&
		bytes[at + 16] === colon;
	if (!isSeparated || !(hours <= 23 && minutes <= 59 && seconds <= 60)) {
		return false;
	}
	// Date.UTC takes years under 100 for 19xx, and turns 31 April into 1 May.
	const date = new Date(Date.UTC(year, month - 1, day));
	if (!(year >= 100) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
		return false;
	}
	setLocalTime(record, year, month - 1, day, hours, minutes, seconds);
	return true;
};

/**
 * A custom format that begins with the time, and has the method and the target apart:
 * `2013-02-11T06:43:36 192.0.2.1 - GET "/client/" -1 200 5778 "referer" "user agent"`; the target may be without
 * quotes, and the number before the status isn't read.
 */
export const timeFirst: Format = {
	name: 'time_first',
	escapes: 'clf',
	open: () => (bytes, start, end, record) => {
		if (start + timeLength >= end || bytes[start + timeLength] !== space || !readTime(bytes, start, record)) {
			return false;
		}
		const ip = start + timeLength + 1;
		const ipEnd = wordEnd(bytes, ip, end);
		const userEnd = wordEnd(bytes, ipEnd + 1, end);
		const methodEnd = wordEnd(bytes, userEnd + 1, end);
		const isQuoted = bytes[methodEnd + 1] === quote;
		const url = methodEnd + (isQuoted ? 2 : 1);
		const urlEnd = isQuoted ? closingQuote(bytes, url, end) : wordEnd(bytes, url, end);
		if (urlEnd === -1) {
			return false;
		}
		const numberEnd = wordEnd(bytes, urlEnd + (isQuoted ? 2 : 1), end);
		const statusEnd = wordEnd(bytes, numberEnd + 1, end);
		const bytesEnd = wordEnd(bytes, statusEnd + 1, end);
		const status = wholeNumber(bytes, numberEnd + 1, statusEnd);
		const size = wholeNumber(bytes, statusEnd + 1, bytesEnd);
		if (
			!(status >= 100 && status <= 999) ||
			(Number.isNaN(size) && !isNone(bytes, statusEnd + 1, bytesEnd))
		) {
			return false;
		}
		setText(record, spanOf.ip, bytes, ip, ipEnd);
		setText(record, spanOf.user, bytes, ipEnd + 1, userEnd);
		setText(record, spanOf.method, bytes, userEnd + 1, methodEnd);
		setText(record, spanOf.url, bytes, url, urlEnd);
		record.status = status;
		record.bytes = size;
		readRefererAndAgent(bytes, bytesEnd, end, record);
		return true;
	},
};
