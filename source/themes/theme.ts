import type {TextProps} from 'ink';
import type {ChartCharacters} from './chart-characters.js';

/**
 * Themes that a user can choose. `auto` is dark or light to match the terminal's background, or `terminal` (its 16 colours) if
 * the background is unknown.
 */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'terminal', 'none'] as const;

/** A theme. */
export type ThemeName = (typeof themeNames)[number];

/** Style of a span of text. */
export type Style = Pick<
	TextProps,
	'color' | 'backgroundColor' | 'bold' | 'dimColor' | 'inverse' | 'underline'
>;

/** Styles of all parts of the screen. No information is conveyed by style only. */
export type Theme = Palette & {
	readonly count: Style;
	/** Text next to the count. */
	readonly aside: Style;
	readonly header: Style;
	readonly row: Style;
	/** The selected row while one of its cells is selected, and that cell. */
	readonly cellRow: Style;
	readonly cell: Style;
	/** A found text in the selected row. */
	readonly selectedMark: Style;
	/** An excluding term of the search. */
	readonly unwantedChip: Style;
	/** Prompt of an input line, and its caret. */
	readonly prompt: Style;
	readonly caret: Style;
	readonly problem: Style;
	readonly key: Style;
	/** The marker of the selected line of a panel. */
	readonly marker: Style;
	/** The title of the focused panel, and its focused tab. */
	readonly focus: Style;
	/** The letter in the name of a tab that chooses it. */
	readonly letter: Style;
	readonly hint: Style;
	/** An outlier in a table. A mark next to it conveys the same. */
	readonly odd: Style;
	/** The bars of tables. */
	readonly axis: Style;
	/** Characters for charts. */
	readonly chart: ChartCharacters;
};

/** Styles that a theme states; the other parts of the screen derive from them. */
export type Palette = {
	/** Keys, the focus and the selection. */
	readonly accent: Style;
	readonly title: Style;
	/** Secondary text: methods, times, units, hints, labels of axes. */
	readonly muted: Style;
	/** The least important text. */
	readonly faint: Style;
	/** Rules, ticks, and bars outside of the marked range. */
	readonly rule: Style;
	/** A term of the search. */
	readonly chip: Style;
	/** A number that must be seen: status 5xx, alerts. */
	readonly badge: Style;
	/** A row of the previous search, while the next one is slow. */
	readonly pastRow: Style;
	/** The lane of durations in a chart. */
	readonly p95: Style;
	/** A found text. */
	readonly mark: Style;
	/** Bookmarks and separators. */
	readonly bookmark: Style;
	/** Background of the title line. */
	readonly top: Style;
	/** Background of the selected row or column. */
	readonly selected: Style;
	/** The bar in the background of a name, and the same for errors. */
	readonly bar: Style;
	readonly errorBar: Style;
	/** Time in a chart that hasn't been read yet. */
	readonly unread: Style;
	/** Text by the first digit of the status. */
	readonly status: StylesByKey;
	/** Areas of charts by the first digit of the status: colours only. Without colours, characters show the class. */
	readonly fill: StylesByKey;
	/** Numbers of requests in a map, from `1` for few to `5` for many. */
	readonly heat: StylesByKey;
};

/** Styles by a digit. */
export type StylesByKey = Readonly<Record<string, Style>>;
