import {Text} from 'ink';
import {memo} from 'react';
import {fitWidth} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Theme} from '../themes/theme.js';
import {titleText} from './title-text.js';

type Props = {
	/** What is watched: paths as given, or as found. */
	readonly watched: readonly string[];
	/** The formats that requests were read in; empty: none yet. */
	readonly formats: string;
	/** What is told of rotated files that aren't read; empty: nothing. */
	readonly hint: string;
	/** The rules that are firing, in words; empty: none. */
	readonly alert: string;
	readonly width: number;
	readonly theme: Theme;
};

const name = 'reqscope';
const gap = '  ';

/** How much of the line an alert takes at most. */
const alertShare = 0.7;

/** The program, what it watches, and what is alarming. Memoised: it stays the same while rows flow. */
export const TitleLine = memo(function TitleLine({watched, formats, hint, alert, width, theme}: Props) {
	const most = Math.floor(width * alertShare);
	const alarm = alert === '' ? '' : gap + (terminalWidth(alert) > most ? fitWidth(alert, most) : alert);
	const room = Math.max(0, width - terminalWidth(alarm));
	const left = room - name.length - gap.length;
	return (
		<Text wrap="truncate-end">
			<Text {...theme.title}>{fitWidth(name, Math.min(name.length, room))}</Text>
			{fitWidth(gap + titleText(watched, Math.max(1, left), [formats, hint]), room - name.length).trimEnd()}
			<Text {...theme.problem}>{alarm}</Text>
		</Text>
	);
});
