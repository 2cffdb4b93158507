import type {TextProps} from 'ink';
import {blockCharacters, type ChartCharacters} from './chart-characters.js';

/**
 * Themes that a user can choose. `auto` is dark or light to match the terminal's background, or `terminal` (its 16 colours) if
 * the background is unknown.
 */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'terminal', 'none'] as const;

/** A theme. */
export type ThemeName = (typeof themeNames)[number];

/** Style of a piece of text. */
export type Style = Pick<
	TextProps,
	'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'
>;

/** Styles of all parts of the screen. No information is conveyed by style only. */
export type Theme = {
	readonly title: Style;
	readonly count: Style;
	/** Text next to the count. */
	readonly aside: Style;
	readonly header: Style;
	readonly row: Style;
	/** A row of the previous search, while the next one is slow. */
	readonly pastRow: Style;
	readonly selected: Style;
	/** The selected row while one of its cells is selected, and that cell. */
	readonly cellRow: Style;
	readonly cell: Style;
	/** A found text, in a row that isn't selected and in the selected one. */
	readonly mark: Style;
	readonly selectedMark: Style;
	/** A term of the search, and an excluding term. */
	readonly chip: Style;
	readonly unwantedChip: Style;
	/** Prompt of an input line, and its caret. */
	readonly prompt: Style;
	readonly caret: Style;
	/** By the first digit of the status. */
	readonly status: Readonly<Record<string, Style>>;
	readonly problem: Style;
	readonly key: Style;
	readonly hint: Style;
	/** An outlier in a table. A mark next to it conveys the same. */
	readonly odd: Style;
	/** Axes of charts, and the bars of tables. */
	readonly axis: Style;
	/** Characters for charts. */
	readonly chart: ChartCharacters;
};

/** For `--color never` and NO_COLOR, which Ink ignores: weight and inversion only. */
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
 * The terminal's 16 colours only, so that light and dark backgrounds both work. No yellow: on white its contrast is typically
 * below 3:1, which would make 4xx unreadable.
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
