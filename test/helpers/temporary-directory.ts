import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';

/** Creates a directory and removes it at the end of the test. */
export function temporaryDirectory(t: ExecutionContext): string {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reqscope-')));
	t.teardown(() => rmSync(directory, {recursive: true, force: true}));
	return directory;
}
