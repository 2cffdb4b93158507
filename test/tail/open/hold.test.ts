import test from 'ava';
import {Hold} from '../../../source/tail/open/open-tailed-file.js';
import {waitFor} from '../../helpers/wait-for.js';

test('fault 4: a file is read while it is held, then for the hold time after its release and last growth', async t => {
	const hold = new Hold();
	const [one, other] = [{}, {}];
	hold.hold(one);
	hold.hold(other);
	hold.release(one, 0);
	t.true(hold.isHeld);
	t.false(hold.isOver);
	hold.release(other, 60_000);
	t.false(hold.isHeld);
	t.false(hold.isOver);
	hold.release(other, 30);
	const began = performance.now();
	hold.grew();
	await waitFor(() => hold.isOver);
	t.true(performance.now() - began >= 29);
});
