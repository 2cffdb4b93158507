import type {OpenPanel} from '../panel/open-panel.js';
import {textPanel} from '../panel/text-panel.js';
import {alertLines} from './alert-lines.js';

/** The panel with the rules that are watched. */
export const openAlerts = (): OpenPanel =>
	textPanel(({alerts, formatTime, width}) => ({
		title: 'Alerts',
		lines: alertLines(alerts, formatTime, width),
	}));
