import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {type Collected, collect} from '../helpers/collect.js';
import {eachTimedWay, eachWay, shortTimes} from '../helpers/each-way.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {waitFor} from '../helpers/wait-for.js';

eachTimedWay('fault 3: lines written just before a rename rotation are read', async (t, options, {path}) => {
	writeFileSync(path, 'old 1\n');
	const collected = collect(t, [path], options);
	await collected.followed.started;
	appendFileSync(path, 'old 2\n');
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'new 1\n');
	await collected.until('old 1\nold 2\nnew 1\n');
	await collected.untilEnded(0);
	appendFileSync(path, 'new 2\n');
	await collected.until('old 1\nold 2\nnew 1\nnew 2\n');
	t.deepEqual(
		collected.files.map(({file}) => [file.startSize, file.continues]),
		[
			[6, false],
			[0, false],
		],
	);
	t.deepEqual(collected.notices, []);
	t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
});

eachTimedWay('fault 4: late writes to the renamed file are read', async (t, options, {path}) => {
	writeFileSync(path, 'old 1\n');
	const writer = openSync(path, 'a');
	// Long enough that no stall of the machine exceeds it before the late write.
	const settings = {...options.settings, holdTime: 3000};
	const collected = collect(t, [path], {...options, settings});
	await collected.followed.started;
	writeSync(writer, 'old 2\n');
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'new 1\n');
	await collected.until('old 1\nold 2\nnew 1\n');
	writeSync(writer, 'late\n');
	closeSync(writer);
	await collected.until('old 1\nold 2\nlate\nnew 1\n');
	await collected.untilEnded(0);
	t.is(collected.files.length, 2);
	t.deepEqual(collected.notices, []);
});

eachWay('fault 4: late writes are reported as they arrive', async (t, options, {path}) => {
	writeFileSync(path, 'old\n');
	const holdTime = 60_000;
	const collected = collect(t, [path], {...options, settings: {...options.settings, holdTime}});
	await collected.until('old\n');
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'new\n');
	let late = '';
	for (let line = 0; line < 5; line++) {
		await collected.until(`old\n${late}new\n`);
		appendFileSync(`${path}.1`, `${line}\n`);
		late += `${line}\n`;
	}
	await collected.until(`old\n${late}new\n`);
	t.is(collected.files.length, 2);
});

eachTimedWay('fault 4: a renamed file is read as long as it grows', async (t, options, {path}) => {
	writeFileSync(path, '');
	const writer = openSync(path, 'a');
	t.teardown(() => closeSync(writer));
	// Long enough that no stall of the machine ends the hold time.
	const holdTime = 4000;
	const collected = collect(t, [path], {...options, settings: {...options.settings, holdTime}});
	await collected.followed.started;
	renameSync(path, `${path}.1`);
	writeFileSync(path, '');
	await collected.untilOpened(2);
	const since = performance.now();
	let expected = '';
	while (performance.now() < since + 1.5 * holdTime) {
		expected += 'late\n';
		writeSync(writer, 'late\n');
		await collected.until(expected);
	}
	t.false(collected.files[0]?.ended);
	await collected.untilEnded(0);
});

/** Waits longer than the hold time of a file without holders, then polls. */
async function outlast({followed}: Collected): Promise<void> {
	const since = performance.now();
	await waitFor(() => performance.now() > since + 1.5 * shortTimes.movedHoldTime);
	await followed.poll();
}

eachWay('fault 5: a file renamed without a new one is read', async (t, options, {path, directory}) => {
	const away = join(directory, 'away');
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	await collected.until('one\n');
	renameSync(path, away);
	await waitFor(() => collected.followed.states()[0]?.problem?.startsWith('renamed') ?? false);
	await outlast(collected);
	appendFileSync(away, 'two\n');
	await collected.followed.poll();
	await collected.until('one\ntwo\n');
	t.false(collected.files[0]?.ended);
	t.deepEqual(collected.notices, []);
});

/** Renames a log as a rotation does, with numbered or dated files. */
const rotations: Readonly<Record<string, (log: string) => void>> = {
	numbered(log) {
		let last = 1;
		while (existsSync(`${log}.${last}`)) {
			last++;
		}
		for (let number = last; number > 1; number--) {
			renameSync(`${log}.${number - 1}`, `${log}.${number}`);
		}
		renameSync(log, `${log}.1`);
	},
	dated(log) {
		let day = 1;
		while (existsSync(`${log}-202611${`${day}`.padStart(2, '0')}`)) {
			day++;
		}
		renameSync(log, `${log}-202611${`${day}`.padStart(2, '0')}`);
	},
};

function linesOf(collected: Collected) {
	return collected.text().split('\n').slice(0, -1).sort();
}

for (const [style, rotate] of Object.entries(rotations)) {
	for (const isLinked of [false, true]) {
		const way = isLinked ? 'behind a symbolic link' : 'at the path itself';
		eachTimedWay(
			`fault 6: several rotations between two polls are read, ${style}, ${way}`,
			async (t, options, {directory}) => {
				mkdirSync(join(directory, 'logs'));
				const log = join(directory, 'logs', 'access.log');
				const path = isLinked ? join(directory, 'current') : log;
				writeFileSync(log, 'line 100\n');
				if (isLinked) {
					symlinkSync('logs/access.log', path);
				}
				const collected = collect(t, [path], options);
				await collected.until('line 100\n');
				const expected = ['line 100'];
				for (const count of [2, 10]) {
					const before = collected.notices.length;
					for (let rotation = 0; rotation < count; rotation++) {
						expected.push(`line ${100 + expected.length}`);
						appendFileSync(log, `${expected.at(-1)}\n`);
						rotate(log);
						expected.push(`line ${100 + expected.length}`);
						writeFileSync(log, `${expected.at(-1)}\n`);
					}
					await waitFor(
						() => linesOf(collected).length >= expected.length,
						() => JSON.stringify({expected, read: linesOf(collected), notices: collected.notices}),
					);
					await collected.followed.poll();
					t.deepEqual(linesOf(collected), expected);
					const notices = collected.notices.slice(before).map(({text}) => text);
					t.regex(notices.join('\n'), /^rotated several times within a moment; .* are read from /);
					t.is(notices.join('').match(/logs\/access\.log[.-]\d+/g)?.length, count - 1);
				}
			},
		);
	}
}

eachTimedWay('fault 6: late writes to an unseen rotated file are read', async (t, options, {path}) => {
	writeFileSync(path, '1\n');
	const collected = collect(t, [path], options);
	await collected.until('1\n');
	rotations.numbered?.(path);
	writeFileSync(path, '2\n');
	const writer = openSync(path, 'a');
	t.teardown(() => closeSync(writer));
	rotations.numbered?.(path);
	writeFileSync(path, '3\n');
	await waitFor(() => linesOf(collected).length === 3);
	writeSync(writer, 'late\n');
	await waitFor(() => linesOf(collected).length === 4);
	t.deepEqual(linesOf(collected), ['1', '2', '3', 'late']);
});

eachWay('fault 17: a file moved away and back is read once', async (t, options, {path, directory}) => {
	const away = join(directory, 'away');
	writeFileSync(path, 'one\n');
	const collected = collect(t, [path], options);
	await collected.until('one\n');
	renameSync(path, away);
	await waitFor(() => collected.followed.states()[0]?.problem?.startsWith('renamed') ?? false);
	renameSync(away, path);
	appendFileSync(path, 'two\n');
	await collected.until('one\ntwo\n');
	await waitFor(() => collected.followed.states()[0]?.problem === undefined);
	t.is(collected.files.length, 1);
	t.deepEqual(collected.notices, []);
});

eachTimedWay(
	'fault 17: a replaced file that is moved back is read once',
	async (t, options, {path, directory}) => {
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
		await collected.followed.poll();
		t.is(collected.text(), 'one\ntwo\n');
		t.deepEqual(collected.followed.states(), [{path, state: 'following'}]);
		t.deepEqual(collected.notices, []);
		appendFileSync(path, 'three\n');
		await collected.until('one\ntwo\nthree\n');
		t.like(collected.files[2]?.file, {continues: true, startSize: 4});
		t.deepEqual(collected.notices, []);
	},
);

eachTimedWay('fault 47: many rotations keep few descriptors open', async (t, options, {path, directory}) => {
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
	t.true(collected.files[7]?.file.isGone);
	t.is(readdirSync(directory).length, 30);
	await collected.followed.close();
	const told = collected.calls.length;
	if (process.platform === 'linux') {
		t.deepEqual(openDescriptors(directory), []);
	}
	appendFileSync(path, 'unseen\n');
	t.is(await collected.files[30]?.file.read(buffer, 0), 0);
	t.is(await collected.files[5]?.file.read(buffer, 0), 0);
	t.is(collected.calls.length, told);
});
