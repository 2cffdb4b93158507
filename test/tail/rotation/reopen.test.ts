import {linkSync, renameSync, symlinkSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {OpenFile, reopen} from '../../../source/tail/files/open-file.js';
import {openDescriptors} from '../../helpers/open-descriptors.js';
import {systemError} from '../../helpers/system-error.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

function open(path: string): Promise<OpenFile | undefined> {
	return OpenFile.open(path);
}

test('fault 33: the same file is reopened by any of its names, and no other file', async t => {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeFileSync(path, 'one\n');
	const file = await open(path);
	if (file === undefined) {
		return t.fail();
	}
	t.teardown(() => file.close());
	linkSync(path, `${path}.hard`);
	symlinkSync(path, `${path}.soft`);
	for (const name of [path, `${path}.hard`, `${path}.soft`]) {
		const again = await reopen(open, name, file);
		t.is(again?.identity, file.identity);
		await again?.close();
	}
	renameSync(path, `${path}.1`);
	t.is(await reopen(open, path, file), undefined, 'nothing there');
	t.is(await reopen(open, join(path, 'x'), file), undefined);
	writeFileSync(path, 'one\n');
	t.is(await reopen(open, path, file), undefined, 'another file');
	unlinkSync(path);
	t.is(await reopen(open, directory, file), undefined, 'no file');
	if (process.platform === 'linux') {
		t.is(openDescriptors(directory).length, 1);
	}
});

test('fault 12: a file with the same inode but another creation time is a different file', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, 'one\n');
	const file = await open(path);
	t.teardown(() => file?.close());
	const {identity = '0:0', birth = 0n} = file ?? {};
	t.is(await reopen(open, path, {identity, birth: birth - 1n}), undefined);
});

test("fault 33: a disk fault doesn't mean that the file was replaced", async t => {
	const broken = () => Promise.reject(systemError('EIO'));
	await t.throwsAsync(reopen(broken, '/log', {identity: '1:1', birth: 0n}), {code: 'EIO'});
});
