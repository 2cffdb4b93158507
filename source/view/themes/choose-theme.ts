import type {ChartCharacters} from './chart-characters.js';
import type {ColorDepth} from './color-depth.js';
import {fitLook} from './fit-color.js';
import type {Look, Theme} from './theme.js';
import {
	dark,
	highContrast,
	highContrastDark16,
	type Looks,
	light,
	plain,
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
export type LookName = Exclude<keyof Looks, 'status'> | StatusLook;
type StatusLook = `${1 | 2 | 3 | 4 | 5}xx`;

/** The user's own looks, in place of a theme's. */
export type OwnLooks = ReadonlyMap<LookName, Look>;

/** What looks are wanted. */
export type ThemeChoice = {
	readonly name: ThemeName;
	/** The colours of the terminal; 1: none, neither a theme's nor the user's own. */
	readonly depth: ColorDepth;
	readonly own: OwnLooks;
	readonly chart: ChartCharacters;
};

/** Whether the theme is another one on another background. */
export const needsBackground = ({name, depth}: ThemeChoice): boolean =>
	depth > 1 && (name === 'auto' || name === 'high-contrast');

/** The theme that is wanted, in the colours that the terminal has. */
export const chooseTheme = ({name, depth, own, chart}: ThemeChoice, background: Background): Theme => {
	if (depth === 1) {
		return {...plain, chart};
	}
	const looks = looksOf(name, depth, background);
	const status = Object.entries(looks.status);
	for (const [part, look] of own) {
		if (isStatusLook(part)) {
			status.push([part[0] ?? '', look]);
		}
	}
	const parts = [...Object.entries(looks), ...own].flatMap(([part, look]) =>
		part === 'status' || isStatusLook(part) ? [] : [[part, fitLook(look, depth)] as const],
	);
	return {
		...looks,
		...Object.fromEntries(parts),
		status: Object.fromEntries(status.map(([digit, look]) => [digit, fitLook(look, depth)])),
		chart,
	};
};

const isStatusLook = (name: string): name is StatusLook => /^[1-5]xx$/.test(name);

const looksOf = (name: ThemeName, depth: ColorDepth, background: Background): Looks => {
	const isRich = depth > 4;
	switch (name) {
		case 'auto':
			return background === null ? terminal : looksOf(background, depth, background);
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
};
