import type {TextProps} from 'ink';
import {blockCharacters, type ChartCharacters} from './chart-characters.js';

/** How a piece of text looks. */
export type Style = Pick<
	TextProps,
	'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'
>;

/** The looks of all that is on the screen. Meaning is never in a look alone. */
export type Theme = {
	readonly title: Style;
	readonly count: Style;
	/** What stands beside the count. */
	readonly aside: Style;
	readonly header: Style;
	readonly row: Style;
	/** A row that was found by the search before, while the next one takes its time. */
	readonly pastRow: Style;
	readonly selected: Style;
	/** The selected row while one of its cells is, and that cell. */
	readonly cellRow: Style;
	readonly cell: Style;
	/** A text that was looked for, in a row that is not selected, and in the one that is. */
	readonly mark: Style;
	readonly selectedMark: Style;
	/** A term of the search, and one that leaves requests out. */
	readonly chip: Style;
	readonly unwantedChip: Style;
	/** What a line that is being written begins with, and its caret. */
	readonly prompt: Style;
	readonly caret: Style;
	/** By the first digit of the status. */
	readonly status: Readonly<Record<string, Style>>;
	readonly problem: Style;
	readonly key: Style;
	readonly hint: Style;
	/** What stands out in a table, beside a mark that says so. */
	readonly odd: Style;
	/** Axes of charts, and the bars of tables. */
	readonly axis: Style;
	/** What charts are made of. */
	readonly chart: ChartCharacters;
};

/** For `--color never` and NO_COLOR, which Ink doesn't heed: weight and inversion only. */
export const plainTheme: Theme = {
	title: {bold: true},
	count: {bold: true},
	aside: {dimColor: true},
	header: {bold: true},
	row: {},
	pastRow: {dimColor: true},
	selected: {inverse: true},
	cellRow: {bold: true},
	cell: {inverse: true},
	mark: {inverse: true},
	selectedMark: {bold: true, underline: true},
	chip: {inverse: true},
	unwantedChip: {inverse: true, bold: true},
	prompt: {bold: true},
	caret: {inverse: true},
	status: {},
	problem: {bold: true},
	key: {bold: true},
	hint: {},
	odd: {bold: true},
	axis: {dimColor: true},
	chart: blockCharacters,
};

/**
 * The terminal's own sixteen colours only, so that light and dark backgrounds both work. Not yellow: on white
 * that is usually a contrast below 3:1, and it would be the client's errors that can't be read.
 */
export const colorTheme: Theme = {
	...plainTheme,
	status: {
		2: {color: 'green'},
		3: {color: 'cyan'},
		4: {color: 'magenta'},
		5: {color: 'red', bold: true},
	},
	problem: {color: 'magenta'},
	odd: {color: 'magenta'},
};
