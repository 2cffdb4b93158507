import {cellText} from '../../../format/cells.js';
import type {Column} from '../../../format/columns.js';
import {fitWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import type {TimeFormatter} from '../../../format/time-formatter.js';
import type {Entry} from '../../../store/store.js';
import type {DetailLine, Page} from './detail-line.js';

/** Columns before the status: a mark where it is selected, and how far it is from the request of the request details. */
const whenWidth = 12;
const statusWidth = 4;
const methodWidth = 7;

/** From this width on there is room for the time. */
const roomy = 100;
const longestTime = '30 Sep 2026 23:59:59 !';

/** No terminal shows more of a text. */
const textLimit = 4096;

/** Another request of the request details, that can be opened. `when`: how far it is from that. */
export function requestLine(
	{entry, when, key}: {readonly entry: Entry; readonly when: string; readonly key: string | null},
	formatTime: TimeFormatter,
	{width, theme}: Page,
): DetailLine {
	const textOf = (column: Column): string => cellText(column, entry, formatTime);
	const status = textOf('status');
	const timeWidth = width >= roomy ? longestTime.length + 2 : 0;
	const shownMethod = Math.min(methodWidth, Math.max(0, width - whenWidth - timeWidth - statusWidth));
	const urlWidth = Math.max(0, width - whenWidth - timeWidth - statusWidth - methodWidth - 1);
	const pieces = [
		{text: fitWidth(`  ${when}`, Math.min(width, whenWidth)), style: theme.aside},
		{text: fitWidth(textOf('time'), timeWidth), style: theme.aside},
		{text: `${fitWidth(status, statusWidth - 1)} `, style: theme.status[status[0] ?? '']},
		{text: fitWidth(sanitise(textOf('method').slice(0, textLimit)), shownMethod)},
		{
			text:
				urlWidth === 0 ? '' : ` ${fitWidth(sanitise(textOf('url').slice(0, textLimit)), urlWidth)}`.trimEnd(),
		},
	];
	return key === null ? {line: {pieces}} : {line: {pieces}, opens: entry, key: `${key} ${entry.token}`};
}
