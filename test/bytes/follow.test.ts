import {
	appendFileSync,
	closeSync,
	copyFileSync,
	linkSync,
	mkdirSync,
	openSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {type CollectOptions, collect} from '../helpers/collect.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

// Every test runs with file events, the timer being too slow to help, and with the timer alone.
const settings = {holdTime: 200, movedHoldTime: 300, retryInterval: 50, idleTime: 100, rescanSpacing: 20};
const ways: ReadonlyArray<readonly [string, CollectOptions]> = [
	['events', {settings: {...settings, lookInterval: 30_000, rescanInterval: 30_000}}],
	['timer', {poll: true, settings: {...settings, pollInterval: 25, rescanInterval: 50}}],
];
// Where the released file is looked at by the timer only.
const bothWays: ReadonlyArray<readonly [string, CollectOptions]> = [
	['events and timer', {settings: {...settings, lookInterval: 50, rescanInterval: 100}}],
	...ways.slice(1),
];

type Implementation = (t: ExecutionContext, options: CollectOptions, directory: string) => Promise<void>;

function eachWay(title: string, implementation: Implementation, among = ways): void {
	for (const [way, options] of among) {
		test(`${title} (${way})`, t => implementation(t, options, temporaryDirectory(t)));
	}
}

eachWay('appends are told', async (t, options, directory) => {
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	t.deepEqual(collected.calls, [], 'nothing is told from within the call');
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

eachWay('a burst of appends is told to its end', async (t, options, directory) => {
	const path = join(directory, 'access.log');
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

eachWay(
	'rotation by renaming, with late writes to the renamed file',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, 'old 1\n');
		const writer = openSync(path, 'a');
		const collected = collect(t, [path], options);
		await collected.followed.started;
		writeSync(writer, 'old 2\n');
		renameSync(path, `${path}.1`);
		writeFileSync(path, 'new 1\n');
		await collected.untilOpened(2);
		writeSync(writer, 'late\n');
		closeSync(writer);
		await collected.until('old 1\nold 2\nlate\nnew 1\n');
		await collected.untilEnded(0);
		appendFileSync(path, 'new 2\n');
		await collected.until('old 1\nold 2\nlate\nnew 1\nnew 2\n');
		t.is(collected.files[1]?.file.startSize, 0);
		t.is(collected.files.length, 2);
		t.deepEqual(collected.notices, []);
		t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
	},
	bothWays,
);

eachWay(
	'a renamed file that still grows is held on to',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, '');
		const writer = openSync(path, 'a');
		t.teardown(() => closeSync(writer));
		const collected = collect(t, [path], options);
		await collected.followed.started;
		renameSync(path, `${path}.1`);
		writeFileSync(path, '');
		await collected.untilOpened(2);
		const since = performance.now();
		let expected = '';
		while (performance.now() < since + 3 * settings.holdTime) {
			expected += 'late\n';
			writeSync(writer, 'late\n');
			await collected.until(expected);
		}

		t.false(collected.files[0]?.ended);
		await collected.untilEnded(0);
	},
	bothWays,
);

eachWay(
	'deleted and made anew',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, 'old\n');
		const collected = collect(t, [path], options);
		await collected.until('old\n');
		unlinkSync(path);
		writeFileSync(path, 'new\n');
		await collected.until('old\nnew\n');
		await collected.untilEnded(0);
		t.is(collected.files[1]?.file.startSize, 0);
		t.is(collected.files.length, 2);
	},
	bothWays,
);

eachWay(
	'deleted, and made anew after it has ended',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, 'old\n');
		const collected = collect(t, [path], options);
		await collected.until('old\n');
		unlinkSync(path);
		await collected.untilEnded(0);
		t.deepEqual(collected.followed.states(), [{path, state: 'waiting', problem: 'no such file'}]);
		writeFileSync(path, 'new longer\n');
		await collected.until('old\nnew longer\n');
	},
	bothWays,
);

eachWay('truncated in place', async (t, options, directory) => {
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\ntwo\n');
	const collected = collect(t, [path], options);
	await collected.until('one\ntwo\n');
	copyFileSync(path, join(directory, 'copy'));
	truncateSync(path);
	appendFileSync(path, 'three\n');
	await collected.until('one\ntwo\nthree\n');
	t.is(collected.files.length, 2);
	t.true(collected.files[0]?.ended);
	t.is(collected.files[1]?.file.startSize, 0);
	t.is(collected.notices.length, 1);
	t.is(collected.notices[0]?.path, path);
	t.regex(collected.notices[0]?.text ?? '', /^truncated from 8 to [06] bytes.*unknown amount\.$/);
	const bytes = Buffer.alloc(8);
	t.is(await collected.files[0]?.file.read(bytes, 0), 0, 'what was there is gone');
});

eachWay('renamed without a new file, later moved back', async (t, options, directory) => {
	const path = join(directory, 'access.log');
	const away = join(directory, 'away');
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	await collected.until('one\n');
	renameSync(path, away);
	await waitFor(() => collected.followed.states()[0]?.problem?.startsWith('renamed') ?? false);
	appendFileSync(away, 'two\n');
	await collected.followed.look();
	await collected.until('one\ntwo\n');
	renameSync(away, path);
	appendFileSync(path, 'three\n');
	await collected.until('one\ntwo\nthree\n');
	await waitFor(() => collected.followed.states()[0]?.problem === undefined);
	t.is(collected.files.length, 1);
	t.deepEqual(collected.notices, []);
});

eachWay(
	'replaced, and the old one moved back: no repeats',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		const away = join(directory, 'away');
		writeFileSync(path, 'one\n');
		const collected = collect(t, [path], options);
		await collected.until('one\n');
		renameSync(path, away);
		writeFileSync(path, 'two\n');
		await collected.until('one\ntwo\n');
		await collected.untilEnded(0);
		renameSync(away, path);
		await collected.untilEnded(1);
		await collected.followed.look();
		t.is(collected.text(), 'one\ntwo\n');
		t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
		t.deepEqual(collected.notices, []);
		appendFileSync(path, 'three\n');
		await collected.until('one\ntwo\nthree\n');
		t.like(collected.files[2]?.file, {continues: true, startSize: 4});
		t.deepEqual(collected.notices, []);
	},
	bothWays,
);

eachWay('one file by several names and given twice', async (t, options, directory) => {
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\n');
	symlinkSync('access.log', join(directory, 'link'));
	linkSync(path, join(directory, 'hard'));
	const paths = [path, path, join(directory, 'link'), join(directory, 'hard'), `${directory}/./access.log`];
	const collected = collect(t, paths, options);
	await collected.followed.started;
	appendFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
	t.is(collected.files.length, 1);
	t.deepEqual(
		collected.followed.states().map(({state}) => state),
		['following', 'following', 'following'],
	);
});

eachWay(
	'a symbolic link is switched to another file',
	async (t, options, directory) => {
		mkdirSync(join(directory, 'targets'));
		const [first, second] = [join(directory, 'targets', 'a'), join(directory, 'targets', 'b')];
		const path = join(directory, 'access.log');
		writeFileSync(first, 'a1\n');
		writeFileSync(second, 'b1\n');
		symlinkSync(first, path);
		const collected = collect(t, [path], options);
		await collected.until('a1\n');
		appendFileSync(first, 'a2\n');
		await collected.until('a1\na2\n');
		symlinkSync(second, `${path}.new`);
		renameSync(`${path}.new`, path);
		await collected.until('a1\na2\nb1\n');
		appendFileSync(second, 'b2\n');
		appendFileSync(first, 'a3\n');
		await collected.followed.look();
		await collected.until('a1\na2\na3\nb1\nb2\n');
		t.is(collected.files[1]?.file.startSize, 0);
		await collected.untilEnded(0);
	},
	bothWays,
);

eachWay('the directory behind a double symbolic link is swapped', async (t, options, directory) => {
	for (const version of ['v1', 'v2']) {
		mkdirSync(join(directory, version));
		writeFileSync(join(directory, version, 'access.log'), `${version}\n`);
	}

	symlinkSync('v1', join(directory, '..data'));
	symlinkSync('..data/access.log', join(directory, 'access.log'));
	const collected = collect(t, [join(directory, 'access.log')], options);
	await collected.until('v1\n');
	symlinkSync('v2', join(directory, '..data_new'));
	renameSync(join(directory, '..data_new'), join(directory, '..data'));
	await collected.until('v1\nv2\n');
	appendFileSync(join(directory, 'v2', 'access.log'), 'more\n');
	await collected.until('v1\nv2\nmore\n');
});

eachWay('files that appear in a directory', async (t, options, directory) => {
	writeFileSync(join(directory, 'error.log'), 'no\n');
	mkdirSync(join(directory, 'access.d'));
	const collected = collect(t, [directory], options);
	await collected.followed.started;
	t.like(collected.followed.states(), [{path: directory, state: 'waiting'}]);
	t.regex(collected.followed.states()[0]?.problem ?? '', /^no access log in this directory/);
	writeFileSync(join(directory, 'shop.access.log'), 'one\n');
	await collected.until('one\n');
	await collected.followed.look();
	t.deepEqual(collected.followed.states(), [{path: join(directory, 'shop.access.log'), state: 'following'}]);
	writeFileSync(join(directory, 'notes'), 'no\n');
	writeFileSync(join(directory, '.hidden.log'), 'no\n');
	writeFileSync(join(directory, 'www.log'), 'two\n');
	await collected.until('one\ntwo\n');
	appendFileSync(join(directory, 'www.log'), 'three\n');
	await collected.until('one\ntwo\nthree\n');
	t.deepEqual(
		collected.files.map(({file}) => file.startSize),
		[0, 0],
	);
});

eachWay(
	'files that appear for a pattern, rotation among them is read once',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		const pattern = join(directory, 'access.log*');
		const collected = collect(t, [pattern], options);
		await collected.followed.started;
		t.deepEqual(collected.followed.states(), [
			{path: pattern, state: 'waiting', problem: 'nothing matches this pattern yet'},
		]);
		writeFileSync(path, 'one\n');
		await collected.until('one\n');
		renameSync(path, `${path}.1`);
		writeFileSync(path, 'two\n');
		await collected.until('one\ntwo\n');
		renameSync(`${path}.1`, `${path}.2`);
		renameSync(path, `${path}.1`);
		writeFileSync(path, 'three\n');
		await collected.until('one\ntwo\nthree\n');
		await waitFor(() => collected.followed.states().length === 3);
		// Longer than an unheld file would live.
		const since = performance.now();
		await waitFor(async () => {
			await collected.followed.look();
			return performance.now() > since + 2 * settings.holdTime;
		});
		appendFileSync(`${path}.2`, 'late\n');
		await collected.until('one\nlate\ntwo\nthree\n');
		t.deepEqual(
			collected.files.map(({ended}) => ended),
			[false, false, false],
		);
		t.deepEqual(collected.notices, []);
	},
);

eachWay(
	'a missing parent directory',
	async (t, options, directory) => {
		const path = join(directory, 'a', 'b', 'access.log');
		const collected = collect(t, [path], options);
		await collected.followed.started;
		t.deepEqual(collected.followed.states(), [{path, state: 'waiting', problem: 'no such file'}]);
		mkdirSync(join(directory, 'a'));
		mkdirSync(join(directory, 'a', 'b'));
		writeFileSync(path, 'one\n');
		await collected.until('one\n');
		appendFileSync(path, 'two\n');
		await collected.until('one\ntwo\n');
		t.is(collected.files[0]?.file.startSize, 0);
	},
	bothWays,
);

eachWay(
	'the directory is removed and made anew',
	async (t, options, directory) => {
		const parent = join(directory, 'logs');
		const path = join(parent, 'access.log');
		mkdirSync(parent);
		writeFileSync(path, 'one\n');
		const collected = collect(t, [path], options);
		await collected.until('one\n');
		rmSync(parent, {recursive: true});
		await collected.untilEnded(0);
		mkdirSync(parent);
		writeFileSync(path, 'two\n');
		await collected.until('one\ntwo\n');
		appendFileSync(path, 'three\n');
		await collected.until('one\ntwo\nthree\n');
	},
	bothWays,
);

eachWay(
	'fault 26: an empty file that turns out to be compressed in a way that is not read',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, '');
		const collected = collect(t, [path], options);
		await collected.followed.started;
		t.is(collected.files.length, 1);
		appendFileSync(path, Buffer.from([0xfd]));
		await collected.followed.look();
		t.is(collected.files[0]?.file.size, 0, 'may still become anything');
		appendFileSync(path, Buffer.from('7zXZ\0rest'));
		await collected.untilEnded(0);
		t.is(collected.text(), '');
		await waitFor(() => collected.followed.states()[0]?.state === 'unreadable');
		t.deepEqual(collected.followed.states(), [
			{path, state: 'unreadable', problem: 'xz-compressed; read it with: xzcat FILE | reqscope -'},
		]);
		unlinkSync(path);
		writeFileSync(path, 'text\n');
		await collected.until('text\n');
	},
);

eachWay(
	'a directory in the place of a file, then a file',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		mkdirSync(path);
		const collected = collect(t, [path], options);
		await collected.followed.started;
		t.like(collected.followed.states(), [{path, state: 'waiting'}]);
		rmSync(path, {recursive: true});
		writeFileSync(path, 'one\n');
		await collected.until('one\n');
	},
	bothWays,
);

eachWay(
	'descriptors stay few over many rotations, and none is left after closing',
	async (t, options, directory) => {
		const path = join(directory, 'access.log');
		writeFileSync(path, '0\n');
		const collected = collect(t, [path], {
			...options,
			settings: {...options.settings, holdTime: 20, idleTime: 20, openEnded: 4},
		});
		let expected = '0\n';
		await collected.until(expected);
		for (let rotation = 1; rotation <= 30; rotation++) {
			renameSync(path, `${path}.${rotation}`);
			writeFileSync(path, `${rotation}\n`);
			expected += `${rotation}\n`;
			await collected.until(expected);
		}

		await collected.untilEnded(29);
		if (process.platform === 'linux') {
			await waitFor(() => openDescriptors(directory).filter(target => target.includes('.log')).length === 1);
		}

		const buffer = Buffer.alloc(10);
		t.is(await collected.files[5]?.file.read(buffer, 0), 2, 'opened again, by its new name');
		t.is(buffer.toString('utf8', 0, 2), '5\n');
		unlinkSync(`${path}.8`);
		t.is(await collected.files[7]?.file.read(buffer, 0), 0, 'no longer there');
		await collected.followed.close();
		const told = collected.calls.length;
		if (process.platform === 'linux') {
			t.deepEqual(openDescriptors(directory), []);
		}

		appendFileSync(path, 'unseen\n');
		t.is(await collected.files[30]?.file.read(buffer, 0), 0);
		t.is(await collected.files[5]?.file.read(buffer, 0), 0);
		t.is(collected.calls.length, told);
	},
	bothWays,
);

eachWay('a device is refused', async (t, options) => {
	const collected = collect(t, ['/dev/null'], options);
	await collected.followed.started;
	t.deepEqual(collected.followed.states(), [
		{path: '/dev/null', state: 'unreadable', problem: 'a device or socket, not a file'},
	]);
});

eachWay(
	'files of a directory that are moved away are let go',
	async (t, options, directory) => {
		const logs = join(directory, 'logs');
		const away = join(directory, 'away');
		mkdirSync(logs);
		writeFileSync(join(logs, 'access-1.log'), 'one\n');
		const collected = collect(t, [logs], options);
		await collected.until('one\n');
		renameSync(join(logs, 'access-1.log'), away);
		appendFileSync(away, 'late\n');
		writeFileSync(join(logs, 'access-2.log'), 'two\n');
		await collected.until('one\nlate\ntwo\n');
		await collected.untilEnded(0);
		await collected.followed.look();
		t.deepEqual(collected.followed.states(), [{path: join(logs, 'access-2.log'), state: 'following'}]);
	},
	bothWays,
);
