import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {startedFile} from '../../source/user-files/first-start.js';
import {foreignControls} from './foreign-controls.js';
import {openTerminal, type Terminal} from './terminal.js';
import {patience} from './wait-for.js';

const entry = fileURLToPath(new URL('../../bundle/cli.cjs', import.meta.url));

/** The single file to test instead of the bundle: REQSCOPE_PROGRAM. */
export const singleFile: string | undefined = process.env.REQSCOPE_PROGRAM || undefined;

/** Returns the command that runs the built program. */
export function programCommand(...args: readonly string[]): string[] {
	return singleFile === undefined ? bundleCommand(...args) : [singleFile, ...args];
}

/** Returns the command that runs the bundle, for tests that give options to Node. */
export function bundleCommand(...args: readonly string[]): string[] {
	return [process.execPath, entry, ...args];
}

/** Returns the command with the bundle if the test adds code to the program: the single file lets nothing in. */
function bundleIfCodeIsAdded(command: readonly string[], {env}: ProgramOptions): string[] {
	return command.flatMap(word =>
		word === singleFile && env?.NODE_OPTIONS !== undefined ? bundleCommand() : [word],
	);
}

export type ProgramOptions = {
	/** Working directory. It is also the home directory, so that the program reads no real configuration. */
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Additional sequences that the command may send to the terminal, by their names in `readControls`. */
	readonly allowed?: RegExp;
	readonly columns?: number;
	readonly rows?: number;
	readonly background?: string;
	/** True for a first start. By default, the state directory shows an earlier start. */
	readonly isFirstStart?: boolean;
	/** Time limit of a command without a terminal, in ms. */
	readonly timeout?: number;
	/** User and group of the process, by default the user who runs the tests. Only without a terminal. */
	readonly user?: {readonly uid?: number; readonly gid?: number};
};

const {PATH = ''} = process.env;

function environment({cwd, env}: ProgramOptions): Record<string, string> {
	return {
		PATH,
		HOME: cwd,
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		TZ: 'UTC',
		// All tests share this cache of compiled code.
		XDG_CACHE_HOME: join(tmpdir(), `reqscope-tests-${process.getuid?.() ?? ''}`),
		...env,
	};
}

function noteStart({cwd, env}: ProgramOptions): void {
	const folder = join(env?.XDG_STATE_HOME ?? join(cwd, '.local', 'state'), 'reqscope');
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		writeFileSync(join(folder, startedFile), '', {mode: 0o600});
	} catch {
		// Some tests make the directory unwritable.
	}
}

/** An incomplete sequence or character at the end: the terminal may close in the middle of a frame. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are sequences
const cutEnd = /(?:\u001B(?:\[[\d;?]*)?|[\u00C0-\u00FF][\u0080-\u00BF]{0,3})$/;

function withoutCutEnd(recording: Buffer): Buffer {
	return recording.subarray(0, recording.toString('latin1').replace(cutEnd, '').length);
}

/**
 * Starts a command in a new terminal and closes it at the end of the test. The test fails if the terminal received any control
 * sequence that the program itself never writes, except `allowed` ones.
 */
export function openCommand(
	t: ExecutionContext,
	command: readonly string[],
	options: ProgramOptions,
): Terminal {
	if (options.isFirstStart !== true) {
		noteStart(options);
	}
	const terminal = openTerminal(bundleIfCodeIsAdded(command, options), {
		...options,
		env: environment(options),
	});
	t.teardown(async () => {
		await terminal.close();
		const {allowed} = options;
		const foreign = foreignControls(withoutCutEnd(terminal.recording())).filter(name => !allowed?.test(name));
		if (foreign.length > 0) {
			throw new Error(`The terminal was sent what is not the program's: ${JSON.stringify(foreign)}`);
		}
	});
	return terminal;
}

/** Starts the program in a new terminal and closes it at the end of the test. */
export function openProgram(t: ExecutionContext, args: readonly string[], options: ProgramOptions): Terminal {
	return openCommand(t, programCommand(...args), options);
}

/** Types keys that end the program, and asserts that its exit status is 0. */
export async function quit(t: ExecutionContext, terminal: Terminal, keys = 'q'): Promise<void> {
	terminal.write(keys);
	t.is((await terminal.exit).status, 0);
}

export type Output = {readonly status: number; readonly stdout: string; readonly stderr: string};

export type RunningProgram = {
	readonly process: ChildProcess;
	/** Resolves with all complete lines of stdout as soon as there are at least `count`. */
	lines(count: number): Promise<string[]>;
	/** Resolves after the process has ended and its output has been read. The status is the exit status in a shell. */
	readonly ended: Promise<Output>;
};

/**
 * Starts a command with pipes instead of a terminal. Kills it at the end of the test or after `timeout`, by default `patience`.
 */
export function startCommand(
	t: ExecutionContext,
	command: readonly string[],
	options: ProgramOptions,
): RunningProgram {
	const [file = '', ...args] = bundleIfCodeIsAdded(command, options);
	const child = spawn(file, args, {
		cwd: options.cwd,
		env: environment(options),
		...options.user,
		stdio: 'pipe',
		timeout: options.timeout ?? patience,
		killSignal: 'SIGKILL',
	});
	let stdout = '';
	let stderr = '';
	// Commands may end without reading their input.
	child.stdin.on('error', () => {});
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	t.teardown(() => {
		child.kill('SIGKILL');
	});
	const ended = new Promise<Output>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => {
			resolve({status: signal ? 128 + constants.signals[signal] : (code ?? 0), stdout, stderr});
		});
	});
	const lines = async (count: number): Promise<string[]> =>
		new Promise((resolve, reject) => {
			const check = (): void => {
				const whole = stdout.split('\n').slice(0, -1);
				if (whole.length >= count) {
					child.stdout.off('data', check);
					child.off('close', fail);
					resolve(whole);
				}
			};
			const fail = (): void => {
				reject(new Error(`Ended with fewer than ${count} lines:\n${stdout}\n${stderr}`));
			};
			child.stdout.on('data', check);
			child.once('close', fail);
			check();
		});

	return {process: child, lines, ended};
}

/** Starts the program with pipes instead of a terminal. */
export function startProgram(
	t: ExecutionContext,
	args: readonly string[],
	options: ProgramOptions,
): RunningProgram {
	return startCommand(t, programCommand(...args), options);
}

/** Runs the program until it ends, with `input` on stdin. */
export async function runProgram(
	t: ExecutionContext,
	args: readonly string[],
	options: ProgramOptions & {readonly input?: string},
): Promise<Output> {
	const running = startProgram(t, args, options);
	running.process.stdin?.end(options.input ?? '');
	return running.ended;
}
