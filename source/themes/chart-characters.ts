/** What charts are made of. Each is one column wide. */
export type ChartCharacters = {
	/** For a line of bars, from the lowest that is something to the full one. */
	readonly levels: string;
	/** By the status class, `none of them` at 0: distinct, so that colour isn't needed. */
	readonly classes: string;
	/** A cell of 5xx that are fewer than it stands for, from the fewest to a full one. */
	readonly few: string;
	/** A bar in a table. */
	readonly bar: string;
	/** The axis at the left, and the cursor above a bar; below it a corner, then along the bottom; where a time is written; */
	readonly left: string;
	readonly corner: string;
	readonly bottom: string;
	readonly tick: string;
	/** and on it: the column with the cursor, and those that are marked. */
	readonly cursor: string;
	readonly marked: string;
	/** Where a separator stands. */
	readonly separator: string;
	/** Where the page is, and its selected row. */
	readonly page: string;
	readonly selected: string;
};

/** Blocks and lines, for terminals whose font has them. */
export const blockCharacters: ChartCharacters = {
	levels: '▁▂▃▄▅▆▇█',
	classes: '··░▒▓█',
	few: '▁▂▃▄▅▆▇█',
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

/** A status class is its own digit. */
export const asciiCharacters: ChartCharacters = {
	levels: '_.:-=+*#',
	classes: '??2345',
	few: '....5555',
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
 * The characters that a terminal of that kind can show. The console of Linux and the terminals of old have a few of the
 * blocks only: the console's usual font is that of the PC, with neither the low bars nor the diamond.
 * @param term - the environment's TERM
 */
export function chartCharacters(term: string | undefined): ChartCharacters {
	return /^(linux|dumb|cons25|ansi|vt\d+|sun|wyse)/.test(term ?? '') ? asciiCharacters : blockCharacters;
}
