import {ago} from '../../listing/ago.js';
import {missing} from '../../listing/missing.js';
import {isOddTime} from '../../listing/odd-time.js';
import {type TimeFormatter, timeFormatter} from '../../listing/time-formatter.js';
import {zoneText} from '../../listing/zone-text.js';
import type {Entry} from '../../store/store.js';
import {heading, named, type Page, remark, type StoryLine} from './story-line.js';

const inLog = timeFormatter('log');
const inUtc = timeFormatter('utc');

/** When it was, in the log's zone, in the user's, and in UTC, and how long ago that is. */
export function timeLines(
	{time, zone}: Entry,
	formatTime: TimeFormatter,
	now: number,
	page: Page,
): readonly StoryLine[] {
	if (time === null) {
		return [heading('Time', missing, page)];
	}

	const written = (format: TimeFormatter): string => {
		const milliseconds = ((time % 1000) + 1000) % 1000;
		const fraction = milliseconds === 0 ? '' : `.${String(Math.floor(milliseconds)).padStart(3, '0')}`;
		return `${format(time, zone)}${fraction} ${zoneText(format.offsetAt(time, zone))}`;
	};

	const log = named(
		'in the log',
		zone === null ? `${written(inLog)} (no zone is logged)` : written(inLog),
		page,
	);
	const yours = named('yours', `${written(formatTime)}${zoneName(formatTime.zone)}`, page);
	return [
		heading('Time', ago(time, now), page),
		...log,
		...(formatTime.zone === 'log' ? [] : yours),
		...named('UTC', written(inUtc), page),
		...(isOddTime(time, now) ? remark('A time that a clock can’t rightly have shown.', page) : []),
	];
}

function zoneName(zone: string): string {
	if (zone === 'utc') {
		return '';
	}

	const name = zone === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
	return name === undefined ? '' : ` ${name}`;
}
