import test from 'ava';
import type {LogReader} from '../../source/reader/log-reader.js';
import {readAppended} from '../../source/reader/log-table.js';

/** Returns logs with `count` chunks each, and a list of the logs from which a chunk was requested. */
function logsOf(...chunks: ReadonlyArray<readonly [path: string, count: number, isReadable?: boolean]>) {
	const asked: number[] = [];
	const decoding = new Set<number>();
	const left = chunks.map(([, count]) => count);
	const logs = chunks.map(([path, , isReadable = true], index) => ({
		file: {path} as LogReader['file'],
		get isDecoding() {
			return decoding.has(index);
		},
		get isLiveDue() {
			return (left[index] ?? 0) > 0;
		},
		async readLive() {
			asked.push(index);
			left[index] = (left[index] ?? 0) - Number(isReadable);
			return isReadable;
		},
	}));
	return {logs, asked, decoding};
}

test('reads one chunk of each log, and skips logs without new bytes', async t => {
	const {logs, asked} = logsOf(['a', 2], ['b', 0], ['c', 1], ['d', 0]);
	t.true(await readAppended(logs));
	t.deepEqual(asked.splice(0), [0, 2]);
	t.true(await readAppended(logs));
	t.deepEqual(asked.splice(0), [0]);
	t.false(await readAppended(logs));
	t.deepEqual(asked, []);
});

test('a newer log at a path waits until the older one has no more readable bytes', async t => {
	const {logs, asked} = logsOf(['a', 2], ['a', 2], ['a', 1], ['b', 1]);
	while (await readAppended(logs)) {}
	t.deepEqual(asked, [0, 3, 0, 1, 1, 2]);

	const stuck = logsOf(['a', 1, false], ['a', 2]);
	t.true(await readAppended(stuck.logs));
	t.deepEqual(stuck.asked, [0, 1]);
});

test('a newer log at a path waits while the older one is being decoded', async t => {
	const {logs, asked, decoding} = logsOf(['a', 1, false], ['a', 2], ['b', 1]);
	decoding.add(0);
	t.true(await readAppended(logs));
	t.deepEqual(asked.splice(0), [0, 2]);
	t.false(await readAppended(logs), 'decoding wakes the reader');
	decoding.delete(0);
	t.true(await readAppended(logs));
	t.deepEqual(asked, [0, 0, 1]);
});
