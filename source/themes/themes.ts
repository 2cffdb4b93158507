import type {Palette, Style, Theme} from './theme.js';

/** Styles of a theme, without the characters that depend on the terminal. */
export type Styles = Omit<Theme, 'chart'>;

const nothing: Style = {};
const bold: Style = {bold: true};
const inverse: Style = {inverse: true};

function text(color: string): Style {
	return {color};
}

function boldText(color: string): Style {
	return {bold: true, color};
}

function ground(backgroundColor: string): Style {
	return {backgroundColor};
}

function white(backgroundColor: string): Style {
	return {color: '#ffffff', backgroundColor};
}

/** A style of each theme: dark, light, the terminal's 16 colours on any background, and without colours. */
type Row = readonly [dark: Style, light: Style, sixteen: Style, plain: Style];

/** The index of a theme in a row. */
const indexes = {dark: 0, light: 1, sixteen: 2, plain: 3} as const;

/**
 * Text has a contrast of at least 4.5 to the typical backgrounds of its theme (`faint`: 4.3 to the lightest dark one), fills
 * have 3. Fills differ in lightness, too, so that red and green blindness don't merge them. The 16 colours have no yellow: on
 * white its contrast is typically below 3, which would make 4xx unreadable.
 */
const rows: Readonly<Record<Exclude<keyof Palette, 'status' | 'fill' | 'heat'>, Row>> = {
	accent: [boldText('#b4a0ff'), boldText('#5a3fc8'), bold, bold],
	title: [boldText('#ffffff'), boldText('#000000'), bold, bold],
	muted: [text('#9aa0a8'), text('#5a6068'), nothing, nothing],
	faint: [text('#8a9099'), text('#6b7178'), nothing, nothing],
	rule: [text('#4a505a'), text('#b8bcc4'), nothing, nothing],
	chip: [white('#4b3f8f'), white('#5a3fc8'), inverse, inverse],
	badge: [
		{...white('#8a2f3c'), bold: true},
		{...white('#a02030'), bold: true},
		{color: 'red', inverse: true, bold: true},
		{inverse: true, bold: true},
	],
	pastRow: [text('#9aa0a8'), text('#5a6068'), {dimColor: true}, {dimColor: true}],
	p95: [text('#9db4ff'), text('#3a55b0'), text('blue'), nothing],
	mark: [
		{color: '#000000', backgroundColor: '#f0d05a'},
		{color: '#000000', backgroundColor: '#ffd84a'},
		inverse,
		inverse,
	],
	bookmark: [text('#f0d05a'), text('#8a6d00'), bold, bold],
	top: [ground('#24262e'), ground('#eceef3'), nothing, nothing],
	selected: [ground('#2d3350'), ground('#dcdcf5'), inverse, inverse],
	bar: [ground('#30364a'), ground('#e3e6ef'), nothing, nothing],
	errorBar: [ground('#5a2a35'), ground('#f6d5d9'), nothing, nothing],
	unread: [text('#3a3f4a'), text('#d5d8de'), nothing, nothing],
};

/** By the first digit of the status. */
const statusRows: Readonly<Record<string, Row>> = {
	2: [text('#8cbf98'), text('#2b6a40'), text('green'), nothing],
	3: [text('#6cc5d9'), text('#0a6078'), text('cyan'), nothing],
	4: [text('#f0b94b'), text('#7a5000'), text('magenta'), nothing],
	5: [boldText('#ff8080'), boldText('#b01c2c'), boldText('redBright'), bold],
};

/** By the first digit of the status; 0: a different digit, or no status. */
const fillRows: Readonly<Record<string, Row>> = {
	0: [text('#6f757f'), text('#868c95'), text('white'), nothing],
	1: [text('#6f757f'), text('#868c95'), text('white'), nothing],
	2: [text('#52866a'), text('#5e9b77'), text('green'), nothing],
	3: [text('#4d90a8'), text('#3b87a8'), text('cyan'), nothing],
	4: [text('#d9a03f'), text('#a06800'), text('magenta'), nothing],
	5: [text('#ff5c69'), text('#c41230'), text('redBright'), nothing],
};

const heatRows: Readonly<Record<string, Row>> = {
	1: [text('#2f3a5c'), text('#d5dcf2'), text('blue'), nothing],
	2: [text('#3f5490'), text('#a9b8e6'), text('blue'), nothing],
	3: [text('#6a80c8'), text('#7388d0'), text('blue'), nothing],
	4: [text('#9db4ff'), text('#3a55b0'), text('blue'), nothing],
	5: [text('#e6e0ff'), text('#1e1a60'), text('blue'), nothing],
};

function columnOf<Name extends string>(
	of: Readonly<Record<Name, Row>>,
	theme: keyof typeof indexes,
): Readonly<Record<Name, Style>> {
	const styles = Object.entries<Row>(of).map(([name, row]) => [name, row[indexes[theme]]] as const);
	return Object.fromEntries(styles) as Record<Name, Style>;
}

function paletteOf(theme: keyof typeof indexes): Palette {
	return {
		...columnOf(rows, theme),
		status: columnOf(statusRows, theme),
		fill: columnOf(fillRows, theme),
		heat: columnOf(heatRows, theme),
	};
}

/** Without colour: weight and inversion. */
export const plain = paletteOf('plain');

/** The terminal's 16 colours, for light and dark backgrounds. */
export const terminal = paletteOf('sixteen');

/** The terminal's 16 colours on a dark background, where yellow is readable. */
export const terminalDark: Palette = {
	...terminal,
	bookmark: {color: 'yellow', bold: true},
	status: {...terminal.status, 4: {color: 'yellow'}},
	fill: {...terminal.fill, 4: {color: 'yellow'}},
};

/** For dark backgrounds. */
export const dark = paletteOf('dark');

/** For light backgrounds. */
export const light = paletteOf('light');

/** Without dim text. */
const strong: Palette = {...plain, pastRow: nothing};

/** Without secondary text, and with inversion as the only background. Weight and underlines show the same as colours. */
function strongIn(found: string, redirected: string, client: string, server: string): Palette {
	return {
		...strong,
		status: {
			2: text(found),
			3: text(redirected),
			4: boldText(client),
			5: {...boldText(server), underline: true},
		},
		fill: {0: nothing, 1: nothing, 2: text(found), 3: text(redirected), 4: text(client), 5: text(server)},
	};
}

/** Contrast of at least 7 to black, and to white. No colours if the background is unknown. */
export const highContrast = {
	dark: strongIn('#5fff5f', '#5fffff', '#ffff00', '#ff9090'),
	light: strongIn('#005000', '#00485f', '#5f3000', '#800000'),
	unknown: {...strong, status: {4: bold, 5: {bold: true, underline: true}}},
} as const satisfies Record<string, Palette>;

/** High contrast on a dark background in the terminal's 16 colours. */
export const highContrastDark16 = strongIn('greenBright', 'cyanBright', 'yellowBright', 'redBright');

/** Returns the styles of all parts of the screen. */
export function stylesOf(palette: Palette): Styles {
	const {accent, title, muted, badge, selected, status} = palette;
	const warning: Style = {...bold, ...status[4]};
	return {
		...palette,
		count: title,
		aside: muted,
		header: {...muted, bold: true},
		row: nothing,
		cellRow: selected.inverse ? bold : selected,
		cell: inverse,
		selectedMark: {bold: true, underline: true},
		unwantedChip: {...badge, bold: true},
		prompt: accent,
		caret: inverse,
		problem: warning,
		key: accent,
		marker: accent,
		focus: {...accent, inverse: true},
		letter: {underline: true},
		hint: muted,
		odd: warning,
		axis: muted,
	};
}
