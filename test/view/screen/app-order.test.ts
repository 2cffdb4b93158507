import {stripVTControlCharacters} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {ShownScreen} from '../../../source/copy-and-save/shown-screen.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenScene, type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const past = Array.from({length: 30}, (_, index) =>
	entry(index + 1, {
		durationMs: ((index * 7) % 30) * 100,
		bytes: ((index * 11) % 30) * 1000,
		status: index % 6 === 0 ? 502 : 200,
		ip: `203.0.113.${index % 3}`,
	}),
);

async function scene(t: ExecutionContext, options: Partial<ScreenSceneOptions> = {}): Promise<ScreenScene> {
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: fakeStoreAt(clock, ...past), clock, ...options});
	await screen.has('30 results found');
	await settle();
	return screen;
}

/** The lines of the count, the header and the first row. */
function top(screen: ScreenScene): readonly string[] {
	return screen.lines().slice(2, 5).map(stripVTControlCharacters);
}

test('S goes through the orders; the count line names it, its column is added and marked', async t => {
	const screen = await scene(t);
	t.deepEqual(top(screen), [
		'30 results found',
		'Status IP          Method URL                             Time     Token',
		' 200   203.0.113.2 GET    /en/30                          9:00:30  000000000001e',
	]);
	await screen.press('S', 'slowest first');
	t.deepEqual(top(screen), [
		'30 results found   slowest first',
		'Status IP              Method URL                Time     Token        ▾Duration',
		' 200   203.0.113.2     GET    /en/18             9:00:18  0000000000012    2.9 s',
	]);
	await screen.press('S', 'largest first');
	t.deepEqual(top(screen), [
		'30 results found   largest first',
		'Status IP              Method URL               Time     Token           Bytes ▾',
		' 200   203.0.113.1     GET    /en/20            9:00:20  0000000000014     29 kB',
	]);
	await screen.press('S', 'oldest first');
	t.deepEqual(top(screen), [
		'30 results found   oldest first',
		'Status IP          Method URL                             Time ▴   Token',
		' 502   203.0.113.0 GET    /en/1                           9:00:01  0000000000001',
	]);
	await screen.press('S', '/en/30');
	t.is(top(screen)[0], '30 results found');
});

test('moves and jumps go down and up in the order', async t => {
	const screen = await scene(t, {order: 'duration'});
	await screen.has('slowest first');
	const selected = (): string | undefined =>
		/\/en\/\d+/.exec(screen.lines().find(line => line.startsWith('▌')) ?? '')?.[0];
	const slowest = [...past].sort((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
	const urlAt = (index: number): string | undefined => slowest[index]?.url ?? undefined;
	await screen.press('j', '▌');
	t.is(selected(), urlAt(0));
	const next = async (keys: string, from: number, wanted: (index: number) => boolean): Promise<number> => {
		const to = slowest.findIndex((_, index) => index > from && wanted(index));
		await screen.press(keys, urlAt(to) ?? '');
		await settle();
		t.is(selected(), urlAt(to), keys);
		return to;
	};
	const error = await next('e', 0, index => slowest[index]?.status === 502);
	const client = await next('o', error, index => slowest[index]?.ip === slowest[error]?.ip);
	const {token = ''} = slowest[29] ?? {};
	await screen.press(`s${token}\r`, token);
	await settle();
	t.is(selected(), urlAt(29), `from ${client}`);
	await screen.press('u', 'Bookmarks are only found newest first: S changes the order');
	await screen.press('g', urlAt(0) ?? '');
});

test('[ restores the previous order', async t => {
	const screen = await scene(t);
	await screen.press('S', 'slowest first');
	await screen.press('5', '5 results found   slowest first');
	await screen.press('[', '30 results found   slowest first');
	screen.type('[');
	await screen.hasNot('slowest first');
	t.is(top(screen)[0], '30 results found');
	await screen.press(']', 'slowest first');
});

test('x sorts by the selected column, and back', async t => {
	const screen = await scene(t, {columns: 160, lines: 45});
	await screen.press('xs', 'Rows can be sorted by Time, Duration and Bytes');
	await screen.press('jjjjs', 'oldest first');
	await screen.has('▌[x] Time ▾');
	screen.type('s');
	await screen.hasNot('oldest first');
	t.is(top(screen)[0], '30 results found');
});

test('the palette sorts by name', async t => {
	const screen = await scene(t);
	await screen.press(':sort size\r', 'sort takes one of time, -time, duration, bytes, not size');
	await screen.press('\u001b:sort bytes\r', 'largest first');
	await screen.press(':sort\r', 'oldest first');
});

test('the command for the screen and views keep the order', async t => {
	const shown: ShownScreen[] = [];
	const screen = await scene(t, {
		order: 'bytes',
		clipboard: {copy: async () => ({ways: ['a test']})},
		async reproduce(one) {
			shown.push(one);
			return {command: 'reqscope', remarks: []};
		},
	});
	await screen.has('largest first');
	await screen.press('cs', 'Copied the command');
	t.is(shown[0]?.order, 'bytes');
});

test('a page of several days shows the day in each row unless it is sorted by time', async t => {
	const clock = fakeClock(start + 100_000);
	const days = [1, 2, 3].map(n => entry(n, {time: start - n * 86_400_000, durationMs: n * 100}));
	const screen = screenScene({t, store: fakeStoreAt(clock, ...days), clock});
	await screen.has('4 Nov 2026 and before');
	await screen.press('S', 'slowest first');
	await screen.has('4 Nov 2026 9:00:00');
	t.deepEqual(
		screen
			.lines()
			.slice(4, 7)
			.map(line => /\d+ Nov 2026/.exec(line)?.[0]),
		['2 Nov 2026', '3 Nov 2026', '4 Nov 2026'],
	);
	t.false(screen.frame().includes('and before'));
});
