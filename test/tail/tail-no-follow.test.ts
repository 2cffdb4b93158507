import {appendFileSync, mkdirSync, renameSync, truncateSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate, setTimeout} from 'node:timers/promises';
import test from 'ava';
import {OpenFile} from '../../source/tail/files/open-file.js';
import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';
import {collect} from '../helpers/collect.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

test('without follow, every file is opened at its current size and ends', async t => {
	const directory = temporaryDirectory(t);
	const logs = join(directory, 'logs');
	mkdirSync(logs);
	writeFileSync(join(directory, 'access.log'), 'one\n');
	writeFileSync(join(directory, 'old.lz4'), Buffer.from('04224d1864400000', 'hex'));
	writeFileSync(join(logs, 'a.log'), 'two\n');
	writeFileSync(join(logs, 'b.log'), '');
	const missing = join(directory, 'missing.log');
	const paths = [join(directory, 'access.log'), join(directory, 'old.lz4'), logs, missing];
	const collected = collect(t, paths, {follow: false});
	await collected.followed.started;
	t.deepEqual(collected.files.map(({file, ended}) => [file.path, file.startSize, file.size, ended]).sort(), [
		[join(directory, 'access.log'), 4, 4, true],
		[join(logs, 'a.log'), 4, 4, true],
		[join(logs, 'b.log'), 0, 0, true],
	]);
	t.deepEqual(collected.followed.states(), [
		{path: join(directory, 'access.log'), state: 'ended'},
		{
			path: join(directory, 'old.lz4'),
			state: 'unreadable',
			problem: 'lz4-compressed; read it with: lz4cat FILE | reqscope -',
		},
		{path: join(logs, 'a.log'), state: 'ended'},
		{path: join(logs, 'b.log'), state: 'ended'},
		{path: missing, state: 'waiting', problem: 'no such file'},
	]);
	appendFileSync(join(directory, 'access.log'), 'more\n');
	writeFileSync(missing, 'more\n');
	await collected.followed.poll();
	await waitFor(() => collected.text().length >= 8);
	await setTimeout(20);
	t.is(collected.files.length, 3);
	t.is(collected.text().length, 8);
});

test('fault 26: an unreadable file is marked as passed over if it was found, but not if it was named', async t => {
	const directory = temporaryDirectory(t);
	const found = ['a.log', 'b.log.lz4'].map(name => join(directory, name));
	for (const path of found) {
		writeFileSync(path, Buffer.from('04224d1864400000', 'hex'));
	}
	const passedOver = async (...paths: readonly string[]) => {
		const {followed} = collect(t, paths, {follow: false});
		await followed.started;
		return followed.states().map(({passedOver}) => passedOver);
	};
	t.deepEqual(await passedOver(directory), [true, true]);
	t.deepEqual(await passedOver(join(directory, '*.lz4')), [true]);
	t.deepEqual(await passedOver(...found), [undefined, undefined]);
	t.deepEqual((await passedOver(directory, ...found.slice(1))).filter(Boolean), [true]);
});

/** Writes a log and a file with the name of its rotated file, aged by `ages` seconds. */
function writeRotated(directory: string, log: string, rotated: string, ages: readonly number[]) {
	const path = join(directory, 'access.log');
	for (const [index, [name, text]] of [[path, log] as const, [`${path}.1`, rotated] as const].entries()) {
		writeFileSync(name, text);
		const written = Date.now() / 1000 - (ages[index] ?? 0);
		utimesSync(name, written, written);
	}
	return path;
}

function loggedLines(from: number, to: number): string {
	return Array.from({length: to - from}, (_, n) => `a line of a log, number ${from + n}\n`).join('');
}

test('a rotated file that is the beginning of its log is skipped with a notice, for any ages and order of paths', async t => {
	for (const ages of [
		[3600, 3600],
		[3600, 1],
		[1, 3600],
		[1, 1],
	]) {
		for (const isReversed of [false, true]) {
			const directory = temporaryDirectory(t);
			const path = writeRotated(directory, loggedLines(0, 90), loggedLines(0, 50), ages);
			const paths = isReversed ? [`${path}.1`, path] : [path, `${path}.1`];
			const collected = collect(t, paths, {follow: false});
			await collected.followed.started;
			await collected.until(loggedLines(0, 90));
			await waitFor(() => collected.notices.length > 0);
			t.deepEqual(
				collected.notices.map(({path: of, text}) => [of, text]),
				[[`${path}.1`, `not read: it is a copy of ${path}, which has all of its lines`]],
				`${ages} ${isReversed}`,
			);
		}
	}
});

test('a rotated file that only starts with the same lines as its log is read', async t => {
	for (const rotated of [loggedLines(0, 90), `${loggedLines(0, 40)}${loggedLines(50, 55)}`]) {
		const directory = temporaryDirectory(t);
		const path = writeRotated(directory, loggedLines(0, 50), rotated, [3600, 3600]);
		const collected = collect(t, [path, `${path}.1`], {follow: false});
		await collected.followed.started;
		await waitFor(() => collected.text().length === loggedLines(0, 50).length + rotated.length);
		t.deepEqual(collected.notices, []);
	}
});

test('fault 7: a file that is truncated while others are still opened ends, and isn’t read again', async t => {
	const directory = temporaryDirectory(t);
	const [path, other] = [join(directory, 'access.log'), join(directory, 'other.log')];
	writeFileSync(path, loggedLines(0, 9000));
	writeFileSync(other, loggedLines(0, 3));
	const opened: LogFile[] = [];
	const told: string[] = [];
	let letGo = () => {};
	const isLetGo = new Promise<void>(resolve => {
		letGo = resolve;
	});
	const followed = tail(
		{paths: [path, other], follow: false, poll: false},
		{
			opened: file => opened.push(file),
			grown() {},
			ended: file => told.push(`${file.path} ended`),
			notice: ({text}) => told.push(text),
			changed() {},
		},
		{
			open: async at => {
				await (at === other ? isLetGo : undefined);
				return OpenFile.open(at);
			},
		},
	);
	t.teardown(() => followed.close());
	await waitFor(() => opened.length === 1);
	truncateSync(path, 1000);
	t.is(await opened[0]?.read(Buffer.alloc(1 << 16), 0), 0);
	t.true(opened[0]?.isGone);
	letGo();
	await followed.started;
	await waitFor(() => told.length >= 2);
	t.deepEqual(told, [`${path} ended`, `${other} ended`]);
	t.is(opened.length, 2);
});

test('hundreds of files need few descriptors', async t => {
	const directory = temporaryDirectory(t);
	for (let index = 0; index < 300; index++) {
		writeFileSync(join(directory, `access.${index}.log`), `${index}\n`);
	}
	const collected = collect(t, [join(directory, '*.log')], {follow: false, settings: {openEnded: 8}});
	await collected.followed.started;
	t.is(collected.files.length, 300);
	await waitFor(() => collected.files.every(({text, file}) => text.length === file.size));
	if (process.platform === 'linux') {
		await waitFor(() => openDescriptors(directory).length <= 8);
	}
});

test('fault 3: files that are renamed during the search are read exactly once', async t => {
	const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
	// Each iteration rotates at a different moment of the start.
	for (let turns = 0; turns < 40; turns++) {
		const directory = temporaryDirectory(t);
		const path = (number: number) => join(directory, `access.log.${number}`);
		for (const number of numbers) {
			writeFileSync(path(number), `line ${number}\n`);
		}
		const {followed, files, notices} = collect(t, [directory], {follow: false});
		for (let turn = 0; turn < turns; turn++) {
			await setImmediate();
		}
		for (const number of numbers.toReversed()) {
			renameSync(path(number), path(number + 1));
		}
		await followed.started;
		await waitFor(() => files.every(({text, file, ended}) => ended && text.length === file.size));
		const expected = numbers.map(number => `line ${number}\n`);
		t.deepEqual(files.map(({text}) => text).sort(), expected, `after ${turns} turns`);
		t.deepEqual([...new Set(followed.states().map(({state}) => state))], ['ended'], `after ${turns} turns`);
		t.deepEqual(notices, []);
	}
});
