import test from 'ava';
import type {Theme} from '../../source/themes/theme.js';
import {entry, start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStore, fakeStoreAt} from '../helpers/fake-store.js';
import {panelScreen} from '../helpers/panel-screen.js';
import {screenScene} from '../helpers/screen.js';
import {colorTheme, plainTheme} from '../helpers/themes.js';

const requests = [200, 301, 404, 503].map((status, n) => entry(n, {status}));

/** The screen with the last row selected; the escape character as `^`. */
async function frame(theme: Theme): Promise<string> {
	const screen = screenScene({store: fakeStore(...requests), clock: fakeClock(start), theme});
	await screen.has('results found');
	screen.type('j');
	await screen.has('▌');
	const text = screen.frame().replaceAll('\u001B', '^');
	screen.close();
	return text;
}

test('the class of a status has its colour', async t => {
	const text = await frame(colorTheme);
	t.regex(text, /\^\[32m 200/);
	t.regex(text, /\^\[36m 301/);
	t.regex(text, /\^\[35m 404/);
	t.regex(text, /\^\[1m\^\[7m\^\[31m▌503 /);
});

test('without colour there are weight and inversion, and the marker', async t => {
	const text = await frame(plainTheme);
	t.notRegex(text, /\^\[([34][0-7]|9[0-7]|10[0-7])m/);
	t.regex(text, /\^\[1m\^\[7m▌503 /);
	t.regex(text, /\^\[1m4 results found/);
});

test('a mark in the row of the selected cell is underlined, not inverse like the cell', async t => {
	const found = [1, 2].map(n => entry(n, {url: '/en/find-me'}));
	const screen = screenScene({store: fakeStore(...found), clock: fakeClock(start), theme: plainTheme});
	await screen.has('results found');
	screen.type('sfind-me\r');
	await screen.has('found in 2 rows here');
	screen.type('\u001B[C');
	await screen.has('search for it');
	const rows = screen.lines().filter(line => line.includes('find-me'));
	screen.close();
	t.is(rows.length, 2);
	const [selected = '', other = ''] = rows.map(row => row.replaceAll('\u001B', '^'));
	t.regex(selected, /\^\[7m200/);
	t.regex(selected, /\^\[4mfind-me/);
	t.notRegex(selected, /\^\[7m[^m]*find-me/);
	t.regex(other, /\^\[7mfind-me/);
});

test('only the odd part of a selected route is highlighted', async t => {
	const clock = fakeClock(start + 10_000);
	const route = {
		route: '/robots.txt',
		n: 4,
		classes: Float64Array.of(0, 0, 4, 0, 0, 0),
		status: 404,
		bytes: 4,
		p50: null,
		p95: null,
		max: null,
		total: null,
		odd: 2,
		oddity: '404 instead of 200',
	};
	const store = {
		...fakeStoreAt(clock, ...requests),
		routes: async () => ({routes: [route], total: 4, partial: false}),
	};
	const screen = panelScreen('routes', {store, clock, theme: colorTheme});
	await screen.has('robots');
	screen.type('j');
	await screen.has('▌');
	const [name, odd] = screen
		.lines()
		.slice(-2)
		.map(line => line.replaceAll('\u001B', '^'));
	screen.close();
	t.is(name, '/robots.txt');
	t.is(odd, '^[1m^[35m2 unexpected: 404 instead of 200^[39m^[22m');
});

test('a chart has the colours of the classes, and without colours a character for each', async t => {
	for (const theme of [colorTheme, plainTheme]) {
		const clock = fakeClock(start + 10_000);
		const screen = panelScreen('timeline', {store: fakeStoreAt(clock, ...requests), clock, theme});
		await screen.has('4 requests');
		const text = screen.frame().replaceAll('\u001B', '^');
		screen.close();
		if (theme === colorTheme) {
			t.regex(text, /1 \^\[32m█\^\[36m█\^\[35m█\^\[91m█/);
			t.regex(text, /\^\[91m▇/);
		} else {
			t.notRegex(text, /\^\[([34][0-7]|9[0-7]|10[0-7])m/);
			t.regex(text, /1 ░▒▓█$/m);
		}
	}
});

test('without colour, no part of a chart is inverse: characters show the class', async t => {
	const clock = fakeClock(start + 10_000);
	const store = {
		...fakeStoreAt(clock, ...requests),
		routes: async () => ({
			routes: [
				{
					route: '/en/',
					n: 4,
					classes: Float64Array.of(0, 0, 2, 0, 1, 1),
					status: 200,
					bytes: 4,
					p50: null,
					p95: null,
					max: null,
					total: null,
					odd: 0,
					oddity: null,
				},
			],
			total: 4,
			partial: false,
		}),
	};
	const timeline = panelScreen('timeline', {store, clock, theme: plainTheme});
	await timeline.has('4 requests');
	timeline.type('\u001B[D');
	await timeline.has('▲');
	t.false(timeline.lines().slice(1).join('\n').includes('\u001B[7m'));
	timeline.close();
	const routes = panelScreen('routes', {store, clock, columns: 160, theme: plainTheme});
	await routes.has('/en/');
	routes.type('j');
	await routes.has('▌');
	const line = routes.lines().find(of => of.includes('▌')) ?? '';
	routes.close();
	t.regex(line.replaceAll('\u001B', '^'), /\^\[7m▌.*\^\[27m\^\[1m█+\^\[22m▓+░+ +\^\[7m.*\/en\//);
});
