import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {ExecutionContext} from 'ava';
import {temporaryDirectory} from './temporary-directory.js';

/** The environment in which a module makes something happen in the program before it begins. */
export const injected = (t: ExecutionContext, code: string): Record<string, string> => {
	const module = join(temporaryDirectory(t), 'injected.mjs');
	writeFileSync(module, code);
	return {NODE_OPTIONS: `--import=${pathToFileURL(module).href}`};
};
