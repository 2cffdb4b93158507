import {closeSync, openSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {ScratchBuffer} from '../../source/start/scratch-buffer.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('reads files completely in sequence, and allocates only for a larger one', t => {
	const scratch = new ScratchBuffer();
	const directory = temporaryDirectory(t);
	const read = (length: number): Buffer => {
		const path = join(directory, String(length));
		writeFileSync(path, Buffer.alloc(length, length % 251));
		const descriptor = openSync(path, 'r');
		t.teardown(() => closeSync(descriptor));
		const bytes = scratch.read(descriptor);
		t.deepEqual(bytes, Buffer.alloc(length, length % 251));
		return bytes;
	};
	t.is(read(0).length, 0);
	const {buffer} = read(100_000);
	t.is(read(70_000).buffer, buffer);
	t.is(read(100_000).buffer, buffer);
	t.not(read(100_001).buffer, buffer);
});

test('an unreadable file throws the reason', t => {
	const path = join(temporaryDirectory(t), 'file');
	const descriptor = openSync(path, 'w');
	t.teardown(() => closeSync(descriptor));
	writeFileSync(path, 'something');
	t.throws(() => new ScratchBuffer().read(descriptor), {code: 'EBADF'});
});

test('a string stays unchanged when the buffer is reused', t => {
	const scratch = new ScratchBuffer();
	const directory = temporaryDirectory(t);
	const read = (name: string, content: string): Buffer => {
		writeFileSync(join(directory, name), content);
		const descriptor = openSync(join(directory, name), 'r');
		t.teardown(() => closeSync(descriptor));
		return scratch.read(descriptor);
	};
	// A string of this length isn't copied to the heap.
	const text = read('text', 'x'.repeat(2_000_000)).toString('latin1');
	read('code', 'y'.repeat(1_000_000));
	t.true(text === 'x'.repeat(2_000_000));
});
