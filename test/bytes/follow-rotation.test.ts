import {appendFileSync, closeSync, openSync, renameSync, unlinkSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {bothWays, eachWay, shortTimes} from '../helpers/each-way.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {waitFor} from '../helpers/wait-for.js';

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
		while (performance.now() < since + 3 * shortTimes.holdTime) {
			expected += 'late\n';
			writeSync(writer, 'late\n');
			await collected.until(expected);
		}

		t.false(collected.files[0]?.ended);
		await collected.untilEnded(0);
	},
	bothWays,
);

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
