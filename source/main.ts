import {readFileSync} from 'node:fs';
import type {KeepCode} from './code-cache.js';
import {help} from './command-line/help.js';
import {type CommandLine, parseCommandLine} from './command-line/parse-command-line.js';
import {UsageError} from './command-line/usage-error.js';
import {crashReport} from './crash-report.js';
import {ending, Signalled} from './ending.js';
import {exitStatus, statusOfSignal} from './exit-status.js';
import {Failure} from './failure.js';
import {OutputClosed, Sink} from './output/sink.js';
import {say} from './say.js';

/**
 * Carries out a command line and ends the process with its status. `keepCode` is called when what the next start needs
 * has been compiled: see `launch.ts`.
 */
export const main = async (args: readonly string[], keepCode: KeepCode = () => {}): Promise<never> => {
	try {
		process.exit(await run(parseCommandLine(args), ending(), keepCode));
	} catch (error) {
		process.exit(conclude(error));
	}
};

const run = async (commandLine: CommandLine, signal: AbortSignal, keepCode: KeepCode): Promise<number> => {
	const {show} = commandLine;
	if (show === 'help' || show === 'version') {
		const sink = new Sink(process.stdout);
		await sink.line(show === 'help' ? help().trimEnd() : version());
		await sink.flush();
		return exitStatus.done;
	}
	// All that reads logs, which those wait for in vain that only want to know what there is.
	const {carryOut} = await import('./carry-out.js');
	return carryOut(commandLine, signal, keepCode);
};

const version = (): string => {
	const manifest: {version: string} = JSON.parse(
		readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
	);
	return manifest.version;
};

/** Says what went wrong, one line on stderr, and returns the exit status. */
const conclude = (error: unknown): number => {
	if (error instanceof OutputClosed) {
		return exitStatus.done;
	}
	if (error instanceof Signalled) {
		return statusOfSignal(error.signal);
	}
	const isKnown = error instanceof UsageError || error instanceof Failure;
	say(isKnown ? error.message : crashReport(error), error instanceof UsageError ? error.shown : []);
	return error instanceof UsageError ? exitStatus.wrongUsage : exitStatus.failed;
};
