import type {ColorDepth} from './color-depth.js';
import type {Style} from './theme.js';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb`; undefined for anything else. */
export function rgbOf(color: string): Rgb | undefined {
	const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? [];
	return red === undefined || green === undefined || blue === undefined
		? undefined
		: [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Returns the luminance of a colour, 0 for black to 1 for white: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(rgb: Rgb): number {
	const [red, green, blue] = rgb.map(value => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the distance of two colours, weighted by the sensitivity of the eye. For comparisons only. */
export function distance([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb): number {
	return 2 * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + 3 * (b1 - b2) ** 2;
}

/** The terminal's 16 colours by number, with the values of xterm: https://invisible-island.net/xterm */
const ownColors: ReadonlyArray<readonly [name: string, rgb: Rgb]> = [
	['black', [0, 0, 0]],
	['red', [205, 0, 0]],
	['green', [0, 205, 0]],
	['yellow', [205, 205, 0]],
	['blue', [0, 0, 238]],
	['magenta', [205, 0, 205]],
	['cyan', [0, 205, 205]],
	['white', [229, 229, 229]],
	['blackBright', [127, 127, 127]],
	['redBright', [255, 0, 0]],
	['greenBright', [0, 255, 0]],
	['yellowBright', [255, 255, 0]],
	['blueBright', [92, 92, 255]],
	['magentaBright', [255, 0, 255]],
	['cyanBright', [0, 255, 255]],
	['whiteBright', [255, 255, 255]],
];

/** Names of the terminal's 16 colours, by number. */
export const ownColorNames: readonly string[] = ownColors.map(([name]) => name);

let further: ReadonlyArray<readonly [name: string, rgb: Rgb]> | undefined;

/** Returns the other colours of a palette of 256. Created on first use, because it takes a millisecond. */
function furtherColors(): NonNullable<typeof further> {
	if (further !== undefined) {
		return further;
	}
	// Steps of the cube of 216 colours, which begins at number 16. It is followed by 24 greys.
	const steps = [0, 95, 135, 175, 215, 255];
	const greys = Array.from({length: 24}, (_, index) => 8 + 10 * index);
	further = [
		...steps.flatMap(r => steps.flatMap(g => steps.map((b): Rgb => [r, g, b]))),
		...greys.map((grey): Rgb => [grey, grey, grey]),
	].map((rgb, index) => [`ansi256(${index + 16})`, rgb] as const);
	return further;
}

/**
 * Replaces the colours of a style by the nearest ones that the terminal has. Keeps named colours, which the user may have
 * configured.
 */
export function fitStyle(style: Style, depth: ColorDepth): Style {
	const {color, backgroundColor, ...rest} = style;
	if (depth === 1) {
		return rest;
	}
	return {
		...rest,
		...(color === undefined ? {} : {color: fitColor(color, depth)}),
		...(backgroundColor === undefined ? {} : {backgroundColor: fitColor(backgroundColor, depth)}),
	};
}

/** Colours of the themes for a palette of 256 where the nearest one would be a grey, or too close to the background. */
const chosen: ReadonlyMap<string, number> = new Map([
	['#2b6a40', 23],
	['#8a2f3c', 89],
	['#5a2a35', 52],
	['#5a6068', 59],
	['#6b7178', 242],
	['#2d3350', 238],
	['#d5d8de', 188],
	['#2f3a5c', 237],
	['#e6e0ff', 254],
]);

function fitColor(color: string, depth: Exclude<ColorDepth, 1>): string {
	const rgb = rgbOf(color);
	if (rgb === undefined || depth === 24) {
		return color;
	}
	const known = depth === 8 ? chosen.get(color) : undefined;
	if (known !== undefined) {
		return `ansi256(${known})`;
	}
	let nearest = color;
	let min = Number.POSITIVE_INFINITY;
	// In a palette of 256, the first 16 colours may be configured by the user.
	for (const [name, candidate] of depth === 8 ? furtherColors() : ownColors) {
		const far = distance(rgb, candidate);
		if (far < min) {
			[nearest, min] = [name, far];
		}
	}
	return nearest;
}
