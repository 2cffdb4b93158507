import {noRequest, unread} from '../entry-record.js';
import type {FormatReader, Scan} from '../format.js';
import {UrlJoiner} from '../joined-url.js';
import type {TextFormat} from '../text-formats.js';
import {compilePattern} from './compile-pattern.js';
import {rowPattern} from './nginx-log-format.js';

/**
 * Reads the lines of a format of the table. One scanner serves all files: what it remembers from line to line makes no
 * difference, and compiling all patterns for each of hundreds of files took longer than reading them.
 */
export function patternReader(format: TextFormat): FormatReader {
	const {patterns, others = []} = format;
	const all = [...patterns, ...others];
	let begins: string | undefined;
	let scan: Scan | undefined;
	return {
		formats: [format],
		get begins() {
			begins ??= beginsOf(all);
			return begins;
		},
		open() {
			scan ??= firstOf(all.map(compiled), patterns.length);
			return scan;
		},
	};
}

/** Reads a line with the first scanner that can. What those behind the first `requests` read is no request. */
export function firstOf(scans: readonly Scan[], requests = scans.length): Scan {
	const joiner = new UrlJoiner();
	return (bytes, start, end, record) => {
		for (let index = 0; index < scans.length; index++) {
			if (index > 0) {
				record.clear();
			}
			if (scans[index]?.(bytes, start, end, record) === 0) {
				joiner.join(bytes, record);
				return index < requests ? 0 : noRequest;
			}
		}
		return unread;
	};
}

/** After this sign at the end of a pattern, anything may follow. */
const openEnd = '…';

function compiled(pattern: string): Scan {
	const isOpen = pattern.endsWith(openEnd);
	return compilePattern(rowPattern(isOpen ? pattern.slice(0, -1) : pattern), isOpen ? 'any' : 'none');
}

/** Any byte. */
const anyByte = String.fromCharCode(...Array(256).keys());

/** The bytes that lines of some patterns begin with. */
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
	// It may be empty, and the line then begins with what follows it.
	return first.begins ?? ('holds' in first ? `${first.holds}${pattern.charAt(beginning.length)}` : anyByte);
}
