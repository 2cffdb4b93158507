import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	equals,
	lowerU,
	openBrace,
	quote,
	slash,
	star,
} from '../../ascii.js';
import {textFields} from '../../fields/fields.js';
import {Arena} from '../arena.js';
import {type EntryRecord, noRequest, spanOf, unread} from '../entry-record.js';
import type {FormatReader, ScanLine} from '../format.js';
import {textNeeds} from '../line-texts.js';
import {maxEscapeLength} from '../values/json-escapes.js';
import {afterSpaces} from '../values/json-syntax.js';
import {JsonEntry} from './json-entry.js';
import {jsonFormats} from './json-formats.js';
import {commonTable, ownTable} from './known-names.js';
import {KnownValues} from './known-values.js';
import type {NamedField, NameTable} from './name-table.js';
import {keyEnd} from './named-values.js';

function numberOf(name: string): number {
	return jsonFormats.findIndex(format => format.name === name);
}

const logfmtNumber = numberOf('logfmt');
const ltsvNumber = numberOf('ltsv');

/** Returns a scanner for JSON objects. A truncated line is read up to its end, if it contains enough. */
function openObjects(table: NameTable): ScanLine {
	const scanner = new KnownValues(table, 'object');
	const entry = new JsonEntry(scanner, new Arena());
	return (bytes, start, end, record) => {
		if (!entry.scan(bytes, start, end)) {
			return record.stop(scanner.failedAt, scanner.expected);
		}
		const kind = entry.kind();
		if (kind === 'request') {
			return entry.fill(record);
		}
		return kind === 'other'
			? noRequest
			: record.stop(end, scanner.isCut ? 'the rest of the object' : 'a method or a URL, and a status');
	};
}

/**
 * Returns a scanner for objects with unescaped quotes in strings, as a hand-written log format for JSON writes them. Otherwise a
 * client could hide its request with a quote.
 */
function openUnescaped(table: NameTable): ScanLine {
	const scan = openObjects(table);
	const arena = new Arena();
	return (bytes, start, end, record) => {
		arena.reserve(2 * (end - start));
		const first = arena.used;
		const number = appendEscaped(bytes, start, end, arena)
			? scan(arena.buffer, first, arena.used, record)
			: unread;
		if (number < 0) {
			arena.used = first;
			return record.stop(end, 'an object');
		}
		record.source ??= arena.buffer;
		record.spans.fill(0, textFields.length * 2);
		return number;
	};
}

/** Copies an object, and escapes the quotes within its strings. Returns true if it escaped any. */
function appendEscaped(bytes: Buffer, start: number, end: number, arena: Arena): boolean {
	const {buffer} = arena;
	let isString = false;
	let hasEscaped = false;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (isString && byte === backslash) {
			buffer[arena.used++] = byte;
			at++;
		} else if (byte === quote && isString && !endsString(bytes, at + 1, end)) {
			buffer[arena.used++] = backslash;
			hasEscaped = true;
		} else if (byte === quote) {
			isString = !isString;
		}
		buffer[arena.used++] = bytes[at] ?? 0;
	}
	return hasEscaped;
}

/**
 * Checks that the text after a quote can follow a string: `:`, the end of an object, array or line, or `,` and a string or object.
 */
function endsString(bytes: Buffer, start: number, end: number): boolean {
	const at = afterSpaces(bytes, start, end);
	const byte = at < end ? bytes[at] : undefined;
	const next = afterSpaces(bytes, at + 1, end);
	const follows = next < end ? bytes[next] : undefined;
	if (byte === closeBrace || byte === closeBracket) {
		return follows === undefined || follows === comma || follows === closeBrace || follows === closeBracket;
	}
	return (
		byte === undefined || byte === colon || (byte === comma && (follows === quote || follows === openBrace))
	);
}

/**
 * Returns a scanner for the beginning of an object that was cut within a string. Closes the string, because a partial string isn't
 * a value. Otherwise a client could hide its request with a long URL.
 */
function openCutObjects(table: NameTable): ScanLine {
	const scan = openObjects(table);
	const arena = new Arena();
	return (bytes, start, end, record) => {
		const stringEnd = endWithinString(bytes, start, end);
		if (stringEnd === -1) {
			return record.stop(end, 'the rest of the object');
		}
		arena.reserve(end - start + 1);
		const first = arena.append(bytes, start, stringEnd);
		arena.buffer[arena.used++] = quote;
		const number = scan(arena.buffer, first, arena.used, record);
		if (number < 0) {
			arena.used = first;
			return unread;
		}
		record.source ??= arena.buffer;
		record.spans.fill(0, textFields.length * 2);
		return number;
	};
}

/** Returns the end of the cut string, without an incomplete escape; -1 if the object wasn't cut within a string. */
function endWithinString(bytes: Buffer, start: number, end: number): number {
	let isString = false;
	for (let at = start; at < end; at++) {
		const byte = bytes[at];
		if (isString && byte === backslash) {
			const length = bytes[at + 1] === lowerU ? maxEscapeLength : 2;
			if (at + length > end) {
				return at;
			}
			at += length - 1;
		} else if (byte === quote) {
			isString = !isString;
		}
	}
	return isString ? end : -1;
}

/**
 * Returns a scanner for logfmt. Applications use logfmt for other logs, too, so a line without a method and a target isn't a
 * request.
 */
function openLogfmt(table: NameTable): ScanLine {
	const scanner = new KnownValues(table, 'logfmt');
	const arena = new Arena();
	const entry = new JsonEntry(scanner, arena);
	return (bytes, start, end, record) => {
		if (!entry.scan(bytes, start, end)) {
			return record.stop(scanner.failedAt, scanner.expected);
		}
		const isRewritten = scanner.hasBareBackslash;
		if (isRewritten) {
			const first = withBackslashesEscaped(bytes, start, end, arena);
			entry.scan(arena.buffer, first, arena.used);
		}
		const number = entry.kind() === 'request' ? entry.fill(record) : unread;
		if (isRewritten && number !== unread) {
			record.source ??= entry.bytes;
			record.spans.fill(0, textFields.length * 2);
		}
		if (number === unread || !hasTarget(record.source ?? bytes, record)) {
			return record.stop(end, 'a method and a URL, and a status');
		}
		return jsonFormats[number]?.isLogfmt === true ? number : logfmtNumber;
	};
}

/** Returns a scanner for LTSV. */
function openLtsv(table: NameTable): ScanLine {
	const scanner = new KnownValues(table, 'ltsv');
	const entry = new JsonEntry(scanner, new Arena());
	return (bytes, start, end, record) => {
		if (!entry.scan(bytes, start, end)) {
			return record.stop(scanner.failedAt, scanner.expected);
		}
		if (entry.kind() !== 'request') {
			return record.stop(end, 'a method or a URL, and a status');
		}
		entry.fill(record);
		return ltsvNumber;
	};
}

/** Checks that a request has a method and a valid target: a path, `*`, or a URL. */
function hasTarget(bytes: Buffer, {spans}: EntryRecord): boolean {
	const start = spans[spanOf.url] ?? 0;
	const end = spans[spanOf.url + 1] ?? 0;
	const hasMethod = spans[spanOf.method] !== spans[spanOf.method + 1];
	const first = start < end ? bytes[start] : undefined;
	return (
		hasMethod &&
		(first === slash ||
			first === star ||
			/^(?:[a-z]+:\/\/|[\w.-]+:\d+$)/i.test(bytes.toString('latin1', start, end)))
	);
}

/**
 * Writes a line of logfmt to the arena, and escapes the backslashes in unquoted values, which are literal there. Returns the
 * start; the end is `arena.used`.
 */
function withBackslashesEscaped(bytes: Buffer, start: number, end: number, arena: Arena): number {
	const text = bytes
		.toString('latin1', start, end)
		.replace(/"(?:[^"\\]+|\\.)*"?|\\/gs, part => (part === '\\' ? '\\\\' : part));
	return arena.appendText(text);
}

/** Tables of the readers that `jsonReader` created. */
const tables = new WeakMap<FormatReader, () => NameTable>();

/** Returns the names under which the first of some readers finds fields in objects. */
export function namesOf(readers: readonly FormatReader[]): NameTable {
	return (tables.get(readers[0] ?? json) ?? commonTable)();
}

/** Returns a reader for JSON only. `own` are additional names of fields, which may replace known meanings. */
export function jsonReader(own: readonly NamedField[]): FormatReader {
	// Shared by all files because it is large. Created for the first line that may be an object.
	let table: NameTable | undefined;
	const names = () => {
		table ??= ownTable(own);
		return table;
	};
	const reader: FormatReader = {
		formats: jsonFormats,
		open: () => openObjects(names()),
		openBeginning: () => openCutObjects(names()),
	};
	tables.set(reader, names);
	return reader;
}

/** Reader of logfmt only, for any program. */
export const logfmt: FormatReader = {formats: jsonFormats, open: () => openLogfmt(commonTable())};

/**
 * Reader of named values: JSON, logfmt and LTSV. A line that starts with a key and `=` is logfmt. A line that starts with a label
 * and a colon is LTSV.
 */
export const json: FormatReader = {
	formats: jsonFormats,
	needs: [textNeeds('{'), textNeeds('='), [...textNeeds(':'), ...textNeeds('\t')]],
	// The tolerant mode only adds objects with unescaped quotes in strings.
	shapes: [{needs: textNeeds('":'), begins: '{'}],
	open() {
		const readObject = openObjects(commonTable());
		let readUnescaped: ScanLine | undefined;
		let readLogfmt: ScanLine | undefined;
		let readLtsv: ScanLine | undefined;
		return (bytes, start, end, record) => {
			if (record.isTolerant && bytes[start] === openBrace) {
				readUnescaped ??= openUnescaped(commonTable());
				return readUnescaped(bytes, start, end, record);
			}
			const at = keyEnd(bytes, start, end);
			if (at === start || at >= end) {
				return readObject(bytes, start, end, record);
			}
			if (bytes[at] === equals) {
				readLogfmt ??= openLogfmt(commonTable());
				return readLogfmt(bytes, start, end, record);
			}
			if (bytes[at] === colon) {
				readLtsv ??= openLtsv(commonTable());
				return readLtsv(bytes, start, end, record);
			}
			return readObject(bytes, start, end, record);
		};
	},
	openBeginning() {
		let scan: ScanLine | undefined;
		return (bytes, start, end, record) => {
			scan ??= openCutObjects(commonTable());
			return scan(bytes, start, end, record);
		};
	},
};
