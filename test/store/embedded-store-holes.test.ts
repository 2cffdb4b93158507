import {appendFileSync, closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {everything} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openSettled, openStore} from '../helpers/open-store.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

async function rawLines(store: EmbeddedStore): Promise<ReadonlyArray<string | null>> {
	return (await store.raw(await all(store))).map(line => (line ? `${Buffer.from(line)}\n` : null));
}

/** Adds a hole of `size` bytes to a file. It takes no space on the disk. */
function addHole(path: string, size: number): void {
	truncateSync(path, statSync(path).size + size);
}

test('fault 10: skips and counts the hole when a writer keeps its old offset after a truncation', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const [first = '', second = '', third = '', fourth = ''] = numberedLines(4);
	// Not opened for appending: it keeps its own write position.
	const writer = openSync(path, 'w');
	t.teardown(() => closeSync(writer));
	writeSync(writer, first + second);
	const store = await openSettled(t, [path]);
	truncateSync(path);
	writeSync(writer, third);
	await untilCounted(store, 3);
	writeSync(writer, fourth);
	await untilCounted(store, 4);
	const hole = first.length + second.length;
	const entries = await all(store);
	t.deepEqual(
		entries.map(({url, offset}) => [url, offset]),
		[
			['/n/3', hole + third.length],
			['/n/2', hole],
			['/n/1', first.length],
			['/n/0', 0],
		],
	);
	t.deepEqual(await rawLines(store), [fourth, third, null, null]);
	const notices = store.status().notices.map(({text}) => text);
	t.is(notices.length, 2);
	t.regex(notices[0] ?? '', /^(?:rewritten|truncated)/);
	t.true(
		notices[1]?.startsWith(`skipped a hole of ${hole} NULs: the file was probably truncated`),
		notices[1],
	);
	t.is(store.status().unrecognised, 0);
});

// The second hole is larger than the largest block of the backfill.
for (const [size, follow] of [
	[100, true],
	[100 << 20, true],
	[100, false],
] as const) {
	test(`fault 10: skips an existing hole of ${size} bytes${follow ? '' : ', without following'}`, async t => {
		const path = join(temporaryDirectory(t), 'access.log');
		const lines = numberedLines(6);
		writeFileSync(path, '');
		for (const part of [lines.slice(0, 2), lines.slice(2, 5), lines.slice(5)]) {
			appendFileSync(path, part.join(''));
			addHole(path, size);
		}
		appendFileSync(path, numberedLines(1, 6).join(''));
		const store = await openSettled(t, [path], {follow});
		t.deepEqual(await rawLines(store), [...lines, ...numberedLines(1, 6)].reverse());
		t.deepEqual(
			store.status().notices.map(({text}) => text),
			[
				`skipped ${3 * size} NULs in existing content: the file was probably truncated while the server kept its old offset.`,
			],
		);
		t.is(store.status().unrecognised, 0);
	});
}

test('fault 10: skips a hole with only half a line after it', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const [line = ''] = numberedLines(1);
	const size = 20 << 20;
	writeFileSync(path, '');
	addHole(path, size);
	appendFileSync(path, line.slice(0, 30));
	const store = await openSettled(t, [path]);
	t.is((await store.count(everything)).n, 0);
	appendFileSync(path, line.slice(30));
	await untilCounted(store, 1);
	t.deepEqual(await rawLines(store), [line]);
	await waitFor(() => store.status().notices.length === 1);
	t.regex(store.status().notices[0]?.text ?? '', new RegExp(`^skipped ${size} NULs `));
});

test('fault 10: a long hole is reported while it is read, and the lines after it are read once', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const [first = '', second = '', third = ''] = numberedLines(3);
	writeFileSync(path, first);
	const store = await openSettled(t, [path]);
	const size = 700 << 20;
	addHole(path, size);
	appendFileSync(path, second);
	await untilCounted(store, 2);
	appendFileSync(path, third);
	await untilCounted(store, 3);
	t.deepEqual(await rawLines(store), [third, second, first]);
	t.deepEqual(
		store.status().notices.map(({text}) => text),
		[
			'has a long hole of NULs; reading continues, and the next lines are shown after it.',
			`skipped a hole of ${size} NULs: the file was probably truncated while the server kept its old offset.`,
		],
	);
});

test('fault 43: in a file above 4 GiB, offsets, tokens and lines are right, and the end is shown at once', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const size = 20 * 1024 ** 3;
	const lines = numberedLines(12);
	writeFileSync(path, '');
	truncateSync(path, size);
	appendFileSync(path, lines.join(''));
	const store = openStore(t, [path]);
	await untilCounted(store, 12);
	const {entries} = await store.page(everything, {from: 'newest'}, 10);
	t.is(entries.length, 10);
	const {read, total} = store.status().indexing ?? {read: 0, total: 0};
	t.true(total > size && read < size / 2, `of the past, which is still to be read, ${read} of ${total}`);
	t.deepEqual(
		(await all(store)).map(({url, offset}) => [url, offset]).reverse(),
		lines.map((_, n) => [`/n/${n}`, size + lines.slice(0, n).join('').length]),
	);
	t.deepEqual(await rawLines(store), lines.toReversed());
	appendFileSync(path, numberedLines(1, 12).join(''));
	await untilCounted(store, 13);
	const tokens = (await all(store)).map(({token}) => token);
	t.is(new Set(tokens).size, 13);
	for (const entry of await all(store)) {
		t.deepEqual(await store.get(entry.token), entry);
	}
	await store.close();
	// The live lines now belong to the backfill, and have the same tokens.
	const again = openStore(t, [path]);
	await untilCounted(again, 13);
	t.deepEqual(
		(await all(again)).map(({token}) => token),
		tokens,
	);
});
