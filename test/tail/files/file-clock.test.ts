import test from 'ava';
import {isSettled, latestOf} from '../../../source/tail/files/open-file.js';

test('fault 9: a change is settled once the tick in which it was made is over', t => {
	t.false(isSettled(1_000_005_000_000n, 1_000_010));
	t.true(isSettled(1_000_005_000_000n, 1_000_030));
});

test('fault 9: where times are whole seconds that takes more than two of them', t => {
	t.false(isSettled(1_000_000_000_000n, 1_002_000));
	t.true(isSettled(1_000_000_000_000n, 1_002_600));
});

test('fault 6: a time of whole seconds may have been almost one more', t => {
	t.is(latestOf(1_000_005_000_000n), 1_000_005);
	t.is(latestOf(1_000_000_000_000n), 1_001_000);
});
