import {minute} from '../durations.js';
import {allFormats, chosenReaders} from '../entries/chosen-readers.js';
import {EntryRecord, noStatus, spanOf, type TextField} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import {noHeader} from '../entries/log-header.js';
import {decodeText} from '../entries/values/decode-text.js';
import {type Meanwhile, readPlaces} from '../reader/stored-lines.js';
import type {LogFile} from '../tail/log-file.js';
import type {Entry} from './store.js';

/**
 * Reads the lines of entries back, as `readPlaces` does; null, too, where a part of the file was written over, and another
 * line stands there now, or the rest of one.
 * @param choice - the format that lines are read in, where one was given: see `chosenReaders`
 */
export async function readLogged(
	logOf: (number: number) => LogFile | undefined,
	entries: readonly Entry[],
	meanwhile: Meanwhile,
	choice?: string,
): Promise<ReadonlyArray<Uint8Array | null>> {
	const places = entries.map(({position, offset}) => ({log: position.file, offset}));
	const lines = await readPlaces(logOf, places, meanwhile);
	return entries.map((entry, index) => {
		const line = lines[index] ?? null;
		return line !== null && isLikelyLineOf(entry, line, choice) ? line : null;
	});
}

const compared = ['method', 'url'] as const satisfies readonly TextField[];

/** Kept, as each line takes ten times as long with new ones. */
let cached:
	| {
			readonly choice: string | undefined;
			readonly reader: LineReader;
			readonly record: EntryRecord;
			readonly alone: ReadonlySet<string>;
	  }
	| undefined;

function open(choice: string | undefined): NonNullable<typeof cached> {
	const alone = chosenReaders().filter(({isHeaded}) => isHeaded !== true);
	return {
		choice,
		reader: new LineReader(chosenReaders(choice)),
		record: new EntryRecord(),
		alone: new Set(alone.flatMap(({formats}) => formats.map(({name}) => name))),
	};
}

/**
 * Whether a line that was read back can be the one that an entry was made of: false when nothing can be read in it, or the
 * same format reads something else. One that can't be read by itself, because it takes a header that stands before it or a
 * pattern that was given, can be.
 * @param choice - the format that lines are read in, where one was given: see `chosenReaders`
 */
export function isLineOf(entry: Entry, line: Uint8Array, choice?: string): boolean {
	if (cached === undefined || cached.choice !== choice) {
		cached = open(choice);
	}
	const {reader, record, alone} = cached;
	const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
	reader.header = noHeader;
	const format = allFormats[reader.read(bytes, 0, bytes.length, record)];
	if (format === undefined) {
		return entry.incomplete || !alone.has(entry.format);
	}
	if (format.name !== entry.format || !alone.has(format.name)) {
		// Without its header a line can be read, too: by the usual columns, as another request.
		return true;
	}
	const source = record.source ?? bytes;
	const isText = (field: TextField, text: string | null): boolean => {
		const start = record.spans[spanOf[field]] ?? 0;
		const end = record.spans[spanOf[field] + 1] ?? 0;
		if (end <= start) {
			return text === null;
		}
		// Nearly all are plain ASCII, without anything escaped.
		return (
			text === source.toString('latin1', start, end) ||
			text === decodeText(source.subarray(start, end), format.escapes)
		);
	};
	// The client may have been chosen among those that the request was forwarded for, however that was asked for.
	const list = spanOf.forwardedFor;
	const isListed =
		record.spans[list + 1] !== 0 &&
		source.toString('latin1', record.spans[list], record.spans[list + 1]).includes(entry.ip ?? '');
	const isClient = isText('ip', entry.ip) || isListed || (entry.ip !== null && isText('peerIp', entry.ip));
	// Wherever the clock stands that fills in what a log leaves out: zones and years are whole minutes.
	const inMinute = (time: number): number => Math.floor((time % minute) / 1000);
	const isSameTime =
		entry.time === null || Number.isNaN(record.time) || inMinute(record.time) === inMinute(entry.time);
	const status = record.status === noStatus ? null : record.status;
	// Of an incomplete entry, the rest may have been written since.
	const isSameRequest =
		entry.incomplete || (status === entry.status && compared.every(field => isText(field, entry[field])));
	return isSameTime && isClient && isSameRequest;
}

/** The same at a fifth of the time, for many lines: where address and URL stand in it, nothing more is looked at. */
export function isLikelyLineOf(entry: Entry, line: Uint8Array, choice?: string): boolean {
	const {ip, url} = entry;
	const bytes = line instanceof Buffer ? line : Buffer.from(line);
	return (
		(ip !== null && url !== null && bytes.includes(ip, 0, 'latin1') && bytes.includes(url, 0, 'latin1')) ||
		isLineOf(entry, bytes, choice)
	);
}
