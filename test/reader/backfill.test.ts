import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {Backfill} from '../../source/reader/backfill.js';
import {BackfillWorker} from '../../source/reader/backfill-worker.js';
import {defaultSizes, type ReadSizes} from '../../source/reader/read-sizes.js';
import {firstLines} from '../helpers/first-lines.js';
import {forAllAsync} from '../helpers/for-all.js';
import {MemoryFile} from '../helpers/memory-file.js';

/** In these tests, lines that begin with a capital are entries with a time. */
function isTimed(line: string): boolean {
	return /^[A-Z]/.test(line);
}

/** Returns a backfill whose blocks are recorded as `offset line`, in reading order. */
function openBackfill(
	file: MemoryFile,
	end = file.size,
	sizes: Partial<ReadSizes> = {},
	isPatienceOver = false,
) {
	const all = {...defaultSizes, chunk: 16, block: 20, maxBlockSize: 160, ...sizes};
	const blocks: string[][] = [];
	let block: string[] = [];
	let isSettled = true;
	let holes = 0;
	let time = Number.POSITIVE_INFINITY;
	const backfill = new Backfill(file, {
		end,
		buffers: [Buffer.alloc(all.chunk), Buffer.alloc(all.chunk)],
		sizes: all,
		patience: {isOver: () => isPatienceOver || file.isGone, renew() {}, giveUp() {}},
		// Never used, because another thread can't read a file in memory.
		worker: new BackfillWorker(),
		wanted: () => undefined,
		adopt: async () => true,
		wake() {},
		target: {
			get time() {
				return time;
			},
			headed() {},
			take(bytes, start, lineEnd, offset, _whole, _dropped, onlyTimed) {
				const line = bytes.toString('latin1', start, lineEnd);
				if (onlyTimed && !isTimed(line)) {
					return false;
				}
				if (onlyTimed) {
					time = Number(line.slice(1));
				}
				block.push(`${offset} ${line}`);
				isSettled = false;
				return true;
			},
			takeLines(bytes, start, linesEnd, offset) {
				return firstLines(bytes, {start, end: linesEnd, offset}, 1, (from, lineEnd, lineOffset) => {
					block.push(`${lineOffset} ${bytes.toString('latin1', from, lineEnd)}`);
					isSettled = false;
				});
			},
			skipped(count) {
				holes += count;
			},
			chunkDone() {
				isSettled = true;
			},
			blockDone() {
				if (block.length > 0) {
					blocks.push(block);
				}
				block = [];
			},
		},
	});
	return {
		backfill,
		blocks,
		get isSettled() {
			return isSettled;
		},
		get holes() {
			return holes;
		},
	};
}

async function readAll(backfill: Backfill): Promise<number> {
	let steps = 0;
	while (backfill.left > 0) {
		if (++steps > 10_000) {
			throw new Error(`still ${backfill.left} bytes left`);
		}
		await backfill.step();
	}
	return steps;
}

test('the newest block is read first, and each block is read forwards and begins with a time', async t => {
	const {backfill, blocks} = openBackfill(new MemoryFile('A1\nb\nC2\nD3\ne\nF4\nG5\nh\nI6\nJ7\n'));
	t.is(backfill.left, 27);
	await readAll(backfill);
	t.deepEqual(blocks, [
		['8 D3', '11 e', '13 F4', '16 G5', '19 h', '21 I6', '24 J7'],
		['0 A1', '3 b', '5 C2'],
	]);
	t.is(backfill.lost, 0);
});

test('left decreases with every chunk, not only with every block', async t => {
	const file = new MemoryFile(Array.from({length: 40}, (_, n) => `A${n}\n`).join(''));
	for (const block of [file.size, 40]) {
		const {backfill} = openBackfill(file, file.size, {block});
		let before = backfill.left;
		t.is(before, file.size);
		while (backfill.left > 0) {
			await backfill.step();
			t.true(backfill.left < before, `${backfill.left} of ${before} in blocks of ${block}`);
			t.true(before - backfill.left <= 40);
			before = backfill.left;
		}
	}
});

test('left never exceeds the initial size, even if a block is read again with more bytes', async t => {
	const file = new MemoryFile(`A1\nB2\n${'x\n'.repeat(60)}C3\n${'x\n'.repeat(50)}`);
	const {backfill} = openBackfill(file);
	while (backfill.left > 0) {
		await backfill.step();
		t.true(backfill.left <= file.size);
	}
});

test('reads no lines at or after the end', async t => {
	const {backfill, blocks} = openBackfill(new MemoryFile('A1\nB2\nC3\n'), 3);
	await readAll(backfill);
	t.deepEqual(blocks, [['0 A1']]);
});

test('a block without a time is extended towards the beginning', async t => {
	const file = new MemoryFile(`A1\nB2\n${'x\n'.repeat(20)}C3\n`);
	const {backfill, blocks} = openBackfill(file);
	await readAll(backfill);
	const garbage = Array.from({length: 20}, (_, n) => `${6 + 2 * n} x`);
	t.deepEqual(blocks, [['46 C3'], ['0 A1', '3 B2', ...garbage]]);
});

test('the block after an extended one is small again', async t => {
	const file = new MemoryFile(`${'A1\n'.repeat(40)}${'x\n'.repeat(40)}`);
	const {backfill, blocks} = openBackfill(file);
	await readAll(backfill);
	const first = blocks.at(0) ?? [];
	t.is(first.filter(line => line.endsWith('x')).length, 40);
	t.true(first.length < 80);
	t.true((blocks[1]?.length ?? 0) <= 7);
	t.is(blocks.flat().length, 80);
});

test('a block of maximum size is read even if it has no time', async t => {
	const {backfill, blocks} = openBackfill(new MemoryFile('x\n'.repeat(500)));
	await readAll(backfill);
	t.is(blocks.flat().length, 500);
	t.is(new Set(blocks.flat()).size, 500);
	t.is(blocks[0]?.length, 79);
});

test('a line longer than the largest block is read once, from its beginning up to the maximum line length', async t => {
	const length = 5 * maxLineLength;
	const file = new MemoryFile(`A1\n${'x'.repeat(length)}\nB2\n`);
	const {backfill, blocks} = openBackfill(file, file.size, {
		chunk: 10_000,
		block: 1000,
		maxBlockSize: maxLineLength + 2,
	});
	await readAll(backfill);
	t.deepEqual(blocks, [[`${length + 4} B2`], ['0 A1', `3 ${'x'.repeat(maxLineLength)}`]]);
});

test('reads the beginning of a line if the backfill ends within it', async t => {
	const {backfill, blocks} = openBackfill(new MemoryFile(`A1\n${'x'.repeat(100)}`), 60, {maxBlockSize: 1000});
	await readAll(backfill);
	t.deepEqual(blocks, [['0 A1', `3 ${'x'.repeat(57)}`]]);
});

test('reads a file without a line feed as one line', async t => {
	// The last of the largest blocks begins shortly after the line does.
	for (const length of [2 * maxLineLength + 1000, 3 * maxLineLength, 4 * maxLineLength - 1]) {
		const {backfill, blocks} = openBackfill(new MemoryFile('x'.repeat(length)), length, {
			chunk: 10_000,
			block: maxLineLength / 32,
			maxBlockSize: 2 * maxLineLength,
		});
		await readAll(backfill);
		t.deepEqual(blocks, [[`0 ${'x'.repeat(maxLineLength)}`]]);
	}
});

test('fault 10: a hole before the line at the end of a block is not a line', async t => {
	const length = 3 * maxLineLength;
	const file = new MemoryFile(`A1\n${'x'.repeat(length)}\n${'\0'.repeat(40)}B2\n`);
	const {backfill, blocks} = openBackfill(file, file.size, {
		chunk: 10_000,
		block: maxLineLength / 32,
		maxBlockSize: 2 * maxLineLength,
	});
	await readAll(backfill);
	t.deepEqual(blocks, [[`${length + 44} B2`], ['0 A1', `3 ${'x'.repeat(maxLineLength)}`]]);
});

test('a permanently unreadable file ends the backfill', async t => {
	const file = new MemoryFile('A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8\nI9\n');
	const {backfill, blocks} = openBackfill(file);
	while (blocks.length === 0) {
		await backfill.step();
	}
	const {left} = backfill;
	file.isReadable = false;
	file.isGone = true;
	await backfill.step();
	t.is(backfill.left, 0);
	t.is(backfill.lost, left);
	t.false(backfill.isInBlock);
	t.is(blocks.length, 1);
});

test('fault 33: only the block with unreadable bytes and the line before them are lost; the rest is read', async t => {
	const lines = Array.from({length: 40}, (_, n) => `A${n + 10}\n`);
	const file = new MemoryFile(lines.join(''), {maxRead: 16});
	file.onRead = position => {
		file.isReadable = position >= 100 || position + 16 <= 90;
	};
	const {backfill, blocks} = openBackfill(file, file.size, {}, true);
	await readAll(backfill);
	const read = blocks.flat().map(line => Number(line.split(' ')[0]));
	t.is(new Set(read).size, read.length);
	const missing = lines.map((_, n) => 4 * n).filter(offset => !read.includes(offset));
	t.true(missing.length > 0 && missing.every(offset => offset > 60 && offset < 120), missing.join(' '));
	t.true(backfill.lost >= 4 * (missing.length - 1) && backfill.lost <= 40, `${backfill.lost}`);
	t.true(
		blocks.flat().every(line => /^\d+ A\d\d$/.test(line)),
		'no half lines',
	);
});

test('fault 33: after two unreadable blocks in a row, no earlier block is read', async t => {
	const file = new MemoryFile('A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8\nI9\n'.repeat(10));
	const {backfill, blocks} = openBackfill(file, file.size, {}, true);
	while (blocks.length === 0) {
		await backfill.step();
	}
	const {left} = backfill;
	file.isReadable = false;
	const before = file.reads.length;
	await readAll(backfill);
	t.is(backfill.lost, left);
	t.is(blocks.length, 1);
	t.true(file.reads.length - before <= 4);
});

test('lines are complete after every step', async t => {
	const opened = openBackfill(new MemoryFile('A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8\nI9\n'));
	while (opened.backfill.left > 0) {
		await opened.backfill.step();
		t.true(opened.isSettled);
	}
});

test('close skips the rest, and waits for a running read', async t => {
	const file = new MemoryFile('A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8\nI9\n');
	const {backfill, blocks} = openBackfill(file);
	await backfill.step();
	t.true(backfill.isInBlock);
	await backfill.close();
	const reads = file.reads.length;
	t.is(backfill.left, 0);
	t.false(backfill.isInBlock);
	t.is(blocks.length, 1, 'the lines so far are reported as a complete block');
	await new Promise(resolve => setImmediate(resolve));
	t.is(file.reads.length, reads);
	await backfill.close();
});

test('fault 10: holes of any size are counted, and the lines between them are read once', async t => {
	const part = fc.record({
		lines: fc.array(fc.constantFrom('A1', 'garbage', 'B2'), {maxLength: 4}),
		hole: fc.oneof(
			fc.integer({min: 0, max: 100}),
			fc.integer({min: maxLineLength - 10, max: 6 * maxLineLength}),
		),
	});
	await forAllAsync(
		100,
		fc.array(part, {minLength: 1, maxLength: 5}),
		fc.constantFrom(maxLineLength / 2, 1.5 * maxLineLength, 3 * maxLineLength),
		async (parts, block) => {
			// The text ends with a complete line, because an unfinished one doesn't belong to the backfill.
			const text = `${parts.map(({lines, hole}) => `${lines.map(line => `${line}\n`).join('')}${'\0'.repeat(hole)}`).join('')}Z9\n`;
			const expected = [...text.matchAll(/[^\0\n]+/g)].map(({index, 0: line}) => `${index} ${line}`);
			const opened = openBackfill(new MemoryFile(text, {isSlow: false}), text.length, {
				chunk: 20_000,
				block,
				maxBlockSize: 3 * maxLineLength,
			});
			await readAll(opened.backfill);
			assert.deepEqual(opened.blocks.toReversed().flat(), expected);
			assert.equal(
				opened.holes,
				parts.reduce((sum, {hole}) => sum + hole, 0),
			);
			assert.equal(opened.backfill.lost, 0);
		},
	);
	t.pass();
});

test('time counts as unread until all lines of its block and of the later blocks are in the index', async t => {
	const file = new MemoryFile('A1\nB2\nC3\nD4\nE5\nF6\nG7\nH8\nI9\n');
	const {backfill} = openBackfill(file, file.size, {block: 9, chunk: 6});
	const seen = new Set<number>();
	while (backfill.left > 0) {
		seen.add(backfill.unreadUntil);
		await backfill.step();
	}
	t.deepEqual([...seen], [Number.POSITIVE_INFINITY, 8, 6, 4]);
	t.is(backfill.unreadUntil, Number.NEGATIVE_INFINITY);
});
