import test from 'ava';
import {colorDepth} from '../../source/themes/color-depth.js';
import {fitStyle, ownColorNames} from '../../source/themes/fit-color.js';
import {readStyle, styleText} from '../../source/themes/style-text.js';
import type {Style} from '../../source/themes/theme.js';
import {paint} from '../../source/view/spans/paint.js';
import {backgroundIn, backgroundOf, canBeAsked} from '../../source/view/terminal/background.js';
import {words} from '../helpers/words.js';

test('colours are reduced to the colour depth of the terminal', t => {
	const fitted = (color: string, depth: 1 | 4 | 8 | 24): string | undefined => fitStyle({color}, depth).color;
	t.is(fitted('#ff8080', 24), '#ff8080');
	t.is(fitted('#ff0000', 8), 'ansi256(196)');
	t.is(fitted('#808080', 8), 'ansi256(244)');
	t.is(fitted('#ff0000', 4), 'redBright');
	t.is(fitted('#c01010', 4), 'red');
	t.is(fitted('#ff0000', 1), undefined);
	t.is(fitted('red', 24), 'red');
	t.deepEqual(fitStyle({bold: true, backgroundColor: '#00005f'}, 8), {
		bold: true,
		backgroundColor: 'ansi256(17)',
	});
});

const painted: ReadonlyArray<readonly [Style, begin: string, end: string]> = [
	[{color: 'red'}, '[31m', '[39m'],
	[{color: 'redBright'}, '[91m', '[39m'],
	[{color: 'blackBright'}, '[90m', '[39m'],
	[{backgroundColor: 'white'}, '[47m', '[49m'],
	[{backgroundColor: 'whiteBright'}, '[107m', '[49m'],
	[{color: 'ansi256(196)'}, '[38;5;196m', '[39m'],
	[{backgroundColor: 'ansi256(17)'}, '[48;5;17m', '[49m'],
	[{color: '#ff8000'}, '[38;2;255;128;0m', '[39m'],
	[{backgroundColor: '#102030'}, '[48;2;16;32;48m', '[49m'],
];

for (const [style, begin, end] of painted) {
	test(`paints ${JSON.stringify(style)} with its sequences`, t => {
		t.is(paint({spans: [{text: 'x', style}]}), `\u001B${begin}x\u001B${end}`);
	});
}

test('a formatted style parses to the same style', t => {
	const styles: readonly Style[] = [
		{},
		{bold: true, dimColor: true, inverse: true, underline: true},
		...ownColorNames.map(color => ({color})),
		{bold: true, color: '#a0b1c2', backgroundColor: 'blueBright'},
		{backgroundColor: '#000000'},
	];
	for (const style of styles) {
		t.deepEqual(readStyle(styleText(style)), {style});
	}
	t.deepEqual(readStyle(' BOLD  Gray on #ABCDEF '), {
		style: {bold: true, color: 'blackBright', backgroundColor: '#abcdef'},
	});
	t.deepEqual(readStyle('on red on blue'), {
		problem:
			'there is no colour on: write one such as red, bright-red or #8a2f3c; with it bold, dim, inverse, underline, on COLOUR',
	});
});

const depths: ReadonlyArray<
	readonly [
		what: string,
		bits: number,
		when: 'auto' | 'always' | 'never',
		env: Record<string, string>,
		depth: number,
	]
> = [
	['true colours', 24, 'auto', {}, 24],
	['256', 8, 'auto', {}, 8],
	['16', 4, 'auto', {TERM: 'xterm'}, 4],
	['256 by the name', 4, 'auto', {TERM: 'tmux-256color'}, 8],
	['none', 1, 'auto', {TERM: 'xterm-256color'}, 1],
	[
		'true colours within tmux',
		8,
		'auto',
		{TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/tmp/tmux'},
		24,
	],
	['none of them within GNU Screen', 24, 'auto', {TERM: 'screen-256color', COLORTERM: 'truecolor'}, 8],
	['nor there', 24, 'auto', {TERM: 'xterm-256color', STY: '1.tty'}, 8],
	['none is wanted', 24, 'never', {}, 1],
	['NO_COLOR', 24, 'auto', {NO_COLOR: '1'}, 1],
	['an empty NO_COLOR says nothing', 24, 'auto', {NO_COLOR: ''}, 24],
	['always, in spite of NO_COLOR', 24, 'always', {NO_COLOR: '1'}, 24],
	['always, where there seem to be none', 1, 'always', {}, 4],
];

for (const [what, bits, when, env, depth] of depths) {
	test(`determines the colour depth: ${what}`, t => {
		let asked: object = {};
		const getColorDepth = (given?: object): number => {
			asked = given ?? {};
			return bits;
		};
		t.is(colorDepth({getColorDepth}, when, env), depth as 1);
		t.false('NO_COLOR' in asked);
	});
}

test('determines the background from COLORFGBG', t => {
	const said = (COLORFGBG: string) => backgroundIn({COLORFGBG});
	t.deepEqual(
		['15;0', '0;15', '0;default;15', '7;8', '0;7', '1;6'].map(said),
		words`dark light light dark light dark`,
	);
	t.deepEqual(['', '15', 'default;default', '0;16', 'x;-1'].map(said), [null, null, null, null, null]);
	t.is(backgroundIn({}), null);
});

test('determines the background from the reply of the terminal', t => {
	t.deepEqual(
		[
			'rgb:0000/0000/0000',
			'rgb:ffff/ffff/ffff',
			'rgb:fd/f6/e3',
			'rgb:0/2/3',
			'rgba:1e1e/1e1e/1e1e/ffff',
			'RGB:FFFF/FFFF/FFFF',
		].map(backgroundOf),
		['dark', 'light', 'light', 'dark', 'dark', 'light'],
	);
	t.deepEqual(['', '?', 'rgb:1/2', 'rgb:00000/0/0', 'white'].map(backgroundOf), [
		null,
		null,
		null,
		null,
		null,
	]);
});

test('queries only terminals that are known to reply', t => {
	const asked = (
		TERM: string,
		more: Record<string, string> = {},
		platform: NodeJS.Platform = 'linux',
	): boolean => canBeAsked({TERM, ...more}, platform);
	for (const term of words`
		xterm-256color xterm-kitty alacritty tmux-256color rxvt-unicode-256color foot
	`) {
		t.true(asked(term), term);
	}
	for (const term of ['', 'linux', 'dumb', 'vt220', 'ansi', 'screen-256color', 'eterm-color']) {
		t.false(asked(term), term);
	}
	t.true(asked('screen-256color', {TMUX: '/tmp/tmux'}));
	t.false(asked('xterm-256color', {STY: '1.pts'}));
	t.false(asked('xterm-256color', {INK_SCREEN_READER: 'true'}));
	t.false(asked('xterm-256color', {}, 'win32'));
});
