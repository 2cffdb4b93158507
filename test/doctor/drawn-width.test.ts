import {EventEmitter} from 'node:events';
import test from 'ava';
import {askDrawnWidth} from '../../source/doctor/terminal-findings.js';

/** A terminal that answers each question with these pieces; raw modes are noted. */
function terminal(answers: readonly string[], isTTY = true) {
	const events = new EventEmitter();
	const modes: boolean[] = [];
	const written: string[] = [];
	const stdin = Object.assign(events, {
		isTTY,
		setRawMode(mode: boolean) {
			modes.push(mode);
			return stdin;
		},
		pause: () => stdin,
		resume: () => stdin,
	}) as unknown as NodeJS.ReadStream;
	const stdout = {
		isTTY,
		write(text: string) {
			written.push(text);
			for (const answer of answers) {
				events.emit('data', Buffer.from(answer));
			}
			return true;
		},
	};
	return {stdin, stdout, modes, written, events};
}

test('computes the width from the column that the terminal reports', async t => {
	const {stdin, stdout, modes, written, events} = terminal(['\u001B[12;2R']);
	t.is(await askDrawnWidth(stdin, stdout), 1);
	t.deepEqual(modes, [true, false]);
	t.is(written.length, 1);
	t.is(events.listenerCount('data'), 0);
});

test('reads a reply in pieces, mixed with keys', async t => {
	const {stdin, stdout} = terminal(['j\u001B', '[12', ';4Rk']);
	t.is(await askDrawnWidth(stdin, stdout), 3);
});

test("returns no width if the terminal doesn't answer", async t => {
	const {stdin, stdout, modes} = terminal(['q']);
	t.is(await askDrawnWidth(stdin, stdout, 20), null);
	t.deepEqual(modes, [true, false]);
});

test('without a terminal there is no query', async t => {
	const {stdin, stdout, written} = terminal(['\u001B[1;2R'], false);
	t.is(await askDrawnWidth(stdin, stdout), null);
	t.deepEqual(written, []);
});
