import test from 'ava';
import type {Entry} from '../../../source/store/store.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type PanelScreenOptions, panelScreen} from '../../helpers/panel-screen.js';

const scene = async (past: readonly Entry[], options: Omit<PanelScreenOptions, 'store' | 'clock'> = {}) => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	const screen = panelScreen('facets', {store, clock, ...options});
	await screen.has(' in ');
	return {clock, store, screen};
};

const mixed = [
	...entries(1, 6),
	...[7, 8, 9].map(n => entry(n, {ip: '198.51.100.1', status: 404})),
	entry(10, {ip: null, status: 503, userAgent: 'Googlebot/2.1'}),
];

test('80 by 24: the whole panel', async t => {
	const {screen} = await scene(mixed);
	t.deepEqual(screen.lines(), []);
	screen.close();
});
