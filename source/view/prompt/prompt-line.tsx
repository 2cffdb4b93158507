import {Text} from 'ink';
import {fitWidth} from '../../listing/fit-width.js';
import {terminalWidth} from '../../listing/terminal-width.js';
import type {Theme} from '../themes/theme.js';
import {shownLine} from './shown-line.js';
import type {TextLine} from './text-line.js';

type Props = {
	/** What the line begins with, safe for the terminal. */
	readonly label: string;
	readonly line: TextLine;
	readonly width: number;
	readonly theme: Theme;
};

/** A line of text that is being written. */
export function PromptLine({label, line, width, theme}: Props) {
	const labelWidth = promptWidth(label, width);
	const {before, at, after} = shownLine(line, width - labelWidth);
	return (
		<Text wrap="truncate-end">
			<Text {...theme.prompt}>{fitWidth(label, labelWidth)}</Text>
			{before}
			<Text {...theme.caret}>{at}</Text>
			{after}
		</Text>
	);
}

/** The columns of what a line begins with: half of the line is for what is written. */
export function promptWidth(label: string, width: number): number {
	return Math.min(terminalWidth(label), Math.floor(width / 2));
}
