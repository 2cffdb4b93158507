import {dot, tab} from '../../ascii.js';
import {decodeUtf8} from '../values/decode-text.js';
import {ipv6, matches} from '../values/words.js';
import type {Columns} from './w3c-columns.js';
import {fieldNames, hasCommas} from './w3c-directives.js';

/** Roles of columns in an entry. */
const roles = [
	'date',
	'time',
	'localDate',
	'localTime',
	'dateTime',
	'seconds',
	'milliseconds',
	'method',
	'uri',
	'stem',
	'query',
	'status',
	'size',
	'timeTaken',
	'ip',
	'forwardedFor',
	'host',
	'otherHost',
	'user',
	'referer',
	'userAgent',
	'protocol',
] as const;

export type Role = (typeof roles)[number];

/** Names of the columns, in lower case. If a log has several for a role, the first name here wins. */
const names: Readonly<Record<Role, readonly string[]>> = {
	date: ['date'],
	time: ['time'],
	localDate: ['date-local'],
	localTime: ['time-local'],
	// Exchange's HttpProxy writes a time in ISO 8601, and names without `cs-` and `sc-`.
	dateTime: ['datetime'],
	seconds: ['timestamp'],
	milliseconds: ['timestamp(ms)'],
	method: ['cs-method', 'method'],
	uri: ['cs-uri'],
	stem: ['cs-uri-stem', 'cs-uri-path', 'urlstem'],
	query: ['cs-uri-query', 'urlquery'],
	status: ['sc-status', 'httpstatus'],
	// IIS Advanced Logging writes `BytesSent` and `TimeTakenMS`.
	size: ['sc-bytes', 'bytessent', 'responsebytes'],
	timeTaken: ['time-taken', 'timetakenms', 'totalrequesttime'],
	ip: ['c-ip', 'cs-ip', 'clientipaddress'],
	forwardedFor: ['x-forwarded-for', 'cs(x-forwarded-for)'],
	// CloudFront writes the distribution's own name to `cs(Host)`.
	host: ['x-host-header'],
	otherHost: ['cs-host', 'cs(host)', 'urlhost'],
	user: ['cs-username', 'authenticateduser'],
	// CloudFront's real-time logs have no parentheses.
	referer: ['cs(referer)', 'cs(referrer)', 'cs-referer', 'cs-referrer'],
	userAgent: ['cs(user-agent)', 'cs-user-agent', 'useragent'],
	protocol: ['cs-version', 'cs-protocol-version'],
};

/** The columns of a log. */
export type Layout = {
	/** Number of columns. */
	readonly size: number;
	/** Names of the columns as logged. */
	readonly names: readonly string[];
	/** Index of the column of each role, or -1. */
	readonly columns: Readonly<Record<Role, number>>;
	readonly isCloudFront: boolean;
	/** True if commas separate the columns. */
	readonly hasCommas: boolean;
	/** Unit of durations: see `unitOf`. */
	readonly timeUnit: TimeUnit;
	/** True if the lines are requests: the format is used for other logs, too. */
	readonly isOfRequests: boolean;
	/** True if the lines have a time. */
	readonly hasTime: boolean;
};

/**
 * Unit of durations. Only CloudFront always writes seconds, and only ASP.NET Core always writes milliseconds. `mixed`: integers
 * are milliseconds (IIS, HTTP.sys, Blue Coat), decimals are seconds, as in the W3C's specification (Tomcat, WebLogic: three
 * decimals). `aspnetMixed`: the same, but four decimals are milliseconds, because the columns could also be from ASP.NET Core,
 * which writes four.
 */
export type TimeUnit = 'seconds' | 'milliseconds' | 'mixed' | 'aspnetMixed';

/**
 * Columns of ASP.NET Core's W3CLogger in their fixed order. Further headers follow them.
 * https://github.com/dotnet/aspnetcore/blob/main/src/Middleware/HttpLogging/src/W3CLoggerProcessor.cs
 */
const aspnetColumns =
	'date time c-ip cs-username s-computername s-ip s-port cs-method cs-uri-stem cs-uri-query sc-status time-taken cs-version cs-host cs(user-agent) cs(cookie) cs(referer)'.split(
		' ',
	);

/** Columns that neither Tomcat nor WebLogic has. Their columns can be in any order. */
const aspnetOnly = ['s-computername', 's-port', 'cs-version', 'cs-host'];

function unitOf(found: readonly string[], isCloudFront: boolean): TimeUnit {
	if (isCloudFront) {
		return 'seconds';
	}
	const columns = found.map(name => aspnetColumns.indexOf(name));
	const known = columns.filter(column => column !== -1);
	const isInOrder = known.every((column, index) => index === 0 || column > (known[index - 1] ?? 0));
	// The only additional columns are headers.
	const isAspnet =
		isInOrder && found.every((name, column) => columns[column] !== -1 || name.startsWith('cs('));
	return !isAspnet ? 'mixed' : found.some(name => aspnetOnly.includes(name)) ? 'milliseconds' : 'aspnetMixed';
}

/** Maximum number of columns. Real logs have fewer. */
const maxColumns = 512;

function layoutOfNames(logged: readonly string[], isCsv = false): Layout {
	const found = logged.map(name => name.toLowerCase());
	const columnOf = (role: Role): number => {
		const name = names[role].find(one => found.includes(one));
		return name === undefined ? -1 : found.indexOf(name);
	};
	const columns = Object.fromEntries(roles.map(role => [role, columnOf(role)])) as Record<Role, number>;
	const {method, uri, stem, status, time, localTime, dateTime, seconds, milliseconds} = columns;
	const isCloudFront = found.some(name => name.startsWith('x-edge-'));
	return {
		size: found.length,
		names: logged.map(name => decodeUtf8(Buffer.from(name, 'latin1'))),
		columns,
		isCloudFront,
		hasCommas: isCsv,
		timeUnit: unitOf(found, isCloudFront),
		isOfRequests:
			Math.max(method, uri, stem) >= 0 && (status >= 0 || method >= 0) && found.length <= maxColumns,
		hasTime: Math.max(time, localTime, dateTime, seconds, milliseconds) >= 0,
	};
}

/** Maximum number of cached layouts. The same ones are needed again and again. */
const maxKept = 64;

const kept = new Map<string, Layout>();

/** Returns the layout that a `#Fields` line describes. */
export function layoutOf(fields: string): Layout {
	let layout = kept.get(fields);
	if (layout === undefined) {
		layout = layoutOfNames(fieldNames(fields), hasCommas(fields));
		if (kept.size === maxKept) {
			kept.clear();
		}
		kept.set(fields, layout);
	}
	return layout;
}

/** An address, maybe with a zone. */
const address = new RegExp(`^(?:(?![\\d.]{16})\\d*(?:\\.\\d*){3}|${ipv6})(?:%|$)`);

const number = /^(?:\d+|-1?)$/;

/** Required content of columns if no header names them. */
const checks = new Map([
	['s-ip', address],
	['c-ip', address],
	['cs-method', /^[A-Z]+$/],
	['cs-uri-stem', /^(?:\/|\*$)/],
	['s-port', number],
	['sc-status', /^(?:\d{3}|-1?)$/],
	['sc-substatus', number],
	['sc-win32-status', number],
	['sc-bytes', number],
	['cs-bytes', number],
	['x-edge-location', /^[A-Z]{3}\d/],
]);

/** A layout that is recognised without a header. */
type CommonLayout = Layout & {
	readonly checks: ReadonlyArray<{readonly column: number; readonly check: RegExp}>;
};

function checkedLayout(fields: string): CommonLayout {
	const found = fields.split(' ');
	const checked = found.flatMap((name, column) => {
		const check = checks.get(name.toLowerCase());
		return check === undefined ? [] : [{column, check}];
	});
	return {...layoutOfNames(found), checks: checked};
}

const iisBegin = 's-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip';

/**
 * IIS by default (6.0; 7.0 and 7.5; 8.0 and later), IIS with all its columns, and App Service of Azure.
 * https://learn.microsoft.com/en-us/windows/win32/http/w3c-logging
 */
const iisColumns = [
	`date time s-sitename ${iisBegin} cs(User-Agent) sc-status sc-substatus sc-win32-status`,
	`date time ${iisBegin} cs(User-Agent) sc-status sc-substatus sc-win32-status time-taken`,
	`date time ${iisBegin} cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken`,
	`date time s-sitename s-computername ${iisBegin} cs-version cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken`,
	// Selections of columns that log collectors expect: https://www.elastic.co/docs/reference/integrations/iis
	`date time s-sitename ${iisBegin} cs-version cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken`,
	`date time s-sitename s-computername ${iisBegin} cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus sc-win32-status time-taken`,
	`date time s-computername ${iisBegin} cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken x-forwarded-for`,
	'date time s-sitename cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken',
];

/**
 * CloudFront's standard log. New columns have always been added at the end, and the oldest logs have the first 12.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
const cloudFrontColumns =
	'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';

/**
 * CloudFront's real-time log with all columns, ordered as documented.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html#understand-real-time-log-config-fields
 */
const realTimeColumns =
	'timestamp c-ip time-to-first-byte sc-status sc-bytes cs-method cs-protocol cs-host cs-uri-stem cs-bytes x-edge-location x-edge-request-id x-host-header time-taken cs-protocol-version c-ip-version cs-user-agent cs-referer cs-cookie cs-uri-query x-edge-response-result-type x-forwarded-for ssl-protocol ssl-cipher x-edge-result-type fle-encrypted-fields fle-status sc-content-type sc-content-len sc-range-start sc-range-end c-port x-edge-detailed-result-type c-country cs-accept-encoding cs-accept cache-behavior-path-pattern cs-headers cs-header-names cs-headers-count';

/** Number of columns in the oldest CloudFront logs. */
const minCloudFrontColumns = 12;

/** All layouts that are recognised without a header. */
type CommonLayouts = {
	readonly iis: readonly CommonLayout[];
	/** Maximum number of columns of the layouts of IIS. */
	readonly maxIisColumns: number;
	readonly cloudFront: CommonLayout;
	readonly realTime: CommonLayout;
};

let layouts: CommonLayouts | undefined;

/** Returns the layouts. Created for the first line that may have one, because it takes a millisecond. */
function commonLayouts(): CommonLayouts {
	if (layouts === undefined) {
		const iis = iisColumns.map(checkedLayout);
		const maxIisColumns = Math.max(...iis.map(({size}) => size));
		layouts = {
			iis,
			maxIisColumns,
			cloudFront: checkedLayout(cloudFrontColumns),
			realTime: checkedLayout(realTimeColumns),
		};
	}
	return layouts;
}

/** Length of `2026-11-20`, and of seconds since 1970. */
const dateLength = 10;

/**
 * Splits a line without a header. The number and the content of its columns must match a known layout. Returns the layout, or
 * undefined.
 */
export function commonLayout(
	columns: Columns,
	bytes: Buffer,
	start: number,
	end: number,
): Layout | undefined {
	const {iis, maxIisColumns, cloudFront, realTime} = commonLayouts();
	const isRealTime = bytes[start + dateLength] === dot;
	if (isRealTime || bytes[start + dateLength] === tab) {
		const layout = isRealTime ? realTime : cloudFront;
		// Columns that CloudFront has added at the end since then are unknown.
		columns.split(bytes, start, end, layout.size);
		const isCommon = columns.count >= minCloudFrontColumns && hasLayout(columns, layout, bytes);
		return isCommon ? layout : undefined;
	}
	return columns.split(bytes, start, end, maxIisColumns)
		? iis.find(layout => layout.size === columns.count && hasLayout(columns, layout, bytes))
		: undefined;
}

function hasLayout({starts, ends, count}: Columns, {checks: ofLayout}: CommonLayout, bytes: Buffer): boolean {
	return ofLayout.every(
		({column, check}) => column >= count || matches(check, bytes, starts[column] ?? 0, ends[column] ?? 0),
	);
}
