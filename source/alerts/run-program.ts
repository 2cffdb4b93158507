import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {sanitise} from '../format/sanitise.js';
import {errnoWords, isMissing} from '../tail/files/errno-words.js';
import type {Invocation} from './alert-command.js';

/** A running program. */
export type RunningProgram = {
	/** Resolves with a description of the failure; null on success. Never rejects. */
	readonly ended: Promise<string | null>;
	/** Kills the program and its children immediately. */
	kill(): void;
};

/** Length of the end of stderr that is kept, in bytes. */
const keptOutput = 4096;

/** Time to read the last output after the program exits, in ms. */
const afterExit = 200;

/** Maximum length of the last line of stderr in a message, in UTF-16 units. */
const maxLineLength = 200;

/**
 * Runs a program without a shell and without a terminal. Its output isn't shown.
 * @param limit - time after which it is killed, in ms
 */
export function runProgram({program, args, env}: Invocation, limit: number): RunningProgram {
	let child: ChildProcess;
	try {
		child = spawn(program, args, {
			env,
			stdio: ['ignore', 'ignore', 'pipe'],
			// A separate process group: it can be killed with all its children, and ^C on the terminal doesn't reach it.
			detached: process.platform !== 'win32',
			windowsHide: true,
		});
	} catch (error) {
		return {ended: Promise.resolve(startProblem(program, error)), kill() {}};
	}
	const kill = (): void => killGroup(child);
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		kill();
	}, limit);
	let output = Buffer.alloc(0);
	child.stderr?.on('data', (chunk: Buffer) => {
		output = Buffer.concat([output, chunk]).subarray(-keptOutput);
	});
	child.stderr?.on('error', () => {});
	const ended = new Promise<string | null>(resolve => {
		child.once('error', error => resolve(startProblem(program, error)));
		const conclude = (code: number | null, signal: NodeJS.Signals | null): void => {
			child.stderr?.destroy();
			const last = lastLine(output);
			if (isLate) {
				resolve(`took longer than ${limit / 1000} s and was killed${last}`);
			} else if (signal !== null) {
				resolve(`was killed by ${signal}${last}`);
			} else {
				resolve(code === 0 ? null : `failed with status ${code}${last}`);
			}
		};
		child.once('close', conclude);
		// A background process that it has started may keep stderr open forever.
		child.once('exit', (...how) => {
			setTimeout(() => conclude(...how), afterExit).unref();
		});
	}).finally(() => clearTimeout(timer));
	return {ended, kill};
}

function killGroup({pid}: ChildProcess): void {
	if (pid === undefined) {
		return;
	}
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
	} catch {
		// It has already ended.
	}
}

/**
 * Returns why a program can't be started; null if it exists, or if that can't be checked.
 * @param path - value of PATH
 */
export function missingProgram(program: string, path: string | undefined): string | null {
	if (process.platform === 'win32') {
		return null;
	}
	const candidates = program.includes('/')
		? [program]
		: (path ?? '').split(delimiter).map(directory => join(directory, program));
	return candidates.some(candidate => existsSync(candidate)) ? null : notThere(program);
}

function startProblem(program: string, error: unknown): string {
	return isMissing(error) ? notThere(program) : `can't be started: ${errnoWords(error)}`;
}

function notThere(program: string): string {
	const advice = /\s/.test(program)
		? 'give only the name of a program, and its arguments in the config file'
		: program.includes('/')
			? 'look at its path'
			: 'give its whole path';
	return `can't be started: there is no such program; ${advice}`;
}

function lastLine(output: Buffer): string {
	const line = output
		.toString('utf8')
		.split(/[\r\n]+/)
		.findLast(text => text.trim() !== '');
	return line === undefined ? '' : `: ${sanitise(line.trim().slice(0, maxLineLength))}`;
}
