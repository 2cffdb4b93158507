import {PassThrough} from 'node:stream';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {terminalMouse} from '../../../source/view/terminal/mouse.js';
import type {MouseEvent} from '../../../source/view/terminal/mouse-report.js';
import {inputOf} from '../../../source/view/terminal/terminal-input.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {pass, waitFor} from '../../helpers/wait-for.js';

/** A terminal with a mouse, and the names of the keys it sends. */
function open(t: ExecutionContext, isOn = true) {
	const stream = new PassThrough();
	const input = inputOf(stream as unknown as NodeJS.ReadStream);
	const events: MouseEvent[] = [];
	const mouse = terminalMouse(input, () => {});
	mouse.listen(event => events.push(event));
	mouse.set(isOn);
	let typed = '';
	input.listen({
		keys(names) {
			typed += names.join('');
		},
	});
	const stop = (): void => {
		mouse.end();
		input.end();
	};
	t.teardown(stop);
	return {input: stream, events, stop, typed: () => typed};
}

const click = '\u001B[<0;12;7M';
const clicked: MouseEvent = {type: 'click', x: 11, y: 6, isFar: false};

test('reports the mouse without typing its sequences, and keeps the keys around them', async t => {
	const {input, events, typed} = open(t);
	input.write(`j${click}\u001B[A\u001B[<0;12;7mk\u001B[<65;1;1M\u001B[M !!q`);
	await waitFor(() => typed().endsWith('q'));
	t.is(typed(), 'jupkq');
	t.deepEqual(
		events.map(({type}) => type),
		['click', 'wheelDown', 'click'],
	);
	t.deepEqual(events[0], clicked);
});

test('reads a report that is split in two at any point, with a long pause in between', async t => {
	for (let at = 1; at < click.length; at++) {
		const {input, events, typed} = open(t);
		input.write(click.slice(0, at));
		// Longer than the wait after a lone Escape.
		const since = performance.now();
		await waitFor(() => (at > 1 ? performance.now() > since + 80 : typed() !== ''));
		input.write(`${click.slice(at)}q`);
		await waitFor(() => typed().endsWith('q'));
		// If the Escape has already become a key, the rest of the report isn't typed.
		t.is(typed(), at === 1 ? 'escapeq' : 'q', String(at));
		t.deepEqual(events, [clicked], String(at));
	}
});

test('a lone Escape becomes a key after a short delay', async t => {
	const {input, typed} = open(t);
	input.write('\u001B');
	await waitFor(() => typed() === 'escape');
	input.write('<3');
	await waitFor(() => typed() === 'escape<3');
	t.pass();
});

test("with the mouse off, keys aren't delayed and late reports aren't typed", async t => {
	const {input, events, typed} = open(t, false);
	input.write('\u001B');
	await waitFor(() => typed() === 'escape');
	input.write(`a${click}`);
	input.write('\u001B[<0;1');
	input.write('2;7Mb');
	await waitFor(() => typed() === 'escapeab');
	t.deepEqual(events, []);
});

test("a truncated or endless report isn't typed", async t => {
	const {input, events, typed} = open(t);
	input.write(`\u001B[<0;12${click}a\u001B[<0;${'9'.repeat(500)}`);
	input.write(`${'9'.repeat(100)};3Mb\u001B[<0;1\u001B[Bc\u001B[<5`);
	await waitFor(() => typed() === 'abdownc');
	t.deepEqual(events, [clicked]);
	// Exceeds the time limit of a sequence.
	await pass(1200);
	input.write('5');
	await waitFor(() => typed().endsWith('5'));
	t.is(typed(), 'abdownc5');
});

const report = fc
	.record({
		button: fc.constantFrom(0, 2, 64, 65, 35, 80, 255, 7000),
		x: fc.oneof(fc.integer({min: 1, max: 300}), fc.constantFrom(0, 65_535, 1e9)),
		y: fc.oneof(fc.integer({min: 1, max: 100}), fc.constantFrom(0, 65_535, 1e9)),
		end: fc.constantFrom('M', 'm'),
	})
	.map(({button, x, y, end}) => ({keys: '', text: `\u001B[<${button};${x};${y}${end}`}));
const keys = fc.constantFrom(
	...['j', 'é', '[', '<', '0;1;1M'].map(text => ({keys: text, text})),
	...[
		{keys: 'up', text: '\u001B[A'},
		{keys: 'f1', text: '\u001BOP'},
		{keys: 'pageup', text: '\u001B[5~'},
		{keys: 'space', text: ' '},
	],
);

test("keys are typed and reports aren't, regardless of how the input is split", async t => {
	await forAllAsync(
		200,
		fc.array(fc.oneof(report, keys), {maxLength: 12}),
		fc.array(fc.nat(200), {maxLength: 8}),
		async (parts, cuts) => {
			const {input, typed, stop} = open(t);
			const text = `${parts.map(part => part.text).join('')}q`;
			const offsets = [...new Set(cuts.map(cut => cut % text.length))].sort((a, b) => a - b);
			let longest = 0;
			for (const [index, offset] of [0, ...offsets].entries()) {
				const before = performance.now();
				input.write(text.slice(offset, offsets[index]));
				await new Promise(setImmediate);
				longest = Math.max(longest, performance.now() - before);
			}
			// After a pause, the rest of a report is read as keys. A busy machine may cause such a pause.
			fc.pre(longest < 20);
			await waitFor(() => typed().endsWith('q'));
			stop();
			return typed() === `${parts.map(part => part.keys).join('')}q`;
		},
	);
	t.pass();
});
