import {stripVTControlCharacters} from 'node:util';
import test from 'ava';
import {blockCharacters} from '../../source/themes/chart-characters.js';
import {type Background, chooseTheme} from '../../source/themes/choose-theme.js';
import type {ColorDepth} from '../../source/themes/color-depth.js';
import {type ThemeName, themeNames} from '../../source/themes/theme.js';
import {entry, start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStoreAt} from '../helpers/fake-store.js';
import {screenScene} from '../helpers/screen.js';
import {settle} from '../helpers/settle.js';
import {waitFor} from '../helpers/wait-for.js';

const requests = [200, 301, 404, 503].map((status, n) => entry(n, {status}));

/** The screen in a theme, with a search and the last row selected; the escape character as `^`. */
async function frame(name: ThemeName, depth: ColorDepth, background: Background): Promise<string> {
	const theme = chooseTheme({name, depth, own: new Map(), chart: blockCharacters}, background);
	const clock = fakeClock(start + 10_000);
	const screen = screenScene({store: fakeStoreAt(clock, ...requests), clock, theme});
	await screen.has('4 results found');
	screen.type('/-zzz\r');
	await screen.hasNot('keeps it');
	await settle();
	screen.type('jjj');
	// The marker has a different colour.
	await waitFor(() => stripVTControlCharacters(screen.frame()).includes('▌301'), screen.frame);
	const text = screen.frame().replaceAll('\u001B', '^');
	screen.close();
	return text;
}

const colors = /\^\[(?:3[0-8]|4[0-8]|9\d|10\d)[;\d]*m/g;

test('the dark theme in 24-bit colours', async t => {
	const text = await frame('dark', 24, null);
	t.true(text.includes('^[38;2;140;191;152m 200'));
	t.true(text.includes('^[38;2;240;185;75m 404'));
	t.regex(text, /\^\[38;2;255;128;128m[^\n]* ?503|503/);
	t.regex(text, /\^\[48;2;138;47;60m[^\n]*-zzz/);
});

test('the light theme in 256 colours', async t => {
	const text = await frame('light', 8, null);
	t.regex(text, /\^\[38;5;\d+m 200/);
	t.notRegex(text, /[34]8;2;/);
});

test('auto selects the theme by the background', async t => {
	t.is(await frame('auto', 24, 'light'), await frame('light', 24, null));
	t.is(await frame('auto', 24, 'dark'), await frame('dark', 24, null));
	t.is(await frame('auto', 24, null), await frame('terminal', 24, null));
});

test('the high-contrast theme dims no text', async t => {
	for (const [depth, background] of [
		[24, 'dark'],
		[4, 'dark'],
		[8, 'light'],
		[4, null],
	] as const) {
		const text = await frame('high-contrast', depth, background);
		t.false(text.includes('^[2m'));
		t.is(background === null, (text.match(colors) ?? []).length === 0);
	}
});

test('the theme terminal uses only the sixteen colours', async t => {
	const text = await frame('terminal', 4, null);
	t.true(text.includes('^[32m 200'));
	t.deepEqual(
		(text.match(colors) ?? []).filter(of => !/^\^\[(?:3[1256]|91)m$/.test(of)),
		[],
	);
});

test('the theme none shows no colours', async t => {
	for (const text of [await frame('none', 24, 'dark'), await frame('dark', 1, 'dark')]) {
		t.deepEqual(text.match(colors), null);
		t.true(text.includes('^[1m'));
		t.true(text.includes('^[7m'));
	}
});

test('every theme shows the same text; without colours, characters name the classes', async t => {
	const bare = (text: string): string =>
		text
			.replace(/\^\[[\d;]*m/g, '')
			.replace(/ +$/gm, '')
			.replace(/[■░▒▓█](?= \dxx)/g, '■');
	const expected = bare(await frame('none', 1, null));
	for (const name of themeNames) {
		t.is(bare(await frame(name, 24, 'light')), expected, name);
	}
});
