import {
	backslash,
	bar,
	closeBracket,
	colon,
	dash,
	dot,
	equals,
	greaterThan,
	isDigit,
	isLetter,
	lessThan,
	lowerD,
	lowerP,
	lowerS,
	lowerT,
	openBracket,
	quote,
	slash,
	space,
	underscore,
	upperF,
	upperT,
} from '../../ascii.js';
import {monthOf} from '../values/month.js';
import {wordEnd} from '../values/words.js';
import type {Wrapper} from './wrapper.js';
import {WrapperTime} from './wrapper-time.js';

/** Where the line begins that somebody has put something before: the position in `bytes[start, end)`, or -1. */
type FindLine = (bytes: Buffer, start: number, end: number) => number;

/** What is put before a line, which itself stays as it is; `findTime`: where the time stands in it. */
const prefix = (
	title: string,
	example: string,
	find: FindLine,
	findTime?: (bytes: Buffer, start: number) => number,
): Wrapper => ({
	title,
	example,
	open: () => {
		const time = new WrapperTime();
		return (bytes, start, end, inner) => {
			const position = find(bytes, start, end);
			if (position === -1 || position > end) {
				return false;
			}
			inner.set(bytes, position, end);
			if (findTime !== undefined) {
				time.read(bytes, findTime(bytes, start), position, inner);
			}
			return true;
		};
	},
});

/** Position after `<134>`, or `start`. */
const afterPriority = (bytes: Buffer, start: number): number => {
	let index = start + 1;
	while (isDigit(bytes[index] ?? 0) && index < start + 4) {
		index++;
	}
	return bytes[start] === lessThan && index > start + 1 && bytes[index] === greaterThan ? index + 1 : start;
};

/** Position after `nginx[71]: `, or -1. */
const afterTag = (bytes: Buffer, start: number, end: number): number => {
	const tagEnd = wordEnd(bytes, start, end);
	return tagEnd > start + 1 && bytes[tagEnd - 1] === colon && tagEnd < end ? tagEnd + 1 : -1;
};

/** `Nov 20 09:03:07`: whether such a time stands there. */
const isSyslogTime = (bytes: Buffer, at: number): boolean =>
	monthOf(bytes, at) !== -1 &&
	bytes[at + 3] === space &&
	isDigit(bytes[at + 5] ?? 0) &&
	bytes[at + 6] === space &&
	bytes[at + 9] === colon &&
	bytes[at + 12] === colon &&
	isDigit(bytes[at + 14] ?? 0) &&
	bytes[at + 15] === space;

/** Whether a word begins like an ISO time: `2026-11-20T09:03:07`. */
const isIsoTime = (bytes: Buffer, at: number, end: number): boolean =>
	end >= at + 19 &&
	isDigit(bytes[at] ?? 0) &&
	bytes[at + 4] === dash &&
	bytes[at + 10] === upperT &&
	bytes[at + 13] === colon;

/** `<134>Nov 20 09:03:07 web1 nginx[71]: `: RFC 3164, rsyslog, journalctl. The host may be missing. */
const findSyslog: FindLine = (bytes, start, end) => {
	const time = afterPriority(bytes, start);
	let host = time + 16;
	if (!isSyslogTime(bytes, time)) {
		// rsyslog's other time: RFC 3339.
		const timeEnd = wordEnd(bytes, time, end);
		if (!isIsoTime(bytes, time, timeEnd)) {
			return -1;
		}
		host = timeEnd + 1;
	}
	const withoutHost = afterTag(bytes, host, end);
	return withoutHost === -1 ? afterTag(bytes, wordEnd(bytes, host, end) + 1, end) : withoutHost;
};

/** `<134>1 2026-11-20T09:03:07Z web1 nginx 71 - [a@1 b="c"] `: RFC 5424, 6. */
const findSyslog5424: FindLine = (bytes, start, end) => {
	let at = afterPriority(bytes, start);
	if (at === start || !isDigit(bytes[at] ?? 0) || bytes[at + 1] !== space) {
		return -1;
	}
	at += 2;
	// Time, host, application, process, kind of message.
	for (let word = 0; word < 5; word++) {
		at = wordEnd(bytes, at, end) + 1;
	}
	if (at >= end) {
		return -1;
	}
	if (bytes[at] === dash) {
		return bytes[at + 1] === space ? at + 2 : -1;
	}
	return bytes[at] === openBracket ? afterStructuredData(bytes, at, end) : -1;
};

/** Position after `[a b="c"][d] `, or -1. */
const afterStructuredData = (bytes: Buffer, start: number, end: number): number => {
	let inQuotes = false;
	for (let index = start; index < end; index++) {
		const byte = bytes[index];
		if (inQuotes && byte === backslash) {
			index++;
		} else if (byte === quote) {
			inQuotes = !inQuotes;
		} else if (byte === closeBracket && !inQuotes && bytes[index + 1] !== openBracket) {
			return bytes[index + 1] === space ? index + 2 : -1;
		}
	}
	return -1;
};

/** `2026-11-20T09:03:07.123456789+01:00 stdout F `: what container runtimes write for Kubernetes. */
const findCri: FindLine = (bytes, start, end) => {
	const stream = wordEnd(bytes, start, end) + 1;
	const tag = wordEnd(bytes, stream, end) + 1;
	// `stdout` and `stderr`; F: a whole line, P: a part of one.
	const isStream =
		tag - stream === 7 &&
		bytes[stream] === lowerS &&
		bytes[stream + 1] === lowerT &&
		bytes[stream + 2] === lowerD;
	const isWhole = bytes[tag] === upperF && (bytes[tag + 1] === space || bytes[tag + 1] === colon);
	return isIsoTime(bytes, start, stream - 1) && isStream && isWhole ? wordEnd(bytes, tag, end) + 1 : -1;
};

/** `web-1  | `: docker compose, and others that run several programs. */
const findCompose: FindLine = (bytes, start, end) => {
	let at = start;
	while (at < end && isNameByte(bytes[at] ?? 0)) {
		at++;
	}
	const nameEnd = at;
	while (bytes[at] === space && at < end) {
		at++;
	}
	return nameEnd > start && at > nameEnd && bytes[at] === bar && bytes[at + 1] === space ? at + 2 : -1;
};

const isNameByte = (byte: number): boolean =>
	isDigit(byte) || isLetter(byte) || byte === dash || byte === dot || byte === underscore;

/** `[pod/web-7d/nginx] `: kubectl logs --prefix. */
const findKubectl: FindLine = (bytes, start, end) => {
	const labelEnd = wordEnd(bytes, start, end);
	const isLabel =
		bytes[start] === openBracket &&
		bytes[labelEnd - 1] === closeBracket &&
		bytes[start + 1] === lowerP &&
		bytes[start + 4] === slash;
	return isLabel && labelEnd < end ? labelEnd + 1 : -1;
};

/** `MESSAGE=`: journald's export format. https://systemd.io/JOURNAL_EXPORT_FORMATS/ */
const findJournald: FindLine = (bytes, start, end) => {
	const word = 'MESSAGE';
	for (let index = 0; index < word.length; index++) {
		if (bytes[start + index] !== word.charCodeAt(index)) {
			return -1;
		}
	}
	return bytes[start + word.length] === equals && end > start + word.length ? start + word.length + 1 : -1;
};

const line = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0"';

// Each of these is told by how it begins.

/** What syslog puts before lines by RFC 3164, with the priority or without it, and `journalctl`. */
export const syslog = prefix(
	'syslog (RFC 3164), rsyslog, journalctl',
	`<134>Nov 20 09:03:07 web1 nginx[71]: ${line}`,
	findSyslog,
	afterPriority,
);

/** The same by RFC 5424, with the version behind the priority. */
export const syslog5424 = prefix(
	'syslog (RFC 5424)',
	`<134>1 2026-11-20T09:03:07.123Z web1 nginx 71 access - ${line}`,
	findSyslog5424,
	// Behind the version.
	(bytes, start) => afterPriority(bytes, start) + 2,
);

/** The log format of Kubernetes' container runtime interface: a time, the stream, `F` for a full line or `P` for a part. */
export const cri = prefix(
	'containerd and CRI-O, for Kubernetes',
	`2026-11-20T09:03:07.123456789+01:00 stdout F ${line}`,
	findCri,
	(_, start) => start,
);

/** The service's name and a bar, by `docker compose logs`. */
export const compose = prefix('docker compose', `web-1  | ${line}`, findCompose);

/** Pod and container in brackets. */
export const kubectl = prefix('kubectl logs --prefix', `[pod/web-7d9c/nginx] ${line}`, findKubectl);

/** A field of systemd's Journal Export Format. */
export const journaldExport = prefix('journalctl -o export', `MESSAGE=${line}`, findJournald);
