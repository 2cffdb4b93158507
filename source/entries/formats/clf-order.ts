import {closeBracket, dash, openBracket, quote, slash, space} from '../../ascii.js';
import {EntryRecord, noStatus, spanOf, unread} from '../entry-record.js';
import type {Format, FormatReader, ScanLine} from '../format.js';
import {LikelyReaders} from '../likely-readers.js';
import {gapNeeds, numberNeeds, statusNeeds, textNeeds} from '../line-texts.js';
import {readTimeValue} from '../times/notations.js';
import {isAddressAndPort, isHostName, setClientAddress} from '../values/client.js';
import {isRequestLine, readRequestLine} from '../values/request-line.js';
import {
	afterSpaces,
	columnEnd,
	decimalNumber,
	isNone,
	portColon,
	readSize,
	readStatus,
	setHost,
	setText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import {maxColumns} from './clf-columns.js';
import {readAfterSize} from './clf-family.js';

/** Maximum length of a time in brackets. */
const maxTimeLength = 48;

/** Length of `2026-11-20 09:03:07`. */
const minBareTimeLength = 19;

const format: Format = {
	name: 'other_order',
	label: 'combined, in another order',
	title:
		'Apache and nginx with the columns of the common or combined format in another order, or all in quotes',
	source: 'https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format',
	remark:
		'The client must be an address. Before it, only the time and the host are read. The status and the size follow the request, or the time after the request.',
	escapes: 'clf',
	example:
		'[20/Nov/2026:09:03:07 +0000] 203.0.113.7 "shop.example" "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"',
};

/**
 * Returns the reader of lines that have the columns of the common log format in another order: `[time] client "request" 200 45`. It
 * never reads a line that one of `others` reads, because those know more about it.
 */
export function otherOrder(others: readonly FormatReader[]): FormatReader {
	return {
		formats: [format],
		needs: [
			[...numberNeeds(quote), ...textNeeds('/')],
			[...gapNeeds(quote, quote), ...statusNeeds('"', '"'), ...textNeeds('/')],
		],
		// The tolerant mode reads no further lines.
		shapes: [],
		open() {
			const scanner = new OrderScanner();
			const rest = new EntryRecord();
			const likely = LikelyReaders.of(others);
			let scans: ReadonlyArray<{readonly begins: string | undefined; readonly scan: ScanLine}> | undefined;
			return (bytes, start, end, record) => {
				if (!scanner.read(bytes, start, end, record)) {
					return unread;
				}
				scans ??= others.map(({begins, open}) => ({begins, scan: open()}));
				likely.scan(bytes, start, end, -1);
				// The time may be a prefix of a line that another format reads.
				for (const from of scanner.restStart === start ? [start] : [start, scanner.restStart]) {
					const first = String.fromCharCode(bytes[from] ?? 0);
					for (const [index, {begins, scan}] of scans.entries()) {
						if ((begins?.includes(first) ?? true) && likely.has(index)) {
							rest.clear();
							if (scan(bytes, from, end, rest) !== unread) {
								return unread;
							}
						}
					}
				}
				return 0;
			};
		},
	};
}

class OrderScanner {
	/** Offset after the time if the last line begins with it, or the start of the line. */
	restStart = 0;
	readonly #other = new EntryRecord();

	/** Reads a line into a cleared record. Returns false if it lacks a time, a client, a request, a status or a size. */
	read(bytes: Buffer, lineStart: number, end: number, record: EntryRecord): boolean {
		const {spans} = record;
		let position = afterSpaces(bytes, lineStart, end);
		this.restStart = lineStart;
		const isQuotedFirst = bytes[position] === quote;
		let isTimeQuoted = false;
		let isTimeBare = false;
		let isAddressFirst = false;
		let hasRequest = false;
		/** True after a quoted column that is neither a host nor an address. */
		let isTextBefore = false;
		/** True after a column that the status may follow. */
		let mayHaveStatus = false;
		/** Number of columns after the client. */
		let sinceClient = 0;
		for (let columns = 0; position < end && columns < maxColumns; columns++) {
			const hasClient = spans[spanOf.ip + 1] !== 0;
			const hasTime = spans[spanOf.time + 1] !== 0;
			const timeEnd = this.#readTime(bytes, position, end, columns === 0, hasTime ? this.#other : record);
			if (timeEnd !== -1 && hasTime) {
				// The first time is a prefix.
				return false;
			}
			const stop = timeEnd === -1 ? columnEnd(bytes, position, end) : timeEnd;
			const next = afterSpaces(bytes, stop, end);
			if (stop === -1 || next === stop) {
				return false;
			}
			const isQuoted = bytes[position] === quote && bytes[stop - 1] === quote && stop > position + 1;
			const from = isQuoted ? position + 1 : position;
			const to = isQuoted ? stop - 1 : stop;
			sinceClient += hasClient ? 1 : 0;
			if (timeEnd !== -1) {
				this.restStart = columns === 0 ? next : lineStart;
				isTimeQuoted = isQuoted;
				isTimeBare = bytes[stop - 1] !== closeBracket && !isQuoted;
				mayHaveStatus = hasRequest;
			} else if (isQuoted && !hasRequest && isRequestLine(bytes, from, to)) {
				// Alibaba's CDN has the referer before the request, and another number before the size.
				const isBehindText = isTextBefore && !isTimeQuoted && !isQuotedFirst;
				if (isBehindText || (columns > 0 && !(hasClient && hasTime))) {
					return false;
				}
				readRequestLine(bytes, from, to, record);
				hasRequest = true;
				mayHaveStatus = hasClient && hasTime;
			} else if (mayHaveStatus) {
				const isKnown = hasClient && (!isAddressFirst || isTimeQuoted || isQuotedFirst || isQuoted);
				return isKnown && readStatusAndSize(bytes, from, to, isQuoted, next, end, record);
			} else if (!hasClient && setClientAddress(bytes, from, to, record)) {
				isAddressFirst = columns === 0;
			} else if (hasClient && isTimeBare && !isNone(bytes, from, to)) {
				// The time and the address are a prefix of syslog.
				return false;
			} else if (isHostName(bytes, from, to)) {
				if (spans[spanOf.host + 1] === 0) {
					setHost(bytes, from, to, record);
				}
			} else if (!isNone(bytes, from, to) && !hasClient) {
				// Words before the client can be anything.
				return false;
			} else if (sinceClient === 2 && isNoneBefore(bytes, position)) {
				setText(record, spanOf.user, bytes, from, to);
			}
			isTextBefore =
				isQuoted && timeEnd === -1 && !isHostName(bytes, from, to) && !isAddressAndPort(bytes, from, to);
			position = next;
		}
		return false;
	}

	/** Reads a time in brackets, quotes, or both, or a bare one in the first column. Returns the offset after it, or -1. */
	#readTime(bytes: Buffer, start: number, end: number, isFirst: boolean, record: EntryRecord): number {
		const first = bytes[start];
		if (first !== openBracket && first !== quote) {
			return isFirst ? this.#readBareTime(bytes, start, end, record) : -1;
		}
		const last = first === quote ? quote : closeBracket;
		const max = Math.min(end, start + maxTimeLength);
		const close = wordEnd(bytes, start + 1, max, last);
		return close < max && readTimeValue(bytes, start + 1, close, record) ? close + 1 : -1;
	}

	/** Reads a date and a time of one or two words. Returns the offset after it, or -1. */
	#readBareTime(bytes: Buffer, start: number, end: number, record: EntryRecord): number {
		if (bytes[start + 4] !== dash && bytes[start + 2] !== slash) {
			return -1;
		}
		const first = wordEnd(bytes, start, end);
		for (const stop of [wordEnd(bytes, first + 1, end), first]) {
			if (stop - start >= minBareTimeLength && readTimeValue(bytes, start, stop, record)) {
				return stop;
			}
		}
		return -1;
	}
}

/**
 * Reads the status `bytes[from, to)`, the size at `position` and the columns after it. Returns false if they aren't a status and a
 * size, or if an integer or a word follows: then the numbers have another meaning.
 */
function readStatusAndSize(
	bytes: Buffer,
	from: number,
	to: number,
	isQuoted: boolean,
	position: number,
	end: number,
	record: EntryRecord,
): boolean {
	const stop = columnEnd(bytes, position, end);
	const isInQuotes = isQuoted && bytes[position] === quote && bytes[stop - 1] === quote;
	const sizeFrom = isInQuotes ? position + 1 : position;
	const sizeTo = isInQuotes ? stop - 1 : stop;
	if (
		!readStatus(bytes, from, to, record) ||
		record.status === noStatus ||
		!readSize(bytes, sizeFrom, sizeTo, record)
	) {
		return false;
	}
	const next = afterSpaces(bytes, stop, end);
	const nextEnd = wordEnd(bytes, next, end);
	const isClear =
		next >= end ||
		bytes[next] === quote ||
		(portColon(bytes, next, nextEnd) !== -1 && isAddressAndPort(bytes, next, nextEnd)) ||
		(Number.isNaN(wholeNumber(bytes, next, nextEnd)) &&
			!Number.isNaN(decimalNumber(bytes, next, nextEnd)) &&
			(nextEnd === end || bytes[nextEnd + 1] === quote));
	if (isClear) {
		readAfterSize(bytes, stop, end, record);
	}
	return isClear;
}

/** Checks that the column before the space before `position` is a dash, with or without quotes: the ident column. */
function isNoneBefore(bytes: Buffer, position: number): boolean {
	const to = bytes[position - 2] === quote ? position - 2 : position - 1;
	return isNone(bytes, to - 1, to) && (bytes[to - 2] === space || bytes[to - 2] === quote);
}
