import {PassThrough} from 'node:stream';
import test, {type ExecutionContext} from 'ava';
import {inputOf} from '../../../source/view/terminal/terminal-input.js';
import {pass, waitFor} from '../../helpers/wait-for.js';

const [begin, end] = ['\u001B[200~', '\u001B[201~'];

/** All keys and pastes received; pastes are between their marks. */
function open(t: ExecutionContext, silence: number) {
	const stream = new PassThrough();
	const input = inputOf(stream as unknown as NodeJS.ReadStream, silence);
	t.teardown(() => input.end());
	let taken = '';
	input.listen({
		keys(names) {
			taken += names.join('');
		},
		paste(text) {
			taken += begin + text + end;
		},
	});
	return {input: stream, stop: () => input.end(), taken: () => taken};
}

for (const [what, pieces] of [
	['in one piece', [`${begin}text`]],
	['in pieces', ['\u001B[2', '00~', 'text']],
	['after one that had an end', [`${begin}one${end}${begin}`, 'two']],
	['with a part of the end', [begin, 'text\u001B[201']],
	['of nothing', [begin]],
] as const) {
	test(`hostile 22: a paste without an end mark ends once, after a pause: ${what}`, async t => {
		const {input, taken} = open(t, 10);
		const text = pieces.join('');
		for (const piece of pieces) {
			input.write(piece);
		}
		await waitFor(() => taken() === text + end);
		await pass(50);
		input.write('q');
		await waitFor(() => taken().endsWith('q'));
		t.is(taken(), `${text}${end}q`);
	});
}

test("hostile 22: a paste that continues or has its end mark isn't cut off", async t => {
	const {input, taken} = open(t, 60_000);
	const pieces = [begin, 'text', end.slice(0, 2), end.slice(2), 'q'];
	for (const piece of pieces) {
		input.write(piece);
		await waitFor(() => input.readableLength === 0);
	}
	await waitFor(() => taken().endsWith('q'));
	t.is(taken(), pieces.join(''));
	const quick = open(t, 5);
	quick.input.write(`${begin}text${end}q`);
	await pass(50);
	t.is(quick.taken(), `${begin}text${end}q`);
});

test("an input that has ended doesn't delay the end of a paste", async t => {
	const {input, stop, taken} = open(t, 10);
	input.write(begin);
	await waitFor(() => input.readableLength === 0);
	stop();
	await pass(50);
	t.is(taken(), '');
});
