import {appendFileSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {bothWays, eachWay, shortTimes} from '../helpers/each-way.js';
import {waitFor} from '../helpers/wait-for.js';

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
			return performance.now() > since + 2 * shortTimes.holdTime;
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
