import {useEffect, useState} from 'react';
import {pathName} from '../../../format/path-name.js';
import {sanitise} from '../../../format/sanitise.js';
import type {TimeFormatter} from '../../../format/time-formatter.js';
import type {NotedNotice} from '../../../store/notice-list.js';
import type {StoreStatus} from '../../../store/store.js';
import type {OpenPanel, Panel} from '../../panel/open-panel.js';
import {type PanelLine, wrappedLines} from '../../panel/panel-lines.js';
import {moveKeys, textPanel} from '../../panel/text-panel.js';
import {fileLines, isTroubled, serverLines} from './file-lines.js';

const indent = '  ';

/** Returns all notices, newest first, and below them the files with problems. */
function noticeLines(
	{notices, noticesLeftOut, files, server}: StoreStatus,
	formatTime: TimeFormatter,
	width: number,
): readonly PanelLine[] {
	const remark =
		noticesLeftOut > 0
			? [`${noticesLeftOut} older ones are no longer kept.`]
			: // A missing file is an event, too, and is listed below.
				notices.length === 0 && !files.some(isTroubled)
				? [`No notices about the ${server ? 'server' : 'files'}.`]
				: [];
	const reported = [
		...notices.toReversed().flatMap(notice => linesOf(notice, formatTime, width)),
		...remark.flatMap(text => wrappedLines('', text, width)),
	];
	const followed = server ? serverLines(server, files, formatTime, width) : fileLines(files, width);
	return [...reported, ...(reported.length > 0 ? [{lead: '', text: ''}] : []), ...followed];
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

/** Opens the notices about files. */
function openNotices(): OpenPanel {
	return textPanel(({formatTime, width}, status) => ({
		title: 'Notices',
		lines: noticeLines(status, formatTime, width),
	}));
}

/** The panel with the notices about files. */
export const noticesPanel: Panel = {
	command: 'notices',
	kind: 'text',
	name: 'Notices',
	keys: moveKeys('line'),
	open: openNotices,
};

/** Time for which a notice is shown, in ms: long enough to notice and read it. */
const duration = 15_000;

/** Returns the newest notice until a newer one arrives or `duration` has passed; then null. */
export function useNewestNotice(notices: readonly NotedNotice[]): NotedNotice | null {
	const newest = notices.at(-1) ?? null;
	// The wording isn't part of the id, because redaction may change it.
	const id = newest && `${newest.time}\n${newest.path}`;
	const [expired, setExpired] = useState<string | null>(null);
	useEffect(() => {
		if (id === null) {
			return;
		}
		const timer = setTimeout(() => setExpired(id), duration);
		return () => clearTimeout(timer);
	}, [id]);
	return id === expired ? null : newest;
}
