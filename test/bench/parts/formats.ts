import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {cachedLog} from '../cached-log.js';
import {type Counter, lnav, wc} from '../counters.js';
import {excesses, type Figure, figureOf, type Taken} from '../figure.js';
import {ratioOf, readLimits, writeRatios} from '../format-ratios.js';
import {type FormatName, formatNames, logFormats} from '../log-formats.js';
import {measure} from '../measure.js';
import {onOneCore, processorTime} from '../processor-time.js';
import type {Session} from '../session.js';
import {best, slope, spread} from '../spread.js';

/** Lines in the logs that reqscope reads, again and again, and how often it reads them per run. */
const lines = 8000;
const passes = 6;

/** Lines in the logs that show how long other programs take to start, and to read. */
const few = 1000;
const many = 200_000;

/** Maximum number of measurements of a format above its limit, before it counts as slower. */
const tries = 4;

const script = fileURLToPath(new URL('../time-lines.js', import.meta.url));

/** Measures reqscope with a format and with `combined`, in turns in one process. */
async function own(format: FormatName, runs: number): Promise<readonly [Taken, Taken]> {
	const logs = [await cachedLog(lines, format), await cachedLog(lines)];
	const words = [script, String(runs * passes), ...logs];
	const {stdout} = await measure(onOneCore({file: process.execPath, arguments: words}));
	const [time = Number.NaN, base = Number.NaN]: readonly number[] = JSON.parse(stdout);
	return [
		['reqscope', spread([time])],
		['combined', spread([base])],
	];
}

/** Measures another program, whose process reads one log. Its start is subtracted. */
async function other({name, command}: Counter, format: FormatName, runs: number): Promise<Taken> {
	const [small, large] = [await cachedLog(few, format), await cachedLog(many, format)];
	const start: number[] = [];
	const whole: number[] = [];
	// The first run sets up its home directory.
	await processorTime(command(small));
	for (let run = 0; run < runs; run++) {
		start.push(await processorTime(command(small)));
		whole.push(await processorTime(command(large)));
	}
	return [name, slope(best(start), best(whole), (many - few) / 1e6)];
}

/**
 * Measures the processor time on one core for a line of each format, without the start: of reqscope, with `combined` measured
 * in the same seconds, of `wc -l`, and of lnav. With `check`, measures only reqscope, and formats above their limit up to
 * `tries` times, because a busy machine may disturb one of the two measurements more. With `write`, measures every format
 * `tries` times.
 */
export async function measureFormats({check, home, runs, write}: Session): Promise<readonly Figure[]> {
	const limits = readLimits();
	const figures: Figure[] = [];
	for (const format of formatNames) {
		const {lnav: table} = logFormats[format];
		const others: Taken[] = [];
		for (const counter of [wc(), table === undefined ? null : lnav(home, table)]) {
			if (counter !== null && !check && !write) {
				others.push(await other(counter, format, runs));
			}
		}
		const measured: Figure[] = [];
		do {
			measured.push(
				...figureOf(format, 'line', [...(await own(format, runs)), ...others], limits.get(format)),
			);
			measured.sort((a, b) => ratioOf(a) - ratioOf(b));
		} while (measured.length < tries && (write || (check && excesses(measured.slice(0, 1)).length > 0)));
		// A quiet machine must reach the written ratio, too.
		figures.push(...measured.splice(write ? tries / 2 : 0, 1));
	}
	if (write) {
		writeRatios(figures);
	}
	return figures;
}
