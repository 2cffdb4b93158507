import test from 'ava';
import {Layouts, type LearnedLayouts} from '../../source/entries/layouts.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import {maxLineLength} from '../../source/lines/line-splitter.js';
import {LineProcessor} from '../../source/reader/line-processor.js';
import {decodeEntry} from '../../source/store/decode-entry.js';
import {knownRoutes} from '../helpers/entry.js';
import {logLine, logStart} from '../helpers/log-lines.js';

function open(learned?: LearnedLayouts) {
	const index = new EntryIndex();
	const writer = index.writer(index.addFile({source: '', path: 'a.log'}), true);
	const unrecognised: number[] = [];
	const target = {entries: writer, unrecognised: {add: (at: number) => void unrecognised.push(at)}};
	const said: string[] = [];
	const processor = new LineProcessor(text => said.push(text), undefined, undefined, learned);
	let offset = 0;
	return {
		index,
		processor,
		said,
		unrecognised,
		take(line: string, {whole = true, dropped = 0, onlyTimed = false} = {}): boolean {
			const bytes = Buffer.from(line);
			const isTaken = processor.take(bytes, 0, bytes.length, offset++, whole, dropped, target, onlyTimed);
			writer.settle();
			return isTaken;
		},
		/** Returns the end of the lines that are read together. */
		takeLines(lines: string): number {
			const bytes = Buffer.from(lines);
			const end = processor.takeLines(bytes, 0, bytes.length, offset, target);
			offset += end;
			writer.settle();
			return end;
		},
	};
}

const entry = logLine({time: logStart}).trimEnd();

test('adds entries to the index, counts other lines, ignores empty ones', t => {
	const {index, processor, take, unrecognised} = open();
	t.true(take(entry));
	t.true(take(`${entry}\r`));
	t.true(take('garbage'));
	t.true(take('\r\r'));
	t.true(take(''));
	t.true(take('\r'));
	t.is(index.count, 2);
	t.is(processor.unrecognised, 2);
	t.deepEqual(unrecognised, [2, 3]);
});

test('reads common lines together up to a line in another format, and again from the beginning of the next chunk', t => {
	const {index, processor, take, takeLines} = open();
	t.true(take(entry));
	const lines = `${entry}\n`.repeat(3);
	t.is(takeLines(lines), lines.length);
	t.is(takeLines(`${lines}garbage\n`), lines.length);
	t.is(takeLines(lines), 0, 'the unrecognised line must be read first');
	t.true(take('garbage'));
	t.is(takeLines(lines), lines.length);
	t.is(index.count, 10);
	t.is(processor.unrecognised, 1);
});

test('reads lines of a new layout together after the first of them, also if they alternate with other lines', t => {
	const {index, take, takeLines} = open();
	t.true(take(entry));
	const timed = `${entry} 0.052`;
	const main = `${entry} "203.0.113.9"`;
	t.is(takeLines(`${timed}\n`), 0);
	t.true(take(timed));
	const lines = `${timed}\n${main}\n${entry}\n`;
	t.is(takeLines(lines), timed.length + 1);
	t.true(take(main));
	t.is(takeLines(lines.repeat(9)), lines.length * 9);
	t.is(index.count, 31);
});

test('reads objects with the same names together once some of them have been read', t => {
	const {index, take, takeLines} = open();
	const object = (status: number, referer: string): string =>
		`{"remote_addr":"203.0.113.7","time":"2026-11-20T09:03:07Z","request":"GET / HTTP/1.1","status":${status},"referer":"${referer}"}`;
	for (const referer of ['https://a.example/', '']) {
		let taken = 0;
		for (let count = 0; count < 300 && taken === 0; count++) {
			taken = takeLines(`${object(200, referer)}\n`);
			t.true(taken > 0 || take(object(200, referer)));
		}
	}
	const lines = `${object(404, 'https://b.example/')}\n${object(500, '-')}\n`;
	t.is(takeLines(lines), lines.length);
	t.true(index.count > 8);
});

test('reads objects together from the second on if a chunk has many', t => {
	const object =
		'{"remote_addr":"203.0.113.7","time":"2026-11-20T09:03:07Z","request":"GET / HTTP/1.1","status":200}';
	for (const [count, isTogether] of [
		[50, false],
		[150, true],
	] as const) {
		const {take, takeLines} = open();
		const lines = `${object}\n`.repeat(count);
		t.is(takeLines(lines), 0);
		t.true(take(object));
		t.is(takeLines(lines) === lines.length, isTogether);
	}
});

test.serial('tries ever more rarely to learn lines that have no layout, but learns others among them', t => {
	const {learn} = Layouts.prototype;
	let tries = 0;
	Layouts.prototype.learn = function (...args) {
		tries++;
		return learn.apply(this, args);
	};
	t.teardown(() => {
		Layouts.prototype.learn = learn;
	});
	const {index, take, takeLines} = open();
	// Without a client, the rules for objects depend on more than their names.
	const object = '{"time":"2026-11-20T09:03:07Z","request":"GET / HTTP/1.1","status":200,"n":1}';
	const timed = `${entry} 0.052`;
	let alone = 0;
	for (let rest = `${object}\n${timed}\n`.repeat(300); rest !== ''; ) {
		rest = rest.slice(takeLines(rest));
		const [line = ''] = rest.split('\n', 1);
		t.true(take(line));
		alone += line === timed ? 1 : 0;
		rest = rest.slice(line.length + 1);
	}
	t.is(index.count, 600);
	t.true(alone < 10, `${alone}`);
	t.true(tries < 20, `${tries}`);
});

test('reads objects together from the first line on if another processor has learned their layout, and learns more', t => {
	const object =
		'{"time":"2026-11-20T09:03:07Z","remote_addr":"203.0.113.7","request":"GET / HTTP/1.1","status":200}';
	const first = open();
	for (let count = 0; count < 8; count++) {
		first.takeLines(`${object}\n`);
		while (first.take(object) && first.takeLines(`${object}\n`) === 0) {}
	}
	const {takeLines, take} = open(structuredClone(first.processor.learned));
	t.is(takeLines(`${object}\n`), object.length + 1);
	const other = object.replace('}', ',"request_time":0.052}');
	t.is(takeLines(`${other}\n`), 0);
	t.true(take(other));
	t.is(takeLines(`${other}\n`), other.length + 1);
});

test('counts lines that a format matches but that record no request separately', t => {
	const {index, processor, take, unrecognised} = open();
	take('#Software: Microsoft Internet Information Services 10.0');
	take('{"level":"info","ts":1795161787.1,"logger":"tls","msg":"cleaning storage unit"}');
	take('garbage');
	t.is(index.count, 0);
	t.is(processor.notRequests, 2);
	t.is(processor.unrecognised, 1);
	t.deepEqual(unrecognised, [2]);
});

test('with onlyTimed, a line that isn’t an entry with a time changes nothing', t => {
	const {index, processor, take, said, unrecognised} = open();
	t.false(take('garbage', {onlyTimed: true}));
	t.false(take('', {onlyTimed: true}));
	t.false(take('x'.repeat(maxLineLength), {whole: false, onlyTimed: true}));
	t.is(index.count, 0);
	t.is(processor.unrecognised, 0);
	t.deepEqual(said, []);
	t.deepEqual(unrecognised, []);
	t.is(processor.cut, undefined);
	t.true(take(entry, {onlyTimed: true}));
	t.is(index.count, 1);
	t.is(processor.time, logStart);
});

test('fault 25: only the first cut line is reported', t => {
	const {take, said, processor} = open();
	take('x'.repeat(maxLineLength));
	take('half', {whole: false});
	t.deepEqual(said, [], 'not cut');
	take('x'.repeat(maxLineLength), {whole: false, dropped: 17});
	take('x'.repeat(maxLineLength), {whole: false, dropped: 18});
	t.is(said.length, 1);
	t.regex(said[0] ?? '', /at byte 2 that is longer than 65536 bytes: the rest \(17 bytes\) is ignored/);
	t.deepEqual(processor.cut, {offset: 2, dropped: 17});
	processor.add(3, 5, {offset: 7, dropped: 1});
	t.is(said.length, 1);
	t.is(processor.unrecognised, 4 + 3);
	t.is(processor.notRequests, 5);
});

test('fault 25: the number of cut bytes is unknown if the line has no end', t => {
	const {take, said} = open();
	take('x'.repeat(maxLineLength), {whole: false});
	t.regex(said[0] ?? '', /\(an unknown amount\) is ignored/);
});

for (const [format, before, host] of [
	['combined', '192.0.2.1 - ada ', null],
	['vhost_combined', 'www.example.com:443 192.0.2.1 - ada ', 'www.example.com'],
] as const) {
	test(`fault 25: a cut request keeps the fields before it: ${format}`, t => {
		const {index, processor, take} = open();
		const line = `${before}[20/Nov/2026:09:03:07 +0100] "GET /long?${'x'.repeat(maxLineLength)}`;
		take(line.slice(0, maxLineLength), {whole: false, dropped: 1000});
		t.is(processor.unrecognised, 0);
		const [ref] = index.older(undefined, 2).refs;
		const entry = ref && decodeEntry(ref, 'a.log', '', knownRoutes);
		t.like(entry, {
			format,
			host,
			ip: '192.0.2.1',
			user: 'ada',
			method: 'GET',
			status: null,
			incomplete: true,
		});
		t.is(entry?.time, Date.UTC(2026, 10, 20, 8, 3, 7));
		t.is(entry?.url, line.slice(line.indexOf('/long'), maxLineLength));
	});
}

test('fault 25: a cut line without a request stays unrecognised', t => {
	const {index, processor, take} = open();
	for (const line of ['x', '192.0.2.1 - - [x] "GET /', `${entry} `, '{"a":"', ' ', '"'.repeat(9)]) {
		take(line.padEnd(maxLineLength, line === ' ' ? '\0' : 'y'), {whole: false, dropped: 1});
	}
	t.is(index.count, 1, 'only the line that was cut after its last field');
	t.is(processor.unrecognised, 5);
});

test('hostile 10: JSON that is cut within its URL is a request, with the fields before the cut', t => {
	const {index, processor, take} = open();
	const caddy =
		'{"level":"info","ts":1795161787.123,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"203.0.113.7","client_ip":"203.0.113.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/en/';
	const traefik =
		'{"ClientHost":"203.0.113.7","DownstreamStatus":503,"RequestMethod":"GET","time":"2026-11-20T09:03:07Z","RequestPath":"/en/';
	for (const line of [caddy, traefik]) {
		t.true(take(line.padEnd(maxLineLength, 'x'), {whole: false, dropped: 9}));
	}
	t.is(processor.unrecognised + processor.notRequests, 0);
	t.is(index.count, 2);
});
