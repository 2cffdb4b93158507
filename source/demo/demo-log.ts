import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {hour} from '../durations.js';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';
import {type LogLine, traffic} from './traffic.js';

/** Duration of the traffic before the start, in ms. */
export const pastSpan = 6 * hour;

const quiet = 0.09;
const busy = 3.2;
/** Time in which the traffic grows by a factor of e before it is busy, in ms. */
const growth = 4 * 60_000;

/**
 * Returns the rate in requests per second: a quiet shop whose sale begins at `opening`, the start of the program. This gives
 * about 2,700 lines before the start, and a few lines per second live, without a step in between.
 */
export function demoRate(opening: number): (time: number) => number {
	return time => quiet + (busy - quiet) * Math.exp(Math.min(0, time - opening) / growth);
}

/** Seed and place of the log, and a callback for errors. */
type DemoLogOptions = {
	/** Seed of the traffic; the default is the start time. */
	readonly seed?: number;
	/** Parent of the log's directory; the default is the system's directory for temporary files. */
	readonly parent?: string;
	/** Called once if the log can't be written (a full disk). Nothing is written after that. */
	readonly failed: (error: Error) => void;
};

/** A log that is being written. */
type DemoLog = {
	/** Path of the log, in a separate directory that only this user can enter. */
	readonly path: string;
	/** Ends the traffic and removes the directory. Idempotent. */
	stop(): void;
};

/**
 * Maximum distance of the next line's time, in ms. Beyond it, the process was suspended or the clock was set: the traffic
 * restarts at the current time, and the gap isn't filled.
 */
const longestGap = 60_000;

/**
 * Writes live storefront traffic to a new temporary log: some hours of earlier traffic before this returns, then lines in real
 * time. `stop()` removes the directory, otherwise the exit of the process does, so a signal must lead to `process.exit`. Doesn't
 * keep the process alive.
 * @throws UserError if the log can't be created
 */
export function startDemoLog({seed, parent = tmpdir(), failed}: DemoLogOptions): DemoLog {
	const opening = Date.now();
	const directory = makeDirectory(parent);
	let log: number | undefined;
	let timer: NodeJS.Timeout | undefined;

	const stop = () => {
		process.off('exit', stop);
		clearTimeout(timer);
		if (log !== undefined) {
			closeSync(log);
			log = undefined;
		}
		rmSync(directory, {recursive: true, force: true});
	};
	process.on('exit', stop);

	try {
		const path = join(directory, 'access.log');
		const file = openSync(path, 'ax', 0o600);
		log = file;
		let nextSeed = seed ?? opening;
		const from = (start: number) => traffic({seed: nextSeed++, start, perSecond: demoRate(opening)});
		let lines = from(opening - pastSpan);
		let next = writeDue(file, lines, lines.next().value, opening);

		const wait = () => {
			timer = setTimeout(write, Math.min(1000, Math.max(0, next.time - Date.now())));
			timer.unref();
		};
		const write = () => {
			const now = Date.now();
			if (Math.abs(now - next.time) > longestGap) {
				lines = from(now);
				next = lines.next().value;
			}
			try {
				next = writeDue(file, lines, next, now);
			} catch (error) {
				failed(new Error('The demonstration log can no longer be written', {cause: error}));
				return;
			}
			wait();
		};
		wait();
		return {path, stop};
	} catch (error) {
		stop();
		throw errnoCode(error) === undefined ? error : cannotBeMade(parent, error);
	}
}

function cannotBeMade(parent: string, error: unknown): UserError {
	const problem = errnoWords(error);
	return new UserError(
		`the demonstration log can’t be created in ${parent}: ${problem} (TMPDIR sets the directory)`,
		{cause: error},
	);
}

function makeDirectory(parent: string): string {
	try {
		return mkdtempSync(join(parent, 'reqscope-demo-'));
	} catch (error) {
		throw cannotBeMade(parent, error);
	}
}

/** Writes all lines that are due at once. Returns the first future line. */
function writeDue(file: number, lines: Iterator<LogLine, never>, first: LogLine, now: number): LogLine {
	let next = first;
	let text = '';
	while (next.time <= now) {
		text += `${next.line}\n`;
		next = lines.next().value;
	}
	const bytes = Buffer.from(text);
	for (let written = 0; written < bytes.length; ) {
		written += writeSync(file, bytes, written);
	}
	return next;
}
