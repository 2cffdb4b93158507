// Runs alone: it measures the memory of the process.
import {Writable} from 'node:stream';
import {setImmediate as nextTurn} from 'node:timers/promises';
import test from 'ava';
import {OutputClosed, Sink} from '../../source/output/sink.js';
import {UserError} from '../../source/user-error.js';
import {output} from '../helpers/output.js';

function failure(code: string): Error {
	return Object.assign(new Error(`write ${code}`), {code});
}

test('lines are buffered, and written with line ends', async t => {
	const {stream, pieces, text} = output();
	const sink = new Sink(stream);
	await sink.line('ä');
	await sink.line(Buffer.from([0xff, 0x41]));
	await sink.line('');
	t.deepEqual(pieces, []);
	await sink.flush();
	t.is(pieces.length, 1);
	t.deepEqual(pieces[0], Buffer.concat([Buffer.from('ä\n'), Buffer.from([0xff, 0x41, 10, 10])]));
	await sink.flush();
	t.is(pieces.length, 1, 'nothing more');
	t.is(text().length, 6);
});

test('lines are written in large pieces', async t => {
	const {stream, pieces, text} = output();
	const sink = new Sink(stream);
	for (let n = 0; n < 10_000; n++) {
		await sink.line(`line number ${n}`);
	}
	t.true(pieces.length > 1 && pieces.length < 10);
	t.true(pieces.every(({length}) => length >= 65_536));
	await sink.flush();
	t.is(text(), Array.from({length: 10_000}, (_, n) => `line number ${n}\n`).join(''));
});

test.serial('needs constant memory for any amount of output', async t => {
	let max = 0;
	const stream = new Writable({
		write(_piece, _encoding, callback) {
			max = Math.max(max, process.memoryUsage().arrayBuffers);
			callback();
		},
	});
	const sink = new Sink(stream);
	const before = process.memoryUsage().arrayBuffers;
	for (let n = 0; n < 200_000; n++) {
		await sink.line('x'.repeat(100));
	}
	const taken = max - before;
	t.true(taken < 1 << 20, `${taken} bytes for 20 MB of lines`);
});

test('signals are handled between lines, even if the stream accepts writes at once', async t => {
	const {stream} = output();
	const sink = new Sink(stream);
	let turned = false;
	setImmediate(() => {
		turned = true;
	});
	for (let n = 0; n < 2000; n++) {
		await sink.line('x'.repeat(100));
	}
	t.true(turned);
});

test('a line longer than a piece is complete, as are the lines around it', async t => {
	const {stream, text} = output();
	const sink = new Sink(stream);
	const lines = ['short', '\u20ac'.repeat(400_000), Buffer.alloc(300_000, 'b'), 'short again'];
	for (const line of lines) {
		await sink.line(line);
	}
	await sink.flush();
	t.true(text() === lines.map(line => `${line}\n`).join(''));
});

test('writes no more than the reader accepts', async t => {
	const {stream, pieces, hold, release} = output();
	const sink = new Sink(stream);
	hold();
	let lines = 0;
	const writing = (async () => {
		for (; lines < 10_000; lines++) {
			await sink.line('x'.repeat(100));
		}
	})();
	await nextTurn();
	await nextTurn();
	t.is(pieces.length, 1);
	t.true(lines > 600 && lines < 700);
	release();
	await writing;
	t.is(lines, 10_000);
});

test('a closed reader is not a failure', async t => {
	const {stream, fail} = output();
	const sink = new Sink(stream);
	fail(failure('EPIPE'));
	await sink.line('line');
	await t.throwsAsync(sink.flush(), {instanceOf: OutputClosed, name: 'OutputClosed'});
	await t.throwsAsync(sink.flush(), {instanceOf: OutputClosed}, 'nor later');
	await sink.line('x'.repeat(10));
	await t.throwsAsync(sink.line('x'.repeat(70_000)), {instanceOf: OutputClosed});
});

const full = {instanceOf: UserError, message: "the output can't be written: no space left on device"};

test('any other error is a failure with the reason', async t => {
	const {stream, fail} = output();
	const sink = new Sink(stream);
	fail(Object.assign(failure('ENOSPC'), {errno: -28}));
	await sink.line('line');
	await t.throwsAsync(sink.flush(), full);
	await t.throwsAsync(sink.flush(), full);
});

test('a thrown error is a failure with the reason', async t => {
	const stream = {
		on() {},
		write() {
			throw Object.assign(failure('ENOSPC'), {errno: -28});
		},
	};
	const sink = new Sink(stream as never);
	await sink.line('line');
	await t.throwsAsync(sink.flush(), full);
});

test('an error between two writes is reported by the next', async t => {
	const {stream} = output();
	const sink = new Sink(stream);
	stream.destroy(failure('EPIPE'));
	await nextTurn();
	await sink.line('line');
	await t.throwsAsync(sink.flush(), {instanceOf: OutputClosed});
});

test('the error of a write counts, regardless of an error event', async t => {
	const error = failure('EIO');
	const stream = {
		on() {},
		write(_piece: unknown, callback: (error: Error) => void) {
			callback(error);
		},
	};
	const sink = new Sink(stream as never);
	await sink.line('line');
	t.is((await t.throwsAsync(sink.flush(), {instanceOf: UserError})).cause, error);
});
