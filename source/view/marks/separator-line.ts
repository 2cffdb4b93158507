import {fitWidth} from '../../listing/fit-width.js';
import {sanitise} from '../../listing/sanitise.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Separator} from '../../marks/mark-record.js';
import {marker} from '../pieces/marker.js';
import type {PieceLine} from '../pieces/piece.js';
import type {Theme} from '../themes/theme.js';

/** What a separator says: its time, and what was written for it. */
export function separatorText(
	{time, text}: Separator,
	formatTime: TimeFormatter,
	logZone: number | null,
): string {
	return sanitise(`${formatTime(time, logZone)} ${text}`.trimEnd());
}

/** How separators are shown. */
export type SeparatorShown = {
	readonly formatTime: TimeFormatter;
	/** Zone of the times in the log around it, minutes east of UTC. */
	readonly logZone: number | null;
	/** The one that was gone to. */
	readonly selected: Separator | null;
	readonly width: number;
	readonly theme: Theme;
};

/** The line of the separators that stand in one place, the newest first; only the one that was gone to, if one was. */
export function separatorLine(
	separators: readonly Separator[],
	{formatTime, logZone, selected, width, theme}: SeparatorShown,
): PieceLine {
	const at = selected === null ? -1 : separators.indexOf(selected);
	const texts = separators.map(separator => separatorText(separator, formatTime, logZone));
	const which = separators.length > 1 ? ` (${at + 1} of ${separators.length})` : '';
	const text = at === -1 ? texts.join(' · ') : `${texts[at]}${which}`;
	const rule = theme.chart.bottom;
	const line = fitWidth(`${marker(at !== -1)}${rule.repeat(2)} ${text} `, width).trimEnd();
	const left = width - terminalWidth(line) - 1;
	return {pieces: [{text: left > 0 ? `${line} ${rule.repeat(left)}` : line}], look: theme.header};
}
