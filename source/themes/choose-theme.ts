import type {ChartCharacters} from './chart-characters.js';
import type {ColorDepth} from './color-depth.js';
import {fitStyle} from './fit-color.js';
import type {Palette, Style, StylesByKey, Theme, ThemeName} from './theme.js';
import {
	dark,
	highContrast,
	highContrastDark16,
	light,
	plain,
	type Styles,
	stylesOf,
	terminal,
	terminalDark,
} from './themes.js';

/** Background of the terminal; null if unknown. */
export type Background = 'dark' | 'light' | null;

/** The name of a custom style: for a part of the screen, a status class, the area of a class in a chart, or a step of a map. */
export type StyleName = Exclude<keyof Styles, GroupName> | GroupedName;

/** Parts with a style per digit. */
type GroupName = 'status' | 'fill' | 'heat';
type GroupedName = `${1 | 2 | 3 | 4 | 5}xx` | `fill${2 | 3 | 4 | 5}xx` | `heat${1 | 2 | 3 | 4 | 5}`;

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
		return {...stylesOf(plain), chart};
	}
	const palette = paletteOf(name, depth, background);
	// Parts that derive from a part with a custom style get that style, unless they have a custom style, too.
	const styles = {...stylesOf(withOwn(palette, own)), ...withOwn({}, own)};
	const groups = withGroups(palette, own, depth);
	const parts = Object.entries(styles).flatMap(([part, style]) =>
		isGroup(part) ? [] : [[part, fitStyle(style as Style, depth)] as const],
	);
	return {...styles, ...Object.fromEntries(parts), ...groups, chart};
}

function isGroup(part: string): part is GroupName {
	return part === 'status' || part === 'fill' || part === 'heat';
}

/** Replaces styles by the user's styles for parts without digits. */
function withOwn<Part extends object>(styles: Part, own: CustomStyles): Part {
	return {...styles, ...Object.fromEntries([...own].filter(([part]) => groupOf(part) === null))};
}

/** Returns the group and the digit of a part; null for a part without a digit. */
function groupOf(part: StyleName): {readonly group: GroupName; readonly digit: string} | null {
	const [, prefix, digit = ''] = /^(|fill|heat)([1-5])(?:xx)?$/.exec(part) ?? [];
	return prefix === undefined
		? null
		: {group: prefix === 'fill' || prefix === 'heat' ? prefix : 'status', digit};
}

function withGroups(palette: Palette, own: CustomStyles, depth: ColorDepth): Pick<Palette, GroupName> {
	const stylesOf = (group: GroupName): StylesByKey => {
		const custom = [...own].flatMap(([part, style]) => {
			const found = groupOf(part);
			return found?.group === group ? [[found.digit, style] as const] : [];
		});
		const all = [...Object.entries(palette[group]), ...custom];
		return Object.fromEntries(all.map(([digit, style]) => [digit, fitStyle(style, depth)]));
	};
	return {status: stylesOf('status'), fill: stylesOf('fill'), heat: stylesOf('heat')};
}

function paletteOf(name: ThemeName, depth: ColorDepth, background: Background): Palette {
	const isRich = depth > 4;
	switch (name) {
		case 'auto':
			return background === null ? terminal : paletteOf(background, depth, background);
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

/** All parts that can have a custom style, sorted as on the screen. */
const names: readonly StyleName[] = [
	...([
		'accent',
		'title',
		'muted',
		'faint',
		'rule',
		'top',
		'chip',
		'unwantedChip',
		'count',
		'aside',
	] as const),
	...([
		'header',
		'row',
		'pastRow',
		'selected',
		'cellRow',
		'cell',
		'mark',
		'selectedMark',
		'bookmark',
	] as const),
	...([
		'1xx',
		'2xx',
		'3xx',
		'4xx',
		'5xx',
		'badge',
		'fill2xx',
		'fill3xx',
		'fill4xx',
		'fill5xx',
		'p95',
	] as const),
	...(['unread', 'bar', 'errorBar', 'axis', 'heat1', 'heat2', 'heat3', 'heat4', 'heat5'] as const),
	...(['problem', 'key', 'marker', 'focus', 'letter', 'hint', 'prompt', 'caret', 'odd'] as const),
];

/** By name in the config file: `past-row`, `fill-5xx`. */
export const styleNames: ReadonlyMap<string, StyleName> = new Map(
	names.map(name => [
		name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^(fill|heat)/, '$1-'),
		name,
	]),
);
