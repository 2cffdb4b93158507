import {statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {deserialize, serialize} from 'node:v8';
import test, {type ExecutionContext} from 'ava';
import {textFields} from '../../source/fields/fields.js';
import type {BackfillAnswer, BackfillJob, WorkerBlock} from '../../source/reader/backfill-job.js';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {type BackfillThread, startBackfillThread} from '../../source/reader/start-backfill-thread.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

process.env.TZ = 'America/New_York';

/** Starts a thread that ends with the test. */
function start(t: ExecutionContext): BackfillThread {
	const thread = startBackfillThread();
	t.teardown(() => thread.worker.terminate());
	return thread;
}

/** Returns a job for the whole of a new log with this number of lines. */
function jobFor(t: ExecutionContext, lines: number): Omit<BackfillJob, 'arenaNumber'> {
	const path = join(temporaryDirectory(t), 'access.log');
	const all = Array.from({length: lines}, (_, index) =>
		logLine({time: logStart + index * 1000, url: `/${index}`}),
	);
	writeFileSync(path, all.join(''));
	const {dev, ino, size} = statSync(path, {bigint: true});
	return {
		path,
		identity: `${dev}:${ino}`,
		end: Number(size),
		isLost: false,
		sizes: defaultSizes,
		isHeaded: false,
		headers: undefined,
		wanted: undefined,
	};
}

/** Returns all answers of a thread to a job. */
async function answersTo(thread: BackfillThread, job: BackfillJob): Promise<readonly BackfillAnswer[]> {
	const answers: BackfillAnswer[] = [];
	thread.heard = answer => answers.push(answer);
	thread.worker.postMessage(job);
	await waitFor(() => answers.some(({kind}) => kind !== 'start'));
	return answers;
}

/** Returns the result of a job. */
async function read(thread: BackfillThread, job: BackfillJob): Promise<WorkerBlock> {
	const last = (await answersTo(thread, job)).at(-1);
	if (last?.kind !== 'done') {
		throw new Error(`it says ${last?.kind}`);
	}
	return last;
}

const urlField = textFields.indexOf('url');

function rowsOf({block}: WorkerBlock): number {
	return block.segments.reduce((sum, {rows}) => sum + rows, 0);
}

test('a thread becomes ready, with all its shared memories free', async t => {
	const thread = start(t);
	t.false(thread.isReady);
	t.deepEqual(thread.freeArenas, [0, 1]);
	await thread.ready;
	t.true(thread.isReady);
	t.false(thread.isBroken);
});

test('reports the start of a block, then its content', async t => {
	const thread = start(t);
	const answers = await answersTo(thread, {...jobFor(t, 100), arenaNumber: 0});
	t.deepEqual(
		answers.map(({kind}) => kind),
		['start', 'done'],
	);
	const [begin, done] = answers;
	t.like(begin, {start: 0});
	t.like(done, {unrecognised: 0, notRequests: 0, holes: 0});
});

test('the strings of a block stay in one shared memory while the next block goes to the other', async t => {
	const thread = start(t);
	const job = jobFor(t, 1000);
	const first = await read(thread, {...job, arenaNumber: 0});
	t.is(rowsOf(first), 1000);
	t.true(
		first.block.texts.fields[urlField]?.bytes.buffer instanceof SharedArrayBuffer,
		'they are not copied',
	);
	// `structuredClone` would share the memory.
	const kept = deserialize(serialize(first));
	const second = await read(thread, {...jobFor(t, 300), arenaNumber: 1});
	t.is(rowsOf(second), 300);
	t.deepEqual(first, kept);
	await read(thread, {...jobFor(t, 1500), arenaNumber: 0});
	t.deepEqual(first.block.segments, kept.block.segments, 'the columns were transferred');
	t.notDeepEqual(first.block.texts, kept.block.texts, 'the next block overwrites the same memory');
});

test('refuses a job for an unreadable or different file, and does the next one', async t => {
	const thread = start(t);
	const job = jobFor(t, 10);
	const pipe = `${job.path}.pipe`;
	await makeNamedPipe(pipe);
	for (const wrong of [
		{...job, arenaNumber: 0, identity: '1:1'},
		{...job, arenaNumber: 0, end: job.end + 1},
		{...job, arenaNumber: 0, path: `${job.path}.gone`},
		// A pipe without a writer: a thread that waits for one can't be ended.
		{...job, arenaNumber: 0, path: pipe},
		{...job, arenaNumber: 2},
	]) {
		t.is((await answersTo(thread, wrong)).at(-1)?.kind, 'refused');
	}
	t.false(thread.isBroken);
	t.is(rowsOf(await read(thread, {...job, arenaNumber: 1})), 10);
});

test('a thread that ends before it is ready is broken, and its job is refused', async t => {
	const thread = start(t);
	const answers: BackfillAnswer[] = [];
	thread.heard = answer => answers.push(answer);
	thread.worker.postMessage({...jobFor(t, 10), arenaNumber: 0});
	await thread.worker.terminate();
	await thread.ready;
	t.false(thread.isReady);
	t.true(thread.isBroken);
	t.deepEqual(answers, [{kind: 'refused'}]);
});
