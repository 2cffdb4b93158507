import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';
import {growingCopy} from './growing-copy.js';
import {lastLine} from './last-line.js';
import {momentUrl, newestMoment} from './moment-url.js';
import {processFigures} from './process-figures.js';
import {allFigures, keepResult, readResult} from './result-file.js';
import {SteadyWriter} from './steady-writer.js';

function figure(name: string) {
	return {name, unit: 'time' as const, value: {median: 2, least: 1, most: 3}, beside: {}, limits: []};
}

test('saves a result, and keeps earlier parts that weren’t measured again', t => {
	const path = join(temporaryDirectory(t), 'result.json');
	keepResult(path, {machine: 'slow', parts: {start: [figure('a')], keys: [figure('b')]}});
	keepResult(path, {machine: 'fast', parts: {keys: [figure('c')]}});
	const result = readResult(path);
	t.is(result.machine, 'fast');
	t.deepEqual(
		allFigures(result).map(({name}) => name),
		['a', 'c'],
	);
});

test('refuses files that aren’t results', t => {
	const path = join(temporaryDirectory(t), 'result.json');
	writeFileSync(path, '[]');
	t.throws(() => readResult(path), {message: /not a result/});
	writeFileSync(path, 'null');
	t.throws(() => readResult(path), {message: /not a result/});
});

test('a growing copy can be reset, and doesn’t change the log', t => {
	const {directory, path: log} = temporaryLog(t, 'one\n');
	const copy = growingCopy(log, directory);
	appendFileSync(copy.path, 'two\n');
	t.is(readFileSync(log, 'utf8'), 'one\n');
	copy.restore();
	t.is(readFileSync(copy.path, 'utf8'), 'one\n');
});

test('returns the last line of a log', t => {
	const {path: log} = temporaryLog(t, `${'a'.repeat(5000)}\nlast\n`);
	t.is(lastLine(log), 'last');
	writeFileSync(log, '');
	t.is(lastLine(log), '');
});

test('finds the newest time on a screen', t => {
	const [first, second] = [1_763_000_000_000, 1_763_000_000_010];
	t.is(newestMoment([`GET ${momentUrl(second)}  200`, `GET ${momentUrl(first)}`, 'GET /other']), second);
	t.is(newestMoment(['GET /other']), Number.NEGATIVE_INFINITY);
});

test('a steady writer writes lines when they are due, in order', async t => {
	const log = join(temporaryDirectory(t), 'access.log');
	const writer = new SteadyWriter(log, 1000, number => `/id/${number}`);
	await waitFor(() => {
		writer.catchUp();
		return writer.written >= 50;
	});
	writer.close();
	const urls = readFileSync(log, 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => line.split(' ')[6]);
	t.deepEqual(
		urls,
		Array.from({length: writer.written}, (_, number) => `/id/${number}`),
	);
});

const testOnLinux = process.platform === 'linux' ? test : test.skip;

testOnLinux('the figures of a process include its children', async t => {
	const script = 'while (process.cpuUsage().user < 2e5); console.log("done"); process.stdin.resume();';
	const child = spawn('sh', ['-c', `"${process.execPath}" -e '${script}'; :`], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	t.teardown(() => {
		child.stdin.end();
	});
	await once(child.stdout, 'data');
	const {cpu, memory} = processFigures(child.pid ?? 0);
	t.true(cpu >= 0.1, `${cpu} s`);
	t.true(memory > 20 << 20, `${memory} bytes`);
});
