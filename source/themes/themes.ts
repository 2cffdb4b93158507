import {colorTheme, plainTheme, type Style, type Theme} from './theme.js';

/** Styles of a theme, without the characters that depend on the terminal. */
export type Styles = Omit<Theme, 'chart'>;

const {chart: _, ...plainStyles} = plainTheme;
const {chart: __, ...terminalStyles} = colorTheme;

/** Without colour: weight and inversion. */
export const plain: Styles = plainStyles;

/** The terminal's 16 colours, for light and dark backgrounds. */
export const terminal: Styles = terminalStyles;

/** The terminal's 16 colours on a dark background, where yellow is readable and dark red isn't. */
export const terminalDark: Styles = {
	...terminalStyles,
	status: {...terminalStyles.status, 4: {color: 'yellow'}, 5: {color: 'redBright', bold: true}},
	problem: {color: 'yellow'},
	odd: {color: 'yellow'},
};

/** All text colours have a contrast of at least 4.5 to black and to common dark greys. */
export const dark: Styles = {
	...plainStyles,
	header: {bold: true, color: '#8fb8de'},
	aside: {color: '#a0a0a0'},
	pastRow: {color: '#a0a0a0'},
	axis: {color: '#a0a0a0'},
	key: {bold: true, color: '#8fb8de'},
	prompt: {bold: true, color: '#8fb8de'},
	chip: {color: '#ffffff', backgroundColor: '#2f5d8a'},
	unwantedChip: {bold: true, color: '#ffffff', backgroundColor: '#8a2f3c'},
	mark: {color: '#000000', backgroundColor: '#f0d05a'},
	status: {
		2: {color: '#87c987'},
		3: {color: '#6cc5d9'},
		4: {color: '#f0b94b'},
		5: {color: '#ff8080', bold: true},
	},
	problem: {color: '#f0b94b'},
	odd: {color: '#f0b94b'},
};

/** All text colours have a contrast of at least 4.5 to white and to common light backgrounds. */
export const light: Styles = {
	...plainStyles,
	header: {bold: true, color: '#1f4f82'},
	aside: {color: '#5f5f5f'},
	pastRow: {color: '#5f5f5f'},
	axis: {color: '#5f5f5f'},
	key: {bold: true, color: '#1f4f82'},
	prompt: {bold: true, color: '#1f4f82'},
	chip: {color: '#ffffff', backgroundColor: '#1f5fa0'},
	unwantedChip: {bold: true, color: '#ffffff', backgroundColor: '#a02030'},
	mark: {color: '#000000', backgroundColor: '#ffd84a'},
	status: {
		2: {color: '#136c2e'},
		3: {color: '#0a6078'},
		4: {color: '#7a5000'},
		5: {color: '#b01c2c', bold: true},
	},
	problem: {color: '#7a5000'},
	odd: {color: '#7a5000'},
};

/** No dim text: position distinguishes secondary text. */
const strong: Styles = {...plainStyles, aside: {}, pastRow: {}, axis: {}, status: {}};

function strongIn(found: Style, redirected: Style, client: Style, server: Style): Styles {
	return {
		...strong,
		status: {
			2: found,
			3: redirected,
			4: {...client, bold: true},
			5: {...server, bold: true, underline: true},
		},
		problem: {...client, bold: true},
		odd: {...client, bold: true},
	};
}

/** Contrast of at least 7 to black, and to white. No colours if the background is unknown. */
export const highContrast = {
	dark: strongIn({color: '#5fff5f'}, {color: '#5fffff'}, {color: '#ffff00'}, {color: '#ff9090'}),
	light: strongIn({color: '#005000'}, {color: '#00485f'}, {color: '#5f3000'}, {color: '#800000'}),
	unknown: {...strong, status: {4: {bold: true}, 5: {bold: true, underline: true}}},
} as const satisfies Record<string, Styles>;

/** High contrast on a dark background in the terminal's 16 colours. */
export const highContrastDark16: Styles = strongIn(
	{color: 'greenBright'},
	{color: 'cyanBright'},
	{color: 'yellowBright'},
	{color: 'redBright'},
);
