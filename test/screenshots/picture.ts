import type {StyledCell} from '../helpers/styled-cells.js';
import {cellHeight, cellWidth, fontSize, linePicture} from './line-picture.js';
import type {Palette} from './palette.js';

/** Margin around the screen, in pixels. */
export const margin = 12;

const fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

/** Returns the width and height of a picture with this number of columns and lines, in pixels. */
export function pictureSize(
	columns: number,
	lines: number,
): {readonly width: number; readonly height: number} {
	return {width: Math.ceil(columns * cellWidth + 2 * margin), height: lines * cellHeight + 2 * margin};
}

/**
 * Returns an SVG of this size with the background of a terminal. `title` is the text alternative for people who can't see the
 * picture.
 */
export function svg(
	size: {readonly width: number; readonly height: number},
	title: string,
	palette: Palette,
	content: string,
): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="${fonts}" font-size="${fontSize}" fill="${palette.foreground}">`,
		`<title>${title}</title>`,
		`<rect x=".5" y=".5" width="${size.width - 1}" height="${size.height - 1}" rx="8" fill="${palette.background}" stroke="${palette.border}"/>`,
		content,
		'</svg>',
		'',
	].join('\n');
}

/** Renders a screen as SVG. */
export function picture(
	lines: ReadonlyArray<readonly StyledCell[]>,
	title: string,
	palette: Palette,
): string {
	const drawn = lines.map((line, row) => {
		const content = linePicture(line, palette);
		return content === ''
			? ''
			: `<g transform="translate(${margin} ${margin + row * cellHeight})">${content}</g>`;
	});
	const size = pictureSize(lines[0]?.length ?? 0, lines.length);
	return svg(size, title, palette, drawn.filter(line => line !== '').join('\n'));
}
