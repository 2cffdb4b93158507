import {noRequest, unread} from '../entry-record.js';
import type {FormatReader, Scan} from '../format.js';
import {UrlJoiner} from '../joined-url.js';
import type {TextFormat} from '../text-formats.js';
import {compilePattern} from './compile-pattern.js';
import {rowPattern} from './nginx-log-format.js';

/** Reads the lines of a format of the table. Its patterns are compiled when a line is to be read by it first. */
export function patternReader(format: TextFormat): FormatReader {
	const {patterns, others = []} = format;
	let begins: string | undefined;
	return {
		formats: [format],
		get begins() {
			begins ??= beginsOf([...patterns, ...others]);
			return begins;
		},
		open() {
			const all = [...patterns, ...others].map(compiled);
			const joiner = new UrlJoiner();
			return (bytes, start, end, record) => {
				for (let index = 0; index < all.length; index++) {
					if (index > 0) {
						record.clear();
					}
					if (all[index]?.(bytes, start, end, record) === 0) {
						joiner.join(bytes, record);
						return index < patterns.length ? 0 : noRequest;
					}
				}
				return unread;
			};
		},
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
