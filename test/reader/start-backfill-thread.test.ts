import {statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {deserialize, serialize} from 'node:v8';
import test, {type ExecutionContext} from 'ava';
import {textFields} from '../../source/entries/entry-record.js';
import type {BackfillAnswer, BackfillJob, WorkerBlock} from '../../source/reader/backfill-job.js';
import {defaultSizes} from '../../source/reader/read-sizes.js';
import {type BackfillThread, startBackfillThread} from '../../source/reader/start-backfill-thread.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

process.env.TZ = 'America/New_York';

/** A thread that ends with the test. */
function start(t: ExecutionContext): BackfillThread {
	const thread = startBackfillThread();
	t.teardown(() => thread.worker.terminate());
	return thread;
}

/** A job for all of a new log with so many lines. */
function jobFor(t: ExecutionContext, lines: number): Omit<BackfillJob, 'room'> {
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

/** All that a thread answers to a job. */
async function answersTo(thread: BackfillThread, job: BackfillJob): Promise<readonly BackfillAnswer[]> {
	const answers: BackfillAnswer[] = [];
	thread.heard = answer => answers.push(answer);
	thread.worker.postMessage(job);
	await waitFor(() => answers.some(({kind}) => kind !== 'start'));
	return answers;
}

/** What a thread has read of a log. */
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

test('a thread is ready when it can work, and has all its rooms', async t => {
	const thread = start(t);
	t.false(thread.isReady);
	t.is(thread.zone, 'America/New_York');
	t.deepEqual(thread.freeRooms, [0, 1]);
	await thread.ready;
	t.true(thread.isReady);
	t.false(thread.isBroken);
});

test('it says where a block begins and what is in it, also when it is asked before it is ready', async t => {
	const thread = start(t);
	const answers = await answersTo(thread, {...jobFor(t, 100), room: 0});
	t.deepEqual(
		answers.map(({kind}) => kind),
		['start', 'done'],
	);
	const [begin, done] = answers;
	t.like(begin, {start: 0});
	t.like(done, {unrecognised: 0, notRequests: 0, holes: 0});
});

test('texts that it has read stay in one room while it reads on in the other', async t => {
	const thread = start(t);
	const job = jobFor(t, 1000);
	const first = await read(thread, {...job, room: 0});
	t.is(rowsOf(first), 1000);
	t.true(
		first.block.texts.fields[urlField]?.bytes.buffer instanceof SharedArrayBuffer,
		'they are not copied',
	);
	// `structuredClone` would have the same shared memory.
	const kept = deserialize(serialize(first));
	const second = await read(thread, {...jobFor(t, 300), room: 1});
	t.is(rowsOf(second), 300);
	t.deepEqual(first, kept);
	await read(thread, {...jobFor(t, 1500), room: 0});
	t.deepEqual(first.block.segments, kept.block.segments, 'the columns are given away');
	t.notDeepEqual(first.block.texts, kept.block.texts, 'in the same room there is something else now');
});

test('what it can not read as asked is refused, and the next is read', async t => {
	const thread = start(t);
	const job = jobFor(t, 10);
	const pipe = `${job.path}.pipe`;
	await makeNamedPipe(pipe);
	for (const wrong of [
		{...job, room: 0, identity: '1:1'},
		{...job, room: 0, end: job.end + 1},
		{...job, room: 0, path: `${job.path}.gone`},
		// Nobody writes to it: whoever waits for that can't be ended.
		{...job, room: 0, path: pipe},
		{...job, room: 2},
	]) {
		t.is((await answersTo(thread, wrong)).at(-1)?.kind, 'refused');
	}
	t.false(thread.isBroken);
	t.is(rowsOf(await read(thread, {...job, room: 1})), 10);
});

test('one that ends before it is ready is broken: nobody waits for it, nor for what it was given', async t => {
	const thread = start(t);
	const answers: BackfillAnswer[] = [];
	thread.heard = answer => answers.push(answer);
	thread.worker.postMessage({...jobFor(t, 10), room: 0});
	await thread.worker.terminate();
	await thread.ready;
	t.false(thread.isReady);
	t.true(thread.isBroken);
	t.deepEqual(answers, [{kind: 'refused'}]);
});
