// Runs alone: it replaces performance.now.
import test from 'ava';
import {endPause, pauseForInput, Slice} from '../../../source/query/evaluation/slice.js';

// Time advances only during work, so that other load on the machine can't end a slice.
let now = 0;
performance.now = () => now;

/** Works until the slice ends. */
function work(slice: Slice): void {
	while (!slice.isOver) {
		now++;
	}
}

test.serial('concurrent tasks alternate, one per turn of the event loop', async t => {
	let turn = 0;
	let isGoing = true;
	const count = (): void => {
		turn++;
		if (isGoing) {
			setImmediate(count);
		}
	};
	setImmediate(count);
	const turns: Array<readonly [name: string, turn: number]> = [];
	const run = async (name: string): Promise<void> => {
		const slice = new Slice();
		for (let round = 0; round < 4; round++) {
			work(slice);
			await slice.next();
			turns.push([name, turn]);
		}
	};
	await Promise.all([run('a'), run('b'), run('c')]);
	isGoing = false;
	t.is(turns.map(([name]) => name).join(''), 'abcabcabcabc');
	t.is(new Set(turns.map(([, at]) => at)).size, 12);
});

test.serial("an aborted task rejects at its next slice and doesn't block other tasks", async t => {
	const [given, other] = [new Slice(), new Slice()];
	const reason = new Error('not wanted');
	const waiting = given.next(AbortSignal.abort(reason));
	const going = other.next(new AbortController().signal);
	await t.throwsAsync(waiting, {is: reason});
	await going;
});

test.serial('tasks that begin in the same turn of the event loop share a slice', async t => {
	const first = new Slice();
	t.false(first.isOver);
	work(first);
	const second = new Slice();
	t.true(second.isOver);
	await second.next();
	t.false(second.isOver);
	await new Promise(resolve => setImmediate(resolve));
	t.false(new Slice().isOver);
});

/** Lets the event loop turn, with its timers. */
async function turns(): Promise<void> {
	for (let turn = 0; turn < 3; turn++) {
		await new Promise(resolve => setTimeout(resolve, 1));
		await new Promise(resolve => setImmediate(resolve));
	}
}

test.serial('tasks wait until the frame for an input is drawn', async t => {
	const slice = new Slice();
	work(slice);
	pauseForInput();
	let isGoing = false;
	const next = slice.next().then(() => {
		isGoing = true;
	});
	await turns();
	t.false(isGoing);
	endPause();
	await next;
	t.false(slice.isOver);
});

test.serial("inputs that follow each other don't stop tasks", async t => {
	const slice = new Slice();
	await slice.next();
	work(slice);
	pauseForInput();
	const next = slice.next();
	now += 15;
	// No task has run in between.
	pauseForInput();
	now += 6;
	await next;
	t.false(slice.isOver);
	endPause();
});
