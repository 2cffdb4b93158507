import {appendFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Generation} from '../../../source/tail/open/generation.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {RetriedFile} from '../../../source/tail/open/retried-file.js';
import {compress} from '../../helpers/compressed.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** The generation of a file that is still empty, with functions that poll it and read the last opened log. */
async function openLife(t: ExecutionContext, backfillSize = 0) {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, '');
	const context = makeTailContext(t);
	const [file, open] = await Promise.all([
		openTailedFile(context, path, () => 0, undefined),
		context.settings.open(path),
	]);
	if (file === undefined || open === undefined) {
		throw new Error('nothing was opened');
	}
	const retried = new RetriedFile(context, path, open);
	t.teardown(() => retried.close());
	const source = {open: retried, poll: async () => {}};
	const generation = new Generation(context, source, {file, began: 0, start: {size: backfillSize}});
	/** Like a poll of the file. */
	const poll = async (): Promise<boolean> => {
		const size = Number((await retried.stat()).size);
		const goesOn = await generation.goesOn(size);
		if (goesOn) {
			t.is(await generation.examine(size), undefined);
			generation.reach(size);
		}
		return goesOn;
	};
	const read = async (): Promise<string> => {
		const bytes = Buffer.alloc(100);
		return bytes.toString('latin1', 0, await context.opened.at(-1)?.read(bytes, 0));
	};
	return {path, context, generation, poll, read};
}

test('a log is empty until its first bytes show that it is text', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	t.false(generation.isTold);
	for (const [bytes, size] of [
		['', 0],
		['P', 0],
		['OST it\n', 8],
	] as const) {
		appendFileSync(path, bytes);
		t.true(await poll());
		t.is(generation.size, size);
	}
	t.is(context.opened.length, 1);
	t.like(context.opened[0], {size: 8, startSize: 0, continues: false});
	t.is(await read(), 'POST it\n');
});

test('fault 26: an empty file that turns out to be compressed is reported as a new log', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	await poll();
	appendFileSync(path, compress('gzip', 'packed\n'));
	await poll();
	t.true(generation.isArchive);
	t.is(context.opened.length, 2);
	t.is(await read(), 'packed\n');
});

test('fault 7: after a truncation, a generation without known bytes starts again, any other ends', async t => {
	const {path, context, generation, poll, read} = await openLife(t);
	appendFileSync(path, 'P');
	await poll();
	truncateSync(path);
	t.false(await poll());
	generation.startOver();
	appendFileSync(path, 'one\n');
	t.true(await poll());
	t.is(await read(), 'one\n');
	writeFileSync(path, 'two\n');
	t.false(await poll());
	await generation.endTruncated(4);
	t.is(await read(), '');
	t.true(context.opened[0]?.gone);
	t.is(context.opened.length, 1);
});

test('the content at the start is the backfill', async t => {
	const {path, context, poll} = await openLife(t, 4);
	appendFileSync(path, 'past\nnew\n');
	await poll();
	t.like(context.opened[0], {startSize: 4, size: 9});
});
