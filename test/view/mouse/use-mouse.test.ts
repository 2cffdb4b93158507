import test, {type ExecutionContext} from 'ava';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeMouse} from '../../helpers/fake-mouse.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

/** The screen with the mouse turned on. */
async function scene(t: ExecutionContext, past = entries(1, 35), options: Partial<ScreenSceneOptions> = {}) {
	const mouse = fakeMouse();
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: fakeStore(...past), clock, mouse, ...options});
	await screen.has('results found', '2xx ', 'no request for');
	await settle();
	await screen.press('p', 'The mouse is on');
	const lineWith = (text: string): number => screen.lines().findIndex(line => line.includes(text));
	const click = async (text: string, column = 0): Promise<void> => {
		const y = lineWith(text);
		mouse.click((screen.lines()[y] ?? '').indexOf(text) + column, y);
		await settle();
	};
	return {mouse, screen, lineWith, click};
}

test('the first click selects a row, the second opens it', async t => {
	const {screen, click} = await scene(t);
	await click('/en/32 ');
	await waitFor(() => /^▌.*\/en\/32 /m.test(screen.frame()), screen.frame);
	await click('/en/30 ');
	await waitFor(() => /^▌.*\/en\/30 /m.test(screen.frame()), screen.frame);
	await click('/en/30 ');
	await screen.has('Details 000000000001e');
	await click('Esc closes', 5);
	await screen.has('35 results found');
	t.regex(screen.frame(), /^▌.*\/en\/30 /m);
});

test('the wheel moves like keys', async t => {
	const {screen, mouse} = await scene(t);
	mouse.wheel('Down');
	await waitFor(() => /^▌.*\/en\/33 /m.test(screen.frame()), screen.frame);
	mouse.wheel('Up');
	await waitFor(() => /^▌.*\/en\/35 /m.test(screen.frame()), screen.frame);
	mouse.wheel('Down', true);
	await waitFor(() => /^▌.*\/en\/25 /m.test(screen.frame()), screen.frame);
	await screen.press('?', 'Keys 1–');
	mouse.wheel('Down');
	await screen.has('Keys 4–');
});

test('a click removes a term of the search, or runs a command in the footer', async t => {
	const {screen, click} = await scene(t, entries(1, 35).concat(entry(36, {status: 404})), {columns: 100});
	await screen.press('/status:200 method:get url:/en/3\r', ' status:200   method:get   url:/en/3');
	await click('method:get');
	await screen.has(' status:200   url:/en/3');
	await click('status:200');
	await screen.hasNot('status:200');
	await screen.has('\n url:/en/3');
	await click('C clear');
	await screen.has('36 results found');
	await click('/ search');
	await screen.has('keeps it');
	// Clicks have no effect while the user writes a line.
	await click('/en/36');
	t.notRegex(screen.frame(), /^▌/m);
});

test('clicks switch tabs and select values of a panel', async t => {
	const {screen, click} = await scene(
		t,
		entries(1, 35).concat([36, 37].map(n => entry(n, {status: 404, ip: '198.51.100.1'}))),
	);
	await screen.press('f', 'Client, 2 values');
	await click('198.51.100.1');
	await waitFor(() => /^▌198\.51\.100\.1 .* 2 /m.test(screen.frame()), screen.frame);
	await click(' Status ', 2);
	await screen.has('Status, 2 values', '404');
	await click(' Client ', 1);
	await screen.has('Client, 2 values');
	// The first click on a value only selects it, even if it is already selected.
	await click('203.0.113.9');
	await screen.has('Client, 2 values');
	await click('203.0.113.9');
	await screen.has('35 results found');
	t.regex(screen.frame(), /ip:=203\.0\.113\.9/);
});

test('clicks select routes, columns, requests in the details, and a time', async t => {
	const {screen, click, mouse} = await scene(t, entries(1, 35), {columns: 100});
	await screen.press('r', '/en/{id}');
	await screen.press('x', '[ ] Bytes');
	await click('[ ] Bytes');
	await waitFor(() => /^▌\[ \] Bytes/m.test(screen.frame()), screen.frame);
	await click('[ ] Bytes');
	await screen.has('[x] Bytes');
	screen.type('\u001B');
	await screen.hasNot('[x] Bytes');
	await click('/en/33 ');
	await waitFor(() => /^▌.*\/en\/33 /m.test(screen.frame()), screen.frame);
	await click('/en/33 ');
	await screen.has('Same client');
	await click('/en/32');
	await waitFor(() => /^▌?.*\/en\/32/m.test(screen.frame()), screen.frame);
	await click('/en/32');
	await screen.has('Details 0000000000020');
	await screen.press('i', 'Timeline', '← → choose');
	const chart = screen.lines().findLastIndex(text => text.includes('░░░'));
	mouse.click(screen.lines()[chart]?.lastIndexOf('░') ?? 0, chart);
	await screen.has('Enter searches');
	t.regex(screen.frame(), /═▲$/m);
});

test('ignores clicks while off and clicks outside the screen', async t => {
	const {screen, mouse, lineWith} = await scene(t);
	mouse.click(4000, lineWith('/en/32 '));
	mouse.click(3, 9999);
	await settle();
	t.notRegex(screen.frame(), /^▌/m);
	await screen.press('p', 'The mouse is off');
	mouse.click(3, lineWith('/en/32 '));
	await settle();
	t.notRegex(screen.frame(), /^▌/m);
});
