import test from 'ava';
import {shapeOf} from '../../source/entries/line-shape.js';

function shape(line: string): number {
	return shapeOf(Buffer.from(line), 0, Buffer.byteLength(line));
}

test('lines that differ in letters and digits only have the same shape', t => {
	const one = '203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523';
	const other = '192.0.2.33 - - [1/Dec/2026:23:03:07 +0100] "POST /cart?a=b HTTP/2.0" 302 - "-"';
	t.is(shape(one), shape(other));
	t.is(shape('{"level":"info"'), shape('{"status":"error7"'));
});

test('other signs, and a digit instead of a letter, make another shape', t => {
	const all = ['[7] a', '[a] a', '{7} a', '[7]: a', '', 'a', '7'];
	t.is(new Set(all.map(shape)).size, all.length);
});

test('letters beyond ASCII are parts of words', t => {
	t.is(shape('[é1a] x'), shape('[ab] x'));
});

test('only the first 64 bytes count', t => {
	const start = 'a'.repeat(63);
	t.is(shape(`${start} [`), shape(`${start} {`));
	t.not(shape(`${start.slice(1)}[`), shape(`${start.slice(1)}{`));
});

test('only the given part of a buffer counts', t => {
	const bytes = Buffer.from('[7] a');
	t.is(shapeOf(bytes, 1, 4), shape('7] '));
});
