import {day, minute, second} from '../../../durations.js';
import {zoneText} from '../../../format/time-texts.js';
import type {LocalTime} from '../../../timeline/local-time.js';

/**
 * Formats a range of time as search terms: `since:2026-11-05T09:00 until:2026-11-05T09:05`. `until` excludes a time of day, but
 * includes a whole day.
 * @param from - whole seconds, in ms since 1970
 * @param to - exclusive
 */
export function rangeTerms(from: number, to: number, local: LocalTime): readonly [string, string] {
	const first = local.shownAt(from);
	const end = local.shownAt(to);
	const isClear = [from, to, to - minute].every(local.isClear);
	const unit =
		isClear && first % day === 0 && end % day === 0
			? day
			: first % minute === 0 && end % minute === 0
				? minute
				: second;
	const write = (time: number): string =>
		written(local.shownAt(time), unit) + (isClear ? '' : zoneText(local.offsetAt(time)));
	// Subtracting a minute gives the last day in the range, which may have 23 or 25 hours.
	return [`since:${write(from)}`, `until:${write(unit === day ? to - minute : to)}`];
}

/** Returns local time, truncated to `unit`. */
function written(shown: number, unit: number): string {
	const iso = new Date(shown).toISOString();
	return iso.slice(0, unit === day ? 10 : unit === minute ? 16 : 19);
}
