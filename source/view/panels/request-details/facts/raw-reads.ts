import type {LogValue} from '../../../../entries/log-fields/log-value.js';
import {decodeUtf8} from '../../../../entries/values/decode-text.js';
import {errorMessage} from '../../../../error-message.js';
import {nameOfLogField} from '../../../../query/log-field-name.js';
import {isRedacted} from '../../../../redaction/redact-entry.js';
import {isLineOf} from '../../../../store/logged-lines.js';
import type {Entry, Store} from '../../../../store/store.js';

/** A named value, and its name for display. */
export type ShownValue = LogValue & {readonly shownName: string};

/** A line as logged. */
export type RawLine =
	| {
			readonly state: 'reading';
			/** From 0 to 1; null while unknown. */
			readonly share: number | null;
	  }
	| {
			readonly state: 'read';
			/** Its first `maxBytes` bytes, decoded. */
			readonly text: string;
			/** Length of the whole line, in bytes. */
			readonly bytes: number;
			/** Its log fields, without values that are in a field of the entry. */
			readonly logFields: readonly ShownValue[];
	  }
	/** The line can no longer be read, or the file has a different line at that offset. */
	| {readonly state: 'gone'}
	| {readonly state: 'failed'; readonly problem: string};

/** Maximum number of bytes shown of a line. */
const maxBytes = 64 * 1024;

/** Reads the line of an entry again. Rejects only if `signal` is aborted. */
export async function rawLine(
	store: Store,
	entry: Entry,
	signal: AbortSignal,
	onProgress: (share: number) => void,
): Promise<RawLine> {
	try {
		const [line] = await store.raw([entry], signal, (decoded, wanted) => onProgress(decoded / wanted));
		// A redacted line no longer matches its entry. The redaction has already compared them.
		if (!line || !(isRedacted(entry) || isLineOf(entry, line, store.format))) {
			return {state: 'gone'};
		}
		const [values] = await store.logValues([entry], signal);
		const logFields = (values?.filter(({isRead}) => !isRead) ?? []).map(value => ({
			...value,
			shownName: nameOfLogField(store.shownField(`@${value.name}`)),
		}));
		const near = Buffer.from(line.subarray(0, maxBytes));
		return {state: 'read', text: decodeUtf8(near), bytes: line.length, logFields};
	} catch (error) {
		signal.throwIfAborted();
		return {state: 'failed', problem: errorMessage(error)};
	}
}

/** An entry whose line must be read again, and the result so far. */
export type WithRaw = {readonly entry: Entry; raw: RawLine};

type RawReads = {
	/**
	 * Reads a line again, unless it has been read or is being read. Aborts the read for another entry. A failed read is repeated
	 * only after a call for another entry.
	 */
	read(of: WithRaw): void;
	close(): void;
};

/** Returns a reader of lines that reads one at a time. It calls `changed` on progress. */
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
			const show = (raw: RawLine): void => {
				if (!controller.signal.aborted) {
					of.raw = raw;
					changed();
				}
			};
			let percent = 0;
			rawLine(store, of.entry, controller.signal, share => {
				// Report only whole percentages, because each report draws a frame.
				if (Math.floor(share * 100) > percent) {
					percent = Math.floor(share * 100);
					show({state: 'reading', share});
				}
			}).then(show, () => {});
		},
		close() {
			reading?.controller.abort();
			reading = undefined;
		},
	};
}
