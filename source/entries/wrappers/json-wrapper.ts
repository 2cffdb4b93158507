import {carriageReturn, newline, openBracket, quote} from '../../ascii.js';
import {Arena} from '../arena.js';
import {EntryRecord} from '../entry-record.js';
import {JsonEntry} from '../json/json-entry.js';
import {commonTable} from '../json/known-names.js';
import {KnownValues} from '../json/known-values.js';
import {type NameTable, slotOf} from '../json/name-table.js';
import {readTimeValue} from '../times/notations.js';
import {unescapeJson} from '../values/json-escapes.js';
import type {Wrapper} from './wrapper.js';

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
				inner.bytes = bytes;
				inner.start = object;
				inner.end = objectEnd;
			} else {
				const from = scanner.starts[text] ?? 0;
				const to = scanner.ends[text] ?? 0;
				if (bytes[from] === openBracket && bytes[from - 1] !== quote) {
					inner.setText(textOfList(bytes.toString('latin1', from, to)), arena);
				} else {
					arena.reserve(to - from);
					inner.bytes = arena.buffer;
					inner.start = arena.used;
					inner.end = unescapeJson(bytes, from, to, arena.buffer, arena.used);
					arena.used = inner.end;
				}
				inner.end -= inner.end > inner.start && inner.bytes[inner.end - 1] === newline ? 1 : 0;
				inner.end -= inner.end > inner.start && inner.bytes[inner.end - 1] === carriageReturn ? 1 : 0;
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

/** Returns the slot with the longest text that can be a line, or -1. Shorter texts are summaries, or names of the kind of line. */
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

/** Returns the text of a list of bytes. */
function textOfList(list: string): string {
	return String.fromCharCode(...list.split(',').map(item => Number(item.replace(/\D/g, ''))));
}
