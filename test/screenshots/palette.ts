import type {CellColor} from '../helpers/styled-cells.js';

/** Colours of a terminal. */
export type Palette = {
	readonly foreground: string;
	readonly background: string;
	readonly border: string;
	/** The 16 ANSI colours: black to white, then the bright ones. */
	readonly colors: readonly string[];
};

/** Colours of the pages that show the pictures; legible on both backgrounds. */
export const palettes = {
	dark: {
		foreground: '#e6edf3',
		background: '#0d1117',
		border: '#30363d',
		colors: [
			...['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
			...['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
		],
	},
	light: {
		foreground: '#1f2328',
		background: '#ffffff',
		border: '#d1d9e0',
		colors: [
			...['#24292f', '#cf222e', '#116329', '#4d2d00', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
			...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
		],
	},
} as const satisfies Readonly<Record<string, Palette>>;

/** Returns the colour of a cell as hexadecimal RGB; null for the default colour of the terminal. */
export function hexOf(color: CellColor, {colors}: Palette): string | null {
	if (color === null) {
		return null;
	}
	if ('rgb' in color) {
		return `#${color.rgb.toString(16).padStart(6, '0')}`;
	}
	return colors[color.index] ?? hexOfIndex(color.index);
}

/** Returns the colour of an xterm index. After the first 16, xterm has a 6×6×6 colour cube and a greyscale ramp. */
function hexOfIndex(index: number): string {
	const parts =
		index < 232
			? [36, 6, 1].map(unit =>
					(step => (step === 0 ? 0 : 55 + 40 * step))(Math.floor((index - 16) / unit) % 6),
				)
			: Array<number>(3).fill(8 + 10 * (index - 232));
	return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}
