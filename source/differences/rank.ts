import {
	type Change,
	changeOf,
	inBaseline,
	inSelection,
	type MeasureShift,
	type ShiftKind,
	type SideCounts,
	shiftOf,
	type Totals,
} from './change.js';
import type {Clumps} from './clumps.js';
import {addAll, type Bits, type EntryNumbers, type EntrySet} from './entry-set.js';

/** A measure of an entry. */
export type Measure = 'durationMs' | 'bytes';

/** A possible finding: a value that occurs more or less often than expected, or whose entries are slower or larger. */
export type Candidate<Value> = {
	readonly value: Value;
	/** The compared entries with the value. */
	readonly set: EntrySet;
	/** If several names stand for the same entries, the lowest number leads. */
	readonly order: number;
	/** True if a fall is a finding. */
	readonly canFall: boolean;
	/** True if every entry has the value. Only shifts of the same measure follow from its shift. */
	readonly isAll?: boolean;
	/** For a shift of a measure. */
	readonly shift?: Shift;
};

/** A shift of a measure within a value. */
export type Shift = ShiftKind & {
	readonly measure: Measure;
	/** Entries of the value that have the measure, and entries whose measure is extreme: see `Extremes`. */
	readonly measured: EntrySet;
	readonly extreme: EntrySet;
	/** Returns the percentiles of entries that aren't in `without`. */
	percentiles(without: Bits): MeasureShift;
};

/** A cause: the candidate that names it, and what it explains. */
export type Cause<Value> = {
	readonly lead: Candidate<Value>;
	readonly change: Change;
	/** Candidates that mean the same, and consequences that are mostly its entries. Best first. */
	readonly others: readonly Candidate<Value>[];
	/** Consequences that are broader than the cause. */
	readonly broader: readonly Candidate<Value>[];
};

/** Share of the best score from which a finding may be another name of the same cause, and the share of entries in common. */
const minSameScore = 0.7;
const minOverlap = 0.8;

/** Share of the best score from which another name may lead. A weaker one has other requests, too, which blur the cause. */
const minLeadScore = 0.9;

/**
 * Share of a consequence’s entries that are the cause’s, from which it describes the cause. Most consequences of one slow route are
 * broader: every upstream, and the commonest agents.
 */
const minOfCause = 0.5;

/** The rest of a set, and the number of removals before it was counted. */
type Left = {readonly counts: SideCounts; readonly removals: number};

/** Compares the candidates on some entries. */
class Test<Value> {
	readonly #numbers: EntryNumbers;
	readonly #clumps: Clumps;
	readonly #minimumG: number;
	/** Entries of the causes that were found, entries of the last one, and the number of removals. */
	readonly #removed: Bits;
	readonly #lastRemoved: Bits;
	#removals = 0;
	#left: Totals;
	/** Entries of each set that aren't removed. */
	readonly #leftOf = new Map<EntrySet, Left>();
	readonly #percentiles = new Map<Shift, {readonly percentiles: MeasureShift; readonly size: number}>();
	/** Entries of each candidate when it was more than the habits of a few clients. */
	readonly #sizes = new Map<Candidate<Value>, number>();

	constructor(numbers: EntryNumbers, totals: Totals, clumps: Clumps, minimumG: number) {
		this.#numbers = numbers;
		this.#clumps = clumps;
		this.#minimumG = minimumG;
		this.#removed = numbers.none();
		this.#lastRemoved = numbers.none();
		this.#left = totals;
	}

	/** Returns the change of a candidate if it is a finding, otherwise null. Must be called before and after each removal. */
	changeOf(candidate: Candidate<Value>): Change | null {
		const {set, canFall, shift} = candidate;
		const [removed, left] = [this.#removed, this.#left];
		const counts = this.#countsOf(shift?.extreme ?? set);
		const of = shift === undefined ? left.counts : this.#countsOf(shift.measured);
		const clump = {
			...{of: shift?.measured, set: shift?.extreme ?? set},
			...{n: inSelection(of), a: inSelection(counts), m: inBaseline(of), b: inBaseline(counts)},
		};
		const change =
			shift === undefined
				? changeOf(counts, left, canFall)
				: shiftOf(
						{...clump, percentiles: this.#percentilesOf(shift, clump.n + clump.m)},
						shift,
						inSelection(left.counts),
					);
		if (change === null || change.g < this.#minimumG) {
			return null;
		}
		// Most candidates have no entries in common with a cause.
		const size = clump.a + clump.b;
		const isSame = this.#sizes.get(candidate) === size;
		const expected = shift === undefined && !change.isGrowth ? change.expected : undefined;
		if (!isSame && !this.#clumps.hold(change.g, this.#minimumG, {...clump, expected}, removed)) {
			return null;
		}
		this.#sizes.set(candidate, size);
		return change;
	}

	/** Returns the percentiles of the entries that aren't removed, given their number. */
	#percentilesOf(shift: Shift, size: number): MeasureShift {
		const known = this.#percentiles.get(shift);
		const percentiles = known?.size === size ? known.percentiles : shift.percentiles(this.#removed);
		this.#percentiles.set(shift, {percentiles, size});
		return percentiles;
	}

	/** Counts the entries of each kind in a set that aren't removed. */
	#countsOf(set: EntrySet): SideCounts {
		const known = this.#leftOf.get(set);
		if (known?.removals === this.#removals) {
			return known.counts;
		}
		const counts =
			known === undefined
				? this.#numbers.count(set)
				: less(known.counts, this.#numbers.countIn(set, this.#lastRemoved));
		this.#leftOf.set(set, {counts, removals: this.#removals});
		return counts;
	}

	/** Removes the entries of a cause. */
	remove(set: EntrySet): void {
		this.#clumps.remove(set, this.#removed);
		this.#lastRemoved.fill(0);
		addAll(this.#lastRemoved, set, this.#removed);
		addAll(this.#removed, set);
		this.#removals++;
		const {counts, seconds} = this.#left;
		this.#left = {counts: less(counts, this.#numbers.countIn(set, this.#lastRemoved)), seconds};
	}

	/** Checks that the last removal took most entries of a value: the selected ones, or those of the baseline for a fall. */
	tookMostOf({set}: Candidate<Value>, {isGrowth}: Change): boolean {
		const inSide = isGrowth ? inSelection : inBaseline;
		const left = inSide(this.#numbers.count(set)) - inSide(this.#numbers.countIn(set, this.#removed));
		const taken = inSide(this.#numbers.countIn(set, this.#lastRemoved));
		return taken > 0 && taken >= minOfCause * (taken + left);
	}
}

function less(counts: SideCounts, others: SideCounts): SideCounts {
	return [counts[0] - others[0], counts[1] - others[1], counts[2] - others[2], counts[3] - others[3]];
}

/**
 * Returns the shift in all requests that a shift in nearly all of them, such as in `GET`, stands for: the requests without it shifted,
 * too, or the selection has none of them. Null if there is none. The score of all requests is often lower: what is extreme in them,
 * only the slow `POST` were before.
 */
function wholeShift<Value, One extends {readonly candidate: Candidate<Value>}>(
	{set, shift}: Candidate<Value>,
	found: readonly One[],
	numbers: EntryNumbers,
): One | null {
	if (shift === undefined) {
		return null;
	}
	const alike = found.filter(
		({candidate: {shift: other}}) => other?.measure === shift.measure && other.isGrowth === shift.isGrowth,
	);
	const all = alike.find(({candidate}) => candidate.isAll);
	if (all === undefined || !numbers.haveInCommon(set, all.candidate.set, minOverlap)) {
		return null;
	}
	const own = numbers.none();
	addAll(own, set);
	const isApart = ({candidate}: One): boolean => {
		const common = numbers.countIn(candidate.set, own);
		return inSelection(common) + inBaseline(common) === 0;
	};
	return inSelection(numbers.count(set)) === numbers.selected || alike.some(isApart) ? all : null;
}

/**
 * Returns the causes, the strongest first, at most `limit`.
 * @param minimumG - see `minimumG` of chance.ts
 * @param rest - called between steps of a few milliseconds
 */
export async function causesOf<Value>(
	candidates: readonly Candidate<Value>[],
	{
		numbers,
		totals,
		clumps,
		minimumG,
		limit,
		rest,
	}: {
		readonly numbers: EntryNumbers;
		readonly totals: Totals;
		readonly clumps: Clumps;
		readonly minimumG: number;
		readonly limit: number;
		readonly rest: () => Promise<void>;
	},
): Promise<readonly Cause<Value>[]> {
	const test = new Test<Value>(numbers, totals, clumps, minimumG);
	const causes: Cause<Value>[] = [];
	type Found = {readonly candidate: Candidate<Value>; readonly change: Change};
	const judge = async (all: readonly Candidate<Value>[]): Promise<readonly Found[]> => {
		const found: Found[] = [];
		for (const candidate of all) {
			const change = test.changeOf(candidate);
			if (change !== null) {
				found.push({candidate, change});
			}
			await rest();
		}
		return found.sort((a, b) => b.change.score - a.change.score);
	};
	let found = await judge(candidates);
	while (causes.length < limit) {
		const [best] = found;
		if (best === undefined) {
			break;
		}
		const same: Found[] = [];
		for (const one of found) {
			if (
				one.change.score >= minSameScore * best.change.score &&
				numbers.haveInCommon(one.candidate.set, best.candidate.set, minOverlap)
			) {
				same.push(one);
			}
			await rest();
		}
		const whole = best.candidate.isAll ? best : wholeShift(best.candidate, found, numbers);
		const lead =
			whole ??
			same
				.filter(({change}) => change.score >= minLeadScore * best.change.score)
				.reduce((first, one) => (one.candidate.order < first.candidate.order ? one : first), best);
		const others = found.filter(one => one !== lead);
		const isSame = (one: Found): boolean => same.includes(one);
		let isExplained: (one: Found) => boolean;
		let isNamed: (one: Found) => boolean;
		if (lead.candidate.isAll) {
			isExplained = ({candidate: {shift}}) => shift?.measure === lead.candidate.shift?.measure;
			isNamed = isSame;
			found = others.filter(one => !isExplained(one));
		} else {
			test.remove(lead.candidate.set);
			await rest();
			found = await judge(others.filter(one => !isSame(one)).map(({candidate}) => candidate));
			const holding = new Set(found.map(({candidate}) => candidate));
			isExplained = ({candidate}) => !holding.has(candidate);
			isNamed = one => isSame(one) || test.tookMostOf(one.candidate, one.change);
		}
		const explained = others.filter(isExplained);
		const named = new Set(explained.filter(isNamed));
		causes.push({
			lead: lead.candidate,
			change: lead.change,
			others: [...named].map(({candidate}) => candidate),
			broader: explained.filter(one => !named.has(one)).map(({candidate}) => candidate),
		});
	}
	return causes;
}
