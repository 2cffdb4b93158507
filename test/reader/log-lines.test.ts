import test from 'ava';
import {noHeader} from '../../source/entries/log-header.js';
import {entryFlags} from '../../source/index/entry-columns.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import {LineProcessor} from '../../source/reader/line-processor.js';
import {AppendedLines} from '../../source/reader/log-lines.js';
import {logLine, logStart} from '../helpers/log-lines.js';

function open({offset = 0, inRest = false} = {}) {
	const index = new EntryIndex();
	const writer = index.writer(index.addFile({source: '', path: 'a.log'}), true);
	const said: string[] = [];
	const report = (text: string): void => void said.push(text);
	const processor = new LineProcessor(report);
	const unrecognised: number[] = [];
	const sink = {add: (at: number) => void unrecognised.push(at)};
	const lines = new AppendedLines({
		processor,
		writer,
		unrecognised: sink,
		offset,
		inRest,
		header: noHeader,
		report,
	});
	return {
		processor,
		lines,
		said,
		unrecognised,
		write(text: string): void {
			const bytes = Buffer.from(text);
			lines.write(bytes, bytes.length);
			// Simulates another log being read into the same buffer.
			bytes.fill('?');
		},
		/** Offsets of the entries whose lines are incomplete. */
		incomplete: () =>
			index
				.arrivals(0, 0, 100)
				.refs.filter(({segment, row}) => (segment.flags.get(row) & entryFlags.incomplete) !== 0)
				.map(({segment, row}) => segment.offset(row)),
		offsets: () => index.arrivals(0, 0, 100).refs.map(({segment, row}) => segment.offset(row)),
	};
}

const line = logLine({time: logStart});

test('adds an entry as soon as its line is complete', t => {
	const {write, offsets} = open({offset: 1000});
	write(line + line.slice(0, 20));
	t.deepEqual(offsets(), [1000]);
	write(line.slice(20) + line);
	t.deepEqual(offsets(), [1000, 1000 + line.length, 1000 + 2 * line.length]);
});

test('fault 20: bytes after the last line feed become an incomplete entry when the log ends', t => {
	const {write, lines, offsets, incomplete, processor} = open();
	write(line + line.trimEnd());
	t.deepEqual(offsets(), [0]);
	lines.finish();
	t.deepEqual(offsets(), [0, line.length]);
	t.deepEqual(incomplete(), [line.length]);
	t.is(processor.unrecognised, 0);
});

test('fault 25: an entry cut at the maximum line length is incomplete, its neighbours are not', t => {
	const {write, offsets, incomplete} = open();
	const long = logLine({time: logStart, userAgent: 'x'.repeat(100_000)});
	write(line + long + line);
	t.deepEqual(offsets(), [0, line.length, line.length + long.length]);
	t.deepEqual(incomplete(), [line.length]);
});

test('skips the rest of a line whose beginning was already read', t => {
	const {write, offsets, unrecognised} = open({inRest: true});
	write('x'.repeat(1000));
	write(`x"\n${line}garbage\n`);
	t.deepEqual(offsets(), [1003]);
	t.deepEqual(unrecognised, [1003 + line.length]);
});

test('fault 10: a hole is reported, and the next line has the offset of its first byte', t => {
	const {write, offsets, said} = open();
	write(`${line}\0\0\0${line}`);
	t.deepEqual(offsets(), [0, line.length + 3]);
	t.is(said.length, 1);
	t.regex(said[0] ?? '', /a hole of 3 NULs/);
	write(line);
	t.is(said.length, 1);
	write(`\0\0${line}`);
	t.regex(said[1] ?? '', /a hole of 2 NULs/);
});
