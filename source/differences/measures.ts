import {bins, durationOf, rangesOfBins} from '../answers/durations/duration-sketches.js';
import {segmentRows} from '../index/row-numbers.js';
import {rowKernel} from '../wasm/row-kernel.js';
import {
	baselineOf,
	type Change,
	inBaseline,
	inSelection,
	isShift,
	kinds,
	type MeasureShift,
	type Percentile,
	type Percentiles,
	type SideCounts,
	selectedOf,
	shiftOf,
} from './change.js';
import type {ComparedEntries} from './compared-entries.js';
import {type Bits, type EntryNumbers, type EntrySet, eachIn, partOf} from './entry-set.js';
import type {Measure, Shift} from './rank.js';
import {Marked, markAll, marksOf, type Values} from './values.js';

/** Minimum number of entries on each side, and minimum share of the selection, of a value whose measures are compared. */
export const minMeasured = 30;
export const minShare = 0.002;

/** Maximum share of all entries of such a value. All requests are compared anyway. */
export const maxShare = 0.95;

/**
 * The tests of a measure: the percentile that must change, and the share of the entries of the baseline beyond which an entry is
 * extreme. If the baseline has some minutes of an incident, too, it has the slowest entries, but fewer slow ones: p75 and p50 show it.
 */
const shiftKinds = [
	{isGrowth: true, percentile: 'p95', boundShare: 0.9},
	{isGrowth: true, percentile: 'p75', boundShare: 0.75},
	{isGrowth: true, percentile: 'p50', boundShare: 0.5},
	{isGrowth: false, percentile: 'p95', boundShare: 0.1},
] as const;

/** Marks an entry without the measure. */
const noBin = bins;
const width = bins + 1;

/** A number that isn't exact isn't printed either. */
const maxMeasure = Number.MAX_SAFE_INTEGER;

/** Number of entries that are counted within a millisecond. */
const entriesAtOnce = 500_000;

const marked = new Marked();
const binsOfRows = {durationMs: new Uint16Array(segmentRows), bytes: new Uint16Array(segmentRows)};

/** A measure, and the bins of all entries. */
type ReadMeasure = readonly [Measure, Uint16Array];

/** A shift within a value, before chance is considered. */
export type FoundShift = ShiftOfBins & {readonly value: number; readonly measure: Measure};

/** A shift from one histogram to another. */
export type ShiftOfBins = {
	readonly change: Change;
	readonly percentiles: MeasureShift;
	readonly percentile: Percentile;
	/** Extreme bins are above this one, or below it for a fall. */
	readonly bound: number;
};

/** Numbers of entries by bin. */
type Histograms = {readonly selected: Uint32Array; readonly baseline: Uint32Array};

/**
 * Returns the clearest shift of a measure within a value, or null, and the number of tests: 0 if a side has too few entries with it.
 * @param all - number of all selected entries
 */
export function shiftIn(
	{selected, baseline}: Histograms,
	{canFall, all}: {readonly canFall: boolean; readonly all: number},
): {readonly shift: ShiftOfBins | null; readonly tested: number} {
	const [n, m] = [sumOf(selected), sumOf(baseline)];
	if (n < minMeasured || m < minMeasured) {
		return {shift: null, tested: 0};
	}
	const percentiles = percentilesOf({selected, baseline});
	let clearest: ShiftOfBins | null = null;
	for (const kind of shiftKinds) {
		const {isGrowth, percentile} = kind;
		if ((!isGrowth && !canFall) || !isShift(percentiles, kind)) {
			continue;
		}
		const [bound = 0] = quantilesOf(baseline, m, [kind.boundShare]);
		const extremeIn = (histogram: Uint32Array): number =>
			sumOf(isGrowth ? histogram.subarray(bound + 1) : histogram.subarray(0, bound));
		const change = shiftOf({n, a: extremeIn(selected), m, b: extremeIn(baseline), percentiles}, kind, all);
		if (change !== null && change.score > (clearest?.change.score ?? 0)) {
			clearest = {change, percentiles, percentile, bound};
		}
	}
	return {shift: clearest, tested: shiftKinds.length};
}

/** The durations and sizes of the compared entries, as numbers of bins: see `binOf`. */
export class Measures {
	readonly #entries: ComparedEntries;
	/** By number of the entry. */
	readonly #bins: ReadonlyMap<Measure, Uint16Array>;

	private constructor(entries: ComparedEntries, allBins: ReadonlyMap<Measure, Uint16Array>) {
		this.#entries = entries;
		this.#bins = allBins;
	}

	/** Reads the measures of all entries. */
	static async of(entries: ComparedEntries): Promise<Measures> {
		const kernel = rowKernel();
		const allBins = new Map<Measure, Uint16Array>();
		for (const measure of ['durationMs', 'bytes'] as const) {
			const found = new Uint16Array(entries.numbers.words * 32).fill(noBin);
			let isMeasured = false;
			await entries.each(
				(segment, compared) => {
					isMeasured = true;
					kernel.loadRows(compared.rows);
					const ofRows = kernel.rangesOf(segment[measure].stored(), rangesOfBins(), maxMeasure);
					entries.eachKind(compared, (_, first, end, number) =>
						found.set(ofRows.subarray(first, end), number),
					);
				},
				segment => {
					const {values, base} = segment[measure].stored();
					return values !== undefined || !Number.isNaN(base);
				},
			);
			if (isMeasured) {
				allBins.set(measure, found);
			}
		}
		return new Measures(entries, allBins);
	}

	/**
	 * Finds the shifts within the values of a field. Returns them, and the number of tests.
	 * @param isAll - true if the field has one value, which every entry has
	 */
	async shiftsOf(
		ofField: Values,
		{canFall, isAll = false}: {readonly canFall: boolean; readonly isAll?: boolean},
	): Promise<{readonly shifts: readonly FoundShift[]; readonly tested: number}> {
		const shifts: FoundShift[] = [];
		const values = isAll ? [1] : this.#comparable(ofField.counts);
		if (values.length === 0 || this.#bins.size === 0) {
			return {shifts, tested: 0};
		}
		const measures = [...this.#bins];
		// For each measure and value, a histogram of the selection and one of the baseline.
		const histograms = new Uint32Array(measures.length * values.length * 2 * width);
		await (isAll ? this.#countAll(measures, histograms) : this.#count(ofField, values, measures, histograms));
		let tested = 0;
		for (const [first, [measure]] of measures.entries()) {
			for (const [index, value] of values.entries()) {
				const at = (first * values.length + index) * 2 * width;
				const found = shiftIn(
					{
						selected: histograms.subarray(at, at + bins),
						baseline: histograms.subarray(at + width, at + width + bins),
					},
					{canFall, all: this.#entries.numbers.selected},
				);
				tested += found.tested;
				if (found.shift !== null) {
					shifts.push({...found.shift, value, measure});
				}
			}
			await this.#entries.rest();
		}
		return {shifts, tested};
	}

	/** Counts the entries of values by bin. */
	async #count(
		ofField: Values,
		values: readonly number[],
		measures: readonly ReadMeasure[],
		histograms: Uint32Array,
	): Promise<void> {
		const finders = ofField.marked(marksOf(ofField, values));
		const kernel = rowKernel();
		try {
			await this.#entries.each((segment, compared) => {
				for (const [measure, ofEntries] of measures) {
					this.#entries.eachKind(compared, (_, first, end, number) => {
						binsOfRows[measure].set(ofEntries.subarray(number, number + end - first), first);
					});
				}
				for (const find of finders) {
					const count = find(segment, compared.rows, marked);
					for (const [index, [measure]] of count === 0 ? [] : measures.entries()) {
						kernel.countMarked(
							marked,
							count,
							compared.ends[1],
							{classes: binsOfRows[measure], size: width},
							histograms,
							index * values.length * 2 * width,
						);
					}
				}
			});
		} finally {
			kernel.endCounting();
		}
	}

	/** Counts all entries by bin. */
	async #countAll(measures: readonly ReadMeasure[], histograms: Uint32Array): Promise<void> {
		const {baseline} = this.#entries.numbers;
		for (const [index, [, ofEntries]] of measures.entries()) {
			for (let first = 0; first < ofEntries.length; first += entriesAtOnce) {
				await this.#entries.rest();
				const end = Math.min(ofEntries.length, first + entriesAtOnce);
				const at = 2 * width * index;
				countBins(ofEntries, histograms, first, Math.min(end, baseline), at);
				countBins(ofEntries, histograms, Math.max(first, baseline), end, at + width);
			}
		}
	}

	/** Returns the values with enough entries. */
	#comparable(counts: Uint32Array): readonly number[] {
		const {numbers} = this.#entries;
		const [n, m] = [inSelection(numbers.counts), inBaseline(numbers.counts)];
		const values: number[] = [];
		for (let value = 1; value < counts.length / kinds; value++) {
			const a = selectedOf(counts, value);
			const b = baselineOf(counts, value);
			if (a >= Math.max(minMeasured, n * minShare) && b >= minMeasured && a + b <= maxShare * (n + m)) {
				values.push(value);
			}
		}
		return values;
	}

	/** Returns the candidate for a shift. `set` has the entries of the value. */
	shift({measure, change: {isGrowth}, bound, percentile}: FoundShift, set: EntrySet): Shift {
		const {numbers} = this.#entries;
		const ofEntries = this.#bins.get(measure) ?? new Uint16Array();
		const binOfEntry = (entry: number): number => ofEntries[entry] ?? noBin;
		const measured = partOf(set, entry => binOfEntry(entry) !== noBin);
		const extreme = partOf(measured, entry =>
			isGrowth ? binOfEntry(entry) > bound : binOfEntry(entry) < bound,
		);
		return {
			measure,
			isGrowth,
			measured,
			extreme,
			percentile,
			percentiles: without => percentilesIn(ofEntries, measured, without, numbers),
		};
	}
}

/** Counts some entries in the histogram at index `at`. */
function countBins(
	ofEntries: Uint16Array,
	histograms: Uint32Array,
	first: number,
	end: number,
	at: number,
): void {
	for (let entry = first; entry < end; entry++) {
		const bin = at + (ofEntries[entry] ?? noBin);
		histograms[bin] = (histograms[bin] ?? 0) + 1;
	}
}

function percentilesIn(
	ofEntries: Uint16Array,
	set: EntrySet,
	without: Bits | undefined,
	{baseline}: EntryNumbers,
): MeasureShift {
	const histograms = new Uint32Array(2 * width);
	eachIn(
		set,
		entry => {
			const at = (entry < baseline ? 0 : width) + (ofEntries[entry] ?? noBin);
			histograms[at] = (histograms[at] ?? 0) + 1;
		},
		without,
	);
	return percentilesOf({
		selected: histograms.subarray(0, bins),
		baseline: histograms.subarray(width, width + bins),
	});
}

function sumOf(histogram: Uint32Array): number {
	let sum = 0;
	for (let bin = 0; bin < histogram.length; bin++) {
		sum += histogram[bin] ?? 0;
	}
	return sum;
}

/** Returns the bins that some shares of the entries don't exceed, in ascending order. */
function quantilesOf(histogram: Uint32Array, size: number, shares: readonly number[]): readonly number[] {
	let [bin, sum] = [0, histogram[0] ?? 0];
	return shares.map(share => {
		const rank = Math.max(1, Math.ceil(size * share));
		while (sum < rank && bin < histogram.length - 1) {
			sum += histogram[++bin] ?? 0;
		}
		return bin;
	});
}

function percentilesOf({selected, baseline}: Histograms): MeasureShift {
	const of = (histogram: Uint32Array): Percentiles => {
		const [p50 = 0, p75 = 0, p95 = 0] = quantilesOf(histogram, sumOf(histogram), [0.5, 0.75, 0.95]);
		return {p50: durationOf(p50), p75: durationOf(p75), p95: durationOf(p95)};
	};
	return {selected: of(selected), baseline: of(baseline)};
}

/** The value that every entry has. */
export function everyEntry(counts: SideCounts): Values {
	return {
		counts: Uint32Array.from([0, 0, 0, 0, ...counts]),
		marked: marks => [(_, rows, found) => markAll(rows, marks[1] ?? 0, found)],
		async each() {},
	};
}
