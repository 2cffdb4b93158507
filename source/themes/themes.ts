import {colorTheme, plainTheme, type Style, type Theme} from './theme.js';

/** The looks of a theme, without what it has by the terminal's kind. */
export type Styles = Omit<Theme, 'chart'>;

const {chart: _, ...plainStyles} = plainTheme;
const {chart: __, ...terminalStyles} = colorTheme;

/** Without colour: weight and inversion. */
export const plain: Styles = plainStyles;

/** The terminal's own sixteen colours, such that light and dark backgrounds both work. */
export const terminal: Styles = terminalStyles;

/** Its own sixteen colours on a dark background, where yellow can be read and a dark red can't. */
export const terminalDark: Styles = {
	...terminalStyles,
	status: {...terminalStyles.status, 4: {color: 'yellow'}, 5: {color: 'redBright', bold: true}},
	problem: {color: 'yellow'},
	odd: {color: 'yellow'},
};

/** Of all these, a text has a contrast of 4.5 at least with black and with the usual dark greys. */
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

/** The same on white and on the usual light backgrounds. */
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

/** Nothing is dim: what stands aside is told by where it stands. */
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

/** A contrast of 7 at least with black, with white; without a colour where nobody knows on what. */
export const highContrast = {
	dark: strongIn({color: '#5fff5f'}, {color: '#5fffff'}, {color: '#ffff00'}, {color: '#ff9090'}),
	light: strongIn({color: '#005000'}, {color: '#00485f'}, {color: '#5f3000'}, {color: '#800000'}),
	unknown: {...strong, status: {4: {bold: true}, 5: {bold: true, underline: true}}},
} as const satisfies Record<string, Styles>;

/** The same in the terminal's own sixteen colours. */
export const highContrastDark16: Styles = strongIn(
	{color: 'greenBright'},
	{color: 'cyanBright'},
	{color: 'yellowBright'},
	{color: 'redBright'},
);
