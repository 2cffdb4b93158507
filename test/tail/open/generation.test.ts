import {appendFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {CurrentLife} from '../../../source/tail/open/generation.js';
import {openLiveFile} from '../../../source/tail/open/live-file.js';
import {EndedFault, RetriedFile} from '../../../source/tail/open/retried-file.js';
import {compress} from '../../helpers/compressed.js';
import {makeStage} from '../../helpers/make-stage.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** The life of a file that is still empty, and what is read of the log that was opened last. */
async function openLife(t: ExecutionContext, pastSize = 0) {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, '');
	const stage = makeStage(t);
	const [file, open] = await Promise.all([
		openLiveFile(stage, path, () => 0, undefined),
		stage.settings.open(path),
	]);
	if (file === undefined || open === undefined) {
		throw new Error('nothing was opened');
	}

	const retried = new RetriedFile(stage, path, open);
	t.teardown(() => retried.close());
	const source = {open: retried, endedFault: new EndedFault(stage, path), look: async () => {}};
	const life = new CurrentLife(stage, source, {file, began: 0, past: {size: pastSize}});
	/** As when the file is looked at. */
	const look = async (): Promise<boolean> => {
		const size = Number((await retried.stat()).size);
		const goesOn = await life.goesOn(size);
		if (goesOn) {
			t.is(await life.examine(size), undefined);
			life.reach(size);
		}

		return goesOn;
	};
	const read = async (): Promise<string> => {
		const bytes = Buffer.alloc(100);
		return bytes.toString('latin1', 0, await stage.opened.at(-1)?.read(bytes, 0));
	};
	return {path, stage, life, look, read};
}

test('a log is an empty one until its first bytes say that it is text', async t => {
	const {path, stage, life, look, read} = await openLife(t);
	t.false(life.isTold);
	for (const [bytes, size] of [
		['', 0],
		['P', 0],
		['OST it\n', 8],
	] as const) {
		appendFileSync(path, bytes);
		t.true(await look());
		t.is(life.size, size);
	}

	t.is(stage.opened.length, 1);
	t.like(stage.opened[0], {size: 8, startSize: 0, continues: false});
	t.is(await read(), 'POST it\n');
});

test('fault 26: what turns out to be compressed is told of as another log than the empty one', async t => {
	const {path, stage, life, look, read} = await openLife(t);
	await look();
	appendFileSync(path, compress('gzip', 'packed\n'));
	await look();
	t.true(life.isArchive);
	t.is(stage.opened.length, 2);
	t.is(await read(), 'packed\n');
});

test('fault 7: one that nothing was known of starts over, any other is over', async t => {
	const {path, stage, life, look, read} = await openLife(t);
	appendFileSync(path, 'P');
	await look();
	truncateSync(path);
	t.false(await look());
	life.startOver();
	appendFileSync(path, 'one\n');
	t.true(await look());
	t.is(await read(), 'one\n');
	writeFileSync(path, 'two\n');
	t.false(await look());
	await life.endTruncated(4);
	t.is(await read(), '');
	t.true(stage.opened[0]?.gone);
	t.is(stage.opened.length, 1);
});

test('what stood in it when the watching began is the past', async t => {
	const {path, stage, look} = await openLife(t, 4);
	appendFileSync(path, 'past\nnew\n');
	await look();
	t.like(stage.opened[0], {startSize: 4, size: 9});
});
