import type {CommandLine} from '../command-line/parse-command-line.js';
import {UsageError} from '../command-line/usage-error.js';
import type {Settings} from '../config/settings.js';
import type {Zone} from '../format/time-formatter.js';
import {type Sink, stdoutSink} from '../output/sink.js';
import {exitStatus} from '../process/ending.js';
import type {View} from '../saved-views/views.js';
import type {KeepCode} from '../start/code-cache.js';
import {loadFleet} from './load-fleet.js';

/**
 * Sets the process's zone to a named zone, so that times without a zone are parsed in it. `local` and `log` keep the zone of the
 * environment. Must be called before any log is read.
 */
export function takeZone(zone: Zone): void {
	if (zone === 'local' || zone === 'log') {
		return;
	}
	// In the spelling of the system's time zone database, which is case-sensitive.
	const {timeZone} = new Intl.DateTimeFormat('en-US', {timeZone: zone}).resolvedOptions();
	process.env.TZ = timeZone;
}

// Each command is loaded on demand, so that it doesn't wait for the code of the other commands.

/** Runs a command line that concerns logs. Returns the exit status; rejects with the reason of `signal`. */
export async function carryOut(
	commandLine: CommandLine,
	{settings, view}: {readonly settings: Settings; readonly view: View | null},
	signal: AbortSignal,
	keepCode: KeepCode,
): Promise<number> {
	takeZone(commandLine.zone);
	if (commandLine.show === 'ship') {
		const {shipOut} = await loadFleet();
		return shipOut(commandLine, settings, signal);
	}
	if (commandLine.show !== undefined) {
		const sink = stdoutSink();
		const status = await show(commandLine, settings, sink);
		await sink.flush();
		return status;
	}
	const canDraw = process.stdout.isTTY && process.env.TERM !== 'dumb';
	const prints = commandLine.form !== undefined || commandLine.report !== undefined || commandLine.follow;
	if (canDraw && !prints) {
		if (commandLine.limit !== undefined) {
			throw new UsageError('--limit is for printing: with it give --text, --json, --csv or --raw');
		}
		const {watch} = await import('./watch.js');
		return watch(commandLine, {settings, panel: view?.panel ?? null}, signal, keepCode);
	}
	const {printOut} = await import('./print-out.js');
	const status = await printOut(commandLine, settings, signal);
	keepCode('print');
	return status;
}

async function show(commandLine: CommandLine, settings: Settings, sink: Sink): Promise<number> {
	switch (commandLine.show) {
		case 'doctor': {
			const {consultDoctor} = await import('./consult-doctor.js');
			return consultDoctor(commandLine, settings, sink);
		}
		case 'views': {
			const [{listViews}, {userViews}, {makeRedaction}] = await Promise.all([
				import('../saved-views/list-views.js'),
				import('../saved-views/user-views.js'),
				import('../redaction/redaction.js'),
			]);
			const redaction = makeRedaction(commandLine.redact, settings.secrets);
			for (const line of listViews(await userViews().read(), redaction)) {
				await sink.line(line);
			}
			return exitStatus.done;
		}
		case 'completions': {
			const {completions} = await import('../completions/completions.js');
			await sink.line(completions(commandLine.paths));
			return exitStatus.done;
		}
		case 'explain': {
			const {explain} = await import('./explain.js');
			await explain(commandLine, settings, sink);
			return exitStatus.done;
		}
		default: {
			const {listFormats} = await import('./list-formats.js');
			await sink.line(listFormats(settings.formats).join('\n'));
			return exitStatus.done;
		}
	}
}
