import {cellText} from '../../../../format/cells.js';
import type {Column} from '../../../../format/columns.js';
import {fitCell} from '../../../../format/fit-cell.js';
import {fitWidth} from '../../../../format/fit-width.js';
import {sanitise} from '../../../../format/sanitise.js';
import type {TimeFormatter} from '../../../../format/time-formatter.js';
import type {Entry} from '../../../../store/store.js';
import type {DetailLine, Page} from './detail-line.js';

/** Columns before the status: a marker for the selection, and the time relative to the request of the details. */
const whenWidth = 12;
const statusWidth = 4;
const methodWidth = 7;
const durationWidth = 9;

/** Minimum width for showing the duration. */
const minForDuration = 60;

/** Minimum width for showing the time. */
const roomy = 100;
const maxTimeLength = '30 Sep 2026 23:59:59 !';

/** Maximum length of a cell before sanitising. No terminal shows more. */
const textLimit = 4096;

/** Returns the line of another request, which Enter opens. `when`: its time relative to the request of the details. */
export function requestLine(
	{entry, when, key}: {readonly entry: Entry; readonly when: string; readonly key: string | null},
	formatTime: TimeFormatter,
	{width, theme}: Page,
): DetailLine {
	const textOf = (column: Column): string => cellText(column, entry, formatTime);
	const status = textOf('status');
	const timeWidth = width >= roomy ? maxTimeLength.length + 2 : 0;
	const shownMethod = Math.min(methodWidth, Math.max(0, width - whenWidth - timeWidth - statusWidth));
	const isTimed = entry.durationMs !== null && width >= minForDuration;
	const tookWidth = isTimed ? durationWidth : 0;
	const urlWidth = Math.max(0, width - whenWidth - timeWidth - statusWidth - methodWidth - 1 - tookWidth);
	const url = urlWidth === 0 ? '' : ` ${fitWidth(sanitise(textOf('url').slice(0, textLimit)), urlWidth)}`;
	const pieces = [
		{text: fitWidth(`  ${when}`, Math.min(width, whenWidth)), style: theme.aside},
		{text: fitWidth(textOf('time'), timeWidth), style: theme.aside},
		{text: `${fitWidth(status, statusWidth - 1)} `, style: theme.status[status[0] ?? '']},
		{text: fitWidth(sanitise(textOf('method').slice(0, textLimit)), shownMethod)},
		{text: isTimed ? url : url.trimEnd()},
		{text: isTimed ? ` ${fitCell('duration', textOf('duration'), tookWidth - 1)}` : '', style: theme.muted},
	];
	return key === null ? {line: {pieces}} : {line: {pieces}, opens: entry, key: `${key} ${entry.token}`};
}
