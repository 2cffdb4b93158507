import test from 'ava';
import type {Entry} from '../../../source/store/store.js';
import {entry, start} from '../../helpers/entry.js';
import {settle} from '../../helpers/eventually.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type PanelScreenOptions, panelScreen} from '../../helpers/panel-screen.js';

const scene = async (past: readonly Entry[], options: Omit<PanelScreenOptions, 'store' | 'clock'> = {}) => {
	const clock = fakeClock(start + 3_600_000);
	const store = fakeStoreAt(clock, ...past);
	const screen = panelScreen('timeline', {store, clock, ...options});
	await screen.has('request');
	await settle();
	return {clock, store, screen};
};

/** An hour, a request in 3 s, with some errors in its last quarter. */
const hour = Array.from({length: 1200}, (_, n) =>
	entry(n, {
		time: start + n * 3000,
		position: {time: start + n * 3000, file: 0, offset: n},
		status: n > 900 && n % 7 === 0 ? 503 : n % 10 === 0 ? 404 : n % 6 === 0 ? 301 : 200,
		durationMs: n % 100,
	}),
);

test('80 by 24: an hour', async t => {
	const {screen} = await scene(hour);
	console.log(screen.frame());
	screen.type('\u001b[D\u001b[D\u001b[D');
	await settle();
	await settle();
	console.log(screen.frame());
	screen.type(' \u001b[D\u001b[D\u001b[D\u001b[D\u001b[D\u001b[D\u001b[D');
	await settle();
	await settle();
	console.log(screen.frame());
	screen.type('+');
	await settle();
	await settle();
	console.log(screen.frame());
	screen.type('\r');
	await screen.has('closed');
	console.log(screen.searched);
	screen.close();
	t.pass();
});

test('small', async t => {
	const {screen} = await scene(hour, {columns: 40, lines: 8});
	console.log(screen.frame());
	screen.resize(30, 4);
	await settle();
	console.log(screen.frame());
	screen.resize(20, 3);
	await settle();
	console.log(screen.frame());
	screen.resize(160, 40);
	await settle();
	await settle();
	console.log(screen.frame());
	screen.close();
	t.pass();
});
