/** Characters for charts. Each is one column wide. */
export type ChartCharacters = {
	/** Bars by height, from the lowest visible one to a full cell. */
	readonly levels: string;
	/** By status class, with index 0 for other or no status. All are distinct, so charts don't depend on colour. */
	readonly classes: string;
	/** A cell with fewer 5xx than it represents, from the fewest to a full cell. */
	readonly few: string;
	/** A column of time that hasn't been read yet. */
	readonly unread: string;
	/** A bar in a table. */
	readonly bar: string;
	/** The axis: left edge, corner, bottom edge, and the position of a time label. */
	readonly left: string;
	readonly corner: string;
	readonly bottom: string;
	readonly tick: string;
	/** The cursor on the axis, and the marked columns. */
	readonly cursor: string;
	readonly marked: string;
	/** Position of a separator. */
	readonly separator: string;
	/** Position of the page, and of its selected row. */
	readonly page: string;
	readonly selected: string;
};

/** Blocks and lines, for terminals whose font has them. */
export const blockCharacters: ChartCharacters = {
	levels: '▁▂▃▄▅▆▇█',
	classes: '··░▒▓█',
	few: '▁▂▃▄▅▆▇█',
	unread: '╱',
	bar: '█',
	left: '│',
	corner: '└',
	bottom: '─',
	tick: '┬',
	cursor: '▲',
	marked: '━',
	separator: '╋',
	page: '═',
	selected: '◆',
};

/** ASCII characters. A status class is its own digit. */
export const asciiCharacters: ChartCharacters = {
	levels: '_.:-=+*#',
	classes: '??2345',
	few: '....5555',
	unread: '/',
	bar: '#',
	left: '|',
	corner: '+',
	bottom: '-',
	tick: '+',
	cursor: '^',
	marked: '=',
	separator: 'M',
	page: '=',
	selected: '*',
};

/**
 * Returns the characters that a terminal can show. The Linux console and old terminals have only a few of the blocks: the
 * console's default font is the PC's, which lacks the low bars and the diamond.
 * @param term - TERM of the environment
 */
export function chartCharacters(term: string | undefined): ChartCharacters {
	return /^(linux|dumb|cons25|ansi|vt\d+|sun|wyse)/.test(term ?? '') ? asciiCharacters : blockCharacters;
}
