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

test('returns an early thread only once', t => {
	const {thread, ended} = threadOf(process.env.TZ);
	t.is(takeEarlyThread(), undefined);
	keepEarlyThread(thread);
	t.is(takeEarlyThread(), thread);
	t.is(takeEarlyThread(), undefined);
	t.deepEqual(ended, []);
});

test('ends an early thread that has a different time zone', t => {
	const {thread, ended} = threadOf('Nowhere/Else');
	keepEarlyThread(thread);
	t.is(takeEarlyThread(), undefined);
	t.deepEqual(ended, ['terminated']);
});
