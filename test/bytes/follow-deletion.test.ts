import {appendFileSync, mkdirSync, rmSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {bothWays, eachWay} from '../helpers/each-way.js';

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
