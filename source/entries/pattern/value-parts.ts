import {comma, dash, quote, slash, space} from '../../ascii.js';
import {type Field, noStatus, spanOf} from '../entry-record.js';
import {jsonDuration} from '../json/json-numbers.js';
import type {UnreadableField} from '../unreadable.js';
import {setClient, setClientAddress} from '../values/client.js';
import {readRequestLine} from '../values/request-line.js';
import {listEnd} from '../values/upstream-list.js';
import {
	decimalNumber,
	isNoNumber,
	isNone,
	matches,
	readSize,
	readStatus,
	setHost,
	setNumber,
	setText,
	setTrimmedText,
	wholeNumber,
	wordEnd,
} from '../values/words.js';
import type {BoundedPart, OwnEndPart, Take, ValuePart} from './value-part.js';

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of addresses and host names: with a port, in brackets, with a zone (`fe80::1%eth0`). */
export const addressCharacters = `${digits}${letters}.:-_[]%`;

/** Characters of words. */
const noSpace = String.fromCharCode(
	...Array.from({length: 256}, (_, byte) => byte).filter(byte => byte !== space),
);

/** Returns a part whose field is n/a if it can't be read. */
function readable<Kind extends ValuePart>(field: UnreadableField, part: Kind): Kind {
	return {...part, field};
}

/** Returns a part of the request, which may contain its closing quote. */
function ofRequest(part: BoundedPart): BoundedPart {
	return {...part, isRequest: true};
}

/** @param holds The characters that it may contain. */
function valuePart(what: string, take: Take, holds?: string): BoundedPart {
	return {what, take, ...(holds !== undefined && {holds})};
}

/** Returns a part whose value is stored unchanged; `what` it is, for messages. */
export function textPart(what: string, field: Field): BoundedPart {
	return valuePart(what, (bytes, start, end, record) => {
		setText(record, spanOf[field], bytes, start, end);
		return true;
	});
}

/** Returns the part, optionally quoted. */
export function maybeQuoted(unquoted: ValuePart): ValuePart {
	if (!('reach' in unquoted)) {
		return {...unquoted, extent: 'maybe'};
	}
	return {
		...unquoted,
		reach(bytes, start, end, record) {
			const isQuoted = bytes[start] === quote && start < end ? 1 : 0;
			const stop = unquoted.reach(bytes, start + isQuoted, end, record);
			return stop === -1 || isQuoted === 0 ? stop : bytes[stop] === quote ? stop + 1 : -1;
		},
	};
}

/** Returns the part, but allows its separator in the value. */
export function loose({holds: _, ...firm}: BoundedPart): BoundedPart {
	return {...firm, extent: 'loose'};
}

/** One of a few words. */
export function oneOf(what: string, words: readonly string[]): BoundedPart {
	return {
		begins: words.map(word => word.charAt(0)).join(''),
		...valuePart(what, (bytes, start, end) => words.includes(bytes.toString('latin1', start, end))),
	};
}

/** Anything. Ignored. */
export const other = valuePart('anything', () => true);

/** One word. Ignored. */
export const word = valuePart('a word', (_, start, end) => end > start, noSpace);

/** A word of letters, or the log's `-`. Ignored. */
export const code = valuePart('a code of letters', (_, start, end) => end > start, `${letters},-`);

/** The reason phrase of a status (`Not Found`, `I'm a teapot`). Ignored. */
export const reason = valuePart('a reason phrase', (_, start, end) => end > start, `${letters} '-`);

/** An integer, or the log's `-`. Ignored. */
export const number = valuePart(
	'a number',
	(bytes, start, end) => !Number.isNaN(wholeNumber(bytes, start, end)) || isNoNumber(bytes, start, end),
	`${digits}-`,
);

/** A URL, with its query if it has one. */
export const url = ofRequest(textPart('a URL', 'url'));

/** A URL without its query, if the query is separate or not logged. */
export const path = ofRequest(textPart('a path', 'url'));

/** The question mark of a URL with a query, or nothing. */
export const isArgs = valuePart('a question mark', (_, start, end) => end - start <= 1, '?');

/** A query, with or without its question mark. It is appended to the path. */
export const query = textPart('a query', 'query');

/** Returns a part whose value is stored if it matches a regular expression. `holds`: the characters that it may contain. */
function formedPart(what: string, field: Field, form: RegExp, holds: string): BoundedPart {
	return valuePart(
		what,
		(bytes, start, end, record) => {
			const isValid = matches(form, bytes, start, end);
			if (isValid) {
				setText(record, spanOf[field], bytes, start, end);
			}
			return isValid;
		},
		holds,
	);
}

/** A strict URL: a path, a URL with its scheme, or `*`. */
export const sureUrl = ofRequest(formedPart('a URL', 'url', /^(?:\/|\*$|[A-Za-z]+:\/\/)/, noSpace));

/** A path with its query. Servers log a URL with a scheme only for requests to a proxy. */
export const surePath = ofRequest(formedPart('a path', 'url', /^\//, noSpace));

/** Like `sureUrl`, for a proxy: also accepts the host and port of CONNECT, `-`, and Squid's `error:invalid-request`. */
export const proxyTarget = ofRequest(
	formedPart(
		'a URL, or a host with its port',
		'url',
		/^(?:\/|[*-]$|error:|[A-Za-z]+:\/\/|.+:\d+\/?$)/s,
		noSpace,
	),
);

/** A method: letters, with dashes (`M-SEARCH`) or underscores. */
export const method = formedPart('a method', 'method', /^(?:-|[A-Za-z][A-Za-z_-]*)$/, `${letters}-`);

/** `HTTP/1.1`: capitals, a slash and a number. */
export const protocol = formedPart(
	'a protocol',
	'protocol',
	/^(?:-?|[A-Z]+\/\d[\d.]*)$/,
	`${digits}${letters}/.-`,
);

/** Strings that are stored unchanged. */
export const referer = textPart('a referer', 'referer');
export const userAgent = textPart('a user agent', 'userAgent');
export const forwardedFor = textPart('forwarded addresses', 'forwardedFor');
export const upstream = textPart('the upstream servers', 'upstream');

/** A user name may contain spaces and anything else. */
export const user: BoundedPart = {
	...valuePart('a user', (bytes, start, end, record) => {
		setTrimmedText(record, spanOf.user, bytes, start, end);
		return true;
	}),
	extent: 'loose',
};

/** A user name without spaces. */
export const plainUser: BoundedPart = {...textPart('a user', 'user'), holds: noSpace};

/** A host. Its port is ignored. */
export const host = valuePart(
	'a host',
	(bytes, start, end, record) => {
		setHost(bytes, start, end, record);
		return true;
	},
	noSpace,
);

/** A host that counts only if the log has no better one. */
export const fallbackHost: BoundedPart = {
	...other,
	take: (bytes, start, end, record) =>
		record.spans[spanOf.host + 1] !== 0 || host.take(bytes, start, end, record),
};

/** A strict host: a name or an address, with an optional port. */
export const sureHost: BoundedPart = {...host, holds: `${addressCharacters}*`};

/** Characters after a host without a path. */
const afterHost = new Set(Buffer.from(' "\t|,;'));

/** A host directly followed by a path, by the log's `-` or by nothing. It ends there. */
export const hostBeforeUrl: OwnEndPart = {
	what: 'a host, then a path',
	reach(bytes, start, end, record) {
		let index = start;
		while (index < end && bytes[index] !== slash && !afterHost.has(bytes[index] ?? 0)) {
			index++;
		}
		const hasNone = (index === end || bytes[index] !== slash) && index > start && bytes[index - 1] === dash;
		const stop = hasNone ? index - 1 : index;
		return host.take(bytes, start, stop, record) ? stop : -1;
	},
};

/** The client, an address or a host name, without its port and brackets. The first item of a list. */
export const client = readable(
	'ip',
	valuePart(
		'a client',
		(bytes, start, end, record) => {
			const firstEnd = wordEnd(bytes, start, end, comma);
			if (firstEnd < end) {
				setText(record, spanOf.forwardedFor, bytes, start, end);
				record.isClientListed = true;
			}
			return setClient(bytes, start, firstEnd, record);
		},
		`${addressCharacters}, `,
	),
);

/**
 * A list of forwarded addresses that is the log's only information about the client. The first item is the client. The client
 * sends the list, so it can contain anything.
 */
export const forwardedClient = valuePart('forwarded addresses', (bytes, start, end, record) => {
	setText(record, spanOf.forwardedFor, bytes, start, end);
	record.isClientListed = true;
	setClient(bytes, start, wordEnd(bytes, start, end, comma), record);
	return true;
});

/** Returns the end of a list with commas, `203.0.113.7, 198.51.100.4`. */
function commaListEnd(bytes: Buffer, start: number, end: number): number {
	let index = start;
	while (index < end && (bytes[index] !== space || (bytes[index - 1] === comma && index > start))) {
		index++;
	}
	return index;
}

/** Returns a part for a list that isn't quoted. */
export function unquotedList({what, take}: BoundedPart, endOf = commaListEnd): OwnEndPart {
	return {
		what,
		reach(bytes, start, end, record) {
			const stop = endOf(bytes, start, end);
			return take(bytes, start, stop, record) ? stop : -1;
		},
	};
}

/** A variable that has an item for each upstream server, `502, 504 : 200`. Ignored. */
export const upstreamItems = loose(other);

/** The same without quotes, and the upstream servers. */
export const upstreamItemList = unquotedList(upstreamItems, listEnd);
export const upstreamList = unquotedList(upstream, listEnd);

/** `GET /en/ HTTP/1.1` */
export const request = ofRequest(
	valuePart('a request', (bytes, start, end, record) => {
		readRequestLine(bytes, start, end, record);
		// Envoy and AWS write this if there was no request.
		return end - start !== 5 || !matches(/^- - -$/, bytes, start, end);
	}),
);

/** `404`, or the log's `-` or `-1`. A number that can't be a status doesn't match. */
export const status = readable('status', valuePart('a status', readStatus, `${digits}-`));

/** Strict status, which identifies the format: it must have three digits. */
export const sureStatus = readable(
	'status',
	valuePart(
		'a status of three digits',
		(bytes, start, end, record) =>
			end - start === 3 && readStatus(bytes, start, end, record) && record.status !== noStatus,
		digits,
	),
);

/** Size of the response in bytes, or the log's `-` or `-1`. */
export const size = readable('bytes', valuePart('a size', readSize, `${digits}-`));

/** A duration in units of `milliseconds`. */
function duration(what: string, milliseconds: number): BoundedPart {
	return readable(
		'durationMs',
		valuePart(
			what,
			(bytes, start, end, record) => {
				const time = decimalNumber(bytes, start, end, milliseconds);
				setNumber(record, 'durationMs', time, start, end);
				return !Number.isNaN(time) || isNoNumber(bytes, start, end);
			},
			`${digits}.-+eE`,
		),
	);
}

/** Durations: `0.123`, `123` and `123456` are equal. */
export const seconds = duration('seconds', 1000);
export const milliseconds = duration('milliseconds', 1);
export const microseconds = duration('microseconds', 0.001);
export const nanoseconds = duration('nanoseconds', 0.000_001);

/** Seconds as nginx writes them: the first item of a list with one number for each server that was tried. */
export const listedSeconds = readable(
	'durationMs',
	valuePart(
		'seconds',
		(bytes, start, end, record) => {
			const firstEnd = wordEnd(bytes, start, wordEnd(bytes, start, end, comma));
			const time = decimalNumber(bytes, start, firstEnd, 1000);
			setNumber(record, 'durationMs', time, start, firstEnd);
			const isTime = !Number.isNaN(time) || firstEnd === start || isNoNumber(bytes, start, firstEnd);
			// Digits and characters between numbers: `0.1, 0.2 : -`.
			return isTime && matches(/^[\d ,.:-]*$/, bytes, firstEnd, end);
		},
		`${digits}.,: -+eE`,
	),
);

/** A duration with its unit: `143.2µs`, `12ms`, `1m2.5s`. */
export const durationWithUnit = readable(
	'durationMs',
	valuePart(
		'a time taken like 12.5ms',
		(bytes, start, end, record) => {
			const time = jsonDuration(bytes, start, end, undefined);
			setNumber(record, 'durationMs', time, start, end);
			return !Number.isNaN(time);
		},
		noSpace,
	),
);

/** A duration like `0:00:00.012345`: hours, minutes and seconds. */
export const clockDuration = readable(
	'durationMs',
	valuePart(
		'a time taken like 0:00:00.012345',
		(bytes, start, end, record) => {
			const [, hours, minutes, rest] =
				/^(\d{1,4}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(bytes.toString('latin1', start, end)) ?? [];
			const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)) * 1000;
			setNumber(record, 'durationMs', time, start, end);
			return !Number.isNaN(time);
		},
		`${digits}.:`,
	),
);

/** Strict seconds: a number with decimals. */
export const sureSeconds = readable(
	'durationMs',
	valuePart(
		'seconds',
		(bytes, start, end, record) => {
			const time = decimalNumber(bytes, start, end, 1000);
			setNumber(record, 'durationMs', time, start, end);
			return !Number.isNaN(time) && Number.isNaN(wholeNumber(bytes, start, end));
		},
		`${digits}.`,
	),
);

/** An IPv4 or IPv6 address with an optional port, or the log's `-`. Not a host name. */
export const addressClient: BoundedPart = readable('ip', {
	begins: `${digits}abcdefABCDEF[:-`,
	...valuePart(
		'an address, or -',
		(bytes, start, end, record) => isNone(bytes, start, end) || setClientAddress(bytes, start, end, record),
		addressCharacters,
	),
});
