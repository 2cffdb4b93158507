import {second} from '../../durations.js';
import {roughly, untilRougher} from '../../format/time-texts.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {Pulse} from '../pulse/pulse.js';
import type {ListingState} from './listing-state.js';
import {indexingText, isReadToTheEnd} from './status-texts.js';

/** The state of the listing, as the title shows it. */
export type Activity = {readonly text: string; readonly style: Style | undefined};

/** The facts that the state depends on. */
type ActivityInput = {
	readonly state: Pick<ListingState, 'mode' | 'frozen' | 'status'>;
	/** Rate of the matches; null if unknown. */
	readonly pulse: Pulse | null;
	/** True if a search or the exclude hides requests: hidden requests may have arrived. */
	readonly isLimited: boolean;
	/** In ms since 1970. */
	readonly now: number;
	readonly theme: Theme;
};

/** Returns the state: first the reasons why rows aren't current, then whether requests arrive. */
export function activityOf({state, pulse, isLimited, now, theme}: ActivityInput): Activity {
	const {mode, frozen, status} = state;
	const {files} = status;
	const reading = indexingText(status);
	const amber = theme.status['4'];
	if (frozen) {
		return {text: '‖ frozen', style: amber};
	}
	if (mode === 'held') {
		return {text: '■ page held', style: amber};
	}
	if (reading !== null) {
		return {text: `◐ ${reading}`, style: amber};
	}
	if (isReadToTheEnd(files)) {
		return {text: '○ read to the end', style: theme.muted};
	}
	if (pulse?.isQuiet) {
		return pulse.isEnded
			? {text: '○ the period has ended', style: theme.muted}
			: {
					text: `○ no ${isLimited ? 'result' : 'request'} for ${roughly(now - pulse.end)}`,
					style: theme.muted,
				};
	}
	return {text: '● live', style: theme.status['2']};
}

/** Minimum pause, in ms: users needn't see each second of a pause. */
const minPause = 5 * second;

/** Returns the pause after which the state must be drawn again because its time has changed, in ms; null: it shows no time. */
export function activityPause({
	state: {mode, frozen, status},
	pulse,
	now,
}: Pick<ActivityInput, 'state' | 'pulse' | 'now'>): number | null {
	const isOther = frozen || mode === 'held' || status.indexing !== null || isReadToTheEnd(status.files);
	return isOther || !pulse?.isQuiet || pulse.isEnded
		? null
		: Math.max(minPause, untilRougher(now - pulse.end));
}

/** Formats a number of requests per minute as a rate per second: `0.05/s`, `5.2/s`, `52/s`. */
export function rateText(requests: number): string {
	const rate = requests / 60;
	return `${rate < 0.095 ? rate.toFixed(2) : rate < 9.95 ? rate.toFixed(1) : Math.round(rate)}/s`;
}
