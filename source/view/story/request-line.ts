import {cells} from '../../listing/cells.js';
import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Entry} from '../../store/store.js';
import type {Page, StoryLine} from './story-line.js';

/** Columns before the status: a mark where it is selected, and how far it is from the request of the story. */
const whenWidth = 12;
const statusWidth = 4;
const methodWidth = 8;

/** No terminal shows more of a URL. */
const textLimit = 8192;

/** Another request of the story, that can be opened. `when`: how far it is from that. */
export function requestLine(
	{entry, when, key}: {readonly entry: Entry; readonly when: string; readonly key: string | null},
	formatTime: TimeFormatter,
	{width, theme}: Page,
): StoryLine {
	const {status, method, url, time} = cells(entry, formatTime);
	const timeWidth = width >= 100 ? time.length + 2 : 0;
	const urlWidth = Math.max(0, width - whenWidth - statusWidth - methodWidth - timeWidth);
	const pieces = [
		{text: fitWidth(`  ${when}`, Math.min(width, whenWidth)), look: theme.aside},
		{text: fitWidth(status, statusWidth), look: theme.status[status[0] ?? '']},
		{text: fitWidth(sanitise(method), methodWidth - 1)},
		{text: ` ${fitWidth(sanitise(url.slice(0, textLimit)), urlWidth)}`},
		{text: timeWidth === 0 ? '' : `  ${time}`, look: theme.aside},
	];
	return key === null ? {line: {pieces}} : {line: {pieces}, opens: entry, key: `${key} ${entry.token}`};
}
