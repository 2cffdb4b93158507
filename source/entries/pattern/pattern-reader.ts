import {type EntryRecord, noRequest, unread} from '../entry-record.js';
import type {FormatReader, Scan} from '../format.js';
import {UrlJoiner} from '../joined-url.js';
import {dateNeeds, epochNeeds, type Needs, statusNeeds, textNeeds} from '../line-texts.js';
import type {TextFormat} from '../text-formats.js';
import {isIdentified} from '../unreadable.js';
import {compilePattern} from './compile-pattern.js';
import {rowPattern} from './nginx-log-format.js';

/**
 * Returns the reader of a format in the table. All files share one scanner, because its state never changes a result, and because
 * compiling all patterns for each of hundreds of files took longer than reading the files.
 */
export function patternReader(format: TextFormat): FormatReader {
	const {patterns, others = []} = format;
	const all = [...patterns, ...others];
	let begins: string | undefined;
	let needs: readonly Needs[] | undefined;
	let shape: readonly Needs[] | undefined;
	let scan: Scan | undefined;
	return {
		formats: [format],
		get begins() {
			begins ??= beginsOf(all);
			return begins;
		},
		get needs() {
			needs ??= all.map(pattern => needsOf(pattern));
			return needs;
		},
		get shape() {
			shape ??= patterns.map(pattern => needsOf(pattern, false));
			return shape;
		},
		open() {
			scan ??= firstOf(all.map(compiled), patterns.length);
			return scan;
		},
	};
}

/**
 * Reads a line with the first scanner that can read it. Lines that match only a scanner after the first `requests` aren't
 * requests.
 */
export function firstOf(scans: readonly Scan[], requests = scans.length): Scan {
	const joiner = new UrlJoiner();
	const scan = (bytes: Buffer, start: number, end: number, record: EntryRecord, most: number): number => {
		for (let index = 0; index < most; index++) {
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
		// A tolerant scanner doesn't read what isn't a request.
		const most = record.isTolerant ? requests : scans.length;
		const index = scan(bytes, start, end, record, most);
		if (index < requests) {
			return index === unread ? unread : 0;
		}
		// Some programs only write requests and vaguely described other lines.
		record.isTolerant = true;
		const isRequest =
			scan(bytes, start, end, record, requests) !== unread && isIdentified(bytes, record, false);
		record.isTolerant = false;
		return isRequest ? 0 : noRequest;
	};
}

/** At the end of a pattern: any fields may follow. */
const openEnd = '…';

function compiled(pattern: string): Scan {
	const isOpen = pattern.endsWith(openEnd);
	return compilePattern(rowPattern(isOpen ? pattern.slice(0, -1) : pattern), isOpen ? 'any' : 'none');
}

/**
 * Returns the byte patterns that each line of a pattern contains: the literal text between its variables, and the byte patterns
 * that all values of some variables contain. Two or more spaces match one or more, so they require only one.
 *
 * @param isReadable False if any value may be unreadable.
 */
function needsOf(pattern: string, isReadable = true): Needs {
	const parts = (pattern.endsWith(openEnd) ? pattern.slice(0, -1) : pattern).split(/(\$\{[^}]*\}|\$\w+)/);
	const needs = new Set<number>();
	for (let index = 0; index < parts.length; index++) {
		const isText = index % 2 === 0;
		const ofPart = isText ? textsNeeds(parts[index] ?? '') : isReadable ? variableNeeds(parts, index) : [];
		for (const need of ofPart) {
			needs.add(need);
		}
	}
	return [...needs];
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

/** Any byte. */
const anyByte = String.fromCharCode(...Array(256).keys());

/** Returns the bytes that lines of some patterns can start with. */
function beginsOf(patterns: readonly string[]): string {
	return [...new Set(patterns.map(firstBytes).join(''))].join('');
}

function firstBytes(pattern: string): string {
	const [beginning = ''] = /^(?:[^$]+|\$\{[^}]*\}|\$\w+)/.exec(pattern) ?? [];
	const [first] = rowPattern(beginning);
	if (typeof first === 'string') {
		return first.charAt(0);
	}
	if (first === undefined || !('what' in first)) {
		return anyByte;
	}
	// If the value is empty, the line starts with the separator.
	return first.begins ?? ('holds' in first ? `${first.holds}${pattern.charAt(beginning.length)}` : anyByte);
}
