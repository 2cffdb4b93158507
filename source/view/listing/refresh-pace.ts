import type {Clock} from '../../clock.js';
import {defaultSettings} from '../../tail/tail-settings.js';
import type {ListingState} from './listing-state.js';

/** How often the listing is kept up to date; keys are answered at once. */
export type RefreshPace = {
	/** The store is asked. */
	asked(): void;
	/** The store has answered. `arrived` is that of its count, and the state that before the answer. */
	answered(arrived: number, state: ListingState): void;
	/** How long it is to be from one question to the next, milliseconds. */
	pause(state: ListingState): number;
};

/** Data updates are drawn at most every so many milliseconds while the newest rows aren't shown, or a log is being read. */
const usual = 100;
/** The longest pause else: less than what lies between two looks at a log, so that what each of them finds is drawn at once. */
const longest = defaultSettings.calmPollInterval - 8;
/** The shortest pause: where rows flow, and where drawing takes little. */
const short = 40;
/**
 * Drawing few rows takes no more than one part of so many of a processor, unless that would take longer pauses than the
 * longest.
 */
const share = 16;
/** For so long after the start the first rows are waited for without a pause. */
const opening = 1000;

/** The pace of a listing that is opened now. */
export function refreshPace(clock: Clock): RefreshPace {
	const opened = clock.now();
	let lastAnswer = opened;
	let isFlood = false;
	let spent = clock.spent();
	/** Processor time from one question to the next, milliseconds: most of it goes into what the first has drawn. */
	let cost = 0;
	return {
		asked() {
			const now = clock.spent();
			cost = now - spent;
			spent = now;
		},
		answered(arrived, {size, count}) {
			const now = clock.now();
			const inPause = ((arrived - (count?.arrived ?? arrived)) / Math.max(1, now - lastAnswer)) * usual;
			// More than a page has: each of them is to be seen.
			isFlood = inPause > size;
			lastAnswer = now;
		},
		pause({mode, rows, status}) {
			// The first rows are shown as soon as they are there: when a log is opened they come a few milliseconds later.
			if (rows.length === 0 && clock.now() - opened < opening) {
				return 0;
			}

			// A log that is being read is to have the processor.
			if (mode !== 'following' || status.indexing !== null) {
				return usual;
			}

			return isFlood ? short : Math.min(Math.max(cost * share, short), longest);
		},
	};
}
