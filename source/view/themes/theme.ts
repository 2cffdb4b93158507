import type {TextProps} from 'ink';
import {blockCharacters, type ChartCharacters} from './chart-characters.js';

/** How a piece of text looks. */
export type Look = Pick<
	TextProps,
	'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'
>;

/** The looks of all that is on the screen. Meaning is never in a look alone. */
export type Theme = {
	readonly title: Look;
	readonly count: Look;
	/** What stands beside the count. */
	readonly aside: Look;
	readonly header: Look;
	readonly row: Look;
	/** A row that was found by the search before, while the next one takes its time. */
	readonly pastRow: Look;
	readonly selected: Look;
	/** The selected row while one of its cells is, and that cell. */
	readonly cellRow: Look;
	readonly cell: Look;
	/** A text that was looked for, in a row that is not selected, and in the one that is. */
	readonly mark: Look;
	readonly selectedMark: Look;
	/** A term of the search, and one that leaves requests out. */
	readonly chip: Look;
	readonly unwantedChip: Look;
	/** What a line that is being written begins with, and its caret. */
	readonly prompt: Look;
	readonly caret: Look;
	/** By the first digit of the status. */
	readonly status: Readonly<Record<string, Look>>;
	readonly problem: Look;
	readonly key: Look;
	readonly hint: Look;
	/** What stands out in a table, beside a mark that says so. */
	readonly odd: Look;
	/** Axes of charts, and the bars of tables. */
	readonly axis: Look;
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
