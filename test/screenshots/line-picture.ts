import type {StyledCell} from '../helpers/styled-cells.js';
import {blocksOf} from './blocks.js';
import {hexOf, type Palette} from './palette.js';

/** Size of a cell and of its font, in pixels. */
export const cellWidth = 8.4;
export const cellHeight = 19;
export const fontSize = 14;

/** Distance from the top of a cell to the text baseline, in pixels. */
const baseline = 14;

/** Adjacent cells with the same style. */
type Run = {readonly start: number; readonly cells: readonly StyledCell[]};

function px(value: number): string {
	return String(Math.round(value * 100) / 100);
}

const xmlEscapes: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
function xml(text: string): string {
	return text.replace(/[&<>"]/g, found => xmlEscapes[found] ?? found);
}

function isAlike(a: StyledCell, b: StyledCell): boolean {
	return JSON.stringify({...a, text: ''}) === JSON.stringify({...b, text: ''});
}

function runsOf(line: readonly StyledCell[], isAlikeToo: (a: StyledCell, b: StyledCell) => boolean): Run[] {
	const runs: Array<{start: number; cells: StyledCell[]}> = [];
	for (const [column, cell] of line.entries()) {
		const last = runs.at(-1);
		const before = last?.cells.at(-1);
		if (last !== undefined && before !== undefined && isAlike(before, cell) && isAlikeToo(before, cell)) {
			last.cells.push(cell);
		} else {
			runs.push({start: column, cells: [cell]});
		}
	}
	return runs;
}

function colorsOf(cell: StyledCell, palette: Palette): {readonly ink: string; readonly paper: string} {
	const color = hexOf(cell.color, palette) ?? palette.foreground;
	const background = hexOf(cell.background, palette) ?? palette.background;
	return cell.inverse ? {ink: background, paper: color} : {ink: color, paper: background};
}

/** Renders a line of the screen as SVG, with its top left corner at the origin. Returns an empty string for an empty line. */
export function linePicture(line: readonly StyledCell[], palette: Palette): string {
	return [...runsOf(line, () => true).map(run => paper(run, palette)), ...inkOf(line, palette)].join('');
}

function paper({start, cells}: Run, palette: Palette): string {
	const [first] = cells;
	const color = first === undefined ? palette.background : colorsOf(first, palette).paper;
	return color === palette.background
		? ''
		: `<rect x="${px(start * cellWidth)}" width="${px(cells.length * cellWidth)}" height="${cellHeight}" fill="${color}"/>`;
}

function inkOf(line: readonly StyledCell[], palette: Palette): readonly string[] {
	// Draw block characters as shapes. Text gets the same width as in a terminal.
	return runsOf(line, (a, b) => (blocksOf(a.text) === undefined) === (blocksOf(b.text) === undefined)).map(
		run => {
			const [first] = run.cells;
			if (first === undefined) {
				return '';
			}
			return blocksOf(first.text) === undefined
				? textOf(run, first, palette)
				: blockShapes(run, first, palette);
		},
	);
}

function blockShapes({start, cells}: Run, style: StyledCell, palette: Palette): string {
	const {ink} = colorsOf(style, palette);
	const shapes = new Map<number, string>();
	for (const [index, {text}] of cells.entries()) {
		for (const {x, y, width, height, opacity} of blocksOf(text) ?? []) {
			const at = `M${px((start + index + x / 8) * cellWidth)} ${px((y / 8) * cellHeight)}`;
			const outline = `${at}h${px((width / 8) * cellWidth)}v${px((height / 8) * cellHeight)}h${px((-width / 8) * cellWidth)}z`;
			shapes.set(opacity, (shapes.get(opacity) ?? '') + outline);
		}
	}
	const dim = style.dim ? 0.6 : 1;
	return [...shapes]
		.map(([opacity, path]) => {
			const all = opacity * dim;
			return `<path fill="${ink}"${all === 1 ? '' : ` opacity="${px(all)}"`} d="${path}"/>`;
		})
		.join('');
}

/**
 * Renders the text of a run. Places each group of words separately, so that a different font doesn't move the text after a gap.
 */
function textOf({start, cells}: Run, style: StyledCell, palette: Palette): string {
	const {ink} = colorsOf(style, palette);
	const text = cells.map(cell => cell.text).join('');
	const attributes = [
		ink === palette.foreground ? '' : ` fill="${ink}"`,
		style.bold ? ' font-weight="bold"' : '',
		style.dim ? ' opacity=".6"' : '',
		style.underline ? ' text-decoration="underline"' : '',
	].join('');
	const columns = cells.flatMap((cell, column) => Array.from(cell.text, () => column));
	const parts = Array.from(text.matchAll(/\S+(?: \S+)*/g), ({0: word, index}) => {
		const column = columns[Array.from(text.slice(0, index)).length] ?? 0;
		const last = columns[Array.from(text.slice(0, index + word.length)).length - 1] ?? column;
		const width = (last - column + 1) * cellWidth;
		return `<text x="${px((start + column) * cellWidth)}" y="${baseline}" textLength="${px(width)}"${attributes}>${xml(word)}</text>`;
	});
	return parts.join('');
}
