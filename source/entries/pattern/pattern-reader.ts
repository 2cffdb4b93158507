import {type EntryRecord, noRequest, unread} from '../entry-record.js';
import type {FormatReader, ScanLine, Shape} from '../format.js';
import {UrlJoiner} from '../joined-url.js';
import {
	closingNeeds,
	dateNeeds,
	epochNeeds,
	isoTimeNeeds,
	methodNeeds,
	type Needs,
	numberNeeds,
	requestNeeds,
	statusNeeds,
	textNeeds,
	timersNeeds,
	unitNeeds,
} from '../line-texts.js';
import type {TextFormat} from '../text-formats.js';
import {isIdentified} from '../unreadable.js';
import {compilePattern} from './compile-pattern.js';
import {firstBytes, rowPattern} from './nginx-log-format.js';
import {isValuePart, type Pattern} from './value-part.js';

/** A form of the lines of a format: its parts, and whether anything may follow them. */
export type LinePattern = {readonly pattern: Pattern; readonly isOpen: boolean};

/** A reader of a format that is described by patterns. */
export type PatternReader = FormatReader & {
	/** Returns the forms of the lines that are requests. They are tried in this order. */
	readonly patterns: () => readonly LinePattern[];
};

/** Checks that patterns describe the format of a reader. */
export function isPatternReader(reader: FormatReader): reader is PatternReader {
	return 'patterns' in reader;
}

/**
 * Returns the reader of a format in the table. All files share one scanner, because its state never changes a result, and because
 * compiling all patterns for each of hundreds of files took longer than reading the files.
 */
export function patternReader(format: TextFormat): PatternReader {
	const {patterns, others = []} = format;
	const all = [...patterns, ...others];
	let begins: string | undefined;
	let needs: readonly Needs[] | undefined;
	let shapes: readonly Shape[] | undefined;
	let scan: ScanLine | undefined;
	return {
		formats: [{escapes: 'none', ...format}],
		get begins() {
			begins ??= beginsOf(all);
			return begins;
		},
		get needs() {
			needs ??= all.map(needsOf);
			return needs;
		},
		get shapes() {
			shapes ??= patterns.flatMap(pattern => shapesOf(pattern, format.example));
			return shapes;
		},
		patterns: () => patterns.map(linePattern),
		open() {
			scan ??= firstMatching(all.map(compiled), patterns.length);
			return scan;
		},
	};
}

/**
 * Reads a line with the first scanner that can read it. Lines that match only a scanner after the first `requests` aren't
 * requests.
 */
export function firstMatching(scans: readonly ScanLine[], requests = scans.length): ScanLine {
	const joiner = new UrlJoiner();
	const scan = (bytes: Buffer, start: number, end: number, record: EntryRecord, max: number): number => {
		for (let index = 0; index < max; index++) {
			if (index > 0) {
				record.clear();
			}
			if (scans[index]?.(bytes, start, end, record) === 0) {
				joiner.join(bytes, record);
				return index;
			}
		}
		return unread;
	};
	return (bytes, start, end, record) => {
		// A tolerant scanner only reads requests.
		const max = record.isTolerant ? requests : scans.length;
		const index = scan(bytes, start, end, record, max);
		if (index < requests) {
			return index === unread ? unread : 0;
		}
		// The patterns of other lines can be so vague that they match an unreadable request.
		record.isTolerant = true;
		const isRequest =
			scan(bytes, start, end, record, requests) !== unread && isIdentified(bytes, record, false);
		record.isTolerant = false;
		return isRequest ? 0 : noRequest;
	};
}

/** At the end of a pattern: any fields may follow. */
const openEnd = '…';

function linePattern(pattern: string): LinePattern {
	const isOpen = pattern.endsWith(openEnd);
	return {pattern: rowPattern(isOpen ? pattern.slice(0, -1) : pattern), isOpen};
}

function compiled(text: string): ScanLine {
	const {pattern, isOpen} = linePattern(text);
	return compilePattern(pattern, isOpen ? 'any' : 'none');
}

/**
 * Returns the byte patterns that each line of a pattern contains: the literal text between its variables, and the byte patterns
 * that all values of some variables contain. Two or more spaces match one or more, so they require only one.
 */
function needsOf(pattern: string): Needs {
	const parts = partsOf(pattern);
	return [
		...new Set(
			parts.flatMap((part, index) => (index % 2 === 0 ? textsNeeds(part) : variableNeeds(parts, index))),
		),
	];
}

/**
 * Returns the shapes of lines of a pattern in which one field can't be read: all other parts can. The request is the last need,
 * because it is the rarest.
 */
function shapesOf(pattern: string, example: string): readonly Shape[] {
	const parts = partsOf(pattern);
	const isSmall = / (?:get|post) \//.test(example);
	if (/ \$\{sure:(?:path|request_uri)\}/.test(pattern) && !pattern.includes('request_method')) {
		// Without a method, no part of the line identifies a request.
		return [];
	}
	const fields = rowPattern(parts.join(''))
		.filter(isValuePart)
		.map(({field}) => field);
	const texts = parts.flatMap((part, index) => (index % 2 === 0 ? textsNeeds(part) : []));
	const requests = parts.flatMap((_, index) =>
		index % 2 === 0 ? [] : requestPartNeeds(parts, index, pattern.endsWith(openEnd), isSmall),
	);
	const [first] = parts[0] === '' ? fields : [];
	const begins = firstBytes(pattern);
	const skippable = new Set(fields.filter(field => field !== undefined));
	const skipped = skippable.size === 0 ? [undefined] : [...skippable];
	return skipped.map(field => {
		const values = fields.flatMap((other, index) =>
			other === undefined || other !== field
				? [...variableNeeds(parts, index * 2 + 1), ...valueNeeds(parts, index * 2 + 1)]
				: [],
		);
		const needs = [...new Set([...values, ...texts, ...requests])];
		return first !== undefined && first === field ? {needs} : {needs, begins};
	});
}

/** Splits a pattern: the elements with an odd index are variables. */
function partsOf(pattern: string): readonly string[] {
	return (pattern.endsWith(openEnd) ? pattern.slice(0, -1) : pattern).split(/(\$\{[^}]*\}|\$\w+)/);
}

/** Returns the needs of a request, or of a method before a strict target. */
function requestPartNeeds(parts: readonly string[], index: number, isOpen: boolean, isSmall: boolean): Needs {
	const [before = '', variable = '', between = '', next] = parts.slice(index - 1);
	if (/^\$(?:aws_)?request$/.test(variable) && before.endsWith('"')) {
		const isClosed = between.length > 1 || (between === '"' && next === undefined && !isOpen);
		return [...(isClosed ? closingNeeds(between.slice(1)) : []), ...requestNeeds('"')];
	}
	if (/^\$\{"request\}$/.test(variable)) {
		return [...closingNeeds(between), ...requestNeeds('"')];
	}
	const isTarget = /^\$(?:target|\{[~"]?(?:sure:)?(?:request_uri|path)\})$/.test(next ?? '');
	if (variable !== '$request_method') {
		return [];
	}
	const isBare = /^ +$/.test(between) && isTarget && !before.endsWith('"');
	return [...(isSmall ? [] : methodNeeds(before, between)), ...(isBare ? requestNeeds(before, isSmall) : [])];
}

/** Returns further needs of a variable, which are worth checking only for lines that no format reads exactly. */
function valueNeeds(parts: readonly string[], index: number): Needs {
	const variable = parts[index] ?? '';
	if (/^\$time_iso8601|^\$\{time:%Y-%m-%d[ T]/.test(variable)) {
		return isoTimeNeeds;
	}
	if (variable === '$haproxy_timers') {
		return timersNeeds;
	}
	if (variable === '$duration') {
		return unitNeeds;
	}
	const [, before] = /(\S) +$/.exec(parts[index - 1] ?? '') ?? [];
	const isNumber = /^\$(?:\{sure:status\}|status|body_bytes_sent)$/.test(variable);
	return isNumber && before !== undefined ? numberNeeds(before.charCodeAt(0)) : [];
}

function textsNeeds(text: string): Needs {
	return text
		.replaceAll(/ {2,}/g, '  ')
		.split(/(?<= )(?= )/)
		.flatMap(textNeeds);
}

function variableNeeds(parts: readonly string[], index: number): Needs {
	const variable = parts[index] ?? '';
	const before = parts[index - 1] ?? '';
	if (/^\$\{sure:status\}$/.test(variable) && (index === 1 || /\D$/.test(before))) {
		// A digit before it would count as a digit of the status.
		return statusNeeds(before, parts[index + 1] ?? '');
	}
	if (/^\$(?:time_local$|haproxy_time$|\{time:%d\/%b\/)/.test(variable)) {
		return dateNeeds;
	}
	return variable === '$msec' || variable.startsWith('${epoch:') ? epochNeeds : [];
}

/** Returns the bytes that lines of some patterns can start with. */
function beginsOf(patterns: readonly string[]): string {
	return [...new Set(patterns.map(pattern => firstBytes(pattern)).join(''))].join('');
}
