/** A rectangle within a cell, in eighths of the cell's width and height, with its opacity. */
export type Block = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly opacity: number;
};

function block(x: number, y: number, width: number, height: number, opacity = 1): Block {
	return {x, y, width, height, opacity};
}

/** Position of a line in the middle of a cell. Lines are an eighth of a cell wide. */
const middle = 3.5;

const drawn: ReadonlyMap<string, readonly Block[]> = new Map([
	...Array.from('▁▂▃▄▅▆▇█', (character, index): [string, readonly Block[]] => [
		character,
		[block(0, 7 - index, 8, index + 1)],
	]),
	['▌', [block(0, 0, 4, 8)]],
	['░', [block(0, 0, 8, 8, 0.25)]],
	['▒', [block(0, 0, 8, 8, 0.5)]],
	['▓', [block(0, 0, 8, 8, 0.75)]],
	['│', [block(middle, 0, 1, 8)]],
	['─', [block(0, middle, 8, 0.6)]],
	['━', [block(0, middle, 8, 1)]],
	['╵', [block(middle, 0, 1, middle)]],
]);

/**
 * Returns the rectangles of a chart or frame character. Fonts would leave gaps between cells, and differ from each other. Returns
 * undefined if the font draws the character.
 */
export function blocksOf(character: string): readonly Block[] | undefined {
	return drawn.get(character);
}
