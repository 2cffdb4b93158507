import {rowOf, textFields} from '../../../../fields/fields.js';
import {byteSize, missing} from '../../../../format/amounts.js';
import {timeText} from '../../../../format/cells.js';
import {fitWidth, terminalWidth} from '../../../../format/fit-width.js';
import {reasonPhrase} from '../../../../format/reason-phrase.js';
import {type TimeFormatter, timeFormatter} from '../../../../format/time-formatter.js';
import {zoneText} from '../../../../format/time-texts.js';
import {type UrlPart, urlParts} from '../../../../format/url-parts.js';
import type {Entry} from '../../../../store/store.js';
import {broken, type DetailLine, exactDuration, heading, named, type Page, remark} from './detail-line.js';

/** Maximum number of lines for the request line. The URL is repeated in parts below. */
const maxRows = 4;

/**
 * Returns the request line, the response and the time.
 * @param age - such as `3 min ago`; null if unknown
 */
export function headLines(
	entry: Entry,
	formatTime: TimeFormatter,
	age: string | null,
	{width, theme}: Page,
): readonly DetailLine[] {
	const {method, url, protocol, status, bytes, durationMs} = entry;
	const request = [method ?? missing, url ?? missing, protocol].filter(text => text !== null).join(' ');
	const phrase = status === null ? null : reasonPhrase(status);
	const answer = status === null ? missing : `${status}${phrase === null ? '' : ` ${phrase}`}`;
	const rest = [
		bytes === null ? null : byteSize(bytes),
		durationMs === null ? null : exactDuration(durationMs),
		timeText(entry, formatTime),
		age,
	].filter(text => text !== null);
	const shownAnswer = terminalWidth(answer) > width ? fitWidth(answer, width) : answer;
	return [
		...broken(request, width, maxRows).map(text => ({line: {pieces: [{text, style: theme.count}]}})),
		{
			line: {
				pieces: [
					{text: shownAnswer, style: theme.status[answer[0] ?? '']},
					{
						text: fitWidth(
							rest.map(text => ` · ${text}`).join(''),
							width - terminalWidth(shownAnswer),
						).trimEnd(),
						style: theme.aside,
					},
				],
			},
		},
	];
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

/**
 * Returns the time in the log's zone, the user's zone and UTC, once if they agree, with its age; or the time at which the line was
 * read.
 * @param age - such as `3 min ago`; null if unknown
 * @param isOdd - true if the time is implausible
 */
export function timeLines(
	{time, timeSource, zone}: Entry,
	formatTime: TimeFormatter,
	age: string | null,
	isOdd: boolean,
	page: Page,
): readonly DetailLine[] {
	if (time === null || age === null) {
		return [heading('Time', missing, page)];
	}
	const written = (format: TimeFormatter): string => {
		const milliseconds = ((time % 1000) + 1000) % 1000;
		const fraction = milliseconds === 0 ? '' : `.${String(Math.floor(milliseconds)).padStart(3, '0')}`;
		return `${format(time, zone)}${fraction} ${zoneText(format.offsetAt(time, zone))}`;
	};
	const log =
		timeSource === 'read'
			? remark('The time of reading: the line has no time that can be parsed.', page)
			: named('in the log', zone === null ? `${written(inLog)} (no zone is logged)` : written(inLog), page);
	const isEverywhere = new Set([inLog, formatTime, inUtc].map(written)).size === 1;
	if (isEverywhere && timeSource !== 'read' && zone !== null) {
		return [heading('Time', age, page), ...named('UTC', written(inUtc), page), ...oddLines(isOdd, page)];
	}
	const yourTime = named('your time', `${written(formatTime)}${zoneName(formatTime.zone)}`, page);
	return [
		heading('Time', age, page),
		...log,
		...(formatTime.zone === 'log' ? [] : yourTime),
		...named('UTC', written(inUtc), page),
		...oddLines(isOdd, page),
	];
}

function oddLines(isOdd: boolean, page: Page): readonly DetailLine[] {
	return isOdd ? remark('Implausible: ahead of the clock, or from 1970.', page) : [];
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

/** Returns all fields of the line besides URL and times. Fields missing in the line are only listed by name. */
export function fieldLines(entry: Entry, page: Page): readonly DetailLine[] {
	const {bytes, durationMs} = entry;
	const size = bytes === null ? null : bytes < kilobyte ? byteSize(bytes) : `${bytes} B (${byteSize(bytes)})`;
	const duration = durationMs === null ? null : exactDuration(durationMs);
	const fields: ReadonlyArray<readonly [name: string, value: string | null]> = [
		['size', size],
		['duration', duration],
		...textFields.flatMap(field => {
			const {details} = rowOf(field);
			return details === undefined ? [] : [[details, entry[field]] as const];
		}),
	];
	const absent = fields.filter(([, value]) => value === null).map(([name]) => name);
	return [
		heading('Request', '', page),
		...named('IP', entry.ip ?? missing, page),
		...(entry.peerIp === null ? [] : named('peer', entry.peerIp, page)),
		...fields.flatMap(([name, value]) => (value === null ? [] : named(name, value, page))),
		...(entry.source === null ? [] : named('source', entry.source, page)),
		...named('token', entry.token, page),
		...named('format', entry.format, page),
		...(absent.length > 0 ? remark(`not in the line: ${absent.join(', ')}`, page) : []),
		...(entry.incomplete
			? remark('The line was cut: it had no line end, or is longer than 64 KiB.', page)
			: []),
	];
}
