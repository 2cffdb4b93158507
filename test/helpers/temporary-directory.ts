import {mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';

/** Creates a directory and removes it at the end of the test. */
export function temporaryDirectory(t: ExecutionContext): string {
	const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reqscope-')));
	t.teardown(() => rmSync(directory, {recursive: true, force: true}));
	return directory;
}

/** Creates a file `access.log` in a new directory. The content is a string, or lines with their line feeds. */
export function temporaryLog(
	t: ExecutionContext,
	content: string | Uint8Array | readonly string[] = '',
): {readonly directory: string; readonly path: string} {
	const directory = temporaryDirectory(t);
	const path = join(directory, 'access.log');
	writeFileSync(path, Array.isArray(content) ? content.join('') : (content as string | Uint8Array));
	return {directory, path};
}
