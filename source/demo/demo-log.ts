import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {errnoCode, errnoWords} from '../tail/files/errno-words.js';
import {UserError} from '../user-error.js';
import {type LogLine, liveLines, pastLines, readSample} from './replay.js';

/** Location of the log, and a callback for errors. */
type DemoLogOptions = {
	/** Parent of the log's directory; the default is the system's directory for temporary files. */
	readonly parent?: string;
	/** Called once if the log can't be written (a full disk). The demo writes no more lines after that. */
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
const maxGap = 60_000;

/**
 * Writes the traffic of a storefront to a new temporary log: the last two hours before this function returns, then lines in
 * real time. `stop()` removes the directory, otherwise the exit of the process does, so a signal must lead to `process.exit`.
 * Doesn't keep the process alive.
 * @throws UserError if the log can't be created
 */
export function startDemoLog({parent = tmpdir(), failed}: DemoLogOptions): DemoLog {
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
		const sample = readSample();
		write(file, pastLines(sample, opening));
		let lines = liveLines(sample, opening);
		let next = lines.next().value;

		const wait = () => {
			timer = setTimeout(writeDue, Math.min(1000, Math.max(0, next.time - Date.now())));
			timer.unref();
		};
		const writeDue = () => {
			const now = Date.now();
			if (Math.abs(now - next.time) > maxGap) {
				lines = liveLines(sample, now);
				next = lines.next().value;
			}
			const due: LogLine[] = [];
			for (; next.time <= now; next = lines.next().value) {
				due.push(next);
			}
			try {
				write(file, due);
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

function write(file: number, lines: readonly LogLine[]): void {
	const bytes = Buffer.from(lines.map(({line}) => `${line}\n`).join(''), 'latin1');
	for (let written = 0; written < bytes.length; ) {
		written += writeSync(file, bytes, written);
	}
}
