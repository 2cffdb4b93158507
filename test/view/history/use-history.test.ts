import test, {type ExecutionContext} from 'ava';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenScene, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

async function scene(t: ExecutionContext): Promise<ScreenScene> {
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: fakeStoreAt(clock, ...entries(1, 35)), clock});
	await screen.has('35 results found');
	await settle();
	return screen;
}

function selected(screen: ScreenScene): string | undefined {
	return screen.lines().find(line => line.startsWith('▌'));
}

test('[ goes back through searches and panels, and ] forward', async t => {
	const screen = await scene(t);
	await screen.press('/url:=/en/7\r', '1 results found');
	await screen.press('i', 'Timeline');
	await screen.press('[', '/en/7');
	await screen.hasNot('Timeline, ');
	await screen.press('[', '35 results found');
	await screen.press('[', 'There is no earlier place');
	await screen.press(']', '1 results found');
	await screen.press(']', 'Timeline, ');
	await screen.press(']', 'There is no later place');
});

test('going back selects the row again, wherever it is', async t => {
	const screen = await scene(t);
	await screen.press('Gkk', 'held');
	const row = selected(screen);
	t.truthy(row);
	await screen.press('5', '0 results found');
	await screen.press('[', '35 results found');
	await screen.has(row ?? '');
	t.is(selected(screen), row);
});

test('a new search drops the forward places; keys that arrive together work like single keys', async t => {
	const screen = await scene(t);
	await screen.press('5[4[', '35 results found');
	await screen.press(']', 'status:4xx');
	await screen.press(']', 'There is no later place');
});

test('a panel that is open at both places keeps its scroll and its selection', async t => {
	const screen = await scene(t);
	screen.resize(120, 45);
	await screen.press('f', '▌203.0.113.9');
	await screen.press('u', '▌/en/');
	await screen.press('jjj', '▌/en/12');
	await screen.press('2', 'status:2xx');
	await screen.press('[', '\n35 requests');
	await screen.has('▌/en/12');
	await screen.press('i', 'Timeline, ');
	await screen.press('[', 'Most frequent');
});

test('typing a search adds only the finished search to the history', async t => {
	const screen = await scene(t);
	await screen.press('/en/3', 'results found');
	await screen.press('4\r', '1 results found');
	await screen.press('[', '35 results found');
});

test('going back from a search without results opens the details again', async t => {
	const screen = await scene(t);
	screen.resize(160, 45);
	await screen.press('\r', 'Details');
	await screen.press('\u001b', '35 results found');
	await screen.hasNot('Details');
	await screen.press('4', '\n0 results found');
	await screen.press('[[', 'Details');
	await screen.has('GET /en/35 HTTP');
	await screen.press(']]', '\n0 results found');
	await screen.press(']', 'There is no later place');
});

test('on a smaller screen, [ and ] also go to a place with more panels than fit', async t => {
	const screen = await scene(t);
	screen.resize(160, 45);
	await screen.press('\ri', 'Timeline');
	await screen.has('Details');
	await screen.press('4', '\n0 results found');
	screen.resize(80, 24);
	await screen.hasNot('Details');
	await screen.press('[', 'Timeline');
	await screen.press('[[[', 'There is no earlier place');
	await screen.press(']]]', '\n0 results found');
});
