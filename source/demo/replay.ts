import {brotliDecompressSync} from 'node:zlib';
import {minute} from '../durations.js';
import {bytesOf} from '../start/parts.js';

/** A line of the demo's log, without a line end, and the time when it is written, in ms since 1970. */
export type LogLine = {readonly time: number; readonly line: string};

/**
 * Length of the sample's end, which repeats, in ms. It contains the incident, so the last ten minutes always have an incident.
 * Its first and last minute have the same rate, so the repetition isn't visible in the chart.
 */
const repeated = 10 * minute;

/** A line of the sample. Times are in ms since 1970. */
type SampleLine = {
	readonly logged: number;
	readonly written: number;
	/** The line before and after its time. */
	readonly parts: readonly [before: string, after: string];
};

/** Distance of the lines of the same second, in ms, so that they don't arrive together. */
const spacing = 150;

const stamp = /(?<=\[)(\d+)\/(\w+)\/(\d+):(\S+) \+0000(?=\])/;

/** Reads `samples/storefront.log`, which the build copies. */
export function readSample(): readonly SampleLine[] {
	const packed = bytesOf('demo/storefront.log.br');
	const lines = brotliDecompressSync(packed).toString('latin1').trimEnd().split('\n');
	let written = Number.NEGATIVE_INFINITY;
	return lines.map(line => {
		const [before = '', day, month, year, clock, after = ''] = line.split(stamp);
		const logged = Date.parse(`${day} ${month} ${year} ${clock} GMT`);
		// Some lines are late: they are written after lines with later times.
		written = Math.max(logged, written + spacing);
		return {logged, written, parts: [before, after]};
	});
}

function lineAt({logged, written, parts: [before, after]}: SampleLine, shift: number): LogLine {
	const [, day, month, year, clock] = new Date(logged + shift).toUTCString().split(' ');
	return {time: written + shift, line: `${before}${day}/${month}/${year}:${clock} +0000${after}`};
}

function endOf(sample: readonly SampleLine[]): number {
	return sample.at(-1)?.written ?? 0;
}

/** Returns the traffic of the two hours before `opening`, in ms since 1970. */
export function pastLines(sample: readonly SampleLine[], opening: number): readonly LogLine[] {
	return sample.map(line => lineAt(line, opening - endOf(sample)));
}

/** Returns the traffic from `start` on, in ms since 1970: the end of the sample, again and again. */
export function* liveLines(sample: readonly SampleLine[], start: number): Generator<LogLine, never, void> {
	const from = endOf(sample) - repeated;
	const lines = sample.filter(({written}) => written > from);
	for (let shift = start - from; ; shift += repeated) {
		for (const line of lines) {
			yield lineAt(line, shift);
		}
	}
}
