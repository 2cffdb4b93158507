import {PassThrough} from 'node:stream';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {Background} from '../../../source/themes/choose-theme.js';
import {type Asked, askBackground} from '../../../source/view/terminal/background.js';
import {inputOf} from '../../../source/view/terminal/terminal-input.js';
import {pass, waitFor} from '../../helpers/wait-for.js';

const answer = '\u001B]11;rgb:ffff/ffff/ffff\u0007';

/** A keyboard that records its modes. `readOn` starts to receive keys. */
function open(t: ExecutionContext, known: Background = null) {
	const input = new PassThrough();
	const modes: boolean[] = [];
	const keyboard = Object.assign(input, {
		isTTY: true,
		setRawMode(mode: boolean) {
			modes.push(mode);
			return keyboard;
		},
		ref: () => keyboard,
		unref: () => keyboard,
	});
	let written = '';
	const stream = keyboard as unknown as NodeJS.ReadStream;
	const asked: Asked = askBackground(inputOf(stream), stream, known, text => {
		written += text;
	});
	let told: Background | undefined;
	void asked.answered.then(background => {
		told = background;
	});
	let taken = '';
	const spans: string[] = [];
	const readOn = (): void => {
		inputOf(stream).listen({
			keys(names) {
				taken += names.join('');
				spans.push(...names);
			},
		});
	};
	t.teardown(() => input.destroy());
	return {input, asked, modes, readOn, written: () => written, told: () => told, taken: () => taken, spans};
}

test.serial('sets the keyboard to raw mode before it queries the background', t => {
	const {modes, written} = open(t);
	t.deepEqual(modes, [true]);
	t.is(written(), '\u001B]11;?\u0007');
});

for (const [what, text, background] of [
	['with BEL', answer, 'light'],
	['with ST', '\u001B]11;rgb:0000/0000/0000\u001B\\', 'dark'],
	['with few digits', '\u001B]11;rgb:0/0/0\u0007', 'dark'],
] as const) {
	test.serial(`reads a reply before keys have a listener: ${what}`, async t => {
		const {input, asked, readOn, told, taken} = open(t);
		input.write(`j${text}k`);
		await waitFor(() => told() === background);
		t.is(asked.now(), background);
		readOn();
		await waitFor(() => taken() === 'jk');
		input.write('q');
		await waitFor(() => taken() === 'jkq');
	});
	test.serial(`reads a reply after keys have a listener: ${what}`, async t => {
		const {input, readOn, told, taken} = open(t);
		readOn();
		input.write(`j${text}`);
		input.write('k');
		await waitFor(() => told() === background && taken() === 'jk');
		t.pass();
	});
	test.serial(`reads a reply that is split in two at any point: ${what}`, async t => {
		for (let at = 1; at < text.length; at++) {
			const {input, readOn, told, taken, spans} = open(t);
			readOn();
			input.write(text.slice(0, at));
			await waitFor(() => input.readableLength === 0);
			input.write(text.slice(at));
			await waitFor(() => told() === background);
			input.write('q');
			await waitFor(() => taken() !== '');
			t.is(taken(), 'q', JSON.stringify(text.slice(0, at)));
			t.false(spans.includes(''));
		}
	});
}

test.serial('Escape is a key after a short delay; after Escape and ], a reply may still arrive', async t => {
	for (const [sent, key] of [
		['\u001B', 'escape'],
		['\u001B]', ''],
	] as const) {
		const {input, readOn, taken} = open(t);
		readOn();
		input.write(sent);
		await (key === '' ? pass(100) : waitFor(() => taken() === key));
		t.is(taken(), key);
		input.write('x');
		await waitFor(() => taken() === `${key}x`);
	}
});

test.serial("key sequences aren't mistaken for a reply and held back", async t => {
	const {input, readOn, taken} = open(t);
	readOn();
	input.write('\u001B[A\u001B[5~\u001BOP');
	await waitFor(() => taken() === 'uppageupf1');
	t.pass();
});

test.serial("the rest of a truncated reply isn't read as a key", async t => {
	const {input, readOn, taken} = open(t);
	readOn();
	input.write('\u001B]11;rgb:ff');
	await waitFor(() => input.readableLength === 0);
	await pass(200);
	input.write('q');
	await waitFor(() => taken() === 'q');
	t.pass();
});

test.serial("a reply that can't be parsed leaves the known background unchanged", async t => {
	const {input, asked, told} = open(t, 'dark');
	input.write('\u001B]11;white\u0007');
	await waitFor(() => told() === 'dark');
	t.is(asked.now(), 'dark');
});

test.serial("a late reply is removed from the input and doesn't change the background", async t => {
	const {input, asked, readOn, told, taken} = open(t);
	readOn();
	await pass(1050);
	// Input that arrived before the time limit is read before the query is given up.
	await nextTurn();
	input.write(`j${answer}k`);
	await waitFor(() => taken() === 'jk');
	t.is(told(), undefined);
	t.is(asked.now(), null);
});

test.serial('exit waits for the reply, then restores the keyboard', async t => {
	const {input, asked, modes, readOn, taken} = open(t);
	readOn();
	const settled = asked.settle();
	input.write(answer);
	await settled;
	t.is(taken(), '');
	t.is(modes.at(-1), false);
});

test.serial("exit doesn't wait after a reply, and waits only briefly if there is no reply", async t => {
	const one = open(t);
	one.input.write(answer);
	await waitFor(() => one.told() === 'light');
	const first = await Promise.race([one.asked.settle().then(() => 'gone'), nextTurn('waiting')]);
	t.is(first, 'gone');
	const other = open(t);
	await other.asked.settle();
	t.is(other.modes.at(-1), false);
});

test.serial(
	'the keyboard stays raw at exit while a reply may arrive, but not when the process is stopped',
	async t => {
		const {asked, modes, input} = open(t);
		const keyboard = input as unknown as NodeJS.ReadStream;
		keyboard.setRawMode(false);
		t.deepEqual(modes, [true]);
		asked.letGo();
		t.deepEqual(modes, [true, false]);
		keyboard.setRawMode(true);
		asked.letGo();
		t.deepEqual(modes, [true, false, true]);
		input.write(answer);
		await asked.answered;
		keyboard.setRawMode(false);
		t.deepEqual(modes, [true, false, true, false]);
	},
);
