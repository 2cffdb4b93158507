import test from 'ava';
import {noHeader} from '../../source/entries/log-header.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import {BackfillWorker} from '../../source/reader/backfill-worker.js';
import {LineProcessor} from '../../source/reader/line-processor.js';
import {Ordinals} from '../../source/reader/log-key.js';
import {AppendedLines} from '../../source/reader/log-lines.js';
import {AppendedReader, LogReader} from '../../source/reader/log-reader.js';
import {defaultSizes, type ReadSizes} from '../../source/reader/read-sizes.js';
import {UnrecognisedLines} from '../../source/reader/unrecognised-lines.js';
import {idle, ingest} from '../helpers/ingest.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

function open(file: MemoryFile, {backfill = true, sizes = {} as Partial<ReadSizes>} = {}) {
	const index = new EntryIndex();
	const said: string[] = [];
	const all = {...defaultSizes, chunk: 500, tail: 300, block: 1000, ...sizes};
	const log = new LogReader(file, {
		index,
		source: '',
		backfill: backfill,
		follow: true,
		sizes: all,
		buffers: {live: Buffer.alloc(all.chunk), backfill: [Buffer.alloc(all.chunk), Buffer.alloc(all.chunk)]},
		worker: new BackfillWorker(),
		unrecognisedLines: new UnrecognisedLines(),
		wake() {},
		async turn() {},
		ordinals: new Ordinals(),
		report: (path, text) => said.push(`${path}: ${text}`),
	});
	return {log, index, said};
}

/** Returns the tokens of a file's entries by URL. */
async function tokensOf(
	files: readonly MemoryFile[],
	options: Parameters<typeof ingest>[1] = {},
): Promise<Record<string, string>> {
	const reading = ingest(files, options);
	await idle(reading);
	for (const file of files) {
		reading.ingestion.ended(file);
	}
	await idle(reading);
	return Object.fromEntries(reading.entries().map(({file, url, token}) => [`${file} ${url}`, token]));
}

function values(tokens: Record<string, string>): readonly string[] {
	return Object.values(tokens);
}

test('reads the end first, then appended lines and the backfill, one piece at a time', async t => {
	const file = new MemoryFile(numberedLines(50).join(''));
	const {log, index} = open(file);
	t.is(log.backfillLeft, file.size);
	t.is(log.lag, 0);
	t.false(await log.readLive(), 'not before begin is done');
	t.false(await log.readBackfill());

	t.true(await log.begin());
	t.false(await log.begin());
	t.is(index.count, 3);
	t.is(log.liveFrom, file.size);
	const {backfillLeft} = log;
	t.true(backfillLeft < file.size && backfillLeft > file.size - 400);
	t.false(await log.readLive());

	file.append(numberedLines(2, 50).join(''));
	t.true(log.lag > 0);
	t.true(await log.readLive());
	t.is(log.lag, 0);
	t.is(index.count, 5);
	t.is(index.arrived, 2);

	t.true(await log.readBackfill());
	t.true(log.isInBlock);
	while (await log.readBackfill()) {
		t.true(log.backfillLeft < backfillLeft || log.isInBlock);
	}
	t.is(log.backfillLeft, 0);
	t.is(index.count, 52);
	t.is(index.arrived, 2);
	t.false(log.finished);

	log.ended = true;
	t.true(await log.readLive());
	t.true(log.finished);
	t.false(await log.readLive());
});

test('backfillTime is the time of the line at the end of the backfill', async t => {
	const lines = numberedLines(50);
	lines.splice(49, 0, logLine({time: 0, url: '/1970'}));
	const {log} = open(new MemoryFile(lines.join('')));
	t.is(log.backfillTime, Number.POSITIVE_INFINITY);
	await log.begin();
	const ofTail = log.backfillTime;
	t.true(ofTail >= logStart + 46_000 && ofTail <= logStart + 48_000, `${new Date(ofTail)}`);
	while (log.backfillTime === ofTail && (await log.readBackfill())) {
		t.true(log.backfillTime <= ofTail);
	}
	t.true(log.backfillTime > logStart && log.backfillTime < ofTail);
});

test('leaveBackfill skips the rest of the backfill', async t => {
	const {log, index} = open(new MemoryFile(numberedLines(50).join('')));
	await log.begin();
	await log.readBackfill();
	const {count} = index;
	t.true(log.backfillLeft > 0);
	await log.leaveBackfill();
	t.is(log.backfillLeft, 0);
	t.false(await log.readBackfill());
	t.is(index.count, count);
});

test('an unfinished last line isn’t live if the file ended before it was read', async t => {
	const {log, index} = open(new MemoryFile(numberedLines(50).join('').trimEnd()));
	log.ended = true;
	await log.begin();
	while ((await log.readLive()) || (await log.readBackfill())) {}
	t.true(log.finished);
	t.is(index.count, 50);
	t.is(index.arrived, 0);
});

test('an unfinished last line is live, not backfill, if the file ends while it is followed', async t => {
	const {log, index} = open(new MemoryFile(numberedLines(50).join('').trimEnd()));
	await log.begin();
	log.ended = true;
	await log.readLive();
	t.is(index.arrived, 1);
});

test('permanently unreadable bytes do not count as lag', async t => {
	const file = new MemoryFile('', {startSize: 0});
	const {log} = open(file);
	await log.begin();
	file.append(numberedLines(3).join(''));
	file.isReadable = false;
	log.ended = true;
	await log.readLive();
	t.true(log.lag > 0, 'it may become readable later');
	file.isGone = true;
	await log.readLive();
	t.is(log.lag, 0);
	t.true(log.finished);
});

test('a line longer than the largest end is read once, and only its beginning', async t => {
	const [first = '', last = ''] = numberedLines(2);
	const file = new MemoryFile(first + 'x'.repeat(400_000));
	const {log, index, said} = open(file, {sizes: {maxTailSize: 100_000, chunk: 100_000}});
	await log.begin();
	t.is(log.liveFrom, file.size);
	file.append(`xx\n${last}`);
	while ((await log.readLive()) || (await log.readBackfill())) {}
	t.is(index.count, 2);
	t.is(index.arrived, 1);
	t.is(log.unrecognised, 1);
	t.is(said.length, 1);
});

test('tokens are the same in another run, after renaming, and if the file is written while reqscope runs', async t => {
	const text = `garbage\n${numberedLines(100).join('')}`;
	const withoutPath = (tokens: Record<string, string>) =>
		Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name.split(' ')[1], token]));
	const before = withoutPath(await tokensOf([new MemoryFile(text)]));
	t.is(new Set(values(before)).size, 100);
	t.deepEqual(withoutPath(await tokensOf([new MemoryFile(text, {path: 'access.log.1'})])), before);
	t.deepEqual(withoutPath(await tokensOf([new MemoryFile(text, {startSize: 3000})])), before, 'grown');
	t.deepEqual(withoutPath(await tokensOf([new MemoryFile(text, {startSize: 0})])), before, 'empty at first');
	t.deepEqual(withoutPath(await tokensOf([new MemoryFile(text)], {sizes: {tail: 100, block: 500}})), before);
});

test('tokens differ between sources and between files', async t => {
	const lines = numberedLines(10);
	const tokens = values(await tokensOf([new MemoryFile(lines.join(''))]));
	const ofSource = values(await tokensOf([new MemoryFile(lines.join(''))], {source: 'web-1'}));
	const ofOther = values(await tokensOf([new MemoryFile(lines.toReversed().join(''))]));
	t.is(new Set([...tokens, ...ofSource, ...ofOther]).size, 30);
});

test('equal files get different tokens by the sort order of their names, regardless of the opening order', async t => {
	const text = numberedLines(10).join('');
	const file = (path: string, startSize = text.length) => new MemoryFile(text, {path, startSize});
	const tokens = await tokensOf([file('a.log'), file('b.log'), file('c.log')]);
	t.is(new Set(values(tokens)).size, 30);
	t.deepEqual(await tokensOf([file('c.log'), file('a.log'), file('b.log')]), tokens);
	t.deepEqual(await tokensOf([file('b.log', 0), file('c.log', 0), file('a.log', 0)]), tokens, 'grown');
	const alone = await tokensOf([file('a.log')]);
	t.like(tokens, alone, 'the first file has the same tokens without the other files');
});

test('a line after a hole has the same token whenever it is read', async t => {
	const [first = '', second = '', ...others] = numberedLines(40);
	const text = `${first}${'\0'.repeat(700)}${second}${others.join('')}`;
	const whole = await tokensOf([new MemoryFile(text)]);
	t.is(values(whole).length, 40);
	const sizes = {tail: 100, block: 300, chunk: 100, maxBlockSize: 200_000};
	t.deepEqual(await tokensOf([new MemoryFile(text)], {sizes}), whole);
	for (const startSize of [0, first.length + 350, first.length + 720]) {
		t.deepEqual(await tokensOf([new MemoryFile(text, {startSize})], {sizes}), whole, `${startSize}`);
	}
});

test('a first line that is unfinished at the start gets the same token as later', async t => {
	const [line = '', next = ''] = numberedLines(2);
	const half = line.indexOf(' 512 ') + 3;
	const file = new MemoryFile(line.slice(0, half));
	const reading = ingest([file]);
	await idle(reading);
	t.is(reading.index.count, 0);
	file.append(line.slice(half) + next);
	reading.ingestion.grown();
	await idle(reading);
	t.deepEqual(
		reading.entries().map(({token}) => token),
		values(await tokensOf([new MemoryFile(line + next)])),
	);
});

test('fault 33: tokens are the same if the beginning of a log is temporarily unreadable', async t => {
	const content = numberedLines(50).join('');
	const {log: usual} = open(new MemoryFile(content));
	await usual.begin();
	const file = new MemoryFile(content);
	const {log} = open(file);
	file.onRead = position => {
		file.isReadable = position > 0;
	};
	t.false(await log.begin(), 'though its end could be read');
	file.onRead = () => {
		file.isReadable = true;
	};
	t.true(await log.begin());
	t.is(log.key?.token(0), usual.key?.token(0));
	t.not(log.key, undefined);
});

function openGrowing(text: string, position: number) {
	const index = new EntryIndex();
	const number = index.addFile({source: '', path: 'access.log'});
	const file = new MemoryFile(text);
	const said: string[] = [];
	const state = {isEnded: false, isOver: false, renewed: 0};
	const live = new AppendedLines({
		processor: new LineProcessor(() => {}),
		writer: index.writer(number, true),
		unrecognised: new UnrecognisedLines().written(number),
		offset: position,
		inRest: false,
		header: noHeader,
		report() {},
	});
	const growth = new AppendedReader(file, {
		lines: {
			write(lines, bytes, length) {
				said.push(bytes.toString('latin1', 0, length));
				lines.write(bytes, length);
			},
			finish(lines) {
				said.push('finished');
				lines.finish();
			},
			reportLost: bytes => said.push(`${bytes} lost`),
		},
		live,
		patience: {
			renew() {
				state.renewed++;
			},
			isOver: () => state.isOver,
		},
		buffer: Buffer.alloc(4),
		isEnded: () => state.isEnded,
	});
	return {file, growth, said, state};
}

test('reads from its offset, one buffer at a time, until no bytes are left', async t => {
	const {file, growth, said, state} = openGrowing('0123456789', 3);
	t.is(growth.lag, 7);
	t.true(await growth.step());
	t.is(growth.lag, 3);
	t.true(await growth.step());
	t.false(await growth.step());
	t.is(growth.lag, 0);
	t.false(growth.isDue);
	file.append('ab');
	t.true(growth.isDue);
	t.true(await growth.step());
	t.deepEqual(said, ['3456', '789', 'ab']);
	t.is(state.renewed, 3);
});

test('is done once the file has ended and all bytes have been read', async t => {
	const {growth, said, state} = openGrowing('01', 0);
	state.isEnded = true;
	t.true(await growth.step());
	t.false(growth.isDone);
	t.true(growth.isDue, 'the unfinished line must be ended');
	t.true(await growth.step());
	t.true(growth.isDone);
	t.false(growth.isDue);
	t.deepEqual(said, ['01', 'finished']);
});

test('waits for unreadable bytes; reports them as lost once the file has ended and the patience is exhausted', async t => {
	const {file, growth, said, state} = openGrowing('01', 0);
	file.isReadable = false;
	state.isOver = true;
	t.false(await growth.step(), 'the file may still grow');
	state.isEnded = true;
	state.isOver = false;
	t.false(await growth.step());
	t.is(growth.lag, 2);
	state.isOver = true;
	t.true(await growth.step());
	t.true(growth.isDone);
	t.is(growth.lag, 0);
	t.deepEqual(said, ['2 lost', 'finished']);
});

test('does not report the unread bytes of a deleted file', async t => {
	const {file, growth, said, state} = openGrowing('01', 0);
	file.isReadable = false;
	file.isGone = true;
	state.isEnded = true;
	state.isOver = true;
	t.true(await growth.step());
	t.deepEqual(said, ['finished']);
});
