import {appendFileSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {collect} from '../helpers/collect.js';
import {eachTimedWay, eachWay} from '../helpers/each-way.js';

eachWay('fault 18: a file with several names is read once', async (t, options, {path, directory}) => {
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

eachTimedWay('fault 15: after a link changes, both targets are read', async (t, options, {directory}) => {
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
	await collected.followed.poll();
	await collected.until('a1\na2\na3\nb1\nb2\n');
	t.is(collected.files[1]?.file.startSize, 0);
	await collected.untilEnded(0);
});

eachWay('fault 15: appends to the new target of a link are read', async (t, options, {path, directory}) => {
	for (const name of ['a', 'b']) {
		mkdirSync(join(directory, name));
		writeFileSync(join(directory, name, 'target'), `${name}\n`);
	}
	symlinkSync('a/target', path);
	const collected = collect(t, [path], options);
	await collected.until('a\n');
	symlinkSync('b/target', `${path}.new`);
	renameSync(`${path}.new`, path);
	await collected.until('a\nb\n');
	for (let line = 0; line < 5; line++) {
		const expected = `${collected.text()}${line}\n`;
		appendFileSync(join(directory, 'b', 'target'), `${line}\n`);
		await collected.until(expected);
	}
	t.is(collected.files.length, 2);
});

eachWay('fault 16: a swapped double symbolic link is noticed', async (t, options, {directory}) => {
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
	for (let line = 0; line < 5; line++) {
		const expected = `${collected.text()}more\n`;
		appendFileSync(join(directory, 'v2', 'access.log'), 'more\n');
		await collected.until(expected);
	}
	t.is(collected.files.length, 2);
});
