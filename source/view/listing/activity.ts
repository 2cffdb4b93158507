import {minute, second} from '../../durations.js';
import {roughly, untilRougher} from '../../format/time-texts.js';
import type {Style, Theme} from '../../themes/theme.js';
import type {Pulse} from '../pulse/pulse.js';
import type {ListingState} from './listing-state.js';
import {indexingText, isReadToTheEnd} from './status-texts.js';

/** The state of the listing, as the title shows it. */
export type Activity = {readonly text: string; readonly style: Style | undefined};

/** The facts that the state depends on. */
type ActivityInput = {
	readonly state: Pick<ListingState, 'mode' | 'frozen' | 'status' | 'count'>;
	/** Rate of the matches; null if unknown. */
	readonly pulse: Pulse | null;
	/** See `ShownPulse`. */
	readonly lastRequest: number | null;
	/** True if a search or the exclude hides requests: hidden requests may have arrived. */
	readonly isLimited: boolean;
	/** In ms since 1970. */
	readonly now: number;
	readonly theme: Theme;
};

/** Returns the state: first the reasons why rows aren't current, then whether requests arrive. */
export function activityOf(input: ActivityInput): Activity {
	const {state, pulse, now, theme} = input;
	const {mode, frozen, status, count} = state;
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
	if (pulse?.isQuiet && pulse.isEnded) {
		return {text: '○ the period has ended', style: theme.muted};
	}
	if (count?.n === 0 && !input.isLimited) {
		return {text: '○ no request yet', style: theme.muted};
	}
	const pause = pauseOf(input);
	return pause
		? {text: `○ no ${pause.of} for ${roughly(now - pause.from)}`, style: theme.muted}
		: {text: '● live', style: theme.status['2']};
}

/**
 * Returns the start of a pause: without requests, or without results although requests arrive. Returns null if the last minute has
 * results, or if it has requests and no request has ever matched.
 */
function pauseOf({
	pulse,
	lastRequest,
	isLimited,
	now,
}: Pick<ActivityInput, 'pulse' | 'lastRequest' | 'isLimited' | 'now'>): {
	readonly of: 'request' | 'result';
	readonly from: number;
} | null {
	if (lastRequest !== null && now - lastRequest >= minute) {
		return {of: 'request', from: lastRequest};
	}
	return pulse?.isQuiet ? {of: isLimited ? 'result' : 'request', from: pulse.end} : null;
}

/** Minimum pause, in ms: users needn't see each second of a pause. */
const minPause = 5 * second;

/** Returns the pause after which the state must be drawn again because its time has changed, in ms; null: it shows no time. */
export function activityPause(
	input: Pick<ActivityInput, 'state' | 'pulse' | 'lastRequest' | 'isLimited' | 'now'>,
): number | null {
	const {state, pulse, lastRequest, now} = input;
	const {mode, frozen, status} = state;
	const isOther = frozen || mode === 'held' || status.indexing !== null || isReadToTheEnd(status.files);
	if (isOther || pulse?.isEnded) {
		return null;
	}
	const pause = pauseOf(input);
	const untilQuiet = lastRequest === null ? 0 : lastRequest + minute - now;
	const changes = [
		...(pause ? [untilRougher(now - pause.from)] : []),
		...(untilQuiet > 0 ? [untilQuiet] : []),
	];
	return changes.length === 0 ? null : Math.max(minPause, Math.min(...changes));
}

/** Formats a number of requests per minute as a rate per second: `0.05/s`, `5.2/s`, `52/s`. */
export function rateText(requests: number): string {
	const rate = requests / 60;
	return `${rate < 0.095 ? rate.toFixed(2) : rate < 9.95 ? rate.toFixed(1) : Math.round(rate)}/s`;
}
