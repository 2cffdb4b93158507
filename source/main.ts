import {readFileSync} from 'node:fs';
import {help} from './command-line/help.js';
import {type CommandLine, parseCommandLine} from './command-line/parse-command-line.js';
import {UsageError} from './command-line/usage-error.js';
import {crashReport} from './crash-report.js';
import {exitStatus} from './exit-status.js';
import {Failure} from './failure.js';
import {sanitise} from './listing/sanitise.js';
import {OutputClosed} from './output/sink.js';
import {wellKnownLogs} from './well-known-logs.js';

/** Carries out a command line and ends the process with its status. Nothing else prints an error or exits. */
export const main = async (args: readonly string[]): Promise<void> => {
	process.exitCode = exitStatus.failed;
	try {
		const status = await run(parseCommandLine(args));
		process.exit(status);
	} catch (error) {
		process.exit(report(error));
	}
};

const run = async (commandLine: CommandLine): Promise<number> => {
	switch (commandLine.show) {
		case 'help':
			process.stdout.write(help());
			return exitStatus.done;
		case 'version':
			process.stdout.write(`${version()}\n`);
			return exitStatus.done;
		case undefined: {
			const toScreen = commandLine.form === undefined && process.stdout.isTTY;
			const {watch} = toScreen ? await import('./watch.js') : await import('./print-out.js');
			return watch;
		}
	}
};

const version = (): string => {
	const manifest: {version: string} = JSON.parse(
		readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
	);
	return manifest.version;
};

/** Says what went wrong on stderr, one line, and returns the exit status. */
const report = (error: unknown): number => {
	if (error instanceof OutputClosed) {
		return exitStatus.done;
	}
	const isKnown = error instanceof UsageError || error instanceof Failure;
	const text = isKnown ? error.message : crashReport(error);
	process.stderr.write(`reqscope: ${sanitise(text)}\n`);
	return error instanceof UsageError ? exitStatus.wrongUsage : exitStatus.failed;
};
void wellKnownLogs;
