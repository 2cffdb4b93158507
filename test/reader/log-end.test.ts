import test from 'ava';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {type EndBytes, readEnd, takeEnd} from '../../source/reader/log-end.js';
import {firstLines} from '../helpers/first-lines.js';
import {MemoryFile} from '../helpers/memory-file.js';

function text(tail: EndBytes | undefined): string | undefined {
	return tail?.bytes.toString();
}

/** A target in which the lines that `isTimed` accepts are entries with a time. */
function target(isTimed: (line: string) => boolean) {
	const taken: Array<readonly [offset: number, line: string]> = [];
	return {
		taken,
		holes: 0,
		time: Number.POSITIVE_INFINITY,
		headed() {},
		take(
			bytes: Buffer,
			start: number,
			end: number,
			offset: number,
			_whole: boolean,
			_dropped: number,
			onlyTimed: boolean,
		): boolean {
			const line = bytes.toString('latin1', start, end);
			if (onlyTimed && !isTimed(line)) {
				return false;
			}
			taken.push([offset, line]);
			return true;
		},
		takeLines(bytes: Buffer, start: number, end: number, offset: number): number {
			return firstLines(bytes, {start, end, offset}, 1, (from, lineEnd, lineOffset) => {
				taken.push([lineOffset, bytes.toString('latin1', from, lineEnd)]);
			});
		},
		skipped(count: number) {
			this.holes += count;
		},
		chunkDone() {},
		blockDone() {},
	};
}

test('returns the requested number of bytes and the start of the first line', async t => {
	const file = new MemoryFile('one\ntwo\nthree\n');
	t.deepEqual(await readEnd(file, 14, 8, 100), {bytes: Buffer.from('o\nthree\n'), offset: 6, start: 2});
	t.is(text(await readEnd(file, 8, 3, 100)), 'wo\n', 'only bytes before the end');
});

test('a whole small file begins with a line', async t => {
	t.like(await readEnd(new MemoryFile('one'), 3, 100, 100), {offset: 0, start: 0});
});

test('the end is extended until a line begins in it', async t => {
	const file = new MemoryFile(`one\n${'x'.repeat(50)}`);
	t.like(await readEnd(file, 54, 10, 1000), {offset: 0, start: 0});
	const further = new MemoryFile(`${'y'.repeat(100)}\n${'x'.repeat(50)}`);
	t.like(await readEnd(further, 151, 10, 1000), {offset: 71, start: 30});
});

test('a single line may fill the largest end', async t => {
	const tail = await readEnd(new MemoryFile('x'.repeat(100)), 100, 10, 40);
	t.like(tail, {offset: 60, start: undefined});
	const taking = target(() => true);
	t.deepEqual(tail && takeEnd(tail, taking, false), {
		backfillEnd: 100,
		liveFrom: 100,
		unfinished: Buffer.alloc(0),
	});
	t.deepEqual(taking.taken, []);
});

test('an unreadable end is undefined', async t => {
	const file = new MemoryFile('one\ntwo\n');
	t.is(await readEnd(file, 9, 4, 100), undefined);
	file.isReadable = false;
	t.is(await readEnd(file, 8, 4, 100), undefined);
});

test('lines before the first time belong to the backfill, an unfinished line is live', async t => {
	const tail = await readEnd(new MemoryFile('a\nb\nC\nd\nE\nf'), 11, 10, 100);
	const taking = target(line => line >= 'A' && line <= 'Z');
	t.deepEqual(tail && takeEnd(tail, taking, false), {
		backfillEnd: 4,
		liveFrom: 10,
		unfinished: Buffer.from('f'),
	});
	t.deepEqual(taking.taken, [
		[4, 'C'],
		[6, 'd'],
		[8, 'E'],
	]);
});

test('everything belongs to the backfill if no line has a time', async t => {
	const tail = await readEnd(new MemoryFile('a\nb\nc\nd'), 7, 6, 100);
	const taking = target(() => false);
	t.like(tail && takeEnd(tail, taking, false), {backfillEnd: 6, liveFrom: 6});
	t.deepEqual(taking.taken, []);
});

test('all lines are read if the end covers the whole file', async t => {
	const tail = await readEnd(new MemoryFile('a\nb'), 3, 100, 100);
	const taking = target(() => false);
	t.like(tail && takeEnd(tail, taking, true), {backfillEnd: 0, liveFrom: 3});
	t.deepEqual(taking.taken, [
		[0, 'a'],
		[2, 'b'],
	]);
});

test('fault 10: an end that begins in a hole begins with the line after it', async t => {
	const hole = '\0'.repeat(maxLineLength);
	const file = new MemoryFile(`A1\n${hole}${hole}B2\n${'\0'.repeat(5)}C3\nD4`);
	const tail = await readEnd(file, file.size, maxLineLength + 13, maxLineLength + 13);
	t.is(tail?.start, maxLineLength);
	const taken = target(line => /^[A-Z]/.test(line));
	const offset = 3 + 2 * maxLineLength;
	if (tail !== undefined) {
		const rest = takeEnd(tail, taken, false);
		t.like(rest, {backfillEnd: offset, liveFrom: offset + 11, unfinished: Buffer.from('D4')});
	}
	t.deepEqual(taken.taken, [
		[offset, 'B2'],
		[offset + 8, 'C3'],
	]);
	t.is(taken.holes, 5, 'the hole before the first line belongs to the backfill');
	t.like(await readEnd(file, 3 + maxLineLength, maxLineLength, maxLineLength), {start: maxLineLength});
});
