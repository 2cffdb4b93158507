import {comma, dot, equals, lowerA, lowerZ, quote, slash, space, star, underscore} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import {closingQuote, decimalNumber, setNumber, setText, wholeNumber, wordEnd} from '../values/words.js';
import type {ClfTail} from './clf-tail.js';

/**
 * The time taken behind the common or combined format: seconds with decimals (nginx's `$request_time`), microseconds
 * without (Apache's `%D`), `%T/%D`, or named (`rt=0.123`). The log doesn't say what a number without decimals is; of
 * those in use, `%D` is the frequent one. https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */
export const timed: ClfTail = {
	format: {
		name: 'timed',
		title: 'Apache with %D, nginx with $request_time at the end',
		escapes: 'clf',
		example:
			'203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0" 52311',
	},
	readTail: (bytes, position, end, record) => readTimes(bytes, position, end, record),
};

/** Reads the first time taken that is in the rest of a line, and the upstream server if it is named. */
export const readTimes = (bytes: Buffer, position: number, end: number, record: EntryRecord): boolean => {
	let found = false;
	let start = position + 1;
	for (let words = 0; start < end && words < 24; words++) {
		if (bytes[start] === quote) {
			const close = closingQuote(bytes, start + 1, end);
			if (close === -1) {
				return found;
			}
			found = (!found && readTime(bytes, start + 1, close, record, false)) || found;
			start = close + 2;
			continue;
		}
		const wordStop = wordEnd(bytes, start, end);
		const isLast = words === 0 && wordStop === end;
		const value = valueStart(bytes, start, wordStop);
		if (value > start) {
			const isQuoted = bytes[value] === quote;
			const valueEnd = isQuoted ? closingQuote(bytes, value + 1, end) : wordStop;
			if (valueEnd === -1) {
				return found;
			}
			const from = isQuoted ? value + 1 : value;
			const kind = names.get(bytes.toString('latin1', start, value - 1));
			if (kind === 'time' && !found) {
				found = setSeconds(bytes, from, firstOfList(bytes, from, valueEnd), record);
			} else if (kind === 'upstream') {
				setText(record, spanOf.upstream, bytes, from, valueEnd);
			}
			start = valueEnd + (isQuoted ? 2 : 1);
			continue;
		}
		found = (!found && readTime(bytes, start, wordStop, record, isLast)) || found;
		start = wordStop + 1;
	}
	return found;
};

/** What fields of nginx configurations are named. */
const names = new Map<string, 'time' | 'upstream'>([
	['rt', 'time'],
	['request_time', 'time'],
	['reqtime', 'time'],
	['ua', 'upstream'],
	['upstream', 'upstream'],
	['upstream_addr', 'upstream'],
]);

/** Position after the `=` of `name=value`, or `start`. */
const valueStart = (bytes: Buffer, start: number, end: number): number => {
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === equals) {
			return index > start && index - start <= 20 ? index + 1 : start;
		}
		const isNameByte = (byte >= lowerA && byte <= lowerZ) || byte === underscore;
		if (!isNameByte) {
			return start;
		}
	}
	return start;
};

/** End of the first of `0.1, 0.2 : 0.3`. */
const firstOfList = (bytes: Buffer, start: number, end: number): number => {
	let index = start;
	while (index < end && bytes[index] !== comma && bytes[index] !== space) {
		index++;
	}
	return index;
};

const setSeconds = (bytes: Buffer, start: number, end: number, record: EntryRecord): boolean => {
	const duration = decimalNumber(bytes, start, end, 1000);
	setNumber(record, 'durationMs', duration, start, end);
	return !Number.isNaN(duration);
};

/** Reads a number with decimals as seconds; one without as microseconds, where it stands `alone`. */
const readTime = (
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
	alone: boolean,
): boolean => {
	// `**%T/%D**` has been copied from page to page.
	let from = start;
	let to = end;
	while (bytes[from] === star && from < to) {
		from++;
	}
	while (bytes[to - 1] === star && from < to) {
		to--;
	}
	for (let index = from; index < to; index++) {
		if (bytes[index] === dot) {
			return setSeconds(bytes, from, firstOfList(bytes, from, to), record);
		}
		if (bytes[index] === slash) {
			return !Number.isNaN(wholeNumber(bytes, from, index)) && setMicroseconds(bytes, index + 1, to, record);
		}
	}
	return alone && setMicroseconds(bytes, from, to, record);
};

const setMicroseconds = (bytes: Buffer, start: number, end: number, record: EntryRecord): boolean => {
	const time = wholeNumber(bytes, start, end);
	setNumber(record, 'durationMs', time / 1000, start, end);
	return !Number.isNaN(time);
};
