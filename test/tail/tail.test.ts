import {appendFileSync, mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync} from 'node:fs';
import {collect} from '../helpers/collect.js';
import {eachTimedWay, eachWay} from '../helpers/each-way.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {waitFor} from '../helpers/wait-for.js';

eachWay('appends are reported', async (t, options, {path}) => {
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	t.deepEqual(collected.calls, [], 'no calls inside tail()');
	await collected.followed.started;
	t.is(collected.files.length, 1);
	t.like(collected.files[0]?.file, {id: 0, path, startSize: 4});
	await collected.until('one\n');
	let expected = 'one\n';
	for (let line = 0; line < 20; line++) {
		appendFileSync(path, `${line}\n`);
		expected += `${line}\n`;
		await collected.until(expected);
	}
	t.is(collected.files.length, 1);
	t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
	t.deepEqual(collected.notices, []);
});

eachWay('fault 1: a burst of appends is read completely and in order', async (t, options, {path}) => {
	writeFileSync(path, '');
	const collected = collect(t, [path], options);
	await collected.followed.started;
	const lines = Array.from({length: 500}, (_, index) => `line ${index}\n`);
	for (const line of lines) {
		appendFileSync(path, line);
	}
	await collected.until(lines.join(''));
	t.is(collected.files[0]?.file.startSize, 0);
});

eachWay('an empty file that becomes unreadable is refused', async (t, options, {path}) => {
	writeFileSync(path, '');
	const collected = collect(t, [path], options);
	await collected.followed.started;
	t.is(collected.files.length, 1);
	appendFileSync(path, Buffer.from([0x04]));
	await collected.followed.poll();
	t.is(collected.files[0]?.file.size, 0, 'may still become anything');
	appendFileSync(path, Buffer.from('\x22M\x18rest'));
	await collected.untilEnded(0);
	t.is(collected.text(), '');
	await waitFor(() => collected.followed.states()[0]?.state === 'unreadable');
	t.deepEqual(collected.followed.states(), [
		{path, state: 'unreadable', problem: 'lz4-compressed; read it with: lz4cat FILE | reqscope -'},
	]);
	unlinkSync(path);
	writeFileSync(path, 'text\n');
	await collected.until('text\n');
});

eachTimedWay('fault 13: a file that replaces a directory at its path is read', async (t, options, {path}) => {
	mkdirSync(path);
	const collected = collect(t, [path], options);
	await collected.followed.started;
	t.like(collected.followed.states(), [{path, state: 'waiting'}]);
	rmSync(path, {recursive: true});
	writeFileSync(path, 'one\n');
	await collected.until('one\n');
});

eachTimedWay('a named pipe that replaces a log is reported as a pipe', async (t, options, {path}) => {
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	await collected.until('one\n');
	renameSync(path, `${path}.1`);
	await makeNamedPipe(path);
	await waitFor(() => /^a named pipe/.test(collected.followed.states()[0]?.problem ?? ''));
	// The log is still read under its new name.
	appendFileSync(`${path}.1`, 'two\n');
	await collected.until('one\ntwo\n');
});

eachWay('a device is refused', async (t, options) => {
	const collected = collect(t, ['/dev/null'], options);
	await collected.followed.started;
	t.deepEqual(collected.followed.states(), [
		{path: '/dev/null', state: 'unreadable', problem: 'a device or socket, not a file'},
	]);
});
