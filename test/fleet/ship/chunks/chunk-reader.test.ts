import test from 'ava';
import {noHeader} from '../../../../source/entries/log-header.js';
import {shippedColumns, shippedUnreadColumns} from '../../../../source/fleet/clickhouse/schema.js';
import type {LogPosition} from '../../../../source/fleet/ship/checkpoints/checkpoint.js';
import type {Chunk} from '../../../../source/fleet/ship/chunks/chunk.js';
import {ChunkCutter} from '../../../../source/fleet/ship/chunks/chunk-cutter.js';
import {ChunkReader} from '../../../../source/fleet/ship/chunks/chunk-reader.js';
import {DerivedValues} from '../../../../source/fleet/ship/rows/derived-values.js';
import {rowDocument} from '../../../../source/fleet/ship/rows/row-document.js';
import {RowWriter} from '../../../../source/fleet/ship/rows/row-writer.js';
import {MemoryFile} from '../../../helpers/memory-file.js';
import {decodeRows} from '../../../helpers/ship/decode-rows.js';

function cri(text: string, tag = 'F', stream = 'stdout'): string {
	return `2026-11-20T09:03:07.1Z ${stream} ${tag} ${text}\n`;
}

/** Lines in two parts over several days, with lines of the other stream in between. */
const log = Array.from({length: 20}, (_, n) => {
	const line = `203.0.113.7 - - [2${Math.floor(n / 10)}/Nov/2026:09:03:07 +0000] "GET /${n} HTTP/1.1" 200 45 "-" "curl"`;
	const between = n % 3 === 0 ? cri(`error ${n}`, 'F', 'stderr') : '';
	const other = line.replace('/Nov', '/Dec').replace(`/${n} `, `/other/${n} `);
	const [first, rest] =
		n % 4 === 0 ? [cri(other.slice(0, 70), 'P', 'stderr'), cri(other.slice(70), 'F', 'stderr')] : ['', ''];
	return `${cri(line.slice(0, 60), 'P')}${between}${first}${cri(line.slice(60))}${rest}`;
}).join('');

const start: LogPosition = {offset: 0, time: 0, header: noHeader, inRest: false};

function open(file: MemoryFile, place: LogPosition, readSize: number): ChunkReader {
	const rows = new RowWriter(
		{source: 'web', fingerprint: 'ab'.repeat(32), ordinal: 0, path: 'access.log'},
		new DerivedValues(),
	);
	const cutter = new ChunkCutter({place, tail: Buffer.alloc(0), rows, notify: () => {}});
	return new ChunkReader(file, cutter, readSize);
}

/** All chunks available at the moment. */
async function read(reading: ChunkReader, isEnded: boolean): Promise<Chunk[]> {
	const chunks: Chunk[] = [];
	do {
		chunks.push(...(await reading.next(isEnded)));
	} while (!reading.isFinished && !reading.isExhausted);
	return chunks;
}

function rowsOf(chunks: readonly Chunk[]) {
	return chunks.flatMap(({rows, unread}) => [
		...decodeRows(Buffer.concat(rowDocument(shippedColumns, [rows]))),
		...decodeRows(Buffer.concat(rowDocument(shippedUnreadColumns, [unread]))),
	]);
}

function sorted(rows: ReturnType<typeof rowsOf>): string[] {
	return rows.map(row => JSON.stringify(row)).sort();
}

test('split lines give the same rows for any read size and any restart position', async t => {
	const all = await read(open(new MemoryFile(log), start, 1 << 20), true);
	const wanted = sorted(rowsOf(all));
	t.is(wanted.length, 32);
	for (const readSize of [333]) {
		const file = new MemoryFile(log);
		const chunks = await read(open(file, start, readSize), true);
		t.deepEqual(sorted(rowsOf(chunks)), wanted, `${readSize} bytes at once`);
		for (const [index, {end}] of chunks.entries()) {
			const rest = await read(open(file, end, readSize), true);
			t.deepEqual(
				sorted([...rowsOf(chunks.slice(0, index + 1)), ...rowsOf(rest)]),
				wanted,
				`${readSize} bytes at once, from byte ${end.offset}`,
			);
			const again = await open(file, start, readSize).upTo(end.offset, end.inRest);
			t.deepEqual(sorted(rowsOf(again ?? [])), sorted(rowsOf(chunks.slice(0, index + 1))));
		}
	}
});

test('no chunk ends between two parts, regardless of where the log currently ends', async t => {
	const wanted = sorted(rowsOf(await read(open(new MemoryFile(log), start, 1 << 20), true)));
	for (let size = 0; size <= log.length; size += 127) {
		const file = new MemoryFile(log.slice(0, size));
		const reading = open(file, start, 500);
		const before = await read(reading, false);
		file.append(log.slice(size));
		t.deepEqual(sorted(rowsOf([...before, ...(await read(reading, true))])), wanted, `at byte ${size}`);
	}
});
