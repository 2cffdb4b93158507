import test from 'ava';
import fc from 'fast-check';
import {maxSpanLength, SplitLines} from '../../../source/entries/wrappers/split-lines.js';
import {type LineSink, LineSplitter, lostEnd, maxLineLength} from '../../../source/lines/line-splitter.js';

type Line = {text: string; offset: number; whole: boolean; dropped: number};

/** Reads the lines of a string in chunks of this size. */
function joined(text: string, size = text.length): Line[] {
	const lines: Line[] = [];
	const take: LineSink = (bytes, start, end, offset, whole, dropped) => {
		if (!split.holds(bytes, start, end, offset, whole, dropped)) {
			lines.push({text: bytes.toString('latin1', start, end), offset, whole, dropped});
		}
	};
	const split = new SplitLines(take);
	const cutter = new LineSplitter(0, take);
	const bytes = Buffer.from(text, 'latin1');
	for (let position = 0; position < bytes.length; position += size) {
		const piece = Buffer.from(bytes.subarray(position, position + size));
		cutter.write(piece, 0, piece.length);
	}
	cutter.write(Buffer.alloc(0), 0, 0);
	cutter.finish();
	split.finish();
	return lines;
}

function cri(text: string, tag = 'F', stream = 'stdout'): string {
	return `2026-11-20T09:03:07.1Z ${stream} ${tag} ${text}\n`;
}

function docker(log: string, stream = 'stdout', gap = ''): string {
	return `{"log":${gap}${JSON.stringify(log)},${gap}"stream":${gap}"${stream}",${gap}"time":${gap}"2026-11-20T09:03:07.1Z"}\n`;
}

function line(text: string, offset: number, whole = true, dropped = 0): Line {
	return {text: text.replace(/\n$/, ''), offset, whole, dropped};
}

test('joins parts of a CRI log at the offset of the first part', t => {
	const before = cri('before');
	const text = `${before}${cri('one ', 'P')}${cri('two ', 'P:x')}${cri('three')}${cri('after')}`;
	for (const size of [text.length, 1, 7]) {
		t.deepEqual(joined(text, size), [
			line(before, 0),
			line(cri('one two three'), before.length),
			line(cri('after'), text.length - cri('after').length),
		]);
	}
});

test('lines of the other stream between two parts follow the joined line', t => {
	const text = [
		cri('a1 ', 'P'),
		cri('error', 'F', 'stderr'),
		cri('b1 ', 'P', 'stderr'),
		cri('a2'),
		cri('b2', 'F', 'stderr'),
	];
	const offsets = text.map((_, index) => text.slice(0, index).join('').length);
	t.deepEqual(joined(text.join('')), [
		line(cri('a1 a2'), 0),
		line(cri('error', 'F', 'stderr'), offsets[1] ?? 0),
		line(cri('b1 b2', 'F', 'stderr'), offsets[2] ?? 0),
	]);
});

test('joins 16 KiB parts of Docker, with or without spaces in the objects', t => {
	const part = `"\\é${'x'.repeat(16_384 - 4)}`;
	for (const gap of ['', ' ']) {
		const text = `${docker(part, 'stdout', gap)}${docker('error\n', 'stderr', gap)}${docker('rest\\\n', 'stdout', gap)}`;
		const bytes = Buffer.from(text).toString('latin1');
		const [first, second] = joined(bytes);
		t.is(
			Buffer.from(first?.text ?? '', 'latin1').toString(),
			docker(`${part}rest\\\n`, 'stdout', gap).trimEnd(),
		);
		t.true(first?.whole);
		t.is(second?.text, docker('error\n', 'stderr', gap).trimEnd());
	}
});

function journal(fields: Readonly<Record<string, string>>): string {
	return `${JSON.stringify({PRIORITY: '6', CONTAINER_ID_FULL: 'ab12', CONTAINER_NAME: 'web', ...fields, _TRANSPORT: 'journal'})}\n`;
}

function fluentd(fields: Readonly<Record<string, string>>): string {
	return `${JSON.stringify({container_id: 'ab12', container_name: '/web', source: 'stdout', ...fields})}\n`;
}

test('joins parts of Docker’s journald driver, with or without an id', t => {
	const part = 'x'.repeat(16_384);
	const other = journal({PRIORITY: '3', MESSAGE: 'error'});
	const first = journal({CONTAINER_PARTIAL_MESSAGE: 'true', MESSAGE: part});
	const [whole, error, ...more] = joined(`${first}${other}${first}${journal({MESSAGE: 'end'})}`);
	t.is(whole?.text, first.trimEnd().replace(part, `${part}${part}end`));
	t.true(whole?.whole);
	t.is(error?.text, other.trimEnd());
	t.deepEqual(more, []);
	const named = (ordinal: number, last: boolean, text: string): string =>
		journal({
			...(last ? {} : {CONTAINER_PARTIAL_MESSAGE: 'true'}),
			CONTAINER_PARTIAL_ID: 'b4f0',
			CONTAINER_PARTIAL_ORDINAL: String(ordinal),
			CONTAINER_PARTIAL_LAST: String(last),
			MESSAGE: text,
		});
	const between = journal({MESSAGE: 'another of the stream'});
	const lines = joined(`${named(1, false, part)}${between}${named(2, true, 'end')}`);
	t.deepEqual(
		lines.map(({text}) => text),
		[named(1, false, `${part}end`), between].map(text => text.trimEnd()),
	);
});

test('joins parts of Docker’s fluentd driver', t => {
	const part = 'x'.repeat(16_384);
	const named = (ordinal: number, last: boolean, log: string): string =>
		fluentd({
			log,
			partial_message: 'true',
			partial_id: 'b4f0',
			partial_ordinal: String(ordinal),
			partial_last: String(last),
		});
	const after = fluentd({log: 'after'});
	const lines = joined(`${named(1, false, part)}${named(2, false, part)}${named(3, true, 'end')}${after}`);
	t.deepEqual(
		lines.map(({text, whole}) => ({text, whole})),
		[
			{text: named(1, false, `${part}${part}end`).trimEnd(), whole: true},
			{text: after.trimEnd(), whole: true},
		],
	);
});

test('does not join a short text without a line end, which is a container’s last output', t => {
	const text = `${docker('the end')}${docker('a start\n')}`;
	t.deepEqual(joined(text), [
		line(docker('the end'), 0),
		line(docker('a start\n'), docker('the end').length),
	]);
});

test('a line whose end is missing is incomplete', t => {
	const text = `${cri('one', 'P')}${cri('error', 'F', 'stderr')}`;
	t.deepEqual(joined(text), [
		line(cri('one'), 0, false, lostEnd),
		line(cri('error', 'F', 'stderr'), cri('one').length),
	]);
	const half = `${cri('one ', 'P')}${cri('two').trimEnd()}`;
	t.deepEqual(joined(half), [line(cri('one two'), 0, false)]);
});

test('stops waiting for the end of a line after too many bytes', t => {
	const other = cri('y'.repeat(10_000), 'F', 'stderr');
	const count = Math.ceil(maxSpanLength / other.length) + 1;
	const lines = joined(`${cri('one', 'P')}${other.repeat(count)}${cri('two')}`);
	t.is(lines.length, count + 2);
	t.deepEqual(lines[0], line(cri('one'), 0, false, lostEnd));
	t.is(lines.at(-1)?.text, cri('two').trimEnd());
});

test('truncates a joined line to the maximum length of lines', t => {
	const part = 'x'.repeat(16_384);
	const [first] = joined(`${cri(part, 'P').repeat(5)}${cri('end')}`);
	const whole = cri(`${part.repeat(5)}end`).trimEnd();
	t.is(first?.text, whole.slice(0, maxLineLength));
	t.is(first?.dropped, whole.length - maxLineLength);
	t.false(first?.whole);
});

test('truncates the text of a long object, but not within an escape', t => {
	const part = `\u0001"${'x'.repeat(16_384 - 2)}`;
	for (const extra of ['', 'y', 'yy', 'yyy', 'yyyy', 'yyyyy', 'yyyyyy']) {
		const first = `${extra}${part}`;
		const last = `${'\u0001'.repeat(5000)}\n`;
		const [line, ...more] = joined(
			`${docker(first)}${docker(part)}${docker(`"${'z'.repeat(16_384)}`)}${docker(last)}`,
		);
		t.deepEqual(more, []);
		t.false(line?.whole);
		t.true((line?.dropped ?? 0) > 0);
		t.true((line?.text.length ?? 0) > maxLineLength - 6);
		t.true((line?.text.length ?? 0) <= maxLineLength);
		const {log, stream} = JSON.parse(line?.text ?? '') as {log: string; stream: string};
		t.true(`${first}${part}"${'z'.repeat(16_384)}${last}`.startsWith(log));
		t.is(stream, 'stdout');
	}
});

test('restores any lines of two streams that were split, for any chunk size', t => {
	const text = fc.stringMatching(/^[a-z "{]{0,12}$/);
	const streams = fc.record({
		stdout: fc.array(fc.array(text, {minLength: 1, maxLength: 4}), {maxLength: 6}),
		stderr: fc.array(fc.array(text, {minLength: 1, maxLength: 4}), {maxLength: 6}),
		turns: fc.array(fc.boolean(), {minLength: 1, maxLength: 20}),
		size: fc.integer({min: 1, max: 200}),
	});
	fc.assert(
		fc.property(streams, ({stdout, stderr, turns, size}) => {
			const written = [stdout, stderr].map((lines, index) =>
				lines.flatMap((parts, number) =>
					parts.map((part, at) => ({
						first: at === 0 ? `${index} ${number}` : undefined,
						whole: parts.join(''),
						line: cri(part, at < parts.length - 1 ? 'P' : 'F', index === 0 ? 'stdout' : 'stderr'),
						stream: index === 0 ? 'stdout' : 'stderr',
					})),
				),
			);
			let log = '';
			const wanted: Line[] = [];
			for (let turn = 0; written.some(left => left.length > 0); turn++) {
				const [own = [], other = []] = turns[turn % turns.length] ? written : written.toReversed();
				const next = own.shift() ?? other.shift();
				if (next?.first !== undefined) {
					wanted.push(line(cri(next.whole, 'F', next.stream), log.length));
				}
				log += next?.line ?? '';
			}
			t.deepEqual(joined(log, size), wanted);
		}),
		{numRuns: 300},
	);
});
