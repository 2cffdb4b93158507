import process from 'node:process';
import test from 'ava';
import {keepEarlyThread, takeEarlyThread} from '../../source/reader/backfill-worker.js';
import type {BackfillThread} from '../../source/reader/start-backfill-thread.js';

function threadOf(zone: string | undefined) {
	const ended: string[] = [];
	const worker = {
		async terminate() {
			ended.push('terminated');
		},
	};
	return {thread: {worker, zone} as unknown as BackfillThread, ended};
}

test('an early thread is taken once', t => {
	const {thread, ended} = threadOf(process.env.TZ);
	t.is(takeEarlyThread(), undefined);
	keepEarlyThread(thread);
	t.is(takeEarlyThread(), thread);
	t.is(takeEarlyThread(), undefined);
	t.deepEqual(ended, []);
});

test('one that would read times in another zone is ended', t => {
	const {thread, ended} = threadOf('Nowhere/Else');
	keepEarlyThread(thread);
	t.is(takeEarlyThread(), undefined);
	t.deepEqual(ended, ['terminated']);
});
