import {existsSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {commands} from './command-line/commands.js';
import {refuseLogAsValue, refuseSearchAsPath} from './command-line/meant-search.js';
import {type CommandLine, isAsking, parseCommandLine} from './command-line/parse-command-line.js';
import {type GivenOptions, type ReadArguments, readArguments} from './command-line/read-arguments.js';
import {UsageError} from './command-line/usage-error.js';
import {loadSettings} from './config/load-settings.js';
import {ConfigError, configPath, noSettings, type Settings} from './config/settings.js';
import {errorMessage} from './error-message.js';
import {nearest} from './nearest.js';
import {messagesTaken, printMessage} from './output/messages.js';
import {OutputClosed, Sink} from './output/sink.js';
import {aborted, ending, exitStatus, Signalled, statusOfSignal} from './process/ending.js';
import {holdCommonFlags} from './process/engine-flags.js';
import {closeLostTerminals, isTerminalLoss} from './process/lost-terminals.js';
import {keepThreadCode, type ThreadCode} from './reader/start-backfill-thread.js';
import type {View} from './saved-views/views.js';
import type {KeepCode, ProgramPart} from './start/code-cache.js';
import {textOf} from './start/parts.js';
import {isPipedIn} from './tail/files/pipes.js';
import {UserError} from './user-error.js';

/**
 * Returns a one-line report of an unexpected error. The stack goes into a file that the line names, so that the user can report
 * it and the terminal stays readable.
 */
export function crashReport(error: unknown): string {
	const what = errorMessage(error);
	const stack = error instanceof Error ? (error.stack ?? what) : what;
	try {
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'reqscope-crash-')), 'stack.txt');
		writeFileSync(file, `${stack}\n`, {mode: 0o600});
		return `internal error in reqscope: ${what} (the details are in ${file})`;
	} catch {
		return `internal error in reqscope: ${what}`;
	}
}

/**
 * Reads the settings of the config file for these options.
 * @throws ConfigError
 */
export async function settingsOf(given: GivenOptions): Promise<Settings> {
	if (given.has('no-config')) {
		return noSettings;
	}
	const named = given.get('config');
	return named === undefined
		? loadSettings(configPath(process.env, process.platform), false)
		: loadSettings(String(named), true);
}

/**
 * Rejects a mistyped command. Otherwise reqscope would wait forever for a log of that name.
 * @param isThere Returns true if a file of that name exists.
 * @throws UsageError if the first path looks like a command
 */
export function refuseMistypedCommand(
	{show, paths: [first = '']}: Pick<CommandLine, 'show' | 'paths'>,
	isThere: (path: string) => boolean = existsSync,
): void {
	// Names of logs contain a dot, a slash or a digit, or at least none of these words.
	const near =
		show === undefined && /^[a-z]+$/i.test(first)
			? nearest(
					first.toLowerCase(),
					commands.map(({name}) => name),
				)
			: undefined;
	if (near !== undefined && !isThere(first)) {
		throw new UsageError(
			`${first}: no such file; did you mean reqscope ${near}? To wait for a log of that name, write ./${first}`,
		);
	}
}

/** Maximum time for writing messages after a signal, in ms. */
const patience = 500;

/**
 * Executes a command line and exits with its status.
 * @param keepCode Called when all code that the next start needs is compiled.
 * @param threadCode Store for the compiled code of the backfill thread.
 */
export async function main(
	args: readonly string[],
	keepCode: KeepCode = () => {},
	threadCode?: ThreadCode,
): Promise<never> {
	keepThreadCode(threadCode);
	const signal = ending();
	const status = await run(args, signal, part => keepCodeUnderCommonFlags(keepCode, part)).catch(conclude);
	await Promise.race([messagesTaken(), patienceAfter(signal)]);
	closeLostTerminals();
	process.exit(status);
}

/** Resolves some time after the signal, so that a reader that takes nothing can't delay the exit. */
async function patienceAfter(signal: AbortSignal): Promise<void> {
	await aborted(signal).catch(() => {});
	await wait(patience);
}

/** V8 accepts the stored code only under the flags that it was compiled with, and the next start has the default flags. */
function keepCodeUnderCommonFlags(keepCode: KeepCode, part: ProgramPart): void {
	const release = holdCommonFlags();
	try {
		keepCode(part);
	} finally {
		release();
	}
}

async function run(args: readonly string[], signal: AbortSignal, keepCode: KeepCode): Promise<number> {
	const read = readArguments(args);
	const {given} = read;
	const isAnswer = isAsking(read);
	if (!isAnswer) {
		refuseLogAsValue(read, isPipedIn);
	}
	const settings = isAnswer ? noSettings : await settingsOf(given);
	const name = isAnswer ? undefined : given.get('view');
	const view = name === undefined ? null : await wantedView(String(name));
	try {
		return await carriedOut(args, {settings, given, view}, signal, keepCode);
	} catch (error) {
		const hides = given.has('redact') || view?.redact;
		throw hides && error instanceof UsageError ? await withoutSecrets(error, settings.secrets) : error;
	}
}

/** Everything that the command line is parsed with. */
type Read = {
	readonly settings: Settings;
	readonly given: ReadArguments['given'];
	readonly view: View | null;
};

async function carriedOut(
	args: readonly string[],
	{settings, given, view}: Read,
	signal: AbortSignal,
	keepCode: KeepCode,
): Promise<number> {
	const commandLine = parseCommandLine(args, settings, view);
	const {show} = commandLine;
	if (show === 'help') {
		const {help, topicHelp} = await import('./command-line/help.js');
		const [topic] = commandLine.paths;
		return printed([(topic === undefined ? help() : topicHelp(topic)).trimEnd()]);
	}
	if (show === 'version') {
		return printed([version()]);
	}
	if (show === 'config') {
		const {configLines} = await import('./commands/config-lines.js');
		return printed(configLines({settings, commandLine, given, view, env: process.env}));
	}
	refuseMistypedCommand(commandLine);
	refuseSearchAsPath(commandLine);
	// Loaded late: it contains all code that reads logs, which `--help` doesn't need.
	const {carryOut} = await import('./commands/carry-out.js');
	return carryOut(commandLine, {settings, view}, signal, keepCode);
}

/** Returns the error without secrets of the search that it quotes. Omits the position if it would show a secret. */
async function withoutSecrets(
	{message, shown: [text, carets]}: UsageError,
	names: readonly string[],
): Promise<UsageError> {
	const {makeRedaction} = await import('./redaction/redaction.js');
	const {shownText} = makeRedaction(true, names);
	// A part of a secret can't be recognised.
	const isWhole = text !== undefined && !text.includes('…');
	const isSafe = isWhole && carets !== undefined && shownText(text) === text;
	return new UsageError(shownText(message), {shown: isSafe ? [text, carets] : []});
}

/** Reads the view of `--view`. The code for it is loaded only for this option. */
async function wantedView(name: string): Promise<View> {
	const [{chosenView}, {userViews}] = await Promise.all([
		import('./saved-views/chosen-view.js'),
		import('./saved-views/user-views.js'),
	]);
	return chosenView(name, userViews());
}

async function printed(lines: readonly string[]): Promise<number> {
	// A closed stdout isn't an error here: programs run `--version` and ignore the output to check for reqscope.
	const sink = new Sink(process.stdout);
	for (const line of lines) {
		await sink.line(line);
	}
	await sink.flush();
	return exitStatus.done;
}

function version(): string {
	return textOf('version.txt');
}

/** Prints the error as one line on stderr and returns the exit status. */
function conclude(error: unknown): number {
	if (error instanceof OutputClosed) {
		return exitStatus.done;
	}
	if (error instanceof Signalled) {
		return statusOfSignal(error.signal);
	}
	if (isTerminalLoss(error)) {
		return statusOfSignal('SIGHUP');
	}
	if (error instanceof ConfigError) {
		for (const mistake of error.mistakes) {
			printMessage(mistake);
		}
		printMessage('fix the config file, or run with --no-config');
		return exitStatus.wrongUsage;
	}
	if (isDirectoryGone(error)) {
		printMessage("the working directory was deleted or can't be read: change to a different one");
		return exitStatus.failed;
	}
	const isKnown = error instanceof UsageError || error instanceof UserError;
	printMessage(isKnown ? error.message : crashReport(error), error instanceof UsageError ? error.shown : []);
	return error instanceof UsageError ? exitStatus.wrongUsage : exitStatus.failed;
}

/** True if the working directory, the base of relative paths, was deleted. */
function isDirectoryGone(error: unknown): boolean {
	return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
}
