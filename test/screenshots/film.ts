import type {StyledCell} from '../helpers/styled-cells.js';
import {cellHeight, cellWidth, linePicture} from './line-picture.js';
import type {Palette} from './palette.js';
import {margin, pictureSize, svg} from './picture.js';

/** A screen and its display time, in ms. */
export type Frame = {readonly lines: ReadonlyArray<readonly StyledCell[]>; readonly stays: number};

/**
 * Returns a looping animation as SVG. All frames are stacked on a vertical strip that jumps behind a window. Repeated lines are
 * stored once. Viewers who prefer reduced motion see only the first frame.
 */
export function film(frames: readonly Frame[], title: string, palette: Palette): string {
	const names = new Map<string, string>();
	const nameOf = (content: string): string => {
		const name = names.get(content) ?? `l${names.size}`;
		names.set(content, name);
		return name;
	};
	const [first = []] = frames.map(({lines}) => lines);
	const height = first.length * cellHeight;
	const strip = frames.flatMap(({lines}, index) =>
		lines.flatMap((line, row) => {
			const content = linePicture(line, palette);
			return content === ''
				? []
				: `<use href="#${nameOf(content)}" y="${index * height + row * cellHeight}"/>`;
		}),
	);
	const size = pictureSize(first[0]?.length ?? 0, first.length);
	const inner = `x="${margin}" y="${margin}" width="${Math.ceil((first[0]?.length ?? 0) * cellWidth)}" height="${height}"`;
	return svg(
		size,
		title,
		palette,
		[
			`<style>${motion(frames, height)}</style>`,
			`<defs>${[...names].map(([content, name]) => `<g id="${name}">${content}</g>`).join('\n')}</defs>`,
			`<svg ${inner} overflow="hidden"><g id="strip">`,
			...strip,
			'</g></svg>',
		].join('\n'),
	);
}

/** Returns the CSS for the jumps of the strip. */
function motion(frames: readonly Frame[], height: number): string {
	const total = frames.reduce((sum, {stays}) => sum + stays, 0);
	let before = 0;
	const jumps = frames.map(({stays}, index) => {
		const at = Math.round((before / total) * 1e5) / 1e3;
		before += stays;
		return `${at}%{transform:translateY(${-index * height}px)}`;
	});
	return [
		`@keyframes play{${jumps.join('')}}`,
		`#strip{animation:play ${total / 1000}s step-end infinite}`,
		'@media(prefers-reduced-motion:reduce){#strip{animation:none}}',
	].join('');
}
