import {statSync} from 'node:fs';
import test from 'ava';
import {remedyFor} from '../../../source/tail/files/denied-text.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const testWithModes = process.platform === 'win32' ? test.skip : test;

testWithModes('the command that gives the user a permission has the path as one word of a shell', async t => {
	const stats = statSync(temporaryDirectory(t));
	const cureOf = async (path: string) => (await remedyFor({path, stats}, path)).split(': ')[1];
	t.is(
		await cureOf("/x/a b;$(touch it's)"),
		"chmod u+rx '/x/a b;$(touch it'\\''s)', or run reqscope with sudo",
	);
	t.is(await cureOf('/x/shop'), 'chmod u+rx /x/shop, or run reqscope with sudo');
	t.is(await cureOf('/x/a\u200bb'), 'chmod u+rx PATH, or run reqscope with sudo', 'invisible characters');
});
