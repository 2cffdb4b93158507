import {deepStrictEqual} from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {readRawLines} from '../../source/reader/stored-lines.js';
import {forAllAsync} from '../helpers/for-all.js';
import {MemoryFile} from '../helpers/memory-file.js';

async function read(file: MemoryFile, offsets: readonly number[]): Promise<ReadonlyArray<string | null>> {
	return (await readRawLines(file, offsets)).map(line => line && Buffer.from(line).toString('latin1'));
}

test('returns lines by their offsets, in the requested order, without line ends', async t => {
	const file = new MemoryFile('one\ntwo\r\n\nlone\rcr\nlast');
	t.deepEqual(await read(file, [10, 0, 4, 9, 0, 18]), ['lone\rcr', 'one', 'two', '', 'one', 'last']);
	t.deepEqual(await read(file, []), []);
});

test('reads lines near each other together, and distant ones separately', async t => {
	const far = 5_000_000;
	const file = new MemoryFile(`a\nb\nc\n${'x'.repeat(far - 7)}\nd\n`);
	t.deepEqual(await read(file, [0, 2, 4, far]), ['a', 'b', 'c', 'd']);
	t.is(file.reads.filter(([, length]) => length > 0).length, 2);
	t.true(file.reads.every(([, length]) => length <= 1 << 20));
});

test('returns the beginning of an overlong line', async t => {
	const text = `${'a'.repeat(maxLineLength)}\n${'b'.repeat(maxLineLength + 1)}\n${'c'.repeat(3_000_000)}\nd\n`;
	const offsets = [0, maxLineLength + 1, 2 * maxLineLength + 3, 2 * maxLineLength + 4 + 3_000_000];
	const whole = 'abc'.split('').map(letter => letter.repeat(maxLineLength));
	t.deepEqual(await read(new MemoryFile(text), offsets), [...whole, 'd']);
	t.deepEqual(await read(new MemoryFile(text), offsets.slice(1)), [...whole.slice(1), 'd']);
});

test('returns null for an unreadable line', async t => {
	const file = new MemoryFile('one\ntwo\n');
	t.deepEqual(await read(file, [0, 100]), ['one', null]);
	file.isReadable = false;
	t.deepEqual(await read(file, [0, 4]), [null, null]);
});

test('returns any lines of any log, even if reads are short', async t => {
	const line = fc.oneof(
		fc.string({maxLength: 20}).map(text => text.replace(/[\r\n]/g, '')),
		fc.integer({min: 60_000, max: 140_000}).map(length => 'y'.repeat(length)),
	);
	await forAllAsync(
		100,
		fc.array(line, {minLength: 1, maxLength: 30}),
		fc.array(fc.nat(), {maxLength: 20}),
		fc.constantFrom(5000, 1 << 20),
		async (lines, picks, maxRead) => {
			const texts = lines.map(text => Buffer.from(text).toString('latin1'));
			const offsets: number[] = [];
			let offset = 0;
			for (const text of texts) {
				offsets.push(offset);
				offset += text.length + 1;
			}
			const file = new MemoryFile(Buffer.from(`${texts.join('\n')}\n`, 'latin1'), {maxRead});
			const indexes = picks.map(pick => pick % lines.length);
			const found = await read(
				file,
				indexes.map(index => offsets[index] ?? 0),
			);
			deepStrictEqual(
				found,
				indexes.map(index => texts[index]?.slice(0, maxLineLength)),
			);
		},
	);
	t.pass();
});

test('stored lines do not keep the bytes around them in memory', async t => {
	const far = 'x'.repeat(999);
	const text = `${Array.from({length: 5}, (_, n) => `line ${n}\n${`${far}\n`.repeat(1500)}`).join('')}line 5\n`;
	const offsets = Array.from({length: 6}, (_, n) => n * (7 + 1000 * 1500));
	const lines = await readRawLines(new MemoryFile(text), offsets);
	t.deepEqual(
		lines.map(line => line && Buffer.from(line).toString()),
		['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5'],
	);
	const kept = new Set(lines.map(line => line?.buffer));
	t.true([...kept].reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0) < 100_000);
});

test('lines that fill most of the read bytes are not copied', async t => {
	const line = 'x'.repeat(999);
	const offsets = Array.from({length: 500}, (_, n) => n * 1000);
	const lines = await readRawLines(new MemoryFile(`${line}\n`.repeat(500)), offsets);
	t.true(lines.every(one => one?.length === 999));
	t.is(new Set(lines.map(one => one?.buffer)).size, 1);
});
