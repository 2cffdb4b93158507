// Runs alone: it replaces performance.now.
import test from 'ava';
import {Slice} from '../../../source/query/evaluation/slice.js';

// No time passes but by work: a slice isn't over because the machine did something else.
let now = 0;
performance.now = () => now;

/** Works until the slice is over. */
function work(slice: Slice): void {
	while (!slice.isOver) {
		now++;
	}
}

test.serial(
	'those that are at work at the same time go on by turns, one in each turn of the event loop',
	async t => {
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
	},
);

test.serial('who waits is told in his turn that he is not wanted any more, and holds nobody up', async t => {
	const [given, other] = [new Slice(), new Slice()];
	const reason = new Error('not wanted');
	const waiting = given.next(AbortSignal.abort(reason));
	const going = other.next(new AbortController().signal);
	await t.throwsAsync(waiting, {is: reason});
	await going;
});

test.serial('those that begin in the same turn of the event loop have one slice together', async t => {
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
