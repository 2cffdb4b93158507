import test from 'ava';
import fc from 'fast-check';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {FirstLine, ReadAhead} from '../../source/reader/backfill-block.js';
import {forAllAsync} from '../helpers/for-all.js';
import {MemoryFile} from '../helpers/memory-file.js';

test('a line begins at the start of the file', t => {
	const first = new FirstLine(0);
	t.is(first.find(Buffer.from('a\nb\n'), 0), 0);
});

test('within a file, the first line begins after a line feed, in any chunk', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.from(' of it\nb\n'), 14), 7);
	t.is(first.hole, 0);
});

test('after a few NULs, the rest of a line continues', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(4), 10), undefined);
	t.is(first.find(Buffer.from('\0rest\nb\n'), 14), 6);
	t.is(first.hole, 5);
});

test('a line begins at once after more NULs than a line can contain', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.alloc(maxLineLength - 1), 10), undefined);
	t.is(first.find(Buffer.from('\0a\nb\n'), 10 + maxLineLength - 1), 1);
	t.is(first.hole, maxLineLength);
});

test('NULs after other bytes do not count as a hole at the start', t => {
	const first = new FirstLine(10);
	t.is(first.find(Buffer.from('rest'), 10), undefined);
	t.is(first.find(Buffer.alloc(maxLineLength), 14), undefined);
	t.is(first.hole, 0);
});

function buffers(size: number): [Buffer, Buffer] {
	return [Buffer.alloc(size), Buffer.alloc(size)];
}

test('reads any range from start to end, in chunks of at most a buffer', async t => {
	const content = Array.from({length: 1000}, (_, index) =>
		index % 71 === 70 ? '\n' : String.fromCharCode(97 + (index % 26)),
	).join('');
	await forAllAsync(
		200,
		fc.nat(1100),
		fc.nat(1100),
		fc.integer({min: 1, max: 300}),
		fc.integer({min: 1, max: 300}),
		async (start, length, size, maxRead) => {
			const end = Math.min(content.length, start + length);
			const chunks = new ReadAhead(new MemoryFile(content, {maxRead}), start, end, {
				buffers: buffers(2 * size),
				chunk: size,
			});
			let text = '';
			for (;;) {
				const chunk = await chunks.next();
				if (chunk.length === 0) {
					break;
				}
				if (chunk.offset !== start + text.length || chunk.length > size * 1.125) {
					throw new Error(`${chunk.length} bytes at ${chunk.offset}`);
				}
				text += chunk.buffer.toString('latin1', 0, chunk.length);
			}
			if (text !== content.slice(start, end)) {
				throw new Error(text);
			}
		},
	);
	t.pass();
});

test('a chunk ends with a line, and the rest of a read is read again with the next one', async t => {
	const content = 'aaaa\nbbbb\ncccc\ndddd\n';
	const file = new MemoryFile(content);
	const chunks = new ReadAhead(file, 0, content.length, {buffers: buffers(18), chunk: 7});
	const texts: string[] = [];
	for (let chunk = await chunks.next(); chunk.length > 0; chunk = await chunks.next()) {
		texts.push(chunk.buffer.toString('latin1', 0, chunk.length));
	}
	t.deepEqual(texts, ['aaaa\n', 'bbbb\n', 'cccc\n', 'dddd\n']);
	t.deepEqual(file.reads, [
		[0, 18],
		[15, 5],
	]);
});

test('a short read is used completely', async t => {
	const content = 'aaaa\nbbbb\ncccc\n';
	const file = new MemoryFile(content, {maxRead: 7});
	const chunks = new ReadAhead(file, 0, content.length, {buffers: buffers(12), chunk: 12});
	const texts: string[] = [];
	for (let chunk = await chunks.next(); chunk.length > 0; chunk = await chunks.next()) {
		texts.push(chunk.buffer.toString('latin1', 0, chunk.length));
	}
	t.deepEqual(texts, ['aaaa\nbb', 'bb\ncccc', '\n']);
});

test('reads the next chunk during the processing of the last one, without overwriting it', async t => {
	const file = new MemoryFile('aaabbbccc', {isSlow: false});
	const chunks = new ReadAhead(file, 0, 9, {buffers: buffers(3), chunk: 3});
	const {buffer} = await chunks.next();
	await chunks.close();
	t.deepEqual(file.reads, [
		[0, 3],
		[3, 3],
	]);
	t.is(buffer.toString(), 'aaa');
	t.is((await chunks.next()).buffer.toString(), 'bbb');
});

test('reads no bytes beyond the end', async t => {
	const file = new MemoryFile('aaabbbccc');
	const chunks = new ReadAhead(file, 2, 5, {buffers: buffers(100), chunk: 100});
	t.like(await chunks.next(), {length: 3, offset: 2});
	t.like(await chunks.next(), {length: 0});
	t.deepEqual(file.reads, [[2, 3]]);
});

test('close waits until the buffers are free', async t => {
	const file = new MemoryFile('aaabbb');
	const both = buffers(3);
	const chunks = new ReadAhead(file, 0, 6, {buffers: both, chunk: 3});
	await chunks.next();
	t.is(file.reads.length, 1);
	await chunks.close();
	t.is(file.reads.length, 2);
	t.deepEqual(both.map(String).sort(), ['aaa', 'bbb']);
});
