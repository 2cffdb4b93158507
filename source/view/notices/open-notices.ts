import type {OpenPanel} from '../panel/open-panel.js';
import {textPanel} from '../panel/text-panel.js';
import {noticeLines} from './notice-lines.js';

/** The panel with what has happened to the files. */
export const openNotices = (): OpenPanel =>
	textPanel(({formatTime, width}, status) => ({
		title: 'Notices',
		lines: noticeLines(status, formatTime, width),
	}));
