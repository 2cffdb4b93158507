import type {CommandLine} from './command-line/parse-command-line.js';
import {exitStatus} from './exit-status.js';
import {explain} from './explain.js';
import {listFormats} from './list-formats.js';
import {Sink} from './output/sink.js';
import {printOut} from './print-out.js';
import {takeZone} from './take-zone.js';
import {watch} from './watch.js';

/** Does what a command line asks for that has to do with logs. Returns the exit status; rejects with the reason of `signal`. */
export const carryOut = async (commandLine: CommandLine, signal: AbortSignal): Promise<number> => {
	takeZone(commandLine.zone);
	if (commandLine.show !== undefined) {
		const sink = new Sink(process.stdout);
		await (commandLine.show === 'explain' ? explain(commandLine, sink) : sink.line(listFormats().join('\n')));
		await sink.flush();
		return exitStatus.done;
	}
	const canDraw = process.stdout.isTTY && process.env.TERM !== 'dumb';
	return commandLine.form === undefined && canDraw && !commandLine.follow
		? watch(commandLine, signal)
		: printOut(commandLine, signal);
};
