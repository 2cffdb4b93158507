import {closeSync, openSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {ReadRoom} from '../../source/start/read-room.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('files are read whole, one after the other, in memory that is made anew only for a larger one', t => {
	const room = new ReadRoom();
	const directory = temporaryDirectory(t);
	const read = (length: number): Buffer => {
		const path = join(directory, String(length));
		writeFileSync(path, Buffer.alloc(length, length % 251));
		const descriptor = openSync(path, 'r');
		t.teardown(() => closeSync(descriptor));
		const bytes = room.read(descriptor);
		t.deepEqual(bytes, Buffer.alloc(length, length % 251));
		return bytes;
	};
	t.is(read(0).length, 0);
	const {buffer} = read(100_000);
	t.is(read(70_000).buffer, buffer);
	t.is(read(100_000).buffer, buffer);
	t.not(read(100_001).buffer, buffer);
});

test('what cannot be read says why', t => {
	const descriptor = openSync(temporaryDirectory(t), 'r');
	t.teardown(() => closeSync(descriptor));
	t.throws(() => new ReadRoom().read(descriptor), {code: 'EISDIR'});
});
