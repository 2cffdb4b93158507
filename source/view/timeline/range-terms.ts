import {day, minute, second} from '../../durations.js';
import {zoneText} from '../../format/time-texts.js';
import type {LocalTime} from './time-texts.js';

/**
 * A stretch of time as terms of the search: `since:2026-11-05T09:00 until:2026-11-05T09:05`. `until` ends right before
 * a time of day, but with the day that it names.
 * @param from - full seconds, milliseconds since 1970
 * @param to - no longer belongs to it
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
	// The last day that begins before the end; it may have another length than others.
	return [`since:${write(from)}`, `until:${write(unit === day ? to - minute : to)}`];
}

/** Cut to a length. */
function written(shown: number, unit: number): string {
	const iso = new Date(shown).toISOString();
	return iso.slice(0, unit === day ? 10 : unit === minute ? 16 : 19);
}
