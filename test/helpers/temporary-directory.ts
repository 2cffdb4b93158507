import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';

/** The path of a new, empty directory that is removed when the test has ended. */
export const temporaryDirectory = (t: ExecutionContext): string => {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reqscope-test-')));
	t.teardown(() => {
		rmSync(directory, {recursive: true, force: true});
	});
	return directory;
};
