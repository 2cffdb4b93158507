import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {scanSource} from '../../../source/tail/paths/path-set.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

test('a directory stands for the regular files directly inside', async t => {
	const directory = temporaryDirectory(t);
	mkdirSync(join(directory, 'access.d'));
	writeFileSync(join(directory, 'access.d', 'access.log'), '');
	writeFileSync(join(directory, 'b.log'), '');
	writeFileSync(join(directory, 'a.log'), '');
	symlinkSync('a.log', join(directory, 'c.log'));
	symlinkSync('/dev/null', join(directory, 'd.log'));
	symlinkSync('nowhere', join(directory, 'e.log'));
	t.deepEqual(await scanSource(directory), {
		paths: ['a.log', 'b.log', 'c.log'].map(name => join(directory, name)),
		listing: true,
		directories: [directory],
	});
});

test('a pattern stands for the matching files below its fixed directory', async t => {
	const directory = temporaryDirectory(t);
	for (const site of ['a', 'b']) {
		mkdirSync(join(directory, site));
		writeFileSync(join(directory, site, 'access.log'), '');
	}
	t.deepEqual(await scanSource(join(directory, '*', 'access.{log,txt}')), {
		paths: ['a', 'b'].map(site => join(directory, site, 'access.log')),
		listing: true,
		directories: [directory],
	});
});

test('an existing path is never treated as a pattern', async t => {
	const path = join(temporaryDirectory(t), 'access[1].log');
	writeFileSync(path, '');
	t.deepEqual(await scanSource(path), {paths: [path], listing: false, directories: []});
});

test('a missing path stands for itself', async t => {
	const path = join(temporaryDirectory(t), 'nothing', 'access.log');
	t.deepEqual(await scanSource(path), {paths: [path], listing: false, directories: []});
});
