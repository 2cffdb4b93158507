import type xterm from '@xterm/headless';

/** A colour: null for the terminal's default, an index into its 256 colours, or red, green and blue as 0xRRGGBB. */
export type CellColor = null | {readonly index: number} | {readonly rgb: number};

/** Content and style of a cell. */
export type StyledCell = {
	/** Empty for the second cell of a wide character. */
	readonly text: string;
	readonly color: CellColor;
	readonly background: CellColor;
	readonly bold: boolean;
	readonly dim: boolean;
	readonly inverse: boolean;
	readonly underline: boolean;
};

/** Returns the visible cells of a terminal, by line and column. */
export function styledCells(emulator: xterm.Terminal): StyledCell[][] {
	const buffer = emulator.buffer.active;
	return Array.from({length: emulator.rows}, (_, row) => {
		const line = buffer.getLine(buffer.baseY + row);
		return Array.from({length: emulator.cols}, (_, column): StyledCell => {
			const cell = line?.getCell(column);
			return {
				text: cell === undefined || (cell.getChars() === '' && cell.getWidth() > 0) ? ' ' : cell.getChars(),
				color: !cell || cell.isFgDefault() ? null : colorOf(cell.isFgRGB(), cell.getFgColor()),
				background: !cell || cell.isBgDefault() ? null : colorOf(cell.isBgRGB(), cell.getBgColor()),
				bold: Boolean(cell?.isBold()),
				dim: Boolean(cell?.isDim()),
				inverse: Boolean(cell?.isInverse()),
				underline: Boolean(cell?.isUnderline()),
			};
		});
	});
}

function colorOf(isRgb: boolean, color: number): CellColor {
	return isRgb ? {rgb: color} : {index: color};
}
