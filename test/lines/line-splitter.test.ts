import test from 'ava';
import fc from 'fast-check';
import {beforeHole, LineSplitter, maxLineLength, skipNuls} from '../../source/lines/line-splitter.js';
import {firstLines} from '../helpers/first-lines.js';
import {forAll} from '../helpers/for-all.js';

/** `dropped` is missing if it is 0. */
type Line = {text: string; offset: number; whole: boolean; dropped?: number};

/** The sink for many lines takes `wanted` lines per call, repeating the list. */
function cut(
	chunks: readonly Buffer[],
	{offset = 0, finish = true, wanted = [0]}: {offset?: number; finish?: boolean; wanted?: number[]} = {},
): Line[] {
	const lines: Line[] = [];
	let turn = 0;
	const cutter = new LineSplitter(
		offset,
		(bytes, start, end, lineOffset, whole, dropped) => {
			lines.push({
				text: bytes.toString('latin1', start, end),
				offset: lineOffset,
				whole,
				...(dropped > 0 && {dropped}),
			});
		},
		(bytes, start, end, firstOffset) => {
			const max = wanted[turn++ % wanted.length] ?? 0;
			return firstLines(bytes, {start, end, offset: firstOffset}, max, (from, to, lineOffset) => {
				lines.push({text: bytes.toString('latin1', from, to), offset: lineOffset, whole: true});
			});
		},
	);
	for (const chunk of chunks) {
		cutter.write(chunk, 0, chunk.length);
	}
	if (finish) {
		cutter.finish();
	}
	return lines;
}

/** Simple reference implementation: splits the whole text and cuts long lines. */
function model(text: string): Line[] {
	const parts = text.split('\n');
	let offset = 0;
	const lines = parts.map((part, index) => {
		const nuls = /^\0*/.exec(part)?.[0].length ?? 0;
		const dropped = part.length - nuls - maxLineLength;
		const line: Line = {
			text: part.slice(nuls, nuls + maxLineLength),
			offset: offset + nuls,
			whole: index < parts.length - 1 && dropped <= 0,
			...(index < parts.length - 1 && dropped > 0 && {dropped}),
		};
		offset += part.length + 1;
		return line;
	});
	return parts.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function inChunks(bytes: Buffer, sizes: readonly number[]): Buffer[] {
	const chunks: Buffer[] = [];
	let position = 0;
	for (let index = 0; position < bytes.length; index++) {
		// Enough small chunks. Larger ones keep the test short.
		const size = index < 20_000 ? (sizes[index % sizes.length] ?? 1) : 90_000;
		chunks.push(bytes.subarray(position, position + size));
		position += size;
	}
	return chunks;
}

test('passes each line with the offset of its first byte', t => {
	t.deepEqual(cut([Buffer.from('ä\n\nzwei\n')], {offset: 100}), [
		{text: 'Ã¤', offset: 100, whole: true},
		{text: '', offset: 103, whole: true},
		{text: 'zwei', offset: 104, whole: true},
	]);
});

test('fault 23: offsets count bytes, in UTF-8 and in other encodings', t => {
	for (const size of [1, 2, 100]) {
		t.deepEqual(cut(inChunks(Buffer.from('\xc3\xa4\xff\xfe\n\x80\n\xe2\x82\nb\n', 'latin1'), [size])), [
			{text: '\xc3\xa4\xff\xfe', offset: 0, whole: true},
			{text: '\x80', offset: 5, whole: true},
			{text: '\xe2\x82', offset: 7, whole: true},
			{text: 'b', offset: 10, whole: true},
		]);
	}
});

test('an unfinished line waits for the rest', t => {
	t.deepEqual(cut([Buffer.from('one\ntw')], {finish: false}), [{text: 'one', offset: 0, whole: true}]);
	t.deepEqual(cut([Buffer.from('one\ntw'), Buffer.from('o\n')]).at(-1), {
		text: 'two',
		offset: 4,
		whole: true,
	});
});

test('finish passes on a line without a line feed and marks it as not whole', t => {
	t.deepEqual(cut([Buffer.from('one\ntw')]).at(-1), {text: 'tw', offset: 4, whole: false});
});

test('a line may end at every byte around the maximum length', t => {
	for (const length of [maxLineLength - 1, maxLineLength, maxLineLength + 1, maxLineLength + 2, 200_000]) {
		const text = `a\n${'x'.repeat(length)}\nb\n`;
		t.deepEqual(cut([Buffer.from(text)]), model(text), `${length}`);
		t.deepEqual(cut(inChunks(Buffer.from(text), [maxLineLength])), model(text), `${length} in chunks`);
	}
});

test('fault 10: a hole of NULs before a line is skipped, and the line keeps the offset of its first byte', t => {
	t.deepEqual(cut([Buffer.from('one\n\0\0\0two\n')]), [
		{text: 'one', offset: 0, whole: true},
		{text: 'two', offset: 7, whole: true},
	]);
});

test('fault 24: a byte order mark isn’t part of the first line, in any chunking', t => {
	const text = '\uFEFFone\n\uFEFFtwo\n';
	for (const size of [1, 2, 3, 4, 100]) {
		t.deepEqual(cut(inChunks(Buffer.from(text), [size])), [
			{text: 'one', offset: 3, whole: true},
			{text: 'ï»¿two', offset: 7, whole: true},
		]);
	}
	t.deepEqual(cut([Buffer.from('\uFEFF')]), [{text: '', offset: 3, whole: false}]);
	t.deepEqual(cut([Buffer.from('\uFEFFone\n')], {offset: 5}), [{text: 'ï»¿one', offset: 5, whole: true}]);
});

test('fault 10: NULs after a byte order mark are skipped and counted, too', t => {
	t.deepEqual(cut([Buffer.from('\uFEFF\0\0one\ntwo\n')]), [
		{text: 'one', offset: 5, whole: true},
		{text: 'two', offset: 9, whole: true},
	]);
});

test('fault 10: a hole may be longer than the maximum length of a line', t => {
	const hole = 3 * maxLineLength + 5;
	const text = `one\n${'\0'.repeat(hole)}two\nthree\n`;
	for (const size of [1000, maxLineLength, 1 << 20]) {
		t.deepEqual(cut(inChunks(Buffer.from(text), [size])), [
			{text: 'one', offset: 0, whole: true},
			{text: 'two', offset: 4 + hole, whole: true},
			{text: 'three', offset: 8 + hole, whole: true},
		]);
	}
});

test('fault 25: a line of 256 MB takes less than 1 s of CPU time', t => {
	const chunk = Buffer.alloc(1 << 20, 'x');
	const lines: Line[] = [];
	const cutter = new LineSplitter(0, (bytes, start, end, offset, whole, dropped) => {
		lines.push({text: bytes.toString('latin1', start, end), offset, whole, ...(dropped > 0 && {dropped})});
	});
	const before = process.cpuUsage().user;
	for (let index = 0; index < 256; index++) {
		cutter.write(chunk, 0, chunk.length);
	}
	cutter.write(Buffer.from('\nnext\n'), 0, 6);
	const time = (process.cpuUsage().user - before) / 1000;
	t.true(time < 1000, `${time} ms`);
	t.deepEqual(
		lines.map(({text, offset, whole, dropped}) => [text.length, offset, whole, dropped ?? 0]),
		[
			[maxLineLength, 0, false, 256 * (1 << 20) - maxLineLength],
			[4, 256 * (1 << 20) + 1, true, 0],
		],
	);
});

const piece = fc.oneof(
	fc.constantFrom('\n', '\n\n', '\r\n', '\r', '\r\r\n', '\0', '\0\n', '\n\0', 'ÿ'),
	fc.integer({min: 1, max: 100_000}).map(length => '\0'.repeat(length)),
	fc.string({unit: 'grapheme', maxLength: 40}),
	fc.integer({min: 0, max: 70_000}).map(length => 'y'.repeat(length)),
	fc.constantFrom(...[-1, 0, 1, 2].map(more => 'z'.repeat(maxLineLength + more))),
);
const chunkSizes = fc.array(fc.oneof(fc.integer({min: 1, max: 90_000}), fc.integer({min: 1, max: 50})), {
	minLength: 1,
	maxLength: 5,
});

test('fault 21, 22: any chunking gives the same lines and offsets', t => {
	forAll(
		100,
		fc.array(piece, {maxLength: 30}),
		chunkSizes,
		fc.array(fc.nat(5), {minLength: 1, maxLength: 4}),
		(pieces, sizes, wanted) => {
			const bytes = Buffer.from(pieces.join(''));
			t.deepEqual(cut(inChunks(bytes, sizes), {wanted}), model(bytes.toString('latin1')));
		},
	);
});

test('chunks may be read into the same buffer', t => {
	const buffer = Buffer.alloc(90_000, '\n');
	forAll(
		100,
		fc.array(piece, {maxLength: 20}),
		chunkSizes,
		fc.integer({min: 0, max: 2 ** 50}),
		(pieces, sizes, offset) => {
			const bytes = Buffer.from(pieces.join(''));
			const lines: Line[] = [];
			const cutter = new LineSplitter(offset, (line, start, end, lineOffset, whole, dropped) => {
				const text = line.toString('latin1', start, end);
				lines.push({text, offset: lineOffset - offset, whole, ...(dropped > 0 && {dropped})});
			});
			for (const chunk of inChunks(bytes, sizes)) {
				chunk.copy(buffer);
				cutter.write(buffer, 0, chunk.length);
				buffer.fill('\n', 0, chunk.length);
			}
			cutter.finish();
			t.deepEqual(lines, model(bytes.toString('latin1')));
		},
	);
});

test('fault 22: a line is whole even if a chunk ends within a character', t => {
	const text = '/ä/日本/😀/e\u0301/\n';
	const bytes = Buffer.from(text);
	for (let at = 0; at <= bytes.length; at++) {
		const [line] = cut([bytes.subarray(0, at), bytes.subarray(at)]);
		t.is(`${Buffer.from(line?.text ?? '', 'latin1')}\n`, text);
	}
});

test('skips any number of NULs, up to the end', t => {
	forAll(100, fc.nat({max: 40_000}), fc.nat({max: 5}), fc.nat({max: 50_000}), (nuls, start, end) => {
		const bytes = Buffer.concat([Buffer.from('aaaaa'), Buffer.alloc(nuls), Buffer.from('b\0')]);
		const to = Math.max(start, Math.min(end, bytes.length));
		t.is(skipNuls(bytes, start, to), start < 5 ? start : Math.min(5 + nuls, to));
	});
});

test('finds the line feed before a hole', t => {
	const text = Buffer.from('a\0b\nc\n\0\0d\n');
	t.is(beforeHole(text, 0, text.length), 6);
	t.is(beforeHole(text, 0, 6), 6, 'the NUL is beyond the end');
	t.is(beforeHole(text, 0, 5), 5);
	t.is(beforeHole(text, 7, text.length), text.length);
});
