import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {fileFacts} from '../../source/doctor/file-facts.js';
import {fileFindings} from '../../source/doctor/file-findings.js';
import type {Finding} from '../../source/doctor/finding.js';
import {networkTypeOf} from '../../source/doctor/machine-findings.js';
import {defaultProxies} from '../../source/entries/client-choice.js';
import {compress, compressions} from '../helpers/compressed.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {patience} from '../helpers/wait-for.js';

const now = logStart + 60_000;

async function examined(path: string, format?: string, read = patience): Promise<readonly string[]> {
	return fileFindings(
		path,
		await fileFacts(
			path,
			{format, client: {mode: 'auto', trusted: defaultProxies}},
			{answer: patience, read},
		),
		now,
	).map(line);
}

function line(finding: Finding): string {
	return finding.state === 'ok' ? finding.text : `${finding.state}: ${finding.text}`;
}

test('describes a log without problems, and its rotated files', async t => {
	const {directory, path} = temporaryLog(t, numberedLines(20));
	for (const name of ['access.log.1', 'access.log.2.gz', 'access.log.3.gz', 'other.log.1']) {
		writeFileSync(join(directory, name), '');
	}
	const lines = await examined(path);
	t.is(lines.length, 3);
	t.regex(lines[0] ?? '', /^combined, \d\.\d kB$/);
	t.regex(lines[1] ?? '', /^newest line \d+ s ago$/);
	t.is(lines[2], 'rotated files next to it: 1 plain, 2 compressed');
});

test('only the end of a large log is read', async t => {
	const {path} = temporaryLog(t, `${'nonsense\n'.repeat(100_000)}${numberedLines(3000).join('')}`);
	t.regex((await examined(path))[0] ?? '', /^combined, 1\.\d MB$/);
});

test('warns if the status of many requests can’t be read', async t => {
	const text = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 404 200 45 "-" "c"\n';
	const {path} = temporaryLog(t, text.repeat(3));
	const reported = 'warning: 3 of the newest 3 requests have no status: 404 200 can both be the status';
	t.true((await examined(path)).includes(reported));
});

test('warns if nearly all requests of a log are from one address, probably a proxy', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	const lines = (of: number, proxied: number, end = ''): string =>
		Array.from({length: of}, (_, index) => {
			const ip = index < proxied ? '10.0.0.2' : `203.0.113.${index % 200}`;
			return `${ip} - - [20/Nov/2026:09:03:07 +0000] "GET /${index} HTTP/1.1" 200 1 "-" "c"${end}\n`;
		}).join('');
	const reported = 'warning: 285 of the newest 300 requests come from 10.0.0.2';
	writeFileSync(path, lines(300, 285));
	t.true((await examined(path)).includes(reported));
	for (const other of [lines(300, 284), lines(199, 199), lines(300, 285, ' "203.0.113.7"')]) {
		writeFileSync(path, other);
		t.false((await examined(path)).some(text => text.includes('10.0.0.2')));
	}
});

test('reports lines that no format matches', async t => {
	const {path} = temporaryLog(t, `${numberedLines(8).join('')}nonsense\nnonsense\n`);
	t.is((await examined(path))[0], 'warning: not recognised: 2 of its newest 10 lines');
	writeFileSync(path, `${numberedLines(99).join('')}nonsense\n`);
	t.regex((await examined(path))[0] ?? '', /^combined/);
});

test('reports a log without a recognised line at its end', async t => {
	const {path} = temporaryLog(t, 'nonsense\n'.repeat(100_000));
	t.is((await examined(path, undefined, 1))[0], 'warning: 900 kB, and no line at its end is recognised');
});

test('describes an empty and a compressed log', async t => {
	const {directory, path} = temporaryLog(t);
	t.deepEqual(await examined(path), ['empty so far']);
	const packed = join(directory, 'packed');
	for (const compression of compressions) {
		writeFileSync(packed, compress(compression, logLine({time: logStart})));
		t.regex((await examined(packed))[0] ?? '', new RegExp(`^${compression}-compressed, \\d+ B: it is read$`));
	}
	writeFileSync(packed, Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x64, 0x40, 0, 0]));
	t.regex((await examined(packed))[0] ?? '', /^warning: not a text file that reqscope reads$/);
});

test('rotated files compressed with lz4 can’t be read', async t => {
	const {directory, path} = temporaryLog(t);
	writeFileSync(join(directory, 'access.log.2.lz4'), '');
	t.is(
		(await examined(path))[1],
		"warning: rotated files next to it: 1 compressed; 1 can't be decoded here (access.log.2.lz4)",
	);
});

test('reports a missing file, a directory, and a named pipe without a writer', async t => {
	const directory = temporaryDirectory(t);
	t.deepEqual(await examined(join(directory, 'none')), ['warning: no such file']);
	mkdirSync(join(directory, 'folder'));
	t.deepEqual(await examined(join(directory, 'folder')), ['warning: neither a file nor a named pipe']);
	if (process.platform === 'win32') {
		return;
	}
	const pipe = join(directory, 'pipe');
	execFileSync('mkfifo', [pipe]);
	t.deepEqual(await examined(pipe), ['a named pipe: read only while reqscope watches it']);
});

test('names the group that can read an unreadable file', t => {
	const [finding] = fileFindings('a.log', {kind: 'refused', problem: 'permission denied', group: 'adm'}, now);
	t.deepEqual(finding, {
		state: 'warning',
		subject: 'a.log',
		text: 'permission denied',
		advice: 'its group is adm: sudo usermod -aG adm "$USER", then log in again',
	});
	const [other] = fileFindings('a.log', {kind: 'refused', problem: 'permission denied', group: 'root'}, now);
	t.is(other?.state === 'warning' && other.advice, 'run it as a user who may read it');
});

test('reports a file on a network file system', t => {
	const findings = fileFindings(
		'a.log',
		{
			kind: 'file',
			size: 0,
			modified: now,
			network: networkTypeOf(0x6969),
			rotated: {plain: [], compressed: []},
			content: 'empty',
		},
		now,
	);
	t.deepEqual(findings.map(line), [
		'empty so far',
		'warning: on NFS: there may be no file events when another machine writes',
	]);
	t.is(networkTypeOf(0xef53), null);
});

const combinedStart = '203.0.113.7 - - [20/Nov/2024:09:03:07 +0000] "GET / HTTP/1.1" 200 12 "-" "c"';
function atEnd(number: string): string {
	return `warning: the time taken is n/a; it may be the ${number} at the end of the lines`;
}

for (const [what, text, found] of [
	['a number of no known unit behind the agent', `${combinedStart} 151`, atEnd('151')],
	['the same behind other fields', `${combinedStart} "x.example" - 0.15`, atEnd('0.15')],
	['a time taken that is known', `${combinedStart} 0.151`, undefined],
	['nothing behind the agent', combinedStart, undefined],
	[
		'a JSON number of no known unit',
		'{"ts":"2024-11-20T09:03:07Z","method":"GET","url":"/","status":200,"duration":12}',
		'warning: the time taken is n/a',
	],
] as const) {
	test(`the doctor reports an unknown unit of the duration: ${what}`, async t => {
		const {path} = temporaryLog(t, `${text}\n`);
		t.is(
			(await examined(path)).find(line => line.includes('the time taken')),
			found,
		);
	});
}
