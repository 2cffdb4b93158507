import {allFormats} from '../../entries/chosen-readers.js';
import {EntryRecord, noStatus, spanOf, type TextField} from '../../entries/entry-record.js';
import {LineReader} from '../../entries/line-reader.js';
import {decodeText} from '../../entries/values/decode-text.js';
import type {Entry} from '../store.js';

/** Wherever the clock stands that fills in what a log leaves out: zones and years are whole minutes. */
const minute = 60_000;

const compared = ['ip', 'method', 'url'] as const satisfies readonly TextField[];

/**
 * Whether a line that was read back can be the one that an entry was made of: false when the same format reads something
 * else in it. One that can't be read by itself, because it takes a header that stands before it, can be.
 */
export const isLineOf = (entry: Entry, line: Uint8Array): boolean => {
	const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
	const record = new EntryRecord();
	const format = allFormats[new LineReader().read(bytes, 0, bytes.length, record)];
	if (format?.name !== entry.format) {
		return true;
	}
	const source = record.source ?? bytes;
	const isSameText = (field: (typeof compared)[number]): boolean => {
		const start = record.spans[spanOf[field]] ?? 0;
		const end = record.spans[spanOf[field] + 1] ?? 0;
		return entry[field] === (end > start ? decodeText(source.subarray(start, end), format.escapes) : null);
	};
	const inMinute = (time: number): number => Math.floor((time % minute) / 1000);
	const isSameTime =
		entry.time === null || Number.isNaN(record.time) || inMinute(record.time) === inMinute(entry.time);
	const status = record.status === noStatus ? null : record.status;
	return status === entry.status && isSameTime && compared.every(isSameText);
};
