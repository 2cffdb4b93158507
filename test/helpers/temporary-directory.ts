import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';

/** A new directory that goes when the test is over. */
export function temporaryDirectory(t: ExecutionContext): string {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reqscope-')));
	t.teardown(() => rmSync(directory, {recursive: true, force: true}));
	return directory;
}
