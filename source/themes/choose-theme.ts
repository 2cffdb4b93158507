import type {ChartCharacters} from './chart-characters.js';
import type {ColorDepth} from './color-depth.js';
import {fitStyle} from './fit-color.js';
import type {Style, Theme} from './theme.js';
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

/**
 * The themes that can be chosen. `auto`: dark or light, by the terminal's background, or `terminal`, its own sixteen
 * colours, where that isn't known.
 */
export const themeNames = ['auto', 'dark', 'light', 'high-contrast', 'terminal', 'none'] as const;

/** One of them. */
export type ThemeName = (typeof themeNames)[number];

/** What is behind the text of a terminal; null: not known. */
export type Background = 'dark' | 'light' | null;

/** What can have a look of its own: a part of the screen, or a status class. */
export type StyleName = Exclude<keyof Styles, 'status'> | StatusStyle;
type StatusStyle = `${1 | 2 | 3 | 4 | 5}xx`;

/** The user's own looks, in place of a theme's. */
export type CustomStyles = ReadonlyMap<StyleName, Style>;

/** What looks are wanted. */
export type ThemeChoice = {
	readonly name: ThemeName;
	/** The colours of the terminal; 1: none, neither a theme's nor the user's own. */
	readonly depth: ColorDepth;
	readonly own: CustomStyles;
	readonly chart: ChartCharacters;
};

/** Whether the theme is another one on another background. */
export function needsBackground({name, depth}: ThemeChoice): boolean {
	return depth > 1 && (name === 'auto' || name === 'high-contrast');
}

/** The theme that is wanted, in the colours that the terminal has. */
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

/** What has a look of its own, in the order of the screen. */
const names: readonly StyleName[] = [
	...(['title', 'chip', 'unwantedChip', 'count', 'aside', 'header', 'row', 'pastRow', 'selected'] as const),
	...(['cellRow', 'cell', 'mark', 'selectedMark', '1xx', '2xx', '3xx', '4xx', '5xx'] as const),
	...(['problem', 'key', 'hint', 'prompt', 'caret', 'odd', 'axis'] as const),
];

/** By what it is called in a config file: `past-row`. */
export const styleNames: ReadonlyMap<string, StyleName> = new Map(
	names.map(name => [name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), name]),
);
