import test, {type ExecutionContext} from 'ava';
import {type Focus, terminalFocus} from '../../../source/view/terminal/focus.js';
import type {InputListener, TerminalInput} from '../../../source/view/terminal/terminal-input.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeMouse} from '../../helpers/fake-mouse.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';
import {waitFor} from '../../helpers/wait-for.js';

function scene() {
	const written: string[] = [];
	let listener: InputListener = {};
	let isExpecting = false;
	const input: TerminalInput = {
		listen(given) {
			listener = given;
			return () => {
				listener = {};
			};
		},
		expect() {
			isExpecting = true;
			return () => {
				isExpecting = false;
			};
		},
		end() {},
	};
	const focus = terminalFocus(input, sequence => written.push(sequence));
	return {written, focus, reply: (text: string) => listener.reply?.(text), isExpecting: () => isExpecting};
}

test('counts as focused until the terminal reports a loss of focus', t => {
	const {focus, reply, written} = scene();
	t.deepEqual(written, [], 'before raw mode');
	focus.hold(true);
	t.deepEqual(written, ['\u001B[?1004h']);
	t.true(focus.isFocused());
	let losses = 0;
	const stop = focus.lost(() => losses++);
	reply('[O');
	reply('[O');
	t.false(focus.isFocused());
	t.is(losses, 1);
	stop();
	reply(']11;rgb:0/0/0');
	t.false(focus.isFocused(), 'another reply');
	reply('[I');
	t.true(focus.isFocused());
	reply('[O');
	t.is(losses, 1);
});

test('reports are off while another program has the terminal, and after the end', t => {
	const {focus, reply, written, isExpecting} = scene();
	focus.hold(true);
	reply('[O');
	focus.hold(false);
	t.true(focus.isFocused());
	focus.hold(true);
	focus.end();
	focus.end();
	focus.hold(true);
	t.deepEqual(written, ['\u001B[?1004h', '\u001B[?1004l', '\u001B[?1004h', '\u001B[?1004l']);
	t.false(isExpecting());
	reply('[O');
	t.true(focus.isFocused());
});

async function leftScreen(t: ExecutionContext) {
	const calls: string[] = [];
	let lose = (): void => {};
	const focus: Focus = {
		isFocused: () => true,
		lost(listener) {
			lose = listener;
			return () => {};
		},
		hold: isOurs => calls.push(`hold ${isOurs}`),
		end: () => calls.push('end'),
	};
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 12));
	const mouse = fakeMouse();
	const screen = screenScene({t, store, clock, mouse, focus});
	await screen.has('12 results found');
	await settle();
	const arrive = async (first: number, last: number): Promise<void> => {
		store.add(...entries(first, last));
		clock.pass(1000);
		await screen.has(`${last} results found`);
	};
	return {screen, mouse, calls, arrive, lose: () => lose()};
}

test('a line separates the rows that are new since the window lost the focus, until the next key', async t => {
	const {screen, arrive, lose} = await leftScreen(t);
	await arrive(13, 13);
	await screen.hasNot('looked away');
	lose();
	await screen.hasNot('looked away');
	await arrive(14, 16);
	await screen.has('─ 3 new since you looked away ─');
	const lines = screen.lines();
	const at = lines.findIndex(line => line.includes('looked away'));
	t.regex(lines[at - 1] ?? '', /\/en\/14 /);
	t.regex(lines[at + 1] ?? '', /\/en\/13 /);
	t.is((lines[at] ?? '').length, 80);
	t.is(
		lines.filter(line => line.includes('/en/')).length,
		9 + 1,
		'nine rows, and the overview does not move',
	);
	await arrive(17, 17);
	await screen.has('─ 4 new since you looked away ─');
	await arrive(18, 40);
	await screen.has('40 results found   27 new since you looked away');
	await screen.press('Q', 'has no function');
	await screen.hasNot('looked away');
	await arrive(41, 42);
	await screen.hasNot('looked away');
});

test('a click below the line that separates new rows hits the right row; a held page has no such line', async t => {
	const {screen, mouse, arrive, lose} = await leftScreen(t);
	lose();
	await arrive(13, 14);
	await screen.has('─ 2 new since you looked away ─');
	mouse.set(true);
	const y = screen.lines().findIndex(line => line.includes('looked away'));
	mouse.click(30, y + 1);
	await waitFor(() => /^▌.*\/en\/12 /m.test(screen.frame()), screen.frame);
	await screen.hasNot('looked away');
});

test('reports begin with the screen, and end with it', async t => {
	const {screen, calls} = await leftScreen(t);
	t.deepEqual(calls, ['hold true']);
	screen.close();
	await waitFor(() => calls.length === 2);
	t.deepEqual(calls, ['hold true', 'end']);
});
