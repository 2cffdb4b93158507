import {sanitise} from '../../listing/sanitise.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {StoreStatus} from '../../store/store.js';
import type {PanelLine} from '../panel/panel-line.js';
import {wrappedLines} from '../panel/wrapped-lines.js';
import {pathName} from '../path-name.js';
import {fileLines} from './file-lines.js';

const indent = '  ';

/** All notices, newest first, and below them what is the matter with which file. */
export function noticeLines(
	{notices, noticesLeftOut, files}: StoreStatus,
	formatTime: TimeFormatter,
	width: number,
): readonly PanelLine[] {
	const remark =
		notices.length === 0
			? ['Nothing has happened to the files that one should know.']
			: noticesLeftOut > 0
				? [`${noticesLeftOut} older ones are no longer kept.`]
				: [];
	return [
		...notices.toReversed().flatMap(notice => linesOf(notice, formatTime, width)),
		...remark.flatMap(text => wrappedLines('', text, width)),
		{lead: '', text: ''},
		...fileLines(files, width),
	];
}

function linesOf(
	{time, since, times, path, text}: NotedNotice,
	formatTime: TimeFormatter,
	width: number,
): readonly PanelLine[] {
	const lead = `${formatTime(time, null)}  `;
	const repeated = times > 1 ? ` ×${times}` : '';
	const name = path === '' ? '' : pathName(path, Math.max(1, width - lead.length - repeated.length));
	const first = times > 1 ? `${text} First at ${formatTime(since, null)}.` : text;
	return [{lead, text: name + repeated}, ...wrappedLines(indent, sanitise(first), width)];
}
