import test from 'ava';
import {entry, start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStore, fakeStoreAt} from '../helpers/fake-store.js';

// Read when the library that writes the colours is loaded: hence the late import below.
Object.assign(process.env, {FORCE_COLOR: '1'});

const requests = [200, 301, 404, 503].map((status, n) => entry(n, {status}));

/** The screen with the last row selected; the escape character as `^`. */
async function frame(color: boolean): Promise<string> {
	const {screenScene} = await import('../helpers/screen.js');
	const screen = screenScene({store: fakeStore(...requests), clock: fakeClock(start), color});
	await screen.has('results found');
	screen.type('j');
	await screen.has('▌');
	const text = screen.frame().replaceAll('\u001B', '^');
	screen.close();
	return text;
}

test.serial('the class of a status has its colour', async t => {
	const text = await frame(true);
	t.regex(text, /\^\[32m 200/);
	t.regex(text, /\^\[36m 301/);
	t.regex(text, /\^\[35m 404/);
	t.regex(text, /\^\[31m.*▌503/);
});

test.serial('without colour there are weight and inversion, and the marker', async t => {
	const text = await frame(false);
	t.notRegex(text, /\^\[([34][0-7]|9[0-7]|10[0-7])m/);
	t.regex(text, /\^\[7m▌503/);
	t.regex(text, /\^\[1m4 results found/);
});

test.serial('a chart has the colours of the classes, and a character for each', async t => {
	const {panelScreen} = await import('../helpers/panel-screen.js');
	for (const color of [true, false]) {
		const clock = fakeClock(start + 10_000);
		const screen = panelScreen('timeline', {store: fakeStoreAt(clock, ...requests), clock, color});
		await screen.has('4 requests');
		const text = screen.frame().replaceAll('\u001B', '^');
		screen.close();
		if (color) {
			t.regex(text, /\^\[32m░/);
			t.regex(text, /\^\[36m▒/);
			t.regex(text, /\^\[35m▓/);
			t.regex(text, /\^\[31m[^█]*█/);
		} else {
			t.notRegex(text, /\^\[([34][0-7]|9[0-7]|10[0-7])m/);
			t.regex(text, /░+▒+▓+█+/);
		}
	}
});
