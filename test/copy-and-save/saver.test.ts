import {chmodSync, existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {SaveJob} from '../../source/copy-and-save/save-file.js';
import {fileSaver} from '../../source/copy-and-save/saver.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {csvHeader, csvLine} from '../../source/output/csv-line.js';
import {jsonLine} from '../../source/output/json-line.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything} from '../../source/query/query.js';
import {entries} from '../helpers/entry.js';
import {fakeStore} from '../helpers/fake-store.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const newestFirst = entries(1, 1000).toReversed();

function scene(t: ExecutionContext) {
	const directory = temporaryDirectory(t);
	const store = fakeStore(...newestFirst);
	store.setLogValues(() => []);
	store.setRaw(({offset}) => (offset === 7 ? null : Buffer.from([0x6c, 0xff, offset % 256])));
	const told: Array<Parameters<SaveJob['progressed']>[0]> = [];
	const job = (name: string, changes: Partial<SaveJob> = {}): SaveJob => ({
		path: join(directory, name),
		overwrite: false,
		store,
		query: everything,
		order: 'time',
		formatTime: timeFormatter('utc'),
		signal: new AbortController().signal,
		progressed: progress => told.push(progress),
		...changes,
	});
	const inside = (): readonly string[] => readdirSync(directory);
	const text = (name: string): string => readFileSync(join(directory, name), 'utf8');
	return {directory, store, told, job, inside, text, saver: fileSaver([])};
}

test('the extension selects the form; all requests are saved, newest first', async t => {
	const {job, text, saver, inside, directory} = scene(t);
	t.deepEqual(await saver.save(job('a.csv')), {how: 'saved', requests: 1000, missed: 0});
	t.is(text('a.csv'), `${[csvHeader(), ...newestFirst.map(entry => csvLine(entry))].join('\n')}\n`);
	t.deepEqual(await saver.save(job('a.jsonl')), {how: 'saved', requests: 1000, missed: 0});
	t.is(text('a.jsonl'), `${newestFirst.map(entry => jsonLine(entry)).join('\n')}\n`);
	t.deepEqual(await saver.save(job('a.log')), {how: 'saved', requests: 999, missed: 1});
	const raw = readFileSync(join(directory, 'a.log'));
	t.deepEqual(raw.subarray(0, 8), Buffer.from([0x6c, 0xff, 232, 10, 0x6c, 0xff, 231, 10]));
	await saver.save(job('a.txt'));
	t.regex(text('a.txt'), /^1000 results found\nStatus IP .*\n200 .*\/en\/1000 /);
	t.is(text('a.txt').split('\n').length, 1003);
	t.deepEqual(inside(), ['a.csv', 'a.jsonl', 'a.log', 'a.txt']);
});

test('saves only matching requests, and reports progress', async t => {
	const {job, text, saver, told} = scene(t);
	const query = parseQuery('url:/en/99*', anyCalendar);
	await saver.save(job('a.jsonl', {query}));
	t.is(text('a.jsonl').split('\n').length, 12);
	t.deepEqual(told, [null, {saved: 11, of: 11}, {saved: 11, of: 11}]);
});

test('a file name must have the extension of a form', t => {
	const saver = fileSaver([]);
	t.is(saver.problemWith('a.csv'), null);
	t.is(saver.problemWith('A.JSON'), null);
	for (const name of ['a', 'a.xls', '.csv/', 'csv']) {
		t.regex(saver.problemWith(name) ?? '', /must end in \.csv, /);
	}
});

test('~/ is the home directory', async t => {
	const {directory, job} = scene(t);
	await fileSaver([], directory).save({...job(''), path: '~/a.csv'});
	t.true(existsSync(join(directory, 'a.csv')));
});

test('an existing file is only replaced if requested', async t => {
	const {directory, job, text, saver, inside} = scene(t);
	writeFileSync(join(directory, 'a.csv'), 'mine');
	t.deepEqual(await saver.save(job('a.csv')), {how: 'exists'});
	t.is(text('a.csv'), 'mine');
	t.is((await saver.save(job('a.csv', {overwrite: true}))).how, 'saved');
	t.not(text('a.csv'), 'mine');
	t.deepEqual(inside(), ['a.csv']);
});

test('never replaces a log that is being read, even if requested', async t => {
	const {directory, job, text} = scene(t);
	const log = join(directory, 'access.log');
	writeFileSync(log, 'mine');
	const saved = await fileSaver([log]).save(job('access.log', {overwrite: true}));
	t.is(saved.how, 'failed');
	t.regex('problem' in saved ? saved.problem : '', /is one of the logs that are read, and would be lost/);
	t.is(text('access.log'), 'mine');
});

test('a missing or unwritable directory is reported', async t => {
	const {directory, job, saver, inside} = scene(t);
	const saved = await saver.save(job('no/a.csv'));
	t.regex('problem' in saved ? saved.problem : '', /a\.csv can't be written: there is no directory .*no$/);
	if (process.getuid?.() !== 0) {
		chmodSync(directory, 0o500);
		const denied = await saver.save(job('a.csv'));
		t.regex('problem' in denied ? denied.problem : '', /permission denied/);
		chmodSync(directory, 0o700);
	}
	t.deepEqual(inside(), []);
});

test('a failure leaves no file', async t => {
	const {job, saver, store, inside} = scene(t);
	const saved = await saver.save(
		job('a.csv', {
			progressed(progress) {
				if (progress && progress.saved >= 400) {
					store.fail(new Error('the disk is gone'));
				}
			},
		}),
	);
	t.deepEqual(saved, {how: 'failed', problem: 'the disk is gone'});
	t.deepEqual(inside(), []);
});

test('cancelling at any point leaves no file, and is reported', async t => {
	const {job, saver, inside} = scene(t);
	for (const at of [0, 200, 600, 1000]) {
		const controller = new AbortController();
		const saved = await saver.save(
			job('a.csv', {
				signal: controller.signal,
				progressed(progress) {
					if ((progress?.saved ?? 0) >= at) {
						controller.abort();
					}
				},
			}),
		);
		t.deepEqual(saved, {how: 'cancelled'});
		t.deepEqual(inside(), []);
	}
});

test('close() cancels running jobs, and waits until their files are removed', async t => {
	const {job, saver, store, inside} = scene(t);
	store.block();
	const saving = saver.save(job('a.csv'));
	await waitFor(() => inside().length === 1 && store.calls.includes('count'));
	await saver.close();
	t.deepEqual(inside(), []);
	t.deepEqual(await saving, {how: 'cancelled'});
});

test('other tasks run while it saves', async t => {
	const {job, saver, told} = scene(t);
	let turns = 0;
	let isOver = false;
	const saving = saver.save(job('a.csv')).then(() => {
		isOver = true;
	});
	while (!isOver) {
		await nextTurn();
		turns++;
	}
	await saving;
	t.true(turns >= told.length);
});
