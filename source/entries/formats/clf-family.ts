import {
	closeBracket,
	dash,
	equals,
	esc,
	isDigit,
	isLetter,
	lowerA,
	lowerF,
	openParenthesis,
	quote,
	space,
} from '../../ascii.js';
import {type EntryRecord, spanOf, unread} from '../entry-record.js';
import type {Format, FormatReader} from '../format.js';
import {
	closingNeeds,
	dateNeeds,
	epochNeeds,
	gapNeeds,
	isoTimeNeeds,
	numberNeeds,
	requestNeeds,
	textNeeds,
} from '../line-texts.js';
import {isVirtualHost, startsWithHost} from '../values/client.js';
import {readRefererAndAgent} from '../values/referer-and-agent.js';
import {startsObject} from '../values/starts-object.js';
import {afterSpaces, columnEnd, setHost, wordEnd} from '../values/words.js';
import {ClfScanner} from './clf.js';
import {readAgent} from './clf-columns.js';
import {clfTails, nexus, timedTail} from './clf-tails.js';
import {columnsEnd, readTimes, settleStatus} from './clf-times.js';

/** Default of nginx, and Apache's `combined`. Further fields after the user agent are accepted. */
export const combined: Format = {
	name: 'combined',
	label: 'combined',
	title: 'nginx by default, Apache, LiteSpeed, Caddy and many others',
	source: 'https://httpd.apache.org/docs/2.4/logs.html#combined',
	remark:
		'After the user agent, pairs such as `id=1` are log fields. Only the time taken is read from other columns: see “Numbers after the known part”.',
	escapes: 'clf',
	example:
		'203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 "https://shop.example/" "curl/8.5.0"',
};

/**
 * The combined format after `%v:%p`, as in Debian's `other_vhosts_access.log`. The port is optional, and so are referer and user
 * agent. The host is shown without the port.
 */
const vhostCombined: Format = {
	name: 'vhost_combined',
	label: 'combined, with virtual hosts',
	title: 'Apache with its virtual hosts in one log, BunkerWeb',
	source: 'https://httpd.apache.org/docs/2.4/logs.html#virtualhost',
	remark: 'The port may be missing. A plain word, such as `app`, is ignored, except in lines of BunkerWeb.',
	escapes: 'clf',
	example:
		'shop.example:443 203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"',
};

/** Apache's `common`, which many other programs write, too. It has no referer and no user agent. */
export const common: Format = {
	name: 'common',
	label: 'common',
	title: 'Apache, Tomcat, Icecast and many others',
	source: 'https://httpd.apache.org/docs/2.4/logs.html#common',
	escapes: 'clf',
	example: '203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] "GET /en/ HTTP/1.1" 200 4523',
};

/** Length of BunkerWeb's request id, which precedes the user, including a space. */
const requestIdLength = 33;

/** Reader of the common log format and of all formats that start with it. */
export const clfFamily: FormatReader = {
	formats: [combined, vhostCombined, common, ...clfTails.map(({format}) => format)],
	// A time in brackets, a request in quotes, and a status or a dash.
	needs: [[...numberNeeds(quote), ...textNeeds(' ['), ...textNeeds('] ')]],
	// Between a time that can't be read and the request, there are no columns.
	shapes: [gapNeeds(closeBracket, quote), dateNeeds, isoTimeNeeds, epochNeeds].map(need => ({
		needs: [...textNeeds(' ['), ...textNeeds('] '), ...need, ...closingNeeds(' '), ...requestNeeds('"')],
	})),
	open() {
		const scanner = new ClfScanner();
		return (bytes, lineStart, lineEnd, record) => {
			const start = afterSpaces(bytes, lineStart, lineEnd);
			let end = lineEnd;
			while (end > start && bytes[end - 1] === space) {
				end--;
			}
			// A crafted line could match both formats: the names between the strings of a JSON log would be the request.
			if (startsObject(bytes, start, end)) {
				return unread;
			}
			let hasHost = startsWithHost(bytes, start, end);
			const hostEnd = hasHost ? wordEnd(bytes, start, end) : start;
			const client = hasHost ? afterSpaces(bytes, hostEnd, end) : start;
			let sizeEnd = scanner.readCommon(bytes, client, end, record, hasHost);
			if (sizeEnd === -1 && record.isTolerant) {
				hasHost = false;
				sizeEnd = scanner.readAfterText(bytes, start, end, record);
				if (sizeEnd !== -1 && !hasPlainEnd(bytes, sizeEnd, end)) {
					return record.stop(sizeEnd, 'columns of numbers or in quotes');
				}
			}
			if (sizeEnd === -1) {
				return unread;
			}
			let agentEnd = readRefererAndAgent(bytes, sizeEnd, end, record);
			if (agentEnd === -1 && sizeEnd < end) {
				if (nexus.readTail(bytes, afterSpaces(bytes, sizeEnd, end) - 1, end, record)) {
					return 3 + clfTails.indexOf(nexus);
				}
				sizeEnd = settleStatus(bytes, sizeEnd, end, record);
				const refererStart = columnsEnd(bytes, sizeEnd, end);
				agentEnd = refererStart === -1 ? -1 : readAgent(bytes, refererStart, end, record);
				if (agentEnd !== -1 && !scanner.isDoubtful) {
					readTimes(bytes, sizeEnd, refererStart, record, 'combined');
				}
			}
			const isCommon = agentEnd === -1;
			const position = isCommon ? sizeEnd : agentEnd;
			if (isCommon && position === end && !record.isTolerant && hasNamedZone(bytes, record)) {
				return record.stop(
					record.spans[spanOf.time] ?? start,
					'a referer and a user agent, which WEBrick does not log',
				);
			}
			// If the status column has another number, the meaning of the numbers after it is unknown.
			const isUnknown = isCommon && scanner.isDoubtful && position < end;
			if (isUnknown) {
				record.bytes = Number.NaN;
				record.spans.fill(0, spanOf.bytes, spanOf.bytes + 2);
			}
			const tail = position < end && !isUnknown ? readTail(bytes, position, end, record, isCommon) : -1;
			if (hasHost) {
				if (dropRequestId(bytes, record)) {
					setHost(bytes, start, hostEnd, record);
				} else {
					readHost(bytes, start, hostEnd, record);
				}
				return 1;
			}
			if (tail !== -1) {
				return 3 + tail;
			}
			record.isWhole = position === end && !mayHavePairs(bytes, start, end);
			return Number.isNaN(record.durationMs) ? (isCommon ? 2 : 0) : 3 + timedTail;
		};
	},
	openBeginning() {
		const scanner = new ClfScanner();
		return (bytes, start, end, record) => {
			const hasHost = startsWithHost(bytes, start, end);
			const hostEnd = hasHost ? wordEnd(bytes, start, end) : start;
			const client = hasHost ? afterSpaces(bytes, hostEnd, end) : start;
			if (!scanner.readBeginning(bytes, client, end, record)) {
				return unread;
			}
			if (hasHost) {
				readHost(bytes, start, hostEnd, record);
			}
			return hasHost ? 1 : 0;
		};
	},
};

/**
 * Reads the columns after the size, which ends at `sizeEnd`: referer, user agent, durations and further columns of other formats.
 */
export function readAfterSize(bytes: Buffer, sizeEnd: number, end: number, record: EntryRecord): void {
	let agentEnd = readRefererAndAgent(bytes, sizeEnd, end, record);
	const columns = agentEnd === -1 && sizeEnd < end ? columnsEnd(bytes, sizeEnd, end) : -1;
	if (columns !== -1) {
		agentEnd = readAgent(bytes, columns, end, record);
		readTimes(bytes, sizeEnd, columns, record, 'before');
	}
	const position = agentEnd === -1 ? sizeEnd : agentEnd;
	if (position < end) {
		readTail(bytes, position, end, record, agentEnd === -1);
	}
}

/**
 * Sets the host to the word before the client if it is a virtual host. It could also be a program, a country or the result of a
 * cache.
 */
function readHost(bytes: Buffer, start: number, end: number, record: EntryRecord): void {
	if (isVirtualHost(bytes, start, end)) {
		setHost(bytes, start, end, record);
	}
}

/**
 * Checks that the time has no decimals and an abbreviated zone, `UTC`. WEBrick writes that, along with lines that aren't
 * requests. text-formats.ts has a separate format for it.
 */
function hasNamedZone(bytes: Buffer, {spans}: EntryRecord): boolean {
	const zone = (spans[spanOf.time] ?? 0) + zoneStart;
	return bytes[zone - 1] === space && isLetter(bytes[zone] ?? 0);
}

/**
 * Checks that all columns in `bytes[start, end)` are in quotes, or have only digits and signs. Before other columns, a client may
 * have sent the text that looks like a request.
 */
function hasPlainEnd(bytes: Buffer, start: number, end: number): boolean {
	let position = afterSpaces(bytes, start, end);
	while (position < end) {
		const stop = columnEnd(bytes, position, end);
		if (stop === -1) {
			return false;
		}
		for (let at = position; bytes[position] !== quote && at < stop; at++) {
			if (isLetter(bytes[at] ?? 0) || bytes[at] === openParenthesis) {
				return false;
			}
		}
		position = afterSpaces(bytes, stop, end);
	}
	return true;
}

/** Offset of the zone in `20/Nov/2026:09:03:07 UTC`. */
const zoneStart = 21;

/**
 * Checks for Odoo's columns: the number of queries, their total time, and the remaining time. None of them is the duration of the
 * request.
 */
function hasQueryTimes(bytes: Buffer, start: number, end: number): boolean {
	return (
		end - start < maxQueryTimesLength &&
		/^ \d+ \d+\.\d{3} \d+\.\d{3}$/.test(bytes.toString('latin1', start, end))
	);
}

const maxQueryTimesLength = 40;

function readTail(
	bytes: Buffer,
	position: number,
	end: number,
	record: EntryRecord,
	isCommon: boolean,
): number {
	const before = afterSpaces(bytes, position, end) - 1;
	if (isCommon) {
		if (Number.isNaN(record.bytes) && hasQueryTimes(bytes, before, end)) {
			return -1;
		}
		// The only known columns after the common format are durations.
		return readTimes(bytes, before, end, record, 'common') ? timedTail : -1;
	}
	for (let index = 0; index <= timedTail; index++) {
		if (clfTails[index]?.readTail(bytes, before, end, record)) {
			return index;
		}
	}
	return -1;
}

/**
 * Checks that a line may have pairs such as `id=1` after its request, which begins at the first quote or later. A pair needs an
 * equals sign. Colour codes aren't part of a name.
 */
function mayHavePairs(bytes: Buffer, start: number, end: number): boolean {
	let quotes = 0;
	for (let at = start; at < end; at++) {
		const byte = bytes[at];
		if (byte === quote) {
			quotes++;
		} else if (quotes > 1 && (byte === equals || byte === esc)) {
			return true;
		}
	}
	return false;
}

/**
 * Removes BunkerWeb's request id, 32 hexadecimal digits, from the start of the user. Returns true if there is one: then the word
 * before the client is certainly the host.
 */
function dropRequestId(bytes: Buffer, {spans}: EntryRecord): boolean {
	const start = spans[spanOf.user] ?? 0;
	const end = spans[spanOf.user + 1] ?? 0;
	if (end - start <= requestIdLength || bytes[start + requestIdLength - 1] !== space) {
		return false;
	}
	for (let index = start; index < start + requestIdLength - 1; index++) {
		const byte = bytes[index] ?? 0;
		if (!isDigit(byte) && !(byte >= lowerA && byte <= lowerF)) {
			return false;
		}
	}
	const isNone = end - start === requestIdLength + 1 && bytes[start + requestIdLength] === dash;
	spans[spanOf.user] = isNone ? 0 : start + requestIdLength;
	spans[spanOf.user + 1] = isNone ? 0 : end;
	return true;
}
