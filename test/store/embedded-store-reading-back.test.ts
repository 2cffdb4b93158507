import {
	appendFileSync,
	closeSync,
	openSync,
	readdirSync,
	renameSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {everything} from '../../source/query/query.js';
import type {Entry} from '../../source/store/store.js';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {numberedLines} from '../helpers/log-lines.js';
import {hasLogrotate, logrotate, watchingStore} from '../helpers/logrotate.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {all, untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const lines = numberedLines(3000);

/** A log that is followed, and released soon after its rotation. */
async function scene(t: ExecutionContext) {
	const {directory, path} = temporaryLog(t, lines);
	const store = await watchingStore(t, path);
	const entries = (await all(store)).toReversed();
	t.is(entries.length, lines.length);
	/** Waits until the current log is the only open file. */
	const letGo = async (): Promise<void> => {
		await waitFor(() => openDescriptors(directory).every(open => open.endsWith('access.log')));
	};
	const read = async (...of: readonly (Entry | undefined)[]): Promise<ReadonlyArray<string | null>> => {
		const raw = await store.raw(of.filter(entry => entry !== undefined));
		return raw.map(line => (line === null ? null : `${Buffer.from(line)}\n`));
	};

	/** Appends lines to the current log, so that its growth is noticed. */
	let written = lines.length;
	const goOn = async (): Promise<void> => {
		written++;
		appendFileSync(path, numberedLines(1, written).join(''));
		await untilCounted(store, written);
	};
	return {directory, path, store, entries, letGo, read, goOn};
}

const ways: ReadonlyArray<
	readonly [name: string, runs: number, directives: readonly string[], made: string]
> = [
	['renamed', 1, ['create'], 'access.log.1'],
	['compressed', 1, ['create', 'compress'], 'access.log.1.gz'],
	['compressed the next time', 2, ['create', 'compress', 'delaycompress'], 'access.log.2.gz'],
	['named after the day, and compressed', 1, ['create', 'compress', 'dateext'], '.gz'],
	['compressed, and renamed twice since', 3, ['create', 'compress'], 'access.log.3.gz'],
	['copied and truncated', 1, ['copytruncate'], 'access.log.1'],
	['copied, truncated and compressed', 1, ['copytruncate', 'compress'], 'access.log.1.gz'],
	[
		'copied and truncated, and compressed the next time',
		2,
		['copytruncate', 'compress', 'delaycompress'],
		'access.log.2.gz',
	],
];

for (const [name, runs, directives, made] of ways) {
	(hasLogrotate ? test : test.skip)(`reads back lines of a log that logrotate has ${name}`, async t => {
		const {directory, entries, letGo, read, goOn} = await scene(t);
		for (let run = 0; run < runs; run++) {
			logrotate(join(directory, 'access.log'), ...directives);
			await goOn();
			await letGo();
		}
		t.true(
			readdirSync(directory).some(file => file.endsWith(made)),
			readdirSync(directory).join(' '),
		);
		t.deepEqual(await read(entries[2999], entries[0], entries[1234]), [
			lines[2999] ?? null,
			lines[0] ?? null,
			lines[1234] ?? null,
		]);
		await letGo();
		t.deepEqual(await read(...entries), lines, 'all of them, and once more');
	});
}

test('reads back lines of a log that was compressed in place', async t => {
	const {path, entries, letGo, read, goOn} = await scene(t);
	writeFileSync(`${path}.gz`, compress('gzip', lines.join('')));
	unlinkSync(path);
	await goOn();
	await letGo();
	t.deepEqual(await read(entries[2999], entries[0]), [lines[2999] ?? null, lines[0] ?? null]);
});

test("doesn't return a line of a deleted log", async t => {
	const {path, entries, letGo, read, goOn} = await scene(t);
	renameSync(path, `${path}.1`);
	await goOn();
	await letGo();
	t.deepEqual(await read(entries[7]), [lines[7] ?? null]);
	await letGo();
	unlinkSync(`${path}.1`);
	t.deepEqual(await read(entries[7]), [null]);
});

for (const compression of compressions) {
	test(`never returns a line of another log, even if it is compressed under the expected name (${compression})`, async t => {
		const {path, entries, letGo, read, goOn} = await scene(t);
		unlinkSync(path);
		await goOn();
		await letGo();
		const other = numberedLines(3000, 1).join('');
		writeFileSync(`${path}.1${endings[compression]}`, compress(compression, other));
		// Starts with the same lines, then differs.
		writeFileSync(
			`${path}.2${endings[compression]}`,
			compress(compression, lines.slice(0, 1500).join('') + other),
		);
		writeFileSync(`${path}.3`, lines.slice(0, 1500).join('') + other);
		writeFileSync(`${path}.4${endings[compression]}`, 'not compressed');
		t.deepEqual(await read(entries[7], entries[2000]), [null, null]);
	});
	test(`recognises a log by its text if it grew before it was compressed (${compression})`, async t => {
		const {path, entries, letGo, read, goOn} = await scene(t);
		unlinkSync(path);
		await goOn();
		await letGo();
		writeFileSync(
			`${path}.1${endings[compression]}`,
			compress(compression, lines.join('') + numberedLines(10, 5000).join('')),
		);
		t.deepEqual(await read(entries[2999]), [lines[2999] ?? null]);
	});
	test(`decodes a compressed log in pieces, reports the progress and can be aborted (${compression})`, async t => {
		const many = numberedLines(140_000);
		const {directory, path} = temporaryLog(t, many);
		const store = await watchingStore(t, path);
		const [newest] = (await store.page(everything, {from: 'newest'}, 1)).entries;
		t.truthy(newest);
		if (newest === undefined) {
			return;
		}
		writeFileSync(`${path}.1${endings[compression]}`, compress(compression, many.join('')));
		unlinkSync(path);
		await waitFor(() => openDescriptors(directory).length === 0);
		const controller = new AbortController();
		const given: number[] = [];
		await t.throwsAsync(
			store.raw([newest], controller.signal, decoded => {
				given.push(decoded);
				controller.abort(new Error('enough'));
			}),
			{message: 'enough'},
		);
		t.is(given.length, 1);
		const calls: Array<readonly [number, number]> = [];
		const [line] = await store.raw([newest], undefined, (decoded, wanted) => calls.push([decoded, wanted]));
		t.is(`${Buffer.from(line ?? [])}\n`, many.at(-1) ?? '');
		t.true(calls.length > 1);
		t.true(
			calls.every(
				([decoded, wanted], index) => wanted === newest.offset && decoded > (calls[index - 1]?.[0] ?? 0),
			),
		);
	});
	test(`fault 9: doesn't return lines that were overwritten in place, even partly, as the original lines (${compression})`, async t => {
		const {path, entries, read} = await scene(t);
		const before = lines.slice(0, 1000).join('');
		const over = numberedLines(300, 9000).map(line => line.replace(' /', ' /over'));
		const descriptor = openSync(path, 'r+');
		writeSync(descriptor, over.join(''), before.length);
		closeSync(descriptor);
		const [early, first, some, late] = await read(entries[999], entries[1000], entries[1100], entries[2999]);
		t.is(early, lines[999] ?? null);
		t.is(first, null);
		t.is(some, null);
		t.true(late === lines[2999] || late === null);
	});
}
