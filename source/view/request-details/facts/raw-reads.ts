import {decodeUtf8} from '../../../entries/values/decode-text.js';
import {errorMessage} from '../../../error-message.js';
import {isRedacted} from '../../../redaction/redact-entry.js';
import {isLineOf} from '../../../store/logged-lines.js';
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
		return {state: 'failed', problem: errorMessage(error)};
	}
}

/** An entry whose line is to be read back, and what has come of it. */
export type WithRaw = {readonly entry: Entry; raw: RawLine};

/** What reads lines back. */
type RawReads = {
	/** Reads the line back, unless it is there or being read; gives up what was being read for another. */
	read(of: WithRaw): void;
	close(): void;
};

/** Reads lines back, one at a time. `changed`: called whenever more of one is known. */
export function rawReads(store: Store, changed: () => void): RawReads {
	let reading: {readonly of: WithRaw; readonly controller: AbortController} | undefined;
	return {
		read(of) {
			if (reading?.of === of) {
				return;
			}

			reading?.controller.abort();
			reading = undefined;
			if (of.raw.state === 'read') {
				return;
			}

			const controller = new AbortController();
			reading = {of, controller};
			const told = (raw: RawLine): void => {
				if (!controller.signal.aborted) {
					of.raw = raw;
					changed();
				}
			};

			let percent = 0;
			rawLine(store, of.entry, controller.signal, share => {
				// No more frames than numbers.
				if (Math.floor(share * 100) > percent) {
					percent = Math.floor(share * 100);
					told({state: 'reading', share});
				}
			}).then(told, () => {});
		},
		close() {
			reading?.controller.abort();
			reading = undefined;
		},
	};
}
