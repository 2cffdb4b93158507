// Reads logs again and again, in turns, as `reqscope --count` reads their chunks, and prints the time per line of each, in ns, as JSON.
//
//     node build/test/bench/time-lines.js PASSES LOG…
import {readFileSync} from 'node:fs';
import process from 'node:process';
import {newline} from '../../source/ascii.js';
import {NewestIndex} from '../../source/index/newest-index.js';
import {setFlagsForReading} from '../../source/process/engine-flags.js';
import {BackfillLines, TimedLines} from '../../source/reader/backfill-lines.js';
import {LineProcessor} from '../../source/reader/line-processor.js';
import {defaultSizes} from '../../source/reader/read-sizes.js';

/**
 * Approximate maximum time of a timed piece, in ms. Other programs interrupt only a few readings of such a short piece, but
 * all readings of a longer one. Only lines that TypeScript reads take that long, and the chunk size doesn't affect them.
 */
const maxTime = 1;

/** Longer than any line, in bytes. */
const minSize = 8192;

/** A log that is read again and again. */
class RepeatedLog {
	readonly #bytes: Buffer;
	readonly #index = new NewestIndex(0);
	readonly #target = new BackfillLines(
		new LineProcessor(() => {}),
		() => this.#index.writer(0, false),
		() => {},
	);
	readonly #lines = new TimedLines({
		offset: 0,
		onlyTimed: false,
		beginsFile: true,
		target: this.#target,
	});
	#size = defaultSizes.chunk;
	#fastest: number[] = [];

	constructor(path: string) {
		this.#bytes = readFileSync(path);
	}

	/** Reads the log once more, in pieces. */
	read(): void {
		for (let start = 0, piece = 0; start < this.#bytes.length; piece++) {
			const end = this.#bytes.lastIndexOf(newline, start + this.#size - 1) + 1;
			const begun = performance.now();
			this.#lines.write(this.#bytes, start, end);
			this.#target.chunkDone();
			const time = performance.now() - begun;
			this.#fastest[piece] = Math.min(this.#fastest[piece] ?? time, time);
			start = end;
		}
	}

	/** Makes the pieces so small that they take at most `maxTime`. */
	limitPieces(): void {
		this.#size = Math.max(minSize, Math.ceil(this.#size * Math.min(1, maxTime / Math.max(...this.#fastest))));
		this.#fastest = [];
	}

	/** The sum of the fastest times of the pieces, in ms. */
	get time(): number {
		return this.#fastest.reduce((sum, time) => sum + time);
	}

	/** Number of requests that were read so far. */
	get count(): number {
		return this.#index.count;
	}
}

/** Passes before the measured ones, in which V8 compiles the code. */
const warmUp = 4;

function readInTurns(logs: readonly RepeatedLog[], passes: number): void {
	for (let pass = 0; pass < passes; pass++) {
		for (const log of logs) {
			log.read();
		}
	}
}

setFlagsForReading();
const [passes, ...paths] = process.argv.slice(2);
const logs = paths.map(path => new RepeatedLog(path));
readInTurns(logs, warmUp);
const counts = logs.map(log => {
	log.limitPieces();
	return log.count / warmUp;
});
readInTurns(logs, Number(passes));
console.log(JSON.stringify(logs.map(({time}, index) => (time * 1e6) / (counts[index] ?? Number.NaN))));
