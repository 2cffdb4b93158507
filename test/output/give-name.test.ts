import {existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {giveName} from '../../source/output/give-name.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** Simulates a file system without hard links. */
async function noLinks(): Promise<void> {
	throw Object.assign(new Error('EPERM: operation not permitted, link'), {code: 'EPERM'});
}

function workspace(t: ExecutionContext) {
	const directory = temporaryDirectory(t);
	const temporary = join(directory, 'temporary');
	writeFileSync(temporary, 'new');
	return {directory, temporary, path: join(directory, 'out')};
}

for (const [how, makeLink] of [
	['with links', undefined],
	['without links', noLinks],
] as const) {
	test(`a file gets a free name, ${how}`, async t => {
		const {directory, temporary, path} = workspace(t);
		t.true(await giveName(temporary, path, makeLink));
		t.deepEqual(readdirSync(directory), ['out']);
		t.is(readFileSync(path, 'utf8'), 'new');
	});
	test(`hostile 16: an existing file is not replaced, ${how}`, async t => {
		const {temporary, path} = workspace(t);
		writeFileSync(path, 'old');
		t.false(await giveName(temporary, path, makeLink));
		t.is(readFileSync(path, 'utf8'), 'old');
		t.true(existsSync(temporary));
	});
	test(`hostile 16: a dangling link is not replaced or followed, ${how}`, async t => {
		const {directory, temporary, path} = workspace(t);
		symlinkSync('target', path);
		t.false(await giveName(temporary, path, makeLink));
		t.deepEqual(readdirSync(directory).toSorted(), ['out', 'temporary']);
	});
	test(`failures are reported, and leave no files, ${how}`, async t => {
		const {directory, path} = workspace(t);
		await t.throwsAsync(giveName(join(directory, 'missing'), path, makeLink), {code: 'ENOENT'});
		t.deepEqual(readdirSync(directory), ['temporary']);
	});
}
