import {cellText} from '../../../../format/cells.js';
import type {Column} from '../../../../format/columns.js';
import {fitCell} from '../../../../format/fit-cell.js';
import {cutMiddle, fitWidth} from '../../../../format/fit-width.js';
import {sanitise} from '../../../../format/sanitise.js';
import type {TimeFormatter} from '../../../../format/time-formatter.js';
import {clockOf} from '../../../../format/time-texts.js';
import type {Entry} from '../../../../store/store.js';
import {durationStyle, slownessOf} from '../../../components/row-line.js';
import type {Figures} from '../../../pulse/figures.js';
import type {DetailLine, Page} from './detail-line.js';

/** Columns before the status: a marker for the selection, and the time relative to the request of the details. */
const whenWidth = 12;
const statusWidth = 4;
const methodWidth = 7;
const durationWidth = 9;

/** Minimum widths for showing the duration, the time of day, and the day. */
const minWidths = {duration: 50, clock: 60, day: 100};
const maxLengths = {clock: '23:59:59'.length, day: '30 Sep 2026 23:59:59 !'.length};

/** Maximum length of a cell before sanitising. No terminal shows more. */
const textLimit = 4096;

/** Returns the line of another request, which Enter opens. `when`: its time relative to the request of the details. */
export function requestLine(
	{
		entry,
		when,
		key,
		took,
	}: {
		readonly entry: Entry;
		readonly when: string;
		readonly key: string | null;
		readonly took: Figures['took'];
	},
	formatTime: TimeFormatter,
	{width, theme}: Page,
): DetailLine {
	const textOf = (column: Column): string => cellText(column, entry, formatTime);
	const status = textOf('status');
	const time = textOf('time');
	const hasDay = width >= minWidths.day;
	const timeWidth = width < minWidths.clock ? 0 : 2 + (hasDay ? maxLengths.day : maxLengths.clock);
	const shownMethod = Math.min(methodWidth, Math.max(0, width - whenWidth - timeWidth - statusWidth));
	const isTimed = entry.durationMs !== null && width >= minWidths.duration;
	const tookWidth = isTimed ? durationWidth : 0;
	const urlWidth = Math.max(0, width - whenWidth - timeWidth - statusWidth - methodWidth - 1 - tookWidth);
	const url =
		urlWidth === 0
			? ''
			: ` ${fitWidth(cutMiddle(sanitise(textOf('url').slice(0, textLimit)), urlWidth), urlWidth)}`;
	const spans = [
		{text: fitWidth(`  ${when}`, Math.min(width, whenWidth)), style: theme.aside},
		{text: fitWidth(hasDay ? time : (clockOf(time) ?? time), timeWidth), style: theme.aside},
		{text: `${fitWidth(status, statusWidth - 1)} `, style: theme.status[status[0] ?? '']},
		{text: fitWidth(sanitise(textOf('method').slice(0, textLimit)), shownMethod)},
		{text: isTimed ? url : url.trimEnd()},
		{
			text: isTimed ? ` ${fitCell('duration', textOf('duration'), tookWidth - 1)}` : '',
			style: durationStyle(slownessOf(entry.durationMs, took), theme),
		},
	];
	return key === null
		? {line: {spans, style: theme.selected}}
		: {line: {spans}, opens: entry, key: `${key} ${entry.token}`};
}
