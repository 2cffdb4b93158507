import type {BigIntStats} from 'node:fs';
import test from 'ava';
import {BackfillAtPath} from '../../../source/tail/paths/file-at-path.js';

const first = {dev: 1n, ino: 2n, birthtimeNs: 3n, size: 40n} as BigIntStats;
const open = {identity: '1:2', birth: 3n} as const;

test('fault 42: the content of the file at the first poll is the backfill, once', t => {
	const past = new BackfillAtPath('unknown');
	past.polled(first);
	past.polled({...first, ino: 7n, size: 100n} as BigIntStats);
	t.is(past.take({identity: '1:7', birth: 3n}), 0, 'another file');
	t.is(past.take({identity: '1:2', birth: 4n}), 0, 'another file that has its inode');
	t.is(past.take(open), 40);
	t.is(past.take(open), 0);
});

test('fault 42: without a file at the first poll there is no backfill', t => {
	const past = new BackfillAtPath('unknown');
	past.polled(undefined);
	past.polled(first);
	t.is(past.take(open), 0);
});

test('"all" makes every file backfill, "none" no file', t => {
	const all = new BackfillAtPath('all');
	all.polled(undefined);
	t.is(all.take(open), Number.POSITIVE_INFINITY);
	t.is(all.take(open), Number.POSITIVE_INFINITY);
	t.is(new BackfillAtPath('none').take(open), 0);
});
