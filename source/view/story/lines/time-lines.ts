import {missing} from '../../../listing/missing.js';
import {type TimeFormatter, timeFormatter} from '../../../listing/time-formatter.js';
import {zoneText} from '../../../listing/zone-text.js';
import type {Entry} from '../../../store/store.js';
import {heading, named, type Page, remark, type StoryLine} from './story-line.js';

const inLog = timeFormatter('log');
const inUtc = timeFormatter('utc');

/**
 * When it was, in the log's zone, in the user's, and in UTC, and how long ago that is; or when it was read.
 * @param age - how long ago, in words; null where it isn't known
 * @param isOdd - whether no clock can rightly have shown it
 */
export function timeLines(
	{time, timeSource, zone}: Entry,
	formatTime: TimeFormatter,
	age: string | null,
	isOdd: boolean,
	page: Page,
): readonly StoryLine[] {
	if (time === null || age === null) {
		return [heading('Time', missing, page)];
	}

	const written = (format: TimeFormatter): string => {
		const milliseconds = ((time % 1000) + 1000) % 1000;
		const fraction = milliseconds === 0 ? '' : `.${String(Math.floor(milliseconds)).padStart(3, '0')}`;
		return `${format(time, zone)}${fraction} ${zoneText(format.offsetAt(time, zone))}`;
	};

	const log =
		timeSource === 'read'
			? remark('The time of reading: the line has none that is understood.', page)
			: named('in the log', zone === null ? `${written(inLog)} (no zone is logged)` : written(inLog), page);
	const yours = named('yours', `${written(formatTime)}${zoneName(formatTime.zone)}`, page);
	return [
		heading('Time', age, page),
		...log,
		...(formatTime.zone === 'log' ? [] : yours),
		...named('UTC', written(inUtc), page),
		...(isOdd ? remark('A time that a clock can’t rightly have shown.', page) : []),
	];
}

function zoneName(zone: string): string {
	if (zone === 'utc') {
		return '';
	}

	const name = zone === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
	return name === undefined ? '' : ` ${name}`;
}
