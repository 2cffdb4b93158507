import {appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync} from 'node:fs';
import {PassThrough} from 'node:stream';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {minute, second} from '../../source/durations.js';
import {calendarIn} from '../../source/format/calendar.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything} from '../../source/query/query.js';
import type {Store} from '../../source/store/store.js';
import {start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {logLine} from '../helpers/log-lines.js';
import {openStore} from '../helpers/open-store.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

/** Lines of morgan's `tiny`, which has no time. */
function tiny(...numbers: readonly number[]): string {
	return numbers.map(number => `GET /n/${number} 200 12 - 4.532 ms\n`).join('');
}

/** URL and time of all entries, newest first; a time of reading has a `~`. */
async function shown(store: Store): Promise<readonly string[]> {
	return (await all(store)).map(({url, time, timeSource}) => {
		const seconds = time === null ? 'n/a' : String((time - start) / second);
		return `${url} ${timeSource === 'read' ? '~' : ''}${seconds}`;
	});
}

function scene(t: ExecutionContext, backfill: string) {
	const {path} = temporaryLog(t, backfill);
	const clock = fakeClock(start);
	return {path, clock, open: (options = {}) => openStore(t, [path], {now: clock.now, ...options})};
}

test('a line without a time gets the time of reading if it is appended, and no time in the backfill', async t => {
	const {path, clock, open} = scene(t, `${tiny(0, 1)}GET /n/2 `);
	const store = open();
	await store.settled();
	appendFileSync(path, `200 12 - 4.532 ms\n${tiny(3)}`);
	await untilCounted(store, 4);
	clock.pass(7 * second);
	appendFileSync(path, `${logLine({time: start + 5 * second, url: '/own'})}${tiny(4, 5)}`);
	await untilCounted(store, 7);
	t.deepEqual(await shown(store), [
		'/n/5 ~7',
		'/n/4 ~7',
		'/own 5',
		'/n/3 ~0',
		'/n/2 ~0',
		'/n/1 n/a',
		'/n/0 n/a',
	]);
	t.true((await all(store)).every(({zone, timeSource}) => timeSource === null || zone === null));
});

test('the time of a prefix takes precedence over the time of reading', async t => {
	const {path, open} = scene(t, '');
	const store = open();
	await store.settled();
	appendFileSync(path, `${new Date(start - minute).toISOString()} ${tiny(1)}`);
	await untilCounted(store, 1);
	t.deepEqual(await shown(store), ['/n/1 -60']);
});

test('searches and charts use the time of reading', async t => {
	const {path, clock, open} = scene(t, tiny(0));
	const store = open();
	await store.settled();
	appendFileSync(path, tiny(1, 2));
	await untilCounted(store, 3);
	clock.pass(4 * minute);
	appendFileSync(path, tiny(3));
	await untilCounted(store, 4);
	const count = async (text: string) =>
		(await store.count(parseQuery(text, calendarIn('utc', clock.now())))).n;
	t.is(await count('since:5m'), 3);
	t.is(await count('since:1m'), 1);
	clock.pass(2 * minute);
	t.is(await count('since:5m'), 1);
	const {classes} = await store.histogram(everything, start, start + 5 * minute, minute);
	t.deepEqual(Array.from(classes[2] ?? []), [2, 0, 0, 0, 1]);
});

for (const [rotation, rotate] of [
	['renamed', (path: string) => renameSync(path, `${path}.1`)],
	[
		'copied and truncated',
		(path: string) => {
			copyFileSync(path, `${path}.1`);
			truncateSync(path);
		},
	],
] as const) {
	test(`a log that is ${rotation} changes no entry's time and repeats no entry`, async t => {
		const {path, clock, open} = scene(t, tiny(0));
		const store = open();
		await store.settled();
		appendFileSync(path, tiny(1, 2));
		await untilCounted(store, 3);
		clock.pass(3 * second);
		rotate(path);
		appendFileSync(path, tiny(3));
		await untilCounted(store, 4);
		const before = ['/n/3 ~3', '/n/2 ~0', '/n/1 ~0', '/n/0 n/a'];
		t.deepEqual(await shown(store), before);
		clock.pass(3 * second);
		appendFileSync(path, tiny(4));
		await untilCounted(store, 5);
		t.deepEqual(await shown(store), ['/n/4 ~6', ...before]);
	});
}

test('a line without a time gets the time of reading if it is appended to an archive', async t => {
	const {path, clock, open} = scene(t, '');
	const archive = `${path}.gz`;
	writeFileSync(archive, gzipSync(tiny(0, 1)));
	const store = open({paths: [archive]});
	await store.settled();
	clock.pass(second);
	appendFileSync(archive, gzipSync(tiny(2)));
	await untilCounted(store, 3);
	t.deepEqual(await shown(store), ['/n/2 ~1', '/n/1 n/a', '/n/0 n/a']);
});

test('the existing lines of a file that is found late get no time of reading', async t => {
	const {path, open} = scene(t, tiny(0));
	const store = open({isLateNew: true});
	await store.settled();
	const late = `${path}.late`;
	writeFileSync(late, tiny(7, 8));
	await store.add([late]);
	await untilCounted(store, 3);
	appendFileSync(late, tiny(9));
	await untilCounted(store, 4);
	t.deepEqual((await shown(store)).toSorted(), ['/n/0 n/a', '/n/7 n/a', '/n/8 n/a', '/n/9 ~0']);
});

for (const [follow, times] of [
	[true, ['/n/2 ~0', '/n/1 ~0']],
	[false, ['/n/2 n/a', '/n/1 n/a']],
] as const) {
	test(`piped lines have ${follow ? 'the' : 'no'} time of reading ${follow ? 'when' : 'unless'} they are followed`, async t => {
		const stdin = new PassThrough();
		const store = openStore(t, ['-'], {follow, now: fakeClock(start).now, settings: {stdin: () => stdin}});
		stdin.end(tiny(1, 2));
		await untilCounted(store, 2);
		t.deepEqual(await shown(store), times);
	});
}
