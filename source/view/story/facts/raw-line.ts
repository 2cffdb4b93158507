import {decodeUtf8} from '../../../entries/values/decode-text.js';
import {problemOf} from '../../../problem-of.js';
import {isRedacted} from '../../../redaction/redact-entry.js';
import {isLineOf} from '../../../store/reading-back/is-line-of.js';
import type {Entry, Store} from '../../../store/store.js';

/** A line as it was logged. */
export type RawLine =
	| {
			readonly state: 'reading';
			/** From 0 to 1; null as long as it isn't known. */
			readonly share: number | null;
	  }
	| {
			readonly state: 'read';
			/** The first `mostBytes` of it, decoded. */
			readonly text: string;
			/** How many it has. */
			readonly bytes: number;
	  }
	/** It can't be read any more, or what stands at its place is another. */
	| {readonly state: 'gone'}
	| {readonly state: 'failed'; readonly problem: string};

/** More of a line is never shown. */
const mostBytes = 64 * 1024;

/** Reads the line of an entry back. Never rejects, but for the signal. */
export async function rawLine(
	store: Store,
	entry: Entry,
	signal: AbortSignal,
	told: (share: number) => void,
): Promise<RawLine> {
	try {
		const [line] = await store.raw([entry], signal, (decoded, wanted) => told(decoded / wanted));
		// A line without what is secret isn't that of the entry any more: whoever hid it has looked.
		if (!line || !(isRedacted(entry) || isLineOf(entry, line, store.format))) {
			return {state: 'gone'};
		}

		const near = Buffer.from(line.subarray(0, mostBytes));
		return {state: 'read', text: decodeUtf8(near), bytes: line.length};
	} catch (error) {
		signal.throwIfAborted();
		return {state: 'failed', problem: problemOf(error)};
	}
}
