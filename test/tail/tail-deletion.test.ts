import {appendFileSync, mkdirSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {eachTimedWay} from '../helpers/each-way.js';
import {openDescriptors} from '../helpers/open-descriptors.js';
import {waitFor} from '../helpers/wait-for.js';

eachTimedWay('fault 11: a deleted and recreated file is read from its start', async (t, options, {path}) => {
	writeFileSync(path, 'old\n');
	const collected = collect(t, [path], options);
	await collected.until('old\n');
	unlinkSync(path);
	writeFileSync(path, 'new\n');
	await collected.until('old\nnew\n');
	await collected.untilEnded(0);
	t.is(collected.files[1]?.file.startSize, 0);
	t.is(collected.files.length, 2);
});

eachTimedWay('fault 11: a file recreated after its end is read', async (t, options, {path}) => {
	writeFileSync(path, 'old\n');
	const collected = collect(t, [path], options);
	await collected.until('old\n');
	unlinkSync(path);
	await collected.untilEnded(0);
	t.deepEqual(collected.followed.states(), [{path, state: 'waiting', problem: 'no such file'}]);
	writeFileSync(path, 'new longer\n');
	await collected.until('old\nnew longer\n');
});

/** Creates a file with that inode if the file system reuses it, otherwise with any. */
function createWithInode(directory: string, inode: number): string {
	const paths = Array.from({length: 20}, (_, index) => join(directory, `candidate-${index}`));
	const found = paths.find(path => {
		writeFileSync(path, '');
		return statSync(path).ino === inode;
	});
	return found ?? join(directory, 'candidate-0');
}

eachTimedWay(
	'fault 12: a new file with a reused inode is read from its start',
	async (t, options, {path, directory}) => {
		writeFileSync(path, 'one\n');
		const {ino} = statSync(path);
		const collected = collect(t, [path], options);
		await collected.until('one\n');
		renameSync(path, `${path}.1`);
		writeFileSync(path, 'two\n');
		await collected.until('one\ntwo\n');
		await collected.untilEnded(0);
		// An open descriptor keeps the inode from being reused.
		if (process.platform === 'linux') {
			await waitFor(() => !openDescriptors(directory).includes(`${path}.1`));
		}
		unlinkSync(`${path}.1`);
		const candidate = createWithInode(directory, ino);
		writeFileSync(candidate, 'three, which is longer\n');
		renameSync(path, `${path}.2`);
		renameSync(candidate, path);
		await collected.until('one\ntwo\nthree, which is longer\n');
		t.like(collected.files[2]?.file, {startSize: 0, continues: false});
		t.is(await collected.files[0]?.file.read(Buffer.alloc(10), 0), 0, 'no bytes of another file are read');
		t.true(collected.files[0]?.file.isGone);
		t.deepEqual(collected.notices, []);
		if (statSync(path).ino !== ino) {
			t.log('The inode was not used again here.');
		}
	},
);

eachTimedWay(
	'fault 13: a file is read once its missing directories exist',
	async (t, options, {directory}) => {
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
);

eachTimedWay('fault 14: a file is read after its directory is recreated', async (t, options, {directory}) => {
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
});
