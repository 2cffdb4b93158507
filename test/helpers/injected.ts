import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {ExecutionContext} from 'ava';
import {temporaryDirectory} from './temporary-directory.js';

/** Returns an environment in which the program runs the module `code` before its own. */
export function injected(t: ExecutionContext, code: string): Record<string, string> {
	const module = join(temporaryDirectory(t), 'injected.mjs');
	writeFileSync(module, code);
	return {NODE_OPTIONS: `--import=${pathToFileURL(module).href}`};
}

/**
 * Returns an environment in which all timeouts of the program take a hundred times as long. For tests that must act before a
 * timeout, which may fail on a busy machine.
 */
export function slowClock(t: ExecutionContext): Record<string, string> {
	return injected(
		t,
		`import promises from 'node:timers/promises';
for (const timers of [globalThis, promises]) {
	const {setTimeout} = timers;
	timers.setTimeout = timers === promises
		? (milliseconds, ...given) => setTimeout(milliseconds * 100, ...given)
		: (callback, milliseconds, ...given) => setTimeout(callback, milliseconds * 100, ...given);
}
const now = performance.now.bind(performance);
performance.now = () => now() / 100;
`,
	);
}
