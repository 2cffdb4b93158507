import test from 'ava';
import fc from 'fast-check';
import {ByteWindow} from '../../../source/tail/archives/kept-text.js';
import {forAll} from '../../helpers/for-all.js';

const blockSize = 256 * 1024;

test('appended bytes are readable at any offset', t => {
	const window = new ByteWindow();
	window.append(Buffer.from('one'));
	window.append(Buffer.from('two'));
	const target = Buffer.alloc(4);
	t.is(window.read(target, 1), 4);
	t.is(target.toString(), 'netw');
	t.is(window.read(target, 4), 2);
	t.is(window.read(target, 6), 0);
	t.is(window.read(target, 100), 0);
	t.is(window.end, 6);
});

test('whole blocks are dropped, oldest first', t => {
	const window = new ByteWindow();
	window.append(Buffer.alloc(2 * blockSize + 10, 'x'));
	t.false(window.drop(blockSize - 1));
	t.true(window.drop(blockSize));
	t.is(window.start, blockSize);
	t.is(window.read(Buffer.alloc(1), 0), 0);
	t.false(window.drop(blockSize));
	t.true(window.drop(window.end));
	t.true(window.drop(window.end), 'also a block that is not full');
	t.is(window.start, window.end);
	t.false(window.drop(window.end));
	window.append(Buffer.from('more'));
	const target = Buffer.alloc(10);
	t.is(window.read(target, 2 * blockSize + 10), 4);
	t.is(target.toString('latin1', 0, 4), 'more');
	window.clear();
	t.is(window.memory, 0);
	t.is(window.start, 2 * blockSize + 14);
});

test('any sequence of appends and drops keeps the right bytes', t => {
	const step = fc.record({
		size: fc.integer({min: 0, max: 400_000}),
		drop: fc.double({min: 0, max: 1, noNaN: true}),
		clear: fc.integer({min: 0, max: 9}).map(value => value === 0),
	});
	forAll(100, fc.array(step, {maxLength: 12}), steps => {
		const window = new ByteWindow();
		let all = Buffer.alloc(0);
		for (const [index, {size, drop, clear}] of steps.entries()) {
			const chunk = Buffer.alloc(size, 97 + index);
			window.append(chunk);
			all = Buffer.concat([all, chunk]);
			if (clear) {
				window.clear();
			} else {
				window.drop(Math.floor(all.length * drop));
			}
			t.is(window.end, all.length);
			t.true(window.memory >= window.end - window.start);
			const kept = Buffer.alloc(window.end - window.start);
			t.is(window.read(kept, window.start), kept.length);
			t.is(Buffer.compare(kept, all.subarray(window.start)), 0);
		}
	});
});
