import test from 'ava';
import {endingSignals, exitStatus, statusOfSignal} from '../../source/process/ending.js';

test('exit statuses match the help', t => {
	t.deepEqual(exitStatus, {done: 0, failed: 1, wrongUsage: 2, interrupted: 130});
	t.deepEqual(endingSignals.map(statusOfSignal), [130, 143, 129]);
});
