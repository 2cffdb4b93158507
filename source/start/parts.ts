import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Worker, WorkerOptions} from 'node:worker_threads';

/** True in the bundle, whose files are all in one folder. Set by the bundler. */
declare const isInBundle: boolean | undefined;

/** True if all parts are in one bundle, false if the program runs as separate modules, as in the tests. */
export const isBundled: boolean = typeof isInBundle !== 'undefined';

/** The single file, which contains the files of the bundle as assets; undefined if the program runs from separate files. */
const single = singleFile();

function singleFile(): typeof import('node:sea') | undefined {
	const sea = isBundled ? process.getBuiltinModule('node:sea') : undefined;
	return sea?.isSea() === true ? sea : undefined;
}

/** How the program is installed: as one file, as a bundle that Node runs, or as the separate modules of a checkout. */
export const form: 'single file' | 'bundle' | 'modules' =
	single === undefined ? (isBundled ? 'bundle' : 'modules') : 'single file';

/**
 * Returns the path of a part. In the single file, it only names the part in stack traces and in compiled code, so it contains no
 * folder of a machine.
 * @param part - path of the part relative to `source`; a bundle has only its last component
 */
export function pathOf(part: string): string {
	if (single !== undefined) {
		return join('/reqscope', basename(part));
	}
	return fileURLToPath(new URL(isBundled ? basename(part) : join('..', part), import.meta.url));
}

/** Returns the bytes of a part; see `pathOf`. */
export function bytesOf(part: string): Buffer<ArrayBuffer> {
	return single === undefined ? readFileSync(pathOf(part)) : Buffer.from(single.getAsset(basename(part)));
}

/** Returns the text of a part in ASCII; see `pathOf`. */
export function textOf(part: string): string {
	return single === undefined
		? readFileSync(pathOf(part), 'latin1')
		: // The asset is read-only memory, and isn't copied.
			Buffer.from(single.getRawAsset(basename(part)) as ArrayBuffer).toString('latin1');
}

/** Returns compiled code that the single file contains; undefined if the file doesn't contain it. */
export function builtInCode(name: string): Buffer | undefined {
	try {
		// Read-only memory, which isn't copied: V8 reads 2 MB of it.
		return single && Buffer.from(single.getRawAsset(name) as ArrayBuffer);
	} catch {
		// A file that was built on a different system contains no compiled code.
		return undefined;
	}
}

/**
 * Starts a thread that runs a part.
 * @param part - see `pathOf`, without the ending
 * @throws if the process may not start threads
 */
export function threadOf(part: string, options: WorkerOptions): Worker {
	// Loaded on demand: most programs need no thread.
	const threads = process.getBuiltinModule('node:worker_threads');
	const file = `${part}.${isBundled ? 'cjs' : 'js'}`;
	return single === undefined
		? new threads.Worker(pathOf(file), options)
		: new threads.Worker(textOf(file), {...options, eval: true});
}

/** Loads a CommonJS module, which must contain the packages that it uses; see `pathOf`. */
export function requireOf(part: string): unknown {
	const filename = pathOf(part);
	const load = createRequire(filename);
	if (single === undefined) {
		return load(filename);
	}
	const module = {exports: {}};
	const run = process
		.getBuiltinModule('node:vm')
		.compileFunction(textOf(part), ['exports', 'require', 'module', '__filename', '__dirname'], {filename});
	run(module.exports, load, module, filename, dirname(filename));
	return module.exports;
}
