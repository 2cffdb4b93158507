import type {Result} from './compare.js';
import type {Answered, Question} from './questions.js';
import type {Spread} from './spread.js';
import {table} from './table.js';

const mebibyte = 1 << 20;

function measured({median, least, most}: Spread, unit: number, digits: number): string {
	const number = (value: number) => (value / unit).toFixed(digits);
	return `${number(median)} (${number(least)}–${number(most)})`;
}

function ratio(value: number | undefined, base: number | undefined): string {
	return value === undefined || base === undefined ? '' : (value / base).toFixed(2);
}

/** What counting a log took each program, beside lnav where that was measured. */
export function countingTable(results: readonly Result[]): string {
	const lnav = results.find(({name}) => name === 'lnav');
	const columns = ['program', 'seconds', 'peak MiB'];
	const beside = lnav === undefined ? [] : ['time / lnav', 'memory / lnav'];
	const rows = results.map(({name, time, peak}) => [
		name,
		measured(time, 1000, 2),
		peak === null ? 'n/a' : measured(peak, mebibyte, 1),
		...(lnav === undefined
			? []
			: [ratio(time.median, lnav.time.median), ratio(peak?.median, lnav.peak?.median)]),
	]);
	return table([...columns, ...beside], rows);
}

/** How much memory an entry takes: what counting the log took above counting an empty one. */
export function bytesPerEntry(empty: Result, full: Result, lines: number): string {
	if (empty.peak === null || full.peak === null) {
		return 'Memory can’t be measured here';
	}
	const bytes = (full.peak.median - empty.peak.median) / lines;
	const level = measured(empty.peak, mebibyte, 1);
	return `With an empty log: ${measured(empty.time, 1000, 2)} s, ${level} MiB; above that ${bytes.toFixed(1)} bytes an entry`;
}

/** How long it took from the start of the program to the first page on the screen, by the log's number of lines. */
export function firstScreenTable(results: ReadonlyMap<number, Spread>): string {
	return table(
		['lines', 'milliseconds to the first page'],
		[...results].map(([lines, time]) => [String(lines), measured(time, 1, 0)]),
	);
}

/** How long each question took, and lnav for the same. */
export function questionTable(
	answers: ReadonlyMap<Question, Answered>,
	lnav: ReadonlyMap<Question, Spread> | null,
): string {
	const beside = lnav === null ? [] : ['lnav ms', 'time / lnav'];
	return table(
		['question', 'matches', 'ms', 'longest wait of a key, ms', ...beside],
		[...answers].map(([question, {n, time, longestWait}]) => {
			const other = lnav?.get(question);
			const theirs =
				other === undefined ? ['', ''] : [measured(other, 1, 0), ratio(time.median, other.median)];
			return [
				`${question.name} ${question.search === '' ? '' : `\`${question.search}\``}`.trim(),
				String(n),
				measured(time, 1, 0),
				longestWait.toFixed(0),
				...(lnav === null ? [] : theirs),
			];
		}),
	);
}
