import {execFileSync} from 'node:child_process';
import {
	appendFileSync,
	closeSync,
	copyFileSync,
	openSync,
	renameSync,
	truncateSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {everything} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import type {Entry} from '../../source/store/store.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {openSettled, openStore} from '../helpers/open-store.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

async function urls(store: EmbeddedStore) {
	return (await all(store)).map(({url}) => url);
}

/** Creates a log with these lines in a new directory. */
function log(t: ExecutionContext, lines: readonly string[]): string {
	const {path} = temporaryLog(t, lines);
	return path;
}

function text(line: Uint8Array | null | undefined): string | null {
	return line ? Buffer.from(line).toString() : null;
}

test('without following, reads everything once, including a last line without a line end', async t => {
	const lines = numberedLines(5);
	const path = log(t, [lines.join('').trimEnd()]);
	const store = await openSettled(t, [path], {follow: false});
	t.deepEqual(await store.count(everything), {n: 5, partial: false, arrived: 0});
	t.deepEqual(store.status().files, [{path, state: 'ended'}]);
	t.is(text((await store.raw(await all(store)))[0]), lines[4]?.trimEnd() ?? '');
	appendFileSync(path, `\n${numberedLines(1, 5)[0]}`);
	await nextTurn();
	t.is((await store.count(everything)).n, 5);
});

test("a missing file doesn't delay other files", async t => {
	const path = log(t, numberedLines(5));
	for (const follow of [true, false]) {
		const store = await openSettled(t, [path, `${path}.missing`], {follow});
		t.is((await store.count(everything)).n, 5);
		const [, missing] = store.status().files;
		t.like(missing, {path: `${path}.missing`, state: 'waiting'});
	}
});

test('without the backfill, shows only new lines', async t => {
	const [half = '', next = ''] = numberedLines(2, 5);
	const path = log(t, [...numberedLines(5), half.slice(0, 30)]);
	const store = await openSettled(t, [path], {backfill: false});
	t.is((await store.count(everything)).n, 0);
	t.is(store.status().indexing, null);
	appendFileSync(path, half.slice(30) + next);
	await untilCounted(store, 2);
	t.deepEqual(await urls(store), ['/n/6', '/n/5']);
});

test("fault 38: beyond the cap, keeps the newest entries; counts evicted ones and doesn't find them", async t => {
	const path = log(t, numberedLines(50));
	const whole = await openSettled(t, [path]);
	const entries = await all(whole);
	const store = await openSettled(t, [path], {cap: 20});
	t.deepEqual(await all(store), entries.slice(0, 20));
	t.like(store.status(), {evicted: 30, pastLeftOut: false});
	t.is(await store.get(entries[20]?.token ?? ''), null);
	t.deepEqual(await store.get(entries[19]?.token ?? ''), entries[19]);
	appendFileSync(path, numberedLines(5, 50).join(''));
	await waitFor(() => store.status().evicted === 35);
	t.is((await store.count(everything)).arrived, 5);
	t.deepEqual((await urls(store)).at(-1), '/n/35');
});

test('fault 38: pages after an evicted entry start at its position', async t => {
	const path = log(t, numberedLines(50));
	const store = await openSettled(t, [path], {cap: 30});
	const before = await all(store);
	const positions = before.map(({position}) => position);
	const pages = async (): Promise<void> => {
		const held = await all(store);
		const {n} = await store.count(everything);
		t.is(held.length, n);
		for (const [index, position] of positions.entries()) {
			const newerThan = held.length - Math.max(0, 30 - arrived - index);
			const shown = (entries: readonly Entry[]) => entries.map(({url}) => url);
			const older = await store.page(everything, {from: 'older', position}, 4);
			const at = await store.page(everything, {from: 'at', position}, 4);
			const newer = await store.page(everything, {from: 'newer', position}, 4);
			t.deepEqual(shown(at.entries), shown(held.slice(newerThan, newerThan + 4)));
			const isHeld = newerThan < held.length;
			t.deepEqual(shown(older.entries), shown(held.slice(newerThan + (isHeld ? 1 : 0)).slice(0, 4)));
			t.deepEqual(shown(newer.entries), shown(held.slice(Math.max(0, newerThan - 4), newerThan)));
			t.is(at.newer, isHeld ? newerThan : 0);
		}
	};
	let arrived = 0;
	await pages();
	for (const more of [1, 7, 15, 40]) {
		appendFileSync(path, numberedLines(more, 50 + arrived).join(''));
		arrived += more;
		await waitFor(() => store.status().evicted === 20 + arrived);
		await pages();
	}
});

test('holdAtMost evicts the oldest entries at once, but keeps later ones', async t => {
	const path = log(t, numberedLines(50));
	const store = await openSettled(t, [path]);
	let calls = 0;
	store.subscribe(everything, () => calls++);
	store.holdAtMost(20);
	t.is((await store.count(everything)).n, 20);
	t.is(store.status().evicted, 30);
	await waitFor(() => calls > 0);
	appendFileSync(path, numberedLines(5, 50).join(''));
	await untilCounted(store, 25);
	store.holdAtMost(100);
	t.is((await store.count(everything)).n, 25);
});

test('fault 4: reads a rotated file and its successor; the tokens stay the same', async t => {
	const path = log(t, numberedLines(5));
	const writer = openSync(path, 'a');
	const store = await openSettled(t, [path]);
	const before = await all(store);
	renameSync(path, `${path}.1`);
	writeFileSync(path, numberedLines(3, 20).join(''));
	writeSync(writer, numberedLines(1, 10).join(''));
	await untilCounted(store, 9);
	t.deepEqual(
		await urls(store),
		[22, 21, 20, 10, 4, 3, 2, 1, 0].map(n => `/n/${n}`),
	);
	t.deepEqual((await all(store)).slice(4), before);
	t.is((await store.count(everything)).arrived, 4);
	for (const entry of await all(store)) {
		t.deepEqual(await store.get(entry.token), entry);
	}
	t.is(new Set((await all(store)).map(({token}) => token)).size, 9);
	t.deepEqual(
		(await store.raw(await all(store))).map(line => `${text(line)}\n`),
		[...numberedLines(3, 20).reverse(), ...numberedLines(1, 10), ...numberedLines(5).reverse()],
	);
});

test("fault 7: a truncation is noticed; the entries stay, but their lines can't be read back", async t => {
	const path = log(t, numberedLines(5));
	const store = await openSettled(t, [path]);
	const before = await all(store);
	truncateSync(path);
	await waitFor(() => store.status().notices.length > 0);
	appendFileSync(path, numberedLines(1, 10).join(''));
	await untilCounted(store, 6);
	t.deepEqual((await all(store)).slice(1), before);
	t.regex(store.status().notices[0]?.text ?? '', /^truncated/);
	t.deepEqual((await store.raw(await all(store))).map(text), [
		numberedLines(1, 10)[0]?.trimEnd() ?? '',
		...Array.from({length: 5}, () => null),
	]);
});

test('fault 7: reads the lines of a copied and truncated file back from the copy', async t => {
	const path = log(t, numberedLines(5));
	const store = await openSettled(t, [path], {settings: {idleTime: 20}});
	const before = await all(store);
	appendFileSync(path, numberedLines(2, 5).join(''));
	copyFileSync(path, `${path}.1`);
	// Lines of the same lengths as before, so they have the same offsets.
	writeFileSync(path, numberedLines(7, 10).join(''));
	await untilCounted(store, 14);
	t.deepEqual((await all(store)).slice(9), before);
	t.deepEqual(
		(await store.raw(await all(store))).map(line => `${text(line)}\n`),
		[...numberedLines(7, 10).reverse(), ...numberedLines(7).reverse()],
	);
	t.is(store.status().notices.length, 1);
	if (process.platform === 'linux') {
		await waitFor(() => !openDescriptors(path).includes(`${path}.1`));
	}
	renameSync(`${path}.1`, `${path}.2`);
	t.is(text((await store.raw(before))[0]), numberedLines(5)[4]?.trimEnd() ?? '', 'renamed since, too');
});

test('fault 20: half a line at a rotation is one incomplete entry, or a whole one if it is completed late', async t => {
	const [half = '', whole = ''] = numberedLines(2, 5);
	const path = log(t, numberedLines(5));
	const store = await openSettled(t, [path], {settings: {holdTime: 300, pollInterval: 50}});
	for (const [line, isCompleted] of [
		[half, false],
		[whole, true],
	] as const) {
		const cut = line.lastIndexOf('"-"');
		const writer = openSync(path, 'a');
		writeSync(writer, line.slice(0, cut));
		renameSync(path, `${path}.${isCompleted ? 2 : 1}`);
		writeFileSync(path, '');
		await waitFor(() => store.status().files[0]?.problem === undefined && store.status().lag === 0);
		if (isCompleted) {
			writeSync(writer, line.slice(cut));
		}
		closeSync(writer);
		await untilCounted(store, isCompleted ? 7 : 6);
	}
	t.deepEqual(
		(await all(store)).slice(0, 3).map(({url, incomplete}) => [url, incomplete]),
		[
			['/n/6', false],
			['/n/5', true],
			['/n/4', false],
		],
	);
	t.is(store.status().unrecognised, 0);
});

test('a rewritten log with the same first line has different tokens', async t => {
	const path = log(t, numberedLines(3));
	const store = await openSettled(t, [path]);
	truncateSync(path);
	await waitFor(() => store.status().notices.length > 0);
	appendFileSync(path, numberedLines(3).join(''));
	await untilCounted(store, 6);
	t.is(new Set((await all(store)).map(({token}) => token)).size, 6);
});

test('equal files have different tokens, the same in every run', async t => {
	const first = log(t, numberedLines(5));
	const paths = [first, `${first}.a`, `${first}.b`];
	for (const path of paths.slice(1)) {
		writeFileSync(path, numberedLines(5).join(''));
	}
	const tokens = async (order: readonly string[]) => {
		// A busy machine may open them slowly.
		const store = await openSettled(t, order, {maxStartTime: 60_000});
		return (await all(store)).map(({file, offset, token}) => `${file} ${offset} ${token}`);
	};
	const before = await tokens(paths);
	t.is(new Set(before.map(entry => entry.split(' ').at(-1))).size, 15);
	t.deepEqual(await tokens(paths.toReversed()), before);
});

test('reports the progress of the backfill until it is complete', async t => {
	const path = log(t, numberedLines(30_000));
	const store = openStore(t, [path]);
	const seen: Array<{readonly read: number; readonly total: number}> = [];
	await waitFor(() => {
		const {indexing} = store.status();
		if (indexing !== null) {
			seen.push(indexing);
		}
		return seen.length > 0 && indexing === null;
	});
	await store.settled();
	t.is((await store.count(everything)).n, 30_000);
	t.true(seen.every(({read, total}) => read >= 0 && read < total));
	t.deepEqual(
		seen.map(({read}) => read),
		seen.map(({read}) => read).toSorted((a, b) => a - b),
	);
});

test("with a mark from before the start, the backfill doesn't count as arrived", async t => {
	const path = log(t, numberedLines(5));
	const store = openStore(t, [path]);
	const {mark} = await store.arrivals(everything, null, 100);
	await store.settled();
	appendFileSync(path, numberedLines(1, 5).join(''));
	await untilCounted(store, 6);
	t.deepEqual(
		(await all(store)).map(entry => store.isAfter(mark, entry)),
		[true, false, false, false, false, false],
	);
	t.deepEqual(
		(await store.arrivals(everything, mark, 100)).entries.map(({url}) => url),
		['/n/5'],
	);
});

test('all lines of a file that appears later are arrivals', async t => {
	const path = log(t, numberedLines(5));
	const later = `${path}.later`;
	const store = await openSettled(t, [path, later]);
	const {mark} = await store.arrivals(everything, null, 0);
	writeFileSync(later, numberedLines(3, 5).join(''));
	await untilCounted(store, 8);
	const {entries} = await store.arrivals(everything, mark, 100);
	t.deepEqual(
		entries.map(({url}) => url),
		['/n/5', '/n/6', '/n/7'],
	);
	t.true(entries.every(entry => store.isAfter(mark, entry)));
});

if (process.platform !== 'win32') {
	const pipe = (t: ExecutionContext): string => {
		const path = join(temporaryDirectory(t), 'pipe');
		execFileSync('mkfifo', [path]);
		return path;
	};
	test('reads piped input as it arrives, and reads its lines back', async t => {
		const path = pipe(t);
		const store = await openSettled(t, [path]);
		const lines = numberedLines(3000);
		const writer = openSync(path, 'w');
		writeSync(writer, lines.slice(0, 2).join('') + lines[2]?.slice(0, 20));
		await untilCounted(store, 2);
		writeSync(writer, lines[2]?.slice(20) ?? '');
		await untilCounted(store, 3);
		t.is((await store.count(everything)).arrived, 3);
		t.deepEqual(
			(await store.raw(await all(store))).map(text),
			lines
				.slice(0, 3)
				.reverse()
				.map(line => line.trimEnd()),
		);
	});
	test('settled() can be aborted, and resolves when the store is closed', async t => {
		const path = pipe(t);
		const keep = openSync(path, 'r+');
		const store = openStore(t, [path], {follow: false});
		writeSync(keep, numberedLines(1)[0] ?? '');
		await untilCounted(store, 1);
		const controller = new AbortController();
		const reason = new Error('enough');
		const given = store.settled(controller.signal);
		const waiting = store.settled();
		controller.abort(reason);
		t.is(await t.throwsAsync(given), reason);
		await store.close();
		await t.notThrowsAsync(waiting);
	});
}

test('settled() can be aborted before reading starts', async t => {
	const store = openStore(t, [log(t, numberedLines(5))]);
	const controller = new AbortController();
	const reason = new Error('enough');
	const settled = store.settled(controller.signal);
	controller.abort(reason);
	t.is(await t.throwsAsync(settled), reason);
});

test("settled() doesn't wait for a writer to stop", async t => {
	const path = log(t, numberedLines(5));
	const store = openStore(t, [path]);
	let isOver = false;
	const settled = store.settled().then(() => {
		isOver = true;
	});
	for (let n = 5; !isOver && n < 100_000; n++) {
		appendFileSync(path, logLine({time: logStart, url: `/${n}`}));
		await nextTurn();
	}
	await settled;
	t.true(isOver);
});

test('still answers queries after its files are deleted', async t => {
	const path = log(t, numberedLines(5));
	const store = await openSettled(t, [path]);
	const entries = await all(store);
	unlinkSync(path);
	t.deepEqual(await all(store), entries);
	await store.close();
	t.deepEqual(await all(store), entries);
	t.deepEqual((await store.raw(entries)).map(text), [null, null, null, null, null]);
});

test('forwards an unexpected error', async t => {
	const errors: unknown[] = [];
	const store = openStore(t, [log(t, numberedLines(5))], {
		// This isn't a valid name of a source, so any use of it fails.
		source: {
			toJSON() {
				throw new Error('a mistake');
			},
		} as never,
		failed: error => errors.push(error),
	});
	await waitFor(() => errors.length > 0);
	t.is(String(errors[0]), 'Error: a mistake');
	await store.close();
});

test('added rotated files are backfill, each read once, even without following', async t => {
	for (const follow of [true, false]) {
		const path = log(t, numberedLines(5, 20));
		writeFileSync(`${path}.1`, numberedLines(10, 10).join(''));
		writeFileSync(`${path}.2.gz`, gzipSync(numberedLines(10).join('')));
		for (const rotated of [`${path}.1`, `${path}.2.gz`]) {
			// Lines that are written in the millisecond in which watching begins may belong to a log that is read.
			utimesSync(rotated, 1_700_000_000, 1_700_000_000);
		}
		const store = await openSettled(t, [path], {follow});
		t.deepEqual([...(await store.rotated())].sort(), [`${path}.1`, `${path}.2.gz`]);
		await store.add(await store.rotated());
		t.deepEqual(await store.rotated(), []);
		await untilCounted(store, 25);
		await store.settled();
		t.deepEqual(await store.count(everything), {n: 25, partial: false, arrived: 0});
		t.is(store.status().files.length, 3);
		t.deepEqual(store.status().notices, []);
	}
});

test("doesn't offer a file that was read before its rotation", async t => {
	const path = log(t, numberedLines(5));
	const store = await openSettled(t, [path]);
	renameSync(path, `${path}.1`);
	writeFileSync(path, numberedLines(1, 5).join(''));
	await untilCounted(store, 6);
	t.deepEqual(await store.rotated(), []);
	// Even if it is added, none of its lines appears twice.
	await store.add([`${path}.1`]);
	appendFileSync(path, numberedLines(1, 6).join(''));
	await untilCounted(store, 7);
});

test('the status lists the formats read so far, as the screen names them', async t => {
	const path = log(t, ['nonsense\n']);
	const store = await openSettled(t, [path]);
	t.deepEqual(store.status().formats, []);
	appendFileSync(path, numberedLines(3).join(''));
	await untilCounted(store, 3);
	t.deepEqual(store.status().formats, ['combined']);
	appendFileSync(path, '203.0.113.9 - - [05/Nov/2024:09:03:07 +0000] "GET / HTTP/1.1" 200 5 "-" "a" 0.012\n');
	await untilCounted(store, 4);
	const {formats} = store.status();
	t.deepEqual(formats, ['combined', 'combined, with duration']);
	t.is(store.status().formats, formats, 'and is the same while nothing changes');
});
