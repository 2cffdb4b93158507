#!/usr/bin/env node
import './prepare-node.js';
import {closeSync, fstatSync, openSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname} from 'node:path';
import {Script} from 'node:vm';
import type {main} from '../main.js';
import type {ThreadCode} from '../reader/start-backfill-thread.js';
import {codeDirectory, codeOrigin, codePath, type ProgramPart, readCode, writeCode} from './code-cache.js';
import {builtInCode, form, pathOf, textOf} from './parts.js';
import {ScratchBuffer} from './scratch-buffer.js';

/** Hash of the code of the bundled program and of the backfill thread. Set by the bundler. */
declare const programHash: string;

/** Predicts the part to run from the type of the output. A wrong prediction takes as long as a start without cached code. */
function likelyPart(): ProgramPart {
	try {
		// The null device isn't a terminal. `node:tty` is loaded for a terminal anyway, and takes 2 ms.
		return fstatSync(1).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(1)
			? 'screen'
			: 'print';
	} catch {
		return 'print';
	}
}

const likely = likelyPart();
const directory =
	process.env.NODE_DISABLE_COMPILE_CACHE === undefined ? codeDirectory(process.env, process.platform) : null;
const origin = codeOrigin(programHash);

// Half of the time until the first screen is V8 compiling 1.5 MB of JavaScript, so the compiled code is cached for the next
// start. Node's `module.enableCompileCache` doesn't exist before Node 22.
const filename = pathOf('program.cjs');
const path = directory && codePath(directory, likely);

/**
 * Returns the text of the program. The bundler writes ASCII only. A latin1 string from bytes stays outside of the heap, and V8
 * uses it without copying.
 */
function programText(scratch: ScratchBuffer): string {
	if (form === 'single file') {
		return textOf('program.cjs');
	}
	const descriptor = openSync(filename, 'r');
	try {
		return scratch.read(descriptor).toString('latin1');
	} finally {
		closeSync(descriptor);
	}
}

/** Returns the program's text and its compiled code. A separate function, so that the buffer for both can be freed. */
function readProgram(): {readonly text: string; readonly kept: Buffer | undefined} {
	const scratch = new ScratchBuffer();
	const text = programText(scratch);
	const kept = builtInCode(`${likely}.code`) ?? (path === null ? undefined : readCode(path, origin, scratch));
	return {text, kept};
}

const {text, kept} = readProgram();
const script = new Script(text, {filename, ...(kept && {cachedData: kept})});
let isKept = script.cachedDataRejected === false;

function keepCode(part: ProgramPart): void {
	if (path !== null && part === likely && !isKept) {
		isKept = true;
		writeCode(path, origin, script.createCachedData());
	}
}

/** Returns the store for the compiled code of the backfill thread, which is cached in the same way. */
function threadCode(): ThreadCode | undefined {
	const code = builtInCode('thread.code');
	const file = directory && codePath(directory, 'thread');
	if (file === null) {
		return code && {read: () => code, keep() {}};
	}
	return {
		read: () => code ?? readCode(file, origin, new ScratchBuffer()),
		keep: bytes => writeCode(file, origin, bytes),
	};
}

type Program = {readonly main: typeof main};

const module = {exports: {} as Program};
script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
void module.exports.main(process.argv.slice(2), keepCode, threadCode());
