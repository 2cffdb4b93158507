import type {ChartCharacters} from './chart-characters.js';
import type {ColorDepth} from './color-depth.js';
import {fitStyle} from './fit-color.js';
import type {Style, Theme, ThemeName} from './theme.js';
import {
	dark,
	highContrast,
	highContrastDark16,
	light,
	plain,
	type Styles,
	terminal,
	terminalDark,
} from './themes.js';

/** Background of the terminal; null if unknown. */
export type Background = 'dark' | 'light' | null;

/** A part of the screen, or a status class, that can have a custom style. */
export type StyleName = Exclude<keyof Styles, 'status'> | StatusStyle;
type StatusStyle = `${1 | 2 | 3 | 4 | 5}xx`;

/** The user's styles, instead of a theme's. */
export type CustomStyles = ReadonlyMap<StyleName, Style>;

/** The chosen styles. */
export type ThemeChoice = {
	readonly name: ThemeName;
	/** Colour depth of the terminal; 1 disables all colours, including the user's. */
	readonly depth: ColorDepth;
	readonly own: CustomStyles;
	readonly chart: ChartCharacters;
};

/** Checks whether the theme depends on the background. */
export function needsBackground({name, depth}: ThemeChoice): boolean {
	return depth > 1 && (name === 'auto' || name === 'high-contrast');
}

/** Returns the chosen theme in the colours of the terminal. */
export function chooseTheme({name, depth, own, chart}: ThemeChoice, background: Background): Theme {
	if (depth === 1) {
		return {...plain, chart};
	}
	const styles = stylesOf(name, depth, background);
	const status = Object.entries(styles.status);
	for (const [part, style] of own) {
		if (isStatusStyle(part)) {
			status.push([part[0] ?? '', style]);
		}
	}
	const parts = [...Object.entries(styles), ...own].flatMap(([part, style]) =>
		part === 'status' || isStatusStyle(part) ? [] : [[part, fitStyle(style, depth)] as const],
	);
	return {
		...styles,
		...Object.fromEntries(parts),
		status: Object.fromEntries(status.map(([digit, style]) => [digit, fitStyle(style, depth)])),
		chart,
	};
}

function isStatusStyle(name: string): name is StatusStyle {
	return /^[1-5]xx$/.test(name);
}

function stylesOf(name: ThemeName, depth: ColorDepth, background: Background): Styles {
	const isRich = depth > 4;
	switch (name) {
		case 'auto':
			return background === null ? terminal : stylesOf(background, depth, background);
		case 'dark':
			return isRich ? dark : terminalDark;
		case 'light':
			return isRich ? light : terminal;
		case 'high-contrast':
			return background === 'dark' && !isRich ? highContrastDark16 : highContrast[background ?? 'unknown'];
		case 'terminal':
			return terminal;
		case 'none':
			return plain;
	}
}

/** All parts that can have a custom style, in the order of the screen. */
const names: readonly StyleName[] = [
	...(['title', 'chip', 'unwantedChip', 'count', 'aside', 'header', 'row', 'pastRow', 'selected'] as const),
	...(['cellRow', 'cell', 'mark', 'selectedMark', '1xx', '2xx', '3xx', '4xx', '5xx'] as const),
	...(['problem', 'key', 'hint', 'prompt', 'caret', 'odd', 'axis'] as const),
];

/** By name in the config file: `past-row`. */
export const styleNames: ReadonlyMap<string, StyleName> = new Map(
	names.map(name => [name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), name]),
);
