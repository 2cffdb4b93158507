#!/usr/bin/env node
import './prepare-node.js';
import {closeSync, fstatSync, openSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {Script} from 'node:vm';
import type {main} from '../main.js';
import {type BackfillThread, startBackfillThread} from '../reader/start-backfill-thread.js';
import {codeDirectory, codeOrigin, codePath, type ProgramPart, readCode, writeCode} from './code-cache.js';
import {ScratchBuffer} from './scratch-buffer.js';
import {threadPays} from './thread-pays.js';

/** Of the texts of the bundled program and of the backfill thread; set when they are bundled. */
declare const programHash: string;

/** What it is likely to do, told by where its output goes: what is wrong takes as long as without kept code. */
function likelyPart(): ProgramPart {
	try {
		// The null device isn't one. What asks is loaded for a terminal anyway, and takes 2 ms.
		return fstatSync(1).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(1)
			? 'screen'
			: 'print';
	} catch {
		return 'print';
	}
}

function startThread(): BackfillThread | undefined {
	try {
		return threadPays(args) ? startBackfillThread(threadCode()) : undefined;
	} catch {
		// It is tried again when the log is read.
		return undefined;
	}
}

/** The compiled code of the thread, kept as that of the program is. */
function threadCode(): Parameters<typeof startBackfillThread>[0] {
	if (directory === null) {
		return undefined;
	}
	const path = codePath(directory, 'thread');
	return {
		code: readCode(path, origin, new ScratchBuffer()),
		keep: code => writeCode(path, origin, code),
	};
}

const args = process.argv.slice(2);
const likely = likelyPart();
const directory =
	process.env.NODE_DISABLE_COMPILE_CACHE === undefined ? codeDirectory(process.env, process.platform) : null;
const origin = codeOrigin(programHash);
// The screen's first rows would wait for it.
const thread = likely === 'print' ? startThread() : undefined;

// Half of the time until the first screen is V8's compiling of 1.5 MB of JavaScript, so what it compiled is kept for
// the next start. Node's own way, `module.enableCompileCache`, isn't there before Node 22.
const filename = fileURLToPath(new URL('program.cjs', import.meta.url));
const path = directory && codePath(directory, likely);

/** The bundler writes ASCII alone. A text that is read as bytes stays outside of the heap, and V8 takes it as it is. */
function programText(scratch: ScratchBuffer): string {
	const descriptor = openSync(filename, 'r');
	try {
		return scratch.read(descriptor).toString('latin1');
	} finally {
		closeSync(descriptor);
	}
}

/** The program's text and its compiled code. What goes on knows nothing of the memory that both were read into. */
function readProgram(): {readonly text: string; readonly kept: Buffer | undefined} {
	const scratch = new ScratchBuffer();
	return {text: programText(scratch), kept: path === null ? undefined : readCode(path, origin, scratch)};
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

type Program = {readonly main: typeof main};

const module = {exports: {} as Program};
script.runInThisContext()(
	module.exports,
	createRequire(filename),
	module,
	filename,
	fileURLToPath(new URL('.', import.meta.url)),
);
void module.exports.main(args, {keepCode, thread});
