import test from 'ava';
import {readJsonEntries} from '../helpers/json-entry.js';
import {logLine, logStart} from '../helpers/log-lines.js';
import {runProgram, startProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {tour} from '../helpers/tour.js';
import {waitFor} from '../helpers/wait-for.js';

function line(n: number, url: string): string {
	return logLine({time: logStart + n * 1000, url, userAgent: `agent ${n}`});
}

test.serial('fault 21: a carriage return is stripped before a line feed only', async t => {
	const lines = [
		line(0, '/a').replace('\n', '\r\n'),
		line(1, '/b\rc').replace('\n', '\r\n'),
		line(2, '/d').replace('"agent 2"', '"agent\r2"'),
		// No text is between the last field and the line end.
		line(3, '/e').replace(/ "-" "agent 3"\n/, '\r\n'),
	];
	const {rows} = await tour(t, lines);
	t.deepEqual(
		rows.map(({url}) => url),
		['/e', '/d', '/b\\rc', '/a'],
	);
	const {directory: cwd, path} = temporaryLog(t, lines);
	const json = readJsonEntries((await runProgram(t, ['--json', path], {cwd})).stdout);
	t.deepEqual(
		json.map(({url, userAgent, offset}) => [url, userAgent, offset]),
		[
			['/e', undefined, lines.slice(0, 3).join('').length],
			['/d', 'agent\r2', lines.slice(0, 2).join('').length],
			['/b\rc', 'agent 1', lines[0]?.length],
			['/a', 'agent 0', 0],
		],
	);
	t.is(json[0]?.bytes, 512);
	const raw = await runProgram(t, ['--raw', path], {cwd});
	t.is(raw.stdout, lines.toReversed().join('').replaceAll('\r\n', '\n'));
});

test.serial('fault 22: a character split between two reads is whole', async t => {
	const cwd = temporaryDirectory(t);
	const running = startProgram(t, ['--json', '--follow', '-'], {cwd});
	const {stdin} = running.process;
	const wanted: string[] = [];
	let n = 0;
	for (const character of ['ä', '日', '😀']) {
		const bytes = Buffer.from(character);
		for (let cut = 1; cut < bytes.length; cut++) {
			const text = Buffer.from(line(n, `/${character}/${n}`));
			const at = text.indexOf(bytes) + cut;
			stdin?.write(text.subarray(0, at));
			// The system decides whether these are two reads. line-splitter.test.ts tests the cut at every byte.
			await waitFor(() => stdin?.writableLength === 0);
			await running.lines(n);
			stdin?.write(text.subarray(at));
			wanted.push(`/${character}/${n}`);
			n++;
			await running.lines(n);
		}
	}
	running.process.kill('SIGTERM');
	const {stdout} = await running.ended;
	t.deepEqual(
		readJsonEntries(stdout).map(({url}) => url),
		wanted,
	);
});

test.serial('fault 23: bytes that are invalid UTF-8 are visible, and the offsets are right', async t => {
	const parts = [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc0, 0xaf], [0xed, 0xa0, 0x80], []];
	const lines = parts.map((bytes, n) => {
		const [before = '', after = ''] = line(n, '/<here>é').split('<here>');
		return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
	});
	const {directory: cwd, path} = temporaryLog(t, Buffer.concat(lines));
	const json = readJsonEntries((await runProgram(t, ['--json', path], {cwd})).stdout).toReversed();
	let offset = 0;
	for (const [n, entry] of json.entries()) {
		const marks = (parts[n] ?? []).map(byte => `\\x${byte.toString(16).toUpperCase()}`);
		t.is(entry.url, `/${marks.join('')}é`);
		t.is(entry.offset, offset);
		offset += lines[n]?.length ?? 0;
	}
	t.is(json.length, parts.length);
	const {rows} = await tour(t, lines);
	t.deepEqual(
		rows.map(({url}) => url).toReversed(),
		json.map(({url}) => url),
	);
});
