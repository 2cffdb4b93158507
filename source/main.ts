import {readFileSync} from 'node:fs';
import {help} from './command-line/help.js';
import {type CommandLine, parseCommandLine} from './command-line/parse-command-line.js';
import {UsageError} from './command-line/usage-error.js';
import {crashReport} from './crash-report.js';
import {ending, Signalled} from './ending.js';
import {exitStatus, statusOfSignal} from './exit-status.js';
import {Failure} from './failure.js';
import {OutputClosed, Sink} from './output/sink.js';
import {say} from './say.js';
import {takeZone} from './take-zone.js';

/** Carries out a command line and ends the process with its status. */
export const main = async (args: readonly string[]): Promise<never> => {
	try {
		process.exit(await run(parseCommandLine(args), ending()));
	} catch (error) {
		process.exit(conclude(error));
	}
};

const run = async (commandLine: CommandLine, signal: AbortSignal): Promise<number> => {
	takeZone(commandLine.zone);
	if (commandLine.show !== undefined) {
		const sink = new Sink(process.stdout);
		await show(commandLine, commandLine.show, sink);
		await sink.flush();
		return exitStatus.done;
	}
	const canDraw = process.stdout.isTTY && process.env.TERM !== 'dumb';
	if (commandLine.form === undefined && canDraw && !commandLine.follow) {
		const {watch} = await import('./watch.js');
		return watch(commandLine, signal);
	}
	const {printOut} = await import('./print-out.js');
	return printOut(commandLine, signal);
};

const show = async (
	commandLine: CommandLine,
	what: NonNullable<CommandLine['show']>,
	sink: Sink,
): Promise<void> => {
	switch (what) {
		case 'help':
			return sink.line(help().trimEnd());
		case 'version':
			return sink.line(version());
		case 'formats': {
			const {listFormats} = await import('./list-formats.js');
			return sink.line(listFormats().join('\n'));
		}
		case 'explain': {
			const {explain} = await import('./explain.js');
			return explain(commandLine, sink);
		}
	}
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
