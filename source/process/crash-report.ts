import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {problemOf} from '../problem-of.js';

/**
 * Says in one line what went wrong with an error that nobody expected. Its stack goes to a file that the line names,
 * so that it can be reported and the terminal stays readable.
 */
export const crashReport = (error: unknown): string => {
	const what = problemOf(error);
	const stack = error instanceof Error ? (error.stack ?? what) : what;
	try {
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'reqscope-crash-')), 'stack.txt');
		writeFileSync(file, `${stack}\n`, {mode: 0o600});
		return `a mistake in reqscope: ${what} (the details are in ${file})`;
	} catch {
		return `a mistake in reqscope: ${what}`;
	}
};
