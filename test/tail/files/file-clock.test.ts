import test from 'ava';
import {isSettled, latestOf} from '../../../source/tail/files/open-file.js';

test('fault 9: a change is settled once its timestamp tick has ended', t => {
	t.false(isSettled(1_000_005_000_000n, 1_000_010));
	t.true(isSettled(1_000_005_000_000n, 1_000_030));
});

test('fault 9: a timestamp in whole seconds is settled after more than two seconds', t => {
	t.false(isSettled(1_000_000_000_000n, 1_002_000));
	t.true(isSettled(1_000_000_000_000n, 1_002_600));
});

test('fault 6: a timestamp in whole seconds may stand for a moment almost one second later', t => {
	t.is(latestOf(1_000_005_000_000n), 1_000_005);
	t.is(latestOf(1_000_000_000_000n), 1_001_000);
});
