import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {hour} from '../durations.js';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';
import {type LogLine, traffic} from './traffic.js';

/** How far the demonstration's past reaches back, milliseconds. */
export const pastSpan = 6 * hour;

const quiet = 0.09;
const busy = 3.2;
/** Over which time the traffic grows by a factor of e before it is busy, milliseconds. */
const growth = 4 * 60_000;

/**
 * Requests a second: a quiet shop whose sale begins just as somebody looks, at `opening`. That gives the past
 * some 2,700 lines, and what is live a few lines a second, with no step between them.
 */
export function demoRate(opening: number): (time: number) => number {
	return time => quiet + (busy - quiet) * Math.exp(Math.min(0, time - opening) / growth);
}

/** What is written, and where. */
type DemoLogOptions = {
	/** Chooses the traffic; the time when it starts if left out. */
	readonly seed?: number;
	/** Where the directory is made; the system's place for temporary files if left out. */
	readonly parent?: string;
	/** Told once when the log can't be written any more (a full disk); nothing more is written then. */
	readonly failed: (error: Error) => void;
};

/** A log that is being written. */
type DemoLog = {
	/** The log's path, in a directory of its own that only this user can enter. */
	readonly path: string;
	/** Ends the traffic and removes the directory. Doing it again does nothing. */
	stop(): void;
};

/**
 * When the next line's time is further away than this, milliseconds, either way, the process was stopped or the
 * clock was set: the traffic begins anew, and what was missed is not made up for.
 */
const longestGap = 60_000;

/**
 * Writes live storefront traffic to a new temporary log: some hours of past before this returns, then lines as
 * their time comes. The directory is removed by `stop()`, or else when the process exits; a signal must lead to
 * `process.exit` for that. Doesn't keep the process alive.
 * @throws UserError when the log can't be made
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
				failed(new Error('The demonstration log can’t be written any more', {cause: error}));
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
		`the demonstration log can’t be made in ${parent}: ${problem} (TMPDIR says where it is made)`,
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

/** Writes the lines whose time has come, in one go. Gives the first one that is still to come. */
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
