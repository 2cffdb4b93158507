/** Characters for charts. Each is one column wide. */
export type ChartCharacters = {
	/** Bars by height, from the lowest visible one to a full cell. */
	readonly levels: string;
	/** True if a cell can show two classes: a block of one, over a background of the other. */
	readonly hasBlocks: boolean;
	/** By status class, with index 0 for other or no status: a cell without colour, or of a terminal without blocks. */
	readonly classes: string;
	/** A cell with fewer 5xx than it represents, from the fewest to a full cell. */
	readonly few: string;
	/** Cells by number of requests, from few to many, for themes in which all cells have the same colour. */
	readonly heat: string;
	/** A column of time that hasn't been read yet. */
	readonly unread: string;
	/** A bar in a table. */
	readonly bar: string;
	/** An empty cell of the selected column, where it has no background. */
	readonly left: string;
	/** A horizontal rule, and a thicker one. */
	readonly bottom: string;
	readonly thickLine: string;
	/** The position of a time label, of a bookmark, and of a separator. */
	readonly tick: string;
	readonly bookmark: string;
	readonly separator: string;
	/** The legend of a class. */
	readonly legend: string;
	/** The selected column, and the other marked ones. */
	readonly cursor: string;
	readonly marked: string;
	/** Position of the page, and of its selected row. */
	readonly page: string;
	readonly selected: string;
};

/** Blocks and lines, for terminals whose font has them. */
export const blockCharacters: ChartCharacters = {
	levels: '▁▂▃▄▅▆▇█',
	hasBlocks: true,
	classes: '··░▒▓█',
	few: '▁▂▃▄▅▆▇█',
	heat: '░░▒▓█',
	unread: '░',
	bar: '█',
	left: '│',
	bottom: '─',
	thickLine: '━',
	tick: '╵',
	bookmark: '◆',
	cursor: '▲',
	marked: '━',
	separator: '▲',
	legend: '■',
	page: '═',
	selected: '▌',
};

/** ASCII characters. A status class is its own digit. */
export const asciiCharacters: ChartCharacters = {
	levels: '_.:-=+*#',
	hasBlocks: false,
	classes: '??2345',
	few: '....5555',
	heat: '.:+*#',
	unread: '/',
	bar: '#',
	left: '|',
	bottom: '-',
	thickLine: '=',
	tick: '|',
	bookmark: '*',
	cursor: '^',
	marked: '=',
	separator: '^',
	legend: '#',
	page: '=',
	selected: '>',
};

/**
 * Returns the characters that a terminal can show. The Linux console and old terminals have only a few of the blocks: the
 * console's default font is the PC's, which lacks the low bars and the diamond.
 * @param term - TERM of the environment
 */
export function chartCharacters(term: string | undefined): ChartCharacters {
	return /^(linux|dumb|cons25|ansi|vt\d+|sun|wyse)/.test(term ?? '') ? asciiCharacters : blockCharacters;
}
