import test from 'ava';
import {blockCharacters} from '../../source/themes/chart-characters.js';
import {
	type Background,
	chooseTheme,
	needsBackground,
	type StyleName,
	styleNames,
} from '../../source/themes/choose-theme.js';
import type {ColorDepth} from '../../source/themes/color-depth.js';
import {luminance, type Rgb, rgbOf} from '../../source/themes/fit-color.js';
import {type Style, type Theme, type ThemeName, themeNames} from '../../source/themes/theme.js';
import {colorTheme, plainTheme} from '../helpers/themes.js';

const chart = blockCharacters;
const depths: readonly ColorDepth[] = [1, 4, 8, 24];
const backgrounds: readonly Background[] = ['dark', 'light', null];
function theme(
	name: ThemeName,
	depth: ColorDepth,
	background: Background,
	own: ReadonlyMap<StyleName, Style> = new Map(),
): Theme {
	return chooseTheme({name, depth, own, chart}, background);
}

function stylesOf({chart: _, status, fill, heat, ...styles}: Theme): readonly Style[] {
	return [styles, status, fill, heat].flatMap(group => Object.values<Style>(group));
}
function colorsOf(of: Theme): readonly string[] {
	return stylesOf(of).flatMap(({color = [], backgroundColor = []}) => [color, backgroundColor].flat());
}

function contrast(one: Rgb, other: Rgb): number {
	const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (high + 0.05) / (low + 0.05);
}
function rgb(color: string): Rgb {
	return rgbOf(color) ?? [0, 0, 0];
}

test('without colours no theme has any, regardless of the user’s styles', t => {
	for (const name of themeNames) {
		for (const background of backgrounds) {
			t.deepEqual(theme(name, 1, background, new Map([['row', {color: 'red'}]])), plainTheme);
		}
	}
	t.deepEqual(theme('none', 24, 'dark'), plainTheme);
});

test('the background selects the theme; if it is unknown, the terminal’s own colours are used, which suit any background', t => {
	for (const depth of [4, 8, 24] as const) {
		t.deepEqual(theme('auto', depth, null), colorTheme);
		t.deepEqual(theme('auto', depth, 'dark'), theme('dark', depth, null));
		t.deepEqual(theme('auto', depth, 'light'), theme('light', depth, 'dark'));
	}
	t.notDeepEqual(theme('auto', 24, 'dark'), theme('auto', 24, 'light'));
});

test('a theme has only colours that the terminal has', t => {
	const forms: Readonly<Record<ColorDepth, RegExp>> = {
		1: /^$/,
		4: /^[a-zA-Z]+$/,
		8: /^(?:[a-zA-Z]+|ansi256\(\d+\))$/,
		24: /^(?:[a-zA-Z]+|#[\da-f]{6})$/,
	};
	for (const name of themeNames) {
		for (const depth of depths) {
			for (const background of backgrounds) {
				for (const color of colorsOf(
					theme(name, depth, background, new Map([['row', {color: '#102030'}]])),
				)) {
					t.regex(color, forms[depth], `${name} ${depth}`);
				}
			}
		}
	}
});

for (const [name, background, grounds, minText, minFill] of [
	['dark', 'dark', ['#000000', '#1e1e2e'], 4.5, 3],
	['light', 'light', ['#ffffff', '#fdf6e3'], 4.5, 3],
	['high-contrast', 'dark', ['#000000', '#1e1e1e'], 7, 7],
	['high-contrast', 'light', ['#ffffff', '#fafafa'], 7, 7],
] as const) {
	test(`${name} is readable on ${background}`, t => {
		const of = theme(name, 24, background);
		const check = ({color, backgroundColor}: Style, on: readonly string[], min: number): void => {
			for (const ground of color === undefined
				? []
				: backgroundColor === undefined
					? on
					: [backgroundColor]) {
				const found = contrast(rgb(color ?? ''), rgb(ground));
				t.true(found >= min, `${color} on ${ground}: ${found.toFixed(2)}`);
			}
		};
		// Not text: rules, ticks and shades.
		const {chart: _, status, fill, heat: __, rule: ___, unread: ____, ...styles} = of;
		for (const style of [...Object.values<Style>(styles), ...Object.values(status)]) {
			check(style, grounds, minText);
		}
		for (const style of Object.values(fill)) {
			check(style, grounds, minFill);
		}
		const grey = background === 'dark' ? '#d4d4d8' : '#242424';
		for (const {backgroundColor} of [of.selected, of.top, of.bar, of.errorBar]) {
			for (const style of [{color: grey}, of.title, of.muted, ...Object.values(status)]) {
				check(style, [backgroundColor ?? grounds[0]], Math.min(minText, 4.1));
			}
		}
	});
}

test('the fills of a chart differ in lightness, so that colour blindness doesn’t merge them', t => {
	for (const name of ['dark', 'light'] as const) {
		const {fill} = theme(name, 24, name);
		const lightness = [2, 3, 4, 5].map(digit => luminance(rgb(fill[digit]?.color ?? '')));
		const byLightness = lightness
			.map((_, index) => index)
			.toSorted((a, b) => (lightness[a] ?? 0) - (lightness[b] ?? 0));
		// Dark: 2xx darkest, 4xx lightest; light: 5xx darkest, 2xx lightest.
		t.deepEqual([byLightness[0], byLightness[3]], name === 'dark' ? [0, 2] : [3, 0]);
	}
});

test('high contrast has no dim text, and doesn’t show status classes only by colour', t => {
	for (const depth of [4, 8, 24] as const) {
		for (const background of backgrounds) {
			const {status, ...rest} = theme('high-contrast', depth, background);
			t.false(stylesOf({...rest, status}).some(({dimColor}) => dimColor));
			t.like(status[4], {bold: true});
			t.like(status[5], {bold: true, underline: true});
		}
	}
});

test('the classes of status differ in every theme with colours', t => {
	for (const name of themeNames.filter(of => of !== 'none')) {
		for (const depth of [4, 8, 24] as const) {
			for (const background of ['dark', 'light'] as const) {
				const {status} = theme(name, depth, background);
				const styles = [2, 3, 4, 5].map(digit => JSON.stringify(status[digit]));
				t.is(new Set(styles).size, 4, `${name} ${depth} ${background}`);
			}
		}
	}
});

test('a user style replaces the theme’s, and parts that derive from that style change with it', t => {
	const own = new Map<StyleName, Style>([
		['5xx', {underline: true}],
		['fill2xx', {color: 'blue'}],
		['heat1', {color: 'red'}],
		['pastRow', {color: '#ff0000'}],
		['accent', {color: 'green'}],
		['prompt', {bold: true}],
	]);
	const {status, fill, heat, pastRow, row, key, prompt} = theme('dark', 8, null, own);
	t.deepEqual(status[5], {underline: true});
	t.deepEqual(status[4], theme('dark', 8, null).status[4]);
	t.deepEqual(fill[2], {color: 'blue'});
	t.deepEqual(heat[1], {color: 'red'});
	t.deepEqual(pastRow, {color: 'ansi256(196)'});
	t.deepEqual(row, {});
	t.deepEqual(key, {color: 'green'});
	t.deepEqual(prompt, {bold: true});
});

test('with 256 colours, no class becomes grey', t => {
	for (const name of ['dark', 'light'] as const) {
		const {status, fill} = theme(name, 8, name);
		for (const {color} of [2, 3, 4, 5].flatMap(digit => [status[digit] ?? {}, fill[digit] ?? {}])) {
			t.true(Number(/\d+(?=\)$)/.exec(color ?? '')?.[0]) < 232, `${name} ${color}`);
		}
	}
});

test('the name of every style of a theme can be written in the config', t => {
	const {status: _, fill: __, heat: ___, chart: ____, ...parts} = plainTheme;
	const names = [...styleNames.values()];
	t.deepEqual(
		names.filter(name => !/\d(?:xx)?$/.test(name) || name === 'p95').toSorted(),
		Object.keys(parts).toSorted() as StyleName[],
	);
	t.is(new Set(names).size, names.length);
});

test('queries the terminal for its background only if the theme depends on it', t => {
	const asks = (name: ThemeName, depth: ColorDepth): boolean =>
		needsBackground({name, depth, own: new Map(), chart});
	t.deepEqual(
		themeNames.filter(name => asks(name, 4)),
		['auto', 'high-contrast'],
	);
	t.false(themeNames.some(name => asks(name, 1)));
});
