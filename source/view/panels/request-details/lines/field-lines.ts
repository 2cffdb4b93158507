import {agentFamily} from '../../../../fields/agent-family.js';
import {amountFields, rowOf, textFields} from '../../../../fields/fields.js';
import {byteSize, missing} from '../../../../format/amounts.js';
import {timeText} from '../../../../format/cells.js';
import {cutAgent} from '../../../../format/cut-agent.js';
import {unitsPerColumn} from '../../../../format/fit-width.js';
import {reasonPhrase} from '../../../../format/reason-phrase.js';
import {sanitise} from '../../../../format/sanitise.js';
import {type TimeFormatter, timeFormatter} from '../../../../format/time-formatter.js';
import {clockOf, durationText, zoneText} from '../../../../format/time-texts.js';
import {type UrlPart, urlParts} from '../../../../format/url-parts.js';
import type {Entry} from '../../../../store/store.js';
import {durationStyle, type Slowness} from '../../../components/row-line.js';
import {fittedLine} from '../../../panel/panel-lines.js';
import type {Figures} from '../../../pulse/figures.js';
import {fitSpans} from '../../../spans/span.js';
import {
	broken,
	type DetailLine,
	exactDuration,
	heading,
	minNameWidth,
	named,
	type Page,
	remark,
} from './detail-line.js';

/** Maximum number of lines for the request line. The URL is repeated in parts below. */
const maxRows = 4;

/** Space between the parts of the answer. */
const gap = '   ';

/**
 * Returns the request line, the response and the time.
 * @param age - such as `3 min ago`; null if unknown
 */
export function headLines(
	entry: Entry,
	formatTime: TimeFormatter,
	age: string | null,
	slowness: Slowness,
	{width, theme}: Page,
): readonly DetailLine[] {
	const {method, url, protocol, status, bytes, durationMs} = entry;
	const request = [method ?? missing, url ?? missing, protocol].filter(text => text !== null).join(' ');
	const phrase = status === null ? null : reasonPhrase(status);
	const answer = status === null ? missing : `${status}${phrase === null ? '' : ` ${phrase}`}`;
	const statusClass = answer[0] ?? '';
	const isBadge = statusClass === '5';
	const time = timeText(entry, formatTime);
	const rows = broken(request, width, maxRows);
	return [
		...rows.map((text, row) => {
			const before = row === 0 ? `${method ?? missing} ` : '';
			const after = row === rows.length - 1 && protocol !== null ? ` ${protocol}` : '';
			const from = text.startsWith(before) ? before.length : 0;
			const to = text.endsWith(after) ? text.length - after.length : text.length;
			return {
				line: {
					spans: [
						{text: text.slice(0, from), style: theme.muted},
						{text: text.slice(from, Math.max(from, to)), style: theme.count},
						{text: text.slice(Math.max(from, to)), style: theme.muted},
					],
				},
			};
		}),
		{
			line: {
				spans: fitSpans(
					[
						{
							text: isBadge ? ` ${answer} ` : answer,
							style: isBadge ? theme.badge : theme.status[statusClass],
						},
						...(durationMs === null
							? []
							: [{text: gap}, {text: durationText(durationMs), style: durationStyle(slowness, theme)}]),
						{text: bytes === null ? '' : gap + byteSize(bytes)},
						{text: `${gap}${clockOf(time) ?? time}${age === null ? '' : `, ${age}`}`},
					],
					width,
				),
			},
		},
	];
}

/**
 * Returns the line that compares the duration of a request with other requests. The line may be empty, so that the lines below
 * don't move when more facts become known.
 * @param took - percentiles of all matches
 * @param isAll - true if these are all requests
 */
export function comparedLines(
	durationMs: number | null,
	took: Figures['took'],
	routeP95: number | null,
	isAll: boolean,
	{width, theme}: Page,
): readonly DetailLine[] {
	if (durationMs === null) {
		return [];
	}
	const level =
		took === null || durationMs <= took.p50
			? 0
			: durationMs >= took.p99
				? 99
				: durationMs >= took.p95
					? 95
					: 50;
	const texts = [
		...(level === 0 ? [] : [`slower than ${level} % of all ${isAll ? 'requests' : 'matches'}`]),
		...(routeP95 === null ? [] : [`p95 of this route: ${durationText(routeP95)}`]),
	];
	return [{line: fittedLine(texts.join('; '), width, theme.muted)}];
}

/** Returns the parts of the URL, decoded. */
export function urlLines(url: string | null, page: Page): readonly DetailLine[] {
	if (url === null) {
		return [];
	}
	const {scheme, authority, segments, endsInSlash, parameters, fragment, leftOut} = urlParts(url);
	const lines = (name: string, {text, problem}: UrlPart): readonly DetailLine[] => [
		...named(name, text === '' ? '(empty)' : text, page),
		...(problem === null ? [] : named('', `(as logged: it ${problem})`, page, {style: page.theme.aside})),
	];
	const path = segments?.map(({text}) => text).join(' / ') ?? '';
	const odd = segments?.filter(({problem}) => problem !== null) ?? [];
	return [
		heading('URL', 'decoded', page),
		...(scheme === null ? [] : named('scheme', scheme, page)),
		...(authority === null ? [] : named('host', authority, page)),
		...(segments === null
			? []
			: named(
					'path',
					`${url.startsWith('/') || scheme !== null ? '/ ' : ''}${path}${endsInSlash && path !== '' ? ' /' : ''}`,
					page,
				)),
		...odd.flatMap(({text, problem}) =>
			named('', `(as logged: ${text} ${problem})`, page, {style: page.theme.aside, maxLines: 2}),
		),
		...(segments === null && authority === null
			? named('path', 'no path: the request is for the whole server', page)
			: []),
		...(parameters?.flatMap(({name, value}) =>
			value === null
				? [...lines(`?${name.text}`, {text: '(no value)', problem: name.problem})]
				: [
						...lines(`?${name.text}`, value),
						...(name.problem === null
							? []
							: named('', `(its name ${name.problem})`, page, {style: page.theme.aside})),
					],
		) ?? []),
		...(fragment === null ? [] : lines('#', fragment)),
		...(leftOut > 0 ? remark(`and ${leftOut} more parts`, page) : []),
	];
}

const inLog = timeFormatter('log');
const inUtc = timeFormatter('utc');

/** Returns the time in the log's zone, the user's zone and UTC, on one line if the first two agree; or the time of reading. */
function timeLines(
	{time, timeSource, zone}: Entry,
	formatTime: TimeFormatter,
	isOdd: boolean,
	page: Page,
): readonly DetailLine[] {
	if (time === null) {
		return named('time', missing, page);
	}
	const written = (format: TimeFormatter): string => {
		const milliseconds = ((time % 1000) + 1000) % 1000;
		const fraction = milliseconds === 0 ? '' : `.${String(Math.floor(milliseconds)).padStart(3, '0')}`;
		return `${format(time, zone)}${fraction} ${zoneText(format.offsetAt(time, zone))}`;
	};
	const [log, viewer, utc] = [written(inLog), written(formatTime), written(inUtc)];
	const isRead = timeSource === 'read';
	const odd = isOdd ? remark('Implausible: ahead of the clock, or from 1970.', page) : [];
	if (!isRead && zone !== null && viewer === log) {
		return [...named('time', log === utc ? utc : `${log}; ${utc}`, page), ...odd];
	}
	return [
		...(isRead
			? remark('The time of reading: the line has no time that can be parsed.', page)
			: named('time', zone === null ? `${log} (no zone is logged)` : log, page)),
		...(formatTime.zone === 'log' || viewer === utc
			? []
			: named('your time', `${viewer}${zoneName(formatTime.zone)}`, page)),
		...(log === utc && !isRead ? [] : named('UTC', utc, page)),
		...odd,
	];
}

function zoneName(zone: string): string {
	if (zone === 'utc') {
		return '';
	}
	const name = zone === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
	return name === undefined ? '' : ` ${name}`;
}

/** Minimum size in bytes that is shown in larger units, too. */
const kilobyte = 1000;

/** Returns all fields of the line besides the URL. Fields missing in the line are only listed by name. */
export function fieldLines(
	entry: Entry,
	formatTime: TimeFormatter,
	isOdd: boolean,
	page: Page,
): readonly DetailLine[] {
	const {bytes, durationMs, userAgent} = entry;
	const size = bytes === null ? null : bytes < kilobyte ? byteSize(bytes) : `${bytes} B (${byteSize(bytes)})`;
	const duration = durationMs === null ? null : exactDuration(durationMs);
	const fields: ReadonlyArray<readonly [name: string, value: string | null]> = [
		...textFields.flatMap(field => {
			const {details} = rowOf(field);
			return details === undefined || field === 'userAgent' ? [] : [[details, entry[field]] as const];
		}),
		['agent', userAgent],
		['size', size],
		['duration', duration],
		...amountFields.flatMap(field => {
			const {details} = rowOf(field);
			return details === undefined ? [] : [[details, entry[field]?.toString() ?? null] as const];
		}),
	];
	const absent = fields.filter(([, value]) => value === null).map(([name]) => name);
	return [
		heading('Request', '', page),
		...named('IP', entry.ip ?? missing, page),
		...(entry.peerIp === null ? [] : named('peer', entry.peerIp, page)),
		...(entry.asn === null ? [] : named('owner', entry.asn, page)),
		...(entry.country === null ? [] : named('country', countryText(entry.country), page)),
		...fields.flatMap(([name, value]) =>
			value === null ? [] : name === 'agent' ? agentLines(value, page) : named(name, value, page),
		),
		...timeLines(entry, formatTime, isOdd, page),
		...(entry.source === null ? [] : named('source', entry.source, page)),
		...named('token', entry.token, page),
		...named('format', entry.format, page),
		...(absent.length > 0 ? remark(`not logged: ${absent.join(', ')}`, page) : []),
		...(entry.incomplete
			? remark('The line was cut: it had no line end, or is longer than 64 KiB.', page)
			: []),
	];
}

/** Returns a country with its name: `DE, Germany`. */
function countryText(code: string): string {
	const name = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'}).of(code);
	return name === undefined ? code : `${code}, ${name}`;
}

/** Returns the agent, and on one line the user agent from which it is derived. The line as logged shows it completely. */
function agentLines(userAgent: string, page: Page): readonly DetailLine[] {
	const family = agentFamily(userAgent);
	const width = Math.max(1, page.width - minNameWidth);
	const cut = cutAgent(sanitise(userAgent.slice(0, 2 * unitsPerColumn * width)), width);
	return family === null || family === userAgent
		? named('agent', userAgent, page)
		: [...named('agent', family, page), ...named('', cut, page, {style: page.theme.muted, maxLines: 1})];
}
