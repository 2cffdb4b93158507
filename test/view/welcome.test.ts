import test from 'ava';
import {entries, start} from '../helpers/entry.js';
import {settle} from '../helpers/eventually.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStore} from '../helpers/fake-store.js';
import {screenScene} from '../helpers/screen.js';

const line = '\n/ search  Enter its story  ? help  q quit\n';

const scene = (isFirstStart: boolean) => {
	const clock = fakeClock(start + 100_000);
	return {clock, screen: screenScene({store: fakeStore(...entries(1, 35)), clock, isFirstStart})};
};

test('the first key takes it away', async t => {
	const {screen} = scene(true);
	await screen.has(line);
	screen.type('j');
	await screen.hasNot(line);
	t.pass();
	screen.close();
});

test('a minute does', async t => {
	const {screen, clock} = scene(true);
	await screen.has(line);
	// Its minute begins once it has been drawn.
	await settle();
	clock.pass(59_000);
	await settle();
	t.true(screen.frame().includes(line));
	clock.pass(1000);
	await screen.hasNot(line);
	screen.close();
});

test('later starts don’t have it', async t => {
	const {screen} = scene(false);
	await screen.has('35 results found');
	await settle();
	t.false(screen.frame().includes('Enter its story'));
	screen.close();
});

test('a remark stands at any start, until the first key or for a minute', async t => {
	const remarked = 'No key is left for quit (q is help’s): give it one in the config file, or []';
	const scene = () => {
		const clock = fakeClock(start + 100_000);
		return {clock, screen: screenScene({store: fakeStore(...entries(1, 35)), clock, remark: remarked})};
	};
	const {screen} = scene();
	await screen.has(remarked);
	screen.type('j');
	await screen.hasNot(remarked);
	screen.close();

	const later = scene();
	await later.screen.has(remarked);
	await settle();
	later.clock.pass(60_000);
	await later.screen.hasNot(remarked);
	later.screen.close();
	t.pass();
});
