import test, {type ExecutionContext} from 'ava';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const line = '5 shows only 5xx, 0 all again; : finds every command by its name';

function scene(
	t: ExecutionContext,
	isFirstStart: boolean,
	size: {readonly columns?: number; readonly lines?: number} = {},
) {
	const clock = fakeClock(start + 100_000);
	return {clock, screen: screenScene({t, store: fakeStore(...entries(1, 35)), clock, isFirstStart, ...size})};
}

test('the first session shows one hint for each situation: the start, a selected row, a search', async t => {
	const {screen} = scene(t, true);
	await screen.has(line);
	await screen.press('j', 'Enter shows its details; o the next request of this client; → + only this value');
	t.false(screen.frame().includes(line));
	await screen.press('j', 'Enter shows its details');
	await screen.press('/en\r', 'Backspace removes its last term; c s copies the command for this screen');
	screen.type('C');
	await screen.hasNot('removes its last term');
	await screen.press('/en\r', '35 results found');
	await screen.hasNot('Backspace removes');
});

test('a hint about rows ends with a key that isn’t a move', async t => {
	const {screen} = scene(t, true);
	await screen.has(line);
	await screen.press('jj', 'Enter shows its details');
	screen.type('\u001b');
	await screen.hasNot('Enter shows its details');
	screen.type('j');
	await screen.has('held');
	t.false(screen.frame().includes('Enter shows its details'));
});

test('the welcome disappears with the first key', async t => {
	const {screen} = scene(t, true);
	await screen.has(line);
	screen.type('j');
	await screen.hasNot(line);
});

test('the welcome disappears after a minute', async t => {
	const {screen, clock} = scene(t, true);
	await screen.has(line);
	// Its minute starts when it has been drawn.
	await settle();
	await passTime(clock, 59_000);
	t.true(screen.frame().includes(line));
	clock.pass(1000);
	await screen.hasNot(line);
});

test('later starts have no welcome', async t => {
	const {screen} = scene(t, false);
	await screen.has('35 results found');
	await settle();
	t.false(screen.frame().includes('by its name'));
});

test('shows a remark at any start, until the first key or for a minute', async t => {
	const remarked = 'No key is left for quit (q now runs help): give it one in the config file, or []';
	const scene = () => {
		const clock = fakeClock(start + 100_000);
		return {clock, screen: screenScene({t, store: fakeStore(...entries(1, 35)), clock, remark: remarked})};
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
});
