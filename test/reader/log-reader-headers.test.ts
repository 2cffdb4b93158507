import {deepStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type {LogFile} from '../../source/tail/log-file.js';
import {forAllAsync} from '../helpers/for-all.js';
import {type Ingest, idle, ingest} from '../helpers/ingest.js';
import {MemoryFile} from '../helpers/memory-file.js';
import {w3cLog} from '../helpers/w3c-lines.js';

process.env.TZ = 'Europe/Paris';

/** Ends a log and returns everything known about it. */
async function outcome(reading: Ingest, file: MemoryFile): Promise<unknown> {
	await idle(reading);
	reading.ingestion.ended(file);
	await idle(reading);
	const read = {
		// Ignores the position of an entry without a time, which depends on the lines that are read together.
		entries: reading
			.entries()
			.map(({position, ...entry}) => entry)
			.sort((a, b) => a.offset - b.offset),
		unrecognised: reading.ingestion.log(0)?.unrecognised,
		notRequests: reading.ingestion.log(0)?.notRequests,
	};
	await reading.ingestion.close();
	return read;
}

/** Reads a log once from its beginning, as if it were being written. */
async function readForward(log: string): Promise<unknown> {
	const file = new MemoryFile(log, {startSize: 0, isSlow: false});
	return outcome(ingest([file]), file);
}

test('a log with changing headers has the same entries in blocks of any size as in one pass', async t => {
	await forAllAsync(
		150,
		w3cLog,
		fc.record({
			chunk: fc.integer({min: 16, max: 300}),
			tail: fc.integer({min: 1, max: 400}),
			block: fc.integer({min: 20, max: 600}),
		}),
		fc.double({min: 0, max: 1, noNaN: true}),
		async (log, sizes, part) => {
			const startSize = Math.floor(Buffer.byteLength(log) * part);
			const file = new MemoryFile(log, {startSize, isSlow: false});
			const blocks = await outcome(
				ingest([file], {sizes: {...sizes, maxTailSize: 4096, maxBlockSize: 8192}}),
				file,
			);
			t.deepEqual(blocks, await readForward(log));
		},
	);
});

test('a log with changing headers has the same entries wherever blocks begin', async t => {
	const lines = (count: number, words: string): string =>
		Array.from(
			{length: count},
			(_, index) => `2026-11-20 09:03:0${index} 203.0.113.7 GET /${index} ${words}\n`,
		).join('');
	const begin = '#Fields: date time c-ip cs-method cs-uri-stem';
	const log = [
		lines(1, '200 1 a b'),
		`${begin} sc-status sc-bytes cs-username cs-host\n${lines(3, '200 1 a b')}`,
		`${begin} sc-status cs-bytes cs-host cs-username\n${lines(3, '200 1 a b')}`,
		`${begin} sc-status\n${lines(2, '200')}${lines(1, '200 1')}`,
	].join('');
	const expected = await readForward(log);
	const tails = [1, 90, 200];
	for (let block = 40; block < 500; block++) {
		const tail = tails[block % tails.length] ?? 1;
		const file = new MemoryFile(log, {isSlow: false});
		const read = await outcome(ingest([file], {sizes: {chunk: 64, tail, block, maxBlockSize: 1000}}), file);
		deepStrictEqual(read, expected, `${block}, ${tail}`);
	}
	t.pass();
});

test('a header line at the beginning of a chunk isn’t treated as the rest of a line', async t => {
	const line = (second: number): string =>
		`2026-11-20 09:03:0${second} 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 - 200 0 0 52\n`;
	// The line after the header doesn't match the header.
	const log = `${line(1)}#Fields: date time src-ip dst-ip\n${line(2)}`;
	const expected = await readForward(log);
	for (let chunk = 16; chunk < 120; chunk++) {
		for (const block of [100, 130, 150]) {
			const file = new MemoryFile(log, {isSlow: false});
			const read = await outcome(ingest([file], {sizes: {chunk, tail: 10, block}}), file);
			deepStrictEqual(read, expected, `${chunk}, ${block}`);
		}
	}
	t.pass();
});

test('lines appended during the backfill use the header at the end of the file', async t => {
	const begin = '#Fields: date time c-ip cs-method cs-uri-stem sc-status';
	const line = (second: number): string =>
		`2026-11-20 09:03:${String(second).padStart(2, '0')} 203.0.113.7 GET /${second} 200 alice shop.example\n`;
	const backfill = `${begin} cs-username cs-host\n${line(1).repeat(200)}${begin} cs-host cs-username\n${line(2)}`;
	for (const isRead of [true, false]) {
		const file = new MemoryFile(backfill);
		const reading = ingest([file], {backfill: isRead, sizes: {chunk: 100, tail: 150, block: 300}});
		let added = 3;
		file.onRead = () => {
			if (added < 20) {
				file.append(line(added++));
				reading.ingestion.grown();
			}
		};
		await idle(reading);
		reading.ingestion.ended(file);
		await idle(reading);
		const hosts = reading.entries().map(({url, host}) => `${url} ${host}`);
		t.deepEqual(
			hosts.filter(host => !host.startsWith('/1 ')).toReversed(),
			Array.from({length: added - (isRead ? 2 : 3)}, (_, index) => `/${index + (isRead ? 2 : 3)} alice`),
		);
		t.is(hosts.filter(host => host === '/1 shop.example').length, isRead ? 200 : 0);
		await reading.ingestion.close();
	}
});

test('fault 7: a truncated log keeps its last header until the next one', async t => {
	const begin = '#Fields: date time c-ip cs-method cs-uri-stem sc-status';
	const line = (second: number): string =>
		`2026-11-20 09:03:0${second} 203.0.113.7 GET /${second} 200 alice shop.example\n`;
	const identity = '1:1';
	const of = (content: string, more: Partial<LogFile> = {}): MemoryFile =>
		Object.assign(new MemoryFile(content, {startSize: 0}), {identity, ...more});
	const before = of(`${begin} cs-username cs-host\n${line(1)}`);
	const reading = ingest([before]);
	await idle(reading);
	reading.ingestion.ended(before);
	reading.ingestion.opened(of(''));
	await idle(reading);
	reading.ingestion.opened(of(`${line(2)}${line(3)}${begin} cs-host cs-username\n${line(4)}`));
	reading.ingestion.opened(of(line(5), {identity: '1:2'}));
	await idle(reading);
	t.deepEqual(
		reading.entries().map(({url, user, token}) => [url, user, token !== '']),
		[
			['/4', 'shop.example', true],
			['/3', 'alice', true],
			['/2', 'alice', true],
			['/1', 'alice', true],
		],
	);
	await reading.ingestion.close();
});

test('fault 7: a truncated log does not keep the date of its last header', async t => {
	const line = '09:03:07 203.0.113.7 GET /x 200\n';
	const of = (content: string): MemoryFile =>
		Object.assign(new MemoryFile(content, {startSize: 0}), {identity: '1:1'});
	const before = of(
		`#Date: 2026-11-20 08:00:00\n#Fields: time c-ip cs-method cs-uri-stem sc-status\n${line}`,
	);
	const reading = ingest([before]);
	await idle(reading);
	reading.ingestion.ended(before);
	reading.ingestion.opened(of(line));
	await idle(reading);
	t.deepEqual(
		reading.entries().map(({time}) => time),
		[Date.UTC(2026, 10, 20, 9, 3, 7), null],
	);
	await reading.ingestion.close();
});

test('a log without headers is never searched for them', async t => {
	const line = '192.0.2.1 - - [20/Nov/2026:09:03:07 +0000] "GET / HTTP/1.1" 200 7 "-" "-"\n';
	const file = new MemoryFile(line.repeat(100), {isSlow: false});
	await outcome(ingest([file], {sizes: {chunk: 500, tail: 500, block: 1000}}), file);
	// The whole file once, its first line for the tokens, and the beginnings of blocks.
	const read = file.reads.reduce((sum, [, length]) => sum + length, 0);
	t.true(read < 1.8 * file.size, `${read} of ${file.size}`);
});
