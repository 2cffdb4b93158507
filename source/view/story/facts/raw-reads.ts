import type {Entry, Store} from '../../../store/store.js';
import {type RawLine, rawLine} from './raw-line.js';

/** An entry whose line is to be read back, and what has come of it. */
export type WithRaw = {readonly entry: Entry; raw: RawLine};

/** What reads lines back. */
export type RawReads = {
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
