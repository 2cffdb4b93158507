import {type ChartScale, heights} from './scale.js';
import {stackOrder} from './status-spans.js';

/** Number of heights of a cell, apart from empty: the block characters. */
export const eighths = 8;

/** No class: an empty cell, or a cell without a background. */
export const noClass = -1;

/** The cells of a chart, row by row from the bottom: the cell of a column is at `row * columns + column`. */
export type ChartCells = {
	readonly columns: number;
	readonly rows: number;
	/** Height of the block in eighths; 0 for an empty cell. */
	readonly level: Uint8Array;
	/** Status class of the block, and of the rest of the cell. */
	readonly front: Int8Array;
	readonly back: Int8Array;
	/** Status class with most eighths, for themes that show one class a cell. */
	readonly mainClass: Int8Array;
	/** Number of eighths of the column in the cell. */
	readonly filled: Uint8Array;
};

const parts = stackOrder.length;

/**
 * Divides a chart into cells of at most two classes. The block at the bottom has the exact height of the most severe class. The
 * rest of the cell has the class that has the most eighths in this row, so that neighbours agree. The top cell of a column has
 * only the class with the most eighths in that cell. Heights are exact: there is no minimum.
 * @param classes - numbers of requests per column, by status class
 * @param max - the number for a column of full height
 */
export function chartCells(
	classes: readonly ArrayLike<number>[],
	columns: number,
	rows: number,
	max: number,
	scale: ChartScale,
): ChartCells {
	const sizes = stackedEighths(classes, columns, rows, max, scale);
	const cells = columns * rows;
	const level = new Uint8Array(cells);
	const filled = new Uint8Array(cells);
	const front = new Int8Array(cells).fill(noClass);
	const back = new Int8Array(cells).fill(noClass);
	const mainClass = new Int8Array(cells).fill(noClass);
	for (let row = 0; row < rows; row++) {
		const inRow = new Uint32Array(parts);
		for (let at = row * columns * parts; at < (row + 1) * columns * parts; at++) {
			inRow[at % parts] = (inRow[at % parts] ?? 0) + (sizes[at] ?? 0);
		}
		for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
			let total = 0;
			let first = -1;
			let other = -1;
			let mainPart = 0;
			for (let part = 0; part < parts; part++) {
				const size = sizes[cell * parts + part] ?? 0;
				if (size === 0) {
					continue;
				}
				total += size;
				if (first === -1) {
					first = part;
					mainPart = part;
				} else {
					other = other === -1 || (inRow[part] ?? 0) > (inRow[other] ?? 0) ? part : other;
					mainPart = size > (sizes[cell * parts + mainPart] ?? 0) ? part : mainPart;
				}
			}
			if (total === 0) {
				continue;
			}
			const isFull = total === eighths;
			filled[cell] = total;
			mainClass[cell] = stackOrder[mainPart] ?? noClass;
			level[cell] = isFull && other !== -1 ? (sizes[cell * parts + first] ?? 0) : total;
			front[cell] = stackOrder[isFull ? first : mainPart] ?? noClass;
			back[cell] = isFull && other !== -1 ? (stackOrder[other] ?? noClass) : noClass;
		}
	}
	return {columns, rows, level, front, back, mainClass, filled};
}

/** Returns the eighths of each class in each cell: cell by cell, in `stackOrder`. */
function stackedEighths(
	classes: readonly ArrayLike<number>[],
	columns: number,
	rows: number,
	max: number,
	scale: ChartScale,
): Uint8Array {
	const sizes = new Uint8Array(columns * rows * parts);
	const {heightOf} = heights[scale];
	for (let column = 0; column < columns; column++) {
		let total = 0;
		for (const of of classes) {
			total += of[column] ?? 0;
		}
		if (total === 0) {
			continue;
		}
		const height = Math.min(1, heightOf(total, max)) * rows * eighths;
		let below = 0;
		let begin = 0;
		for (let part = 0; part < parts; part++) {
			below += classes[stackOrder[part] ?? 0]?.[column] ?? 0;
			const end = Math.round((height * below) / total);
			for (let from = begin; from < end; ) {
				const row = Math.floor(from / eighths);
				const to = Math.min(end, (row + 1) * eighths);
				sizes[(row * columns + column) * parts + part] = to - from;
				from = to;
			}
			begin = end;
		}
	}
	return sizes;
}

/**
 * Returns the heights of the columns of a lane in eighths. A column with a number above 0 has at least one eighth; the greatest
 * has one less than the lane, so that a dark line separates the lane from the chart above it.
 */
export function laneHeights(numbers: ArrayLike<number>, rows: number): Uint8Array {
	const found = new Uint8Array(numbers.length);
	const max = greatest(numbers);
	for (let column = 0; column < found.length; column++) {
		const n = numbers[column] ?? 0;
		found[column] = n > 0 ? Math.max(1, Math.round((n / max) * (rows * eighths - 1))) : 0;
	}
	return found;
}

/** Returns the greatest number, 0 if there are no numbers. Ignores NaN. */
export function greatest(numbers: ArrayLike<number>): number {
	let max = 0;
	for (let column = 0; column < numbers.length; column++) {
		const n = numbers[column] ?? 0;
		max = n > max ? n : max;
	}
	return max;
}
