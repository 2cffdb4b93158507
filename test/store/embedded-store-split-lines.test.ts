import test from 'ava';
import {readRawLines} from '../../source/reader/stored-lines.js';
import {idle, ingest, ingested} from '../helpers/ingest.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {waitFor} from '../helpers/wait-for.js';

function cri(text: string, tag = 'F', stream = 'stdout'): string {
	return `2026-11-20T09:03:07.1Z ${stream} ${tag} ${text}\n`;
}

function request(url: string): string {
	return `203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET ${url} HTTP/1.1" 200 45 "-" "curl/8.5.0"`;
}

/** A log of requests in several parts, with requests of the other stream between them. */
const log = Array.from({length: 12}, (_, n) => {
	const line = request(`/out/${n}/${'x'.repeat(n * 5)}`);
	const cut = 70 + (n % 3);
	return [
		cri(line.slice(0, cut), 'P'),
		...(n % 2 === 0 ? [cri(request(`/err/${n}`), 'F', 'stderr')] : []),
		...(n % 4 === 0
			? [cri(line.slice(cut, cut + 10), 'P'), cri(line.slice(cut + 10))]
			: [cri(line.slice(cut))]),
	].join('');
}).join('');

function seen(entries: ReadonlyArray<{url: string | null; offset: number; incomplete: boolean}>): string[] {
	return entries.map(({url, offset, incomplete}) => `${offset} ${url} ${incomplete}`);
}

/** All in one piece. */
async function whole(): Promise<string[]> {
	return seen((await ingested([new MemoryFile(log)])).entries());
}

test('joins split lines and sorts them by their first part', async t => {
	const reading = await ingested([new MemoryFile(log)]);
	t.is(reading.entries().length, 18);
	t.true(reading.entries().every(({incomplete}) => !incomplete));
	t.deepEqual(reading.ingestion.unrecognisedLines.newest(1), []);
});

test('joins split lines the same way for any block size of the backfill', async t => {
	const wanted = await whole();
	for (let block = 150; block < 650; block += 37) {
		const sizes = {chunk: 700, tail: 200 + (block % 170), block, maxBlockSize: 100_000};
		const reading = await ingested([new MemoryFile(log)], {sizes});
		t.deepEqual(seen(reading.entries()), wanted, `blocks of ${block} bytes`);
		t.deepEqual(reading.ingestion.unrecognisedLines.newest(1), []);
	}
});

test('joins split lines the same way wherever the backfill ends', async t => {
	const wanted = await whole();
	for (let startSize = 0; startSize < log.length; startSize += 53) {
		const file = new MemoryFile(log.slice(0, startSize));
		const reading = ingest([file]);
		await idle(reading);
		file.append(log.slice(startSize));
		reading.ingestion.grown();
		await idle(reading);
		t.deepEqual(seen(reading.entries()), wanted, `from byte ${startSize}`);
	}
});

test('shows lines after an unfinished part, and the part itself, after a few seconds', async t => {
	const first = cri(request(`/long/${'x'.repeat(100)}`).slice(0, 150), 'P');
	const others = cri(request('/a'), 'F', 'stderr') + cri(request('/b'), 'F', 'stderr');
	const file = new MemoryFile(cri(request('/before')));
	const reading = ingest([file]);
	await idle(reading);
	file.append(first);
	reading.ingestion.grown();
	await idle(reading);
	file.append(others);
	reading.ingestion.grown();
	await idle(reading);
	await waitFor(() => reading.entries().length === 4);
	t.deepEqual(
		reading.entries().map(({url, incomplete}) => [url?.slice(0, 6), incomplete]),
		[
			['/b', false],
			['/a', false],
			['/long/', true],
			['/befor', false],
		],
	);
	// No format reads its end.
	file.append(`${cri('xxx HTTP/1.1" 200 45 "-" "curl/8.5.0"')}${cri(request('/after'))}`);
	reading.ingestion.grown();
	await idle(reading);
	t.is(reading.entries()[0]?.url, '/after');
	t.is(reading.entries().length, 5);
	t.is(reading.ingestion.unrecognisedLines.newest(9).length, 1);
	await reading.ingestion.close();
});

test("a line split across two files is incomplete, and its end isn't a request", async t => {
	const line = request(`/turn/${'x'.repeat(100)}`);
	const [old, next] = [
		new MemoryFile(`${cri(request('/before'))}${cri(line.slice(0, 150), 'P')}`),
		new MemoryFile(`${cri(line.slice(150))}${cri(request('/after'))}`),
	];
	const reading = ingest([old]);
	await idle(reading);
	reading.ingestion.opened(next);
	reading.ingestion.ended(old);
	await idle(reading);
	t.deepEqual(
		reading
			.entries()
			.map(({url, incomplete}) => `${url?.slice(0, 6)} ${incomplete}`)
			.sort(),
		['/after false', '/befor false', '/turn/ true'],
	);
	t.is(reading.ingestion.unrecognisedLines.newest(9).length, 1);
});

test('reads the existing part of a line without an end as an incomplete entry', async t => {
	const line = request(`/search?q=${'x'.repeat(16_384)}`);
	const first = line.slice(0, 16_384);
	const docker = (log: string): string =>
		`${JSON.stringify({log, stream: 'stdout', time: '2026-11-20T09:03:07.1Z'})}\n`;
	const logs = [
		cri(first, 'P'),
		`${cri(first, 'P')}${cri(request('/err'), 'F', 'stderr')}`,
		`${docker(first)}${JSON.stringify({log: request('/other'), stream: 'stderr', time: ''})}\n`,
	];
	for (const text of logs) {
		const file = new MemoryFile(text);
		const reading = ingest([file]);
		reading.ingestion.ended(file);
		await idle(reading);
		const entry = reading.entries().at(-1);
		t.is(entry?.url, first.slice(first.indexOf('/search')));
		t.is(entry?.status, null);
		t.true(entry?.incomplete);
		t.is(entry?.offset, 0);
		t.is(reading.entries().length, text === logs[0] ? 1 : 2);
		t.is(reading.ingestion.unrecognisedLines.newest(1).length, 0);
		t.deepEqual(reading.notices(), []);
	}
});

test('reads the beginning of a split line that is longer than the line limit', async t => {
	const line = request(`/search?q=${'x~'.repeat(50_000)}`);
	const parts = line.match(/.{1,16384}/g) ?? [];
	const docker = (log: string): string =>
		`${JSON.stringify({log, stream: 'stdout', time: '2026-11-20T09:03:07.1Z'})}\n`;
	const end = parts.length - 1;
	const logs = [
		parts.map((part, index) => cri(part, index === end ? 'F' : 'P')).join(''),
		parts.map((part, index) => docker(part.replaceAll('~', 'é') + (index === end ? '\n' : ''))).join(''),
	];
	for (const text of logs) {
		const [entry, ...more] = (await ingested([new MemoryFile(text)])).entries();
		t.deepEqual(more, []);
		t.is(entry?.offset, 0);
		t.true(entry?.incomplete);
		t.regex(entry?.url ?? '', /^\/search\?q=(?:x[~é]){20000,}/);
	}
});

test('reads a split line back as one line', async t => {
	const text = `${cri('one ', 'P')}${cri('error', 'F', 'stderr')}${cri('two')}`;
	const [line] = await readRawLines(new MemoryFile(text), [0]);
	t.is(Buffer.from(line ?? []).toString(), cri('one two').trimEnd());
});
