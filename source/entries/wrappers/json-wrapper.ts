import {carriageReturn, comma, newline, openBracket, quote, zero} from '../../ascii.js';
import {Arena} from '../arena.js';
import {EntryRecord} from '../entry-record.js';
import {commonTable} from '../json/compile-names.js';
import {JsonEntry} from '../json/json-entry.js';
import {KnownValues} from '../json/known-values.js';
import {type NameTable, slotOf} from '../json/name-table.js';
import {readTimeValue} from '../times/notations.js';
import {unescapeJson} from '../values/json-escapes.js';
import type {InnerLine, Wrapper} from './wrapper.js';

/** Slots that can contain the line. Many loggers call it `msg`. App Service logs its `properties` as a string. */
const payloads = [slotOf.payload, slotOf.envelope, slotOf.msg, slotOf.transparent];

/**
 * Unwraps lines in the values of JSON objects: under `log` (Docker's json-file), `MESSAGE` (journalctl -o json), `message`
 * (Filebeat, Vector), and the other names of `commonNames`. The value is a string, a list of bytes, as journald writes a line that
 * isn't UTF-8, or an object. An object that describes a request itself isn't a wrapper, even if it has such a key.
 */
export const jsonWrapper: Wrapper = {
	name: 'json',
	title:
		'Docker (json-file), journalctl -o json, Filebeat, Vector, Fluent Bit, GELF, OpenTelemetry, exports of Splunk, Elasticsearch, ' +
		'Loki and Google Cloud',
	source: 'https://docs.docker.com/engine/logging/drivers/json-file/',
	example:
		'{"log":"203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] \\"GET /en/ HTTP/1.1\\" 200 4523\\n","stream":"stdout","time":"2026-11-20T08:03:07.123456789Z"}',
	open() {
		const table = commonTable();
		const scanner = new KnownValues(table, 'object');
		const arena = new Arena();
		const entry = new JsonEntry(scanner, arena);
		const record = new EntryRecord();
		/** Opened for the first object in an object. */
		let isRequest: ((bytes: Buffer, start: number, end: number) => boolean) | undefined;
		return inner => {
			if (!entry.scan(inner.bytes, inner.start, inner.end) || entry.kind() !== 'unknown') {
				return false;
			}
			const {bytes} = entry;
			const text = maxTextLength(scanner);
			const {enclosed: object, enclosedEnd: objectEnd} = scanner;
			if (objectEnd === -1 && text === -1) {
				return false;
			}
			isRequest ??= objectEnd === -1 ? undefined : openRequests(table, arena);
			if (objectEnd !== -1 && (text === -1 || isRequest?.(bytes, object, objectEnd) === true)) {
				setInner(inner, bytes, object, objectEnd);
			} else {
				const from = scanner.starts[text] ?? 0;
				const to = scanner.ends[text] ?? 0;
				arena.reserve(to - from);
				const innerStart = arena.used;
				const textEnd =
					bytes[from] === openBracket && bytes[from - 1] !== quote
						? putList(bytes, from + 1, to - 1, arena.buffer, innerStart)
						: unescapeJson(bytes, from, to, arena.buffer, innerStart);
				arena.used = textEnd;
				setInner(inner, arena.buffer, innerStart, textEnd);
			}
			record.clear();
			if (
				scanner.has(slotOf.time) &&
				readTimeValue(bytes, scanner.starts[slotOf.time] ?? 0, scanner.ends[slotOf.time] ?? 0, record)
			) {
				inner.time = record.time;
				inner.zone = record.zone;
			}
			return true;
		};
	},
};

/** Returns the slot with the longest text that can be a line, or -1: others are summaries, or names of the kind of line. */
function maxTextLength({chosen, starts, ends}: KnownValues): number {
	let maxEnd = -1;
	let length = 0;
	for (const slot of payloads) {
		const own = chosen[slot] === 0 ? 0 : (ends[slot] ?? 0) - (starts[slot] ?? 0);
		if (own > length) {
			maxEnd = slot;
			length = own;
		}
	}
	return maxEnd;
}

/** Returns a check that an object is a request. */
function openRequests(
	table: NameTable,
	arena: Arena,
): (bytes: Buffer, start: number, end: number) => boolean {
	const entry = new JsonEntry(new KnownValues(table, 'object'), arena);
	return (bytes, start, end) => entry.scan(bytes, start, end) && entry.kind() === 'request';
}

/** Sets the inner line, without its line end. */
function setInner(inner: InnerLine, bytes: Buffer, start: number, end: number): void {
	let to = end;
	if (to > start && bytes[to - 1] === newline) {
		to--;
	}
	if (to > start && bytes[to - 1] === carriageReturn) {
		to--;
	}
	inner.bytes = bytes;
	inner.start = start;
	inner.end = to;
}

/** Writes the bytes of a list of numbers. Returns the offset after them. */
function putList(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
	let written = at;
	let value = 0;
	for (let index = start; index < end; index++) {
		const digit = (bytes[index] ?? 0) - zero;
		if (bytes[index] === comma) {
			target[written++] = value;
			value = 0;
		} else if (digit >= 0 && digit <= 9) {
			value = value * 10 + digit;
		}
	}
	target[written++] = value;
	return written;
}
