import {carriageReturn, comma, newline, openBracket, quote, zero} from '../../ascii.js';
import {Arena} from '../arena.js';
import {EntryRecord} from '../entry-record.js';
import {usualTable} from '../json/compile-names.js';
import {JsonEntry} from '../json/json-entry.js';
import {slots} from '../json/json-formats.js';
import {JsonTime} from '../json/json-time.js';
import {ObjectScanner} from '../json/object-scanner.js';
import {unescapeJson} from '../values/json-escapes.js';
import type {InnerLine, Wrapper} from './wrapper.js';

/** Slots that can contain the line. Many loggers call it `msg`. */
const payloads = [slots.indexOf('payload'), slots.indexOf('msg')];
const time = slots.indexOf('time');

/**
 * Unwraps lines in the strings of JSON objects, under `log` (Docker's json-file), `MESSAGE` (journalctl -o json), `message`
 * (Filebeat, Vector), `msg` or `event` (loggers of frameworks, Splunk). An object that describes a request itself isn't a
 * wrapper, even if it has such a key. journald writes lines that aren't UTF-8 as a list of bytes.
 */
export const jsonWrapper: Wrapper = {
	name: 'json',
	title: 'Docker (json-file), journalctl -o json, Filebeat, Vector',
	source: 'https://docs.docker.com/engine/logging/drivers/json-file/',
	example:
		'{"log":"203.0.113.7 - - [20/Nov/2026:09:03:07 +0100] \\"GET /en/ HTTP/1.1\\" 200 4523\\n","stream":"stdout","time":"2026-11-20T08:03:07.123456789Z"}',
	open() {
		const table = usualTable();
		const scanner = new ObjectScanner(table);
		const arena = new Arena();
		const entry = new JsonEntry(table, scanner, arena);
		const times = new JsonTime();
		const record = new EntryRecord();
		return inner => {
			if (!entry.look(inner.bytes, inner.start, inner.end)) {
				return false;
			}
			const payload = payloads.find(slot => scanner.has(slot));
			if (payload === undefined || entry.kind() !== 'unknown') {
				return false;
			}
			const {bytes} = entry;
			const from = scanner.starts[payload] ?? 0;
			const to = scanner.ends[payload] ?? 0;
			arena.reserve(to - from);
			const place = arena.used;
			const textEnd =
				bytes[from] === openBracket && bytes[from - 1] !== quote
					? putList(bytes, from + 1, to - 1, arena.buffer, place)
					: unescapeJson(bytes, from, to, arena.buffer, place);
			arena.used = textEnd;
			setInner(inner, arena.buffer, place, textEnd);
			record.clear();
			if (
				scanner.has(time) &&
				times.read(bytes, scanner.starts[time] ?? 0, scanner.ends[time] ?? 0, record)
			) {
				inner.time = record.time;
				inner.zone = record.zone;
			}
			return true;
		};
	},
};

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
	let place = at;
	let value = 0;
	for (let index = start; index < end; index++) {
		const digit = (bytes[index] ?? 0) - zero;
		if (bytes[index] === comma) {
			target[place++] = value;
			value = 0;
		} else if (digit >= 0 && digit <= 9) {
			value = value * 10 + digit;
		}
	}
	target[place++] = value;
	return place;
}
