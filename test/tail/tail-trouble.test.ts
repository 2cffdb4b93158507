// Runs alone: it replaces functions of node:fs.
import {appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Collected, collect} from '../helpers/collect.js';
import {eachTimedWay, shortTimes} from '../helpers/each-way.js';
import {type DiskCall, FaultyDisk} from '../helpers/faulty-disk.js';
import {PathCalls} from '../helpers/path-calls.js';
import {systemError} from '../helpers/system-error.js';
import {pass, waitFor} from '../helpers/wait-for.js';

const pathCalls = new PathCalls();

/** Returns the maximum number of attempts within a time if each pause is twice as long as the previous one. */
function maxAttempts(milliseconds: number): number {
	return 2 + Math.log2(1 + milliseconds / shortTimes.retryInterval);
}

function textOf({files}: Collected, path: string): string {
	return files
		.filter(({file}) => file.path === path)
		.map(({text}) => text)
		.join('');
}

async function hasState({followed}: Collected, path: string, problem: string | undefined): Promise<void> {
	await waitFor(
		() => followed.states().find(state => state.path === path)?.problem === problem,
		() => JSON.stringify(followed.states()),
	);
}

for (const call of ['stat', 'read'] as const) {
	eachTimedWay(
		`fault 33: a disk fault (EIO from ${call}) is reported once and retried, and no line is lost`,
		async (t, options, {path, directory}) => {
			const other = join(directory, 'other.log');
			const disk = new FaultyDisk();
			writeFileSync(path, 'one\n');
			writeFileSync(other, '');
			const collected = collect(t, [path, other], {
				...options,
				settings: {...options.settings, open: disk.open},
			});
			await collected.until('one\n');
			disk.fault = (name, of) => (name === call && of === path ? systemError('EIO') : undefined);
			const before = disk.count(call, path);
			const since = performance.now();
			appendFileSync(path, 'two\n');
			await hasState(collected, path, 'input/output error');
			while (performance.now() < since + 8 * shortTimes.retryInterval) {
				const {length} = textOf(collected, other);
				appendFileSync(other, 'more\n');
				await waitFor(() => textOf(collected, other).length === length + 5);
			}
			const attempts = disk.count(call, path) - before;
			// A poll may read several times before it fails.
			const max = maxAttempts(performance.now() - since) * (call === 'stat' ? 1 : 3);
			t.true(attempts <= max, `${attempts} attempts`);
			appendFileSync(path, 'three\n');
			t.is(textOf(collected, path), 'one\n');
			disk.fault = () => undefined;
			await waitFor(() => textOf(collected, path) === 'one\ntwo\nthree\n');
			await hasState(collected, path, undefined);
			appendFileSync(path, 'four\n');
			await waitFor(() => textOf(collected, path) === 'one\ntwo\nthree\nfour\n');
			t.is(collected.files.length, 2);
			t.deepEqual(
				collected.notices.map(({path, text}) => [path, text]),
				[
					[path, 'input/output error; retrying, with pauses of up to 30 s.'],
					[path, 'can be read again; reading continues.'],
				],
			);
		},
	);
}

eachTimedWay('fault 33: a file with a stale handle (ESTALE) is reopened', async (t, options, {path}) => {
	const disk = new FaultyDisk();
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], {...options, settings: {...options.settings, open: disk.open}});
	await collected.until('one\n');
	disk.fault = (call, _path, generation) =>
		call !== 'open' && generation < disk.generation ? systemError('ESTALE') : undefined;
	let expected = 'one\n';
	for (let time = 1; time <= 3; time++) {
		disk.generation = time;
		appendFileSync(path, `${time}\n`);
		expected += `${time}\n`;
		await collected.until(expected);
	}
	await hasState(collected, path, undefined);
	t.is(collected.files.length, 1);
	t.is(collected.notices.length, 6);
	t.regex(collected.notices[0]?.text ?? '', /^the file server no longer knows this file;/);
	t.is(disk.count('open', path), 4);
});

eachTimedWay('fault 33: a new file of a returned file server is read', async (t, options, {path}) => {
	const disk = new FaultyDisk();
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], {...options, settings: {...options.settings, open: disk.open}});
	await collected.until('one\n');
	disk.fault = (call, _path, generation) =>
		call !== 'open' && generation < disk.generation ? systemError('ESTALE') : undefined;
	disk.generation = 1;
	writeFileSync(`${path}.new`, 'two\n');
	renameSync(`${path}.new`, path);
	await collected.until('one\ntwo\n');
	await collected.untilEnded(0);
	await hasState(collected, path, undefined);
	t.is(collected.files.length, 2);
});

eachTimedWay('fault 33: an unmounted directory is reported and retried', async (t, options, {path}) => {
	const disk = new FaultyDisk();
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], {...options, settings: {...options.settings, open: disk.open}});
	await collected.until('one\n');
	pathCalls.faults.set(path, systemError('ENOTCONN'));
	disk.fault = (_call, of) => pathCalls.faults.get(of);
	const before = pathCalls.count('stat', path);
	const since = performance.now();
	const attempts = (): number => pathCalls.count('stat', path) - before;
	appendFileSync(path, 'two\n');
	await hasState(collected, path, 'socket is not connected');
	await pass(8 * shortTimes.retryInterval);
	await waitFor(() => attempts() >= 2);
	t.true(attempts() <= maxAttempts(performance.now() - since), `${attempts()} attempts`);
	pathCalls.faults.delete(path);
	await collected.until('one\ntwo\n');
	await hasState(collected, path, undefined);
	t.is(collected.files.length, 1);
});

eachTimedWay('fault 33: an open file is read despite ELOOP at its path', async (t, options, {directory}) => {
	const logs = join(directory, 'logs');
	const path = join(logs, 'access.log');
	mkdirSync(logs);
	writeFileSync(path, 'one\n');
	// Long enough that only the first attempt is made.
	const retryInterval = 60_000;
	const collected = collect(t, [path], {...options, settings: {...options.settings, retryInterval}});
	await collected.until('one\n');
	renameSync(logs, `${logs}.away`);
	symlinkSync('logs', logs);
	await waitFor(() => collected.followed.states()[0]?.state === 'unreadable');
	for (const line of ['two\n', 'three\n', 'four\n']) {
		const expected = collected.text() + line;
		appendFileSync(join(`${logs}.away`, 'access.log'), line);
		await collected.until(expected);
	}
	t.is(collected.followed.states()[0]?.state, 'unreadable');
	t.is(collected.files.length, 1);
});

for (const [fault, code, problem] of [
	[31, 'EMFILE', 'too many open files for this process (see: ulimit -n)'],
	[33, 'EIO', 'input/output error'],
] as const) {
	eachTimedWay(
		`fault ${fault}: a directory that can't be searched (${code}) is reported, and its open files are still read`,
		async (t, options, {path, directory}) => {
			const later = join(directory, 'later.log');
			writeFileSync(path, 'one\n');
			const collected = collect(t, [directory], options);
			await collected.until('one\n');
			pathCalls.faults.set(directory, systemError(code));
			await hasState(collected, directory, problem);
			writeFileSync(later, 'later\n');
			t.true(collected.followed.states().some(state => state.path === path && state.state === 'following'));
			appendFileSync(path, 'two\n');
			await collected.until('one\ntwo\n');
			pathCalls.faults.delete(directory);
			await collected.until('one\ntwo\nlater\n');
			t.deepEqual(
				collected.followed.states().map(({path}) => path),
				[path, later],
			);
		},
	);
}

for (const when of ['from the start', 'later']) {
	eachTimedWay(
		`fault 37: a file that doesn't respond, ${when}, blocks no other file`,
		async (t, options, {directory}) => {
			const [silent, quick] = [join(directory, 'a.log'), join(directory, 'b.log')];
			const disk = new FaultyDisk();
			writeFileSync(quick, 'one\n');
			let answer = (): void => {};
			const answered = new Promise<void>(resolve => {
				answer = resolve;
			});
			// A call to an unreachable server blocks until the server is back.
			const open: typeof disk.open = async path => {
				await (path === silent && answered);
				return disk.open(path);
			};
			if (when === 'from the start') {
				writeFileSync(silent, 'silent\n');
			}
			const collected = collect(t, [silent, quick], {...options, settings: {...options.settings, open}});
			try {
				await collected.until('one\n');
				writeFileSync(silent, 'silent\n');
				let expected = 'one\n';
				for (let line = 0; line < 5; line++) {
					appendFileSync(quick, `${line}\n`);
					expected += `${line}\n`;
					await collected.until(expected);
				}
			} finally {
				answer();
			}
			await waitFor(() => textOf(collected, silent) === 'silent\n');
		},
	);
}

for (const [fault, code, problem] of [
	[28, 'EACCES', 'permission denied'],
	[31, 'EMFILE', 'too many open files for this process (see: ulimit -n)'],
] as const) {
	eachTimedWay(
		`fault ${fault}: a file that can't be opened (${code}) is reported and opened later, and the other files continue`,
		async (t, options, {directory}) => {
			const paths = ['a', 'b', 'c'].map(name => join(directory, `${name}.log`));
			const [a = '', b = '', c = ''] = paths;
			const disk = new FaultyDisk();
			for (const path of paths) {
				writeFileSync(path, 'past\n');
			}
			disk.fault = (call: DiskCall, of) => (call === 'open' && of === b ? systemError(code) : undefined);
			const retryInterval = 150;
			const settings = {...options.settings, open: disk.open, retryInterval};
			const collected = collect(t, paths, {...options, settings});
			await collected.followed.started;
			await hasState(collected, b, problem);
			for (const path of [a, c]) {
				appendFileSync(path, 'live\n');
			}
			await waitFor(() => [a, c].every(path => textOf(collected, path) === 'past\nlive\n'));
			t.is(collected.files.length, 2);
			const since = performance.now();
			const before = disk.count('open', b);
			await pass(4 * retryInterval);
			const attempts = disk.count('open', b) - before;
			t.true(attempts <= 2 + (performance.now() - since) / retryInterval, `${attempts} attempts`);
			disk.fault = () => undefined;
			// No event reports that, because the file itself hasn't changed.
			await waitFor(() => textOf(collected, b) === 'past\n');
			appendFileSync(b, 'live\n');
			await waitFor(() => textOf(collected, b) === 'past\nlive\n');
			await hasState(collected, b, undefined);
			t.is(collected.files[2]?.file.startSize, 5, 'the content at the start is the backfill');
			t.deepEqual(collected.notices, []);
		},
	);
}

eachTimedWay('a file shorter than its size is polled again', async (t, options, {path}) => {
	const disk = new FaultyDisk();
	writeFileSync(path, 'one\n');
	disk.claimed = 4096;
	const collected = collect(t, [path], {...options, settings: {...options.settings, open: disk.open}});
	await collected.followed.started;
	t.true(disk.count('read', path) < 100, `${disk.count('read', path)} reads`);
	disk.claimed = 0;
	appendFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
});
