import {tinyStepsAtOnce} from '../answers/scan.js';
import {printedValue} from '../entries/log-fields/log-value.js';
import {isLogFieldName, type LogFieldName} from '../query/log-field-name.js';
import {TextSpan} from '../wasm/text-span.js';
import {minimumG} from './chance.js';
import {
	baselineOf,
	type Change,
	changeOf,
	inBaseline,
	inSelection,
	kinds,
	type MeasureShift,
	minEntries,
	type Percentile,
	selectedOf,
	sideCountsOf,
	type Totals,
} from './change.js';
import {clumpsOf} from './clients.js';
import {ComparedEntries, type ComparedSource, type Sides} from './compared-entries.js';
import type {ResolvedComparison, TimeRange} from './comparison.js';
import {EntryLists, type EntryNumbers, type EntrySet} from './entry-set.js';
import {
	comparedFields,
	comparesMeasures,
	type DifferenceField,
	type FieldValue,
	type NamedField,
	type NamedValue,
} from './fields.js';
import {everyEntry, type FoundShift, Measures} from './measures.js';
import {type Candidate, type Cause, causesOf, type Measure} from './rank.js';
import {sharedValues} from './shared-values.js';
import {Marked, marksOf, ValueCounter, type Values} from './values.js';

/** Number and share of the entries of a side. */
export type Part = {readonly n: number; readonly share: number};

/** A shift of a measure, in ms or bytes, and the percentile that shows it best. */
export type FoundMeasureShift = MeasureShift & {readonly percentile: Percentile};

/**
 * A difference between selection and baseline: a value; or all requests, with the field `duration` or `bytes` and the value null.
 */
export type Finding = NamedValue & {
	readonly selected: Part;
	readonly baseline: Part;
	/** Set if the measure has changed within the value. */
	readonly durationMs?: FoundMeasureShift;
	readonly bytes?: FoundMeasureShift;
	/** Other names of the same requests, and consequences that are mostly its requests, best first. */
	readonly also: readonly NamedValue[];
	/** Values that most of its selected requests have, and few of the other selected ones. */
	readonly mostly: readonly NamedValue[];
};

/** The differences between a selection and a baseline. */
export type Differences = {
	/** Best first. */
	readonly findings: readonly Finding[];
	/** Numbers of compared requests. */
	readonly selected: number;
	readonly baseline: number;
	/** True if a side has too few requests to compare. */
	readonly isTooSmall: boolean;
	/** The kind of the baseline, and the period of `before`. */
	readonly kind: ResolvedComparison['kind'];
	readonly before: TimeRange | null;
	/** Fields with values that could be compared, and fields whose values are too rare or missing. */
	readonly compared: readonly DifferenceField[];
	readonly incomparable: readonly DifferenceField[];
	/** Fields in which a finding or a consequence is. */
	readonly different: readonly DifferenceField[];
	/** True if lines haven't been read yet for a log field. If there are many such lines, the field is omitted. */
	readonly partial: boolean;
};

/** Options of a comparison. */
export type DifferenceOptions = {
	/** Maximum number of findings. */
	readonly limit?: number;
	/** Log fields to compare, besides the log fields of the searches: `@tenant`. */
	readonly logFields?: readonly LogFieldName[];
	readonly signal?: AbortSignal | undefined;
	/** Called with the share of the work that is done. */
	readonly progress?: (done: number) => void;
};

/** Default maximum number of findings. */
export const defaultFindings = 10;

/**
 * Numbers of candidates whose entries are collected, the best ones first: always `minCollected`, and up to `maxCollected` while
 * they have few entries. If clients make many requests, hundreds of addresses and networks precede a cause until clumps are
 * considered.
 */
const [minCollected, maxCollected] = [64, 1000];

/** Number of entries, and share of all entries, that are few. */
const fewEntries = 500_000;
const fewShare = 0.1;

/** The comparison and its options. */
type Question = {
	readonly resolved: ResolvedComparison;
	readonly limit: number | undefined;
	readonly logFields: readonly LogFieldName[];
	readonly progress: ((done: number) => void) | undefined;
	/** Returns the path of a file by its number, as it is printed. */
	readonly pathOf: (file: number) => string;
};

/** A value that changed, or whose measure did, before chance is considered. */
type Found = FieldValue & {readonly change: Change; readonly shift?: FoundShift};

/** The values of a field. `field` is null for all requests. */
type Counted = {readonly field: NamedField | null; readonly values: Values};

/**
 * Compares the entries of two sides. See docs/differences.md for the method.
 * @returns the differences; entries that arrive during the comparison are ignored
 */
export async function differences(
	{sides, ...source}: ComparedSource & {readonly sides: Sides},
	{resolved, limit = defaultFindings, logFields, progress = () => {}, pathOf}: Question,
): Promise<Differences> {
	const entries = await ComparedEntries.of(sides, source);
	const {counts} = entries.numbers;
	const totals: Totals = {counts, seconds: resolved.seconds};
	const answer = {
		findings: [],
		selected: inSelection(counts),
		baseline: inBaseline(counts),
		isTooSmall: inSelection(counts) < minEntries || inBaseline(counts) < minEntries,
		kind: resolved.kind,
		before: resolved.before,
		compared: [],
		incomparable: [],
		different: [],
		partial: false,
	};
	if (answer.isTooSmall || limit === 0) {
		return answer;
	}
	const fields = comparedFields(resolved.distinct, logFields, entries.scan.geo.fields);
	const counter = new ValueCounter(entries, pathOf);
	const measures = comparesMeasures(resolved.distinct) ? await Measures.of(entries) : null;
	const counted: Counted[] = [];
	const compared: DifferenceField[] = [];
	const incomparable: DifferenceField[] = [];
	const found: Found[] = [];
	let tested = 0;
	const addShifts = async (field: NamedField | null, values: Values): Promise<void> => {
		const canFall = resolved.seconds !== null;
		const shifts = await measures?.shiftsOf(values, {canFall, isAll: field === null});
		tested += shifts?.tested ?? 0;
		for (const shift of shifts?.shifts ?? []) {
			found.push({field, value: shift.value, change: shift.change, shift});
		}
	};
	for (const [index, field] of fields.entries()) {
		progress(index / (fields.length + 2));
		const values = await counter.valuesOf(field.source);
		const changes = await changesOf(entries, values, totals, field.neverFalls !== true);
		(changes.tested > 0 ? compared : incomparable).push(field.name);
		tested += changes.tested;
		for (const {value, change} of changes.found) {
			found.push({field, value, change});
		}
		if (field.hasMeasures) {
			await addShifts(field, values);
		}
		counted.push({field, values});
	}
	const all = everyEntry(counts);
	await addShifts(null, all);
	counted.push({field: null, values: all});
	progress(fields.length / (fields.length + 2));
	const minimum = minimumG(tested);
	const best = collected(
		found.filter(({change}) => change.g >= minimum).sort((a, b) => b.change.score - a.change.score),
		counted,
		inSelection(counts) + inBaseline(counts),
	);
	if (best.length === 0) {
		return {...answer, compared, incomparable};
	}
	const sets = await setsOf(entries, counted, best);
	const candidates: Candidate<FieldValue>[] = [];
	for (const {field, value, shift} of best) {
		await entries.rest();
		const set = sets.get(field)?.get(value) ?? noEntries;
		candidates.push({
			value: {field, value},
			set,
			order: field?.order ?? Number.POSITIVE_INFINITY,
			canFall: field?.neverFalls !== true,
			isAll: field === null,
			...(shift !== undefined && measures !== null && {shift: measures.shift(shift, set)}),
		});
	}
	const addresses =
		counted.find(({field}) => field?.name === 'ip')?.values ?? (await counter.valuesOf({of: 'ip'}));
	const clumps = await clumpsOf(entries, addresses);
	const causes = await causesOf(candidates, {
		...{numbers: entries.numbers, totals, clumps, minimumG: minimum},
		...{limit, rest: () => entries.rest()},
	});
	progress((fields.length + 1) / (fields.length + 2));
	const shared = await sharedValues(
		entries,
		counted.flatMap(({field, values}) => (field === null || field.isBroad ? [] : [{field, values}])),
		causes.map(({lead}) => lead),
	);
	const namer = await Namer.of(counted, [
		...causes.flatMap(({lead, others}) => [lead, ...others].map(({value}) => value)),
		...shared.flat(),
	]);
	const nameOf = (value: FieldValue, measure?: Measure): NamedValue => namer.of(value, measure);
	const findings = causes.map((cause, index) =>
		findingOf(cause, {
			mostly: (shared[index] ?? []).map(value => nameOf(value)),
			numbers: entries.numbers,
			nameOf,
		}),
	);
	progress(1);
	return {...answer, findings, compared, incomparable, different: differentFields(causes)};
}

/** Returns the first candidates, whose entries are collected. */
function collected(sorted: readonly Found[], counted: readonly Counted[], all: number): readonly Found[] {
	const countsOf = new Map(counted.map(({field, values}) => [field, values.counts]));
	let left = Math.max(fewEntries, all * fewShare);
	return sorted.slice(0, maxCollected).filter(({field, value}, index) => {
		const counts = countsOf.get(field) ?? new Uint32Array();
		left -= selectedOf(counts, value) + baselineOf(counts, value);
		return index < minCollected || left >= 0;
	});
}

/** Returns the values whose entries changed by enough, and the number of values that were tested. */
async function changesOf(
	entries: ComparedEntries,
	{counts}: Values,
	totals: Totals,
	canFall: boolean,
): Promise<{readonly found: readonly {value: number; change: Change}[]; readonly tested: number}> {
	const found: {value: number; change: Change}[] = [];
	let tested = 0;
	const values = counts.length / kinds;
	for (let first = 1; first < values; first += tinyStepsAtOnce) {
		await entries.rest();
		const end = Math.min(values, first + tinyStepsAtOnce);
		for (
			let value = nextTested(counts, first, end);
			value < end;
			value = nextTested(counts, value + 1, end)
		) {
			tested++;
			const change = changeOf(sideCountsOf(counts, value), totals, canFall);
			if (change !== null) {
				found.push({value, change});
			}
		}
	}
	return {found, tested};
}

/** Returns the next value, less than `end`, with enough entries; otherwise `end`. A separate function, which V8 compiles once. */
function nextTested(counts: Uint32Array, first: number, end: number): number {
	let value = first;
	while (value < end && selectedOf(counts, value) + baselineOf(counts, value) < minEntries) {
		value++;
	}
	return value;
}

const marked = new Marked();
const noEntries: EntrySet = {words: new Uint32Array(), bits: new Int32Array()};

/** Returns the entries of each value, by field. */
async function setsOf(
	entries: ComparedEntries,
	counted: readonly Counted[],
	wanted: readonly FieldValue[],
): Promise<ReadonlyMap<NamedField | null, ReadonlyMap<number, EntrySet>>> {
	const sets = new Map<NamedField | null, Map<number, EntrySet>>();
	for (const {field, values} of counted) {
		const numbers = [...new Set(wanted.filter(one => one.field === field).map(({value}) => value))];
		if (numbers.length === 0) {
			continue;
		}
		const lists = new EntryLists(numbers.map(value => sideCountsOf(values.counts, value)));
		const finders = values.marked(marksOf(values, numbers));
		await entries.each((segment, compared) => {
			for (const find of finders) {
				const count = find(segment, compared.rows, marked);
				entries.eachMarkedKind(compared, marked, count, (kind, first, end, offset) =>
					lists.addAll(kind, marked, first, end, offset),
				);
			}
		});
		const ofField = new Map<number, EntrySet>();
		sets.set(field, ofField);
		for (const [index, value] of numbers.entries()) {
			await entries.rest();
			ofField.set(value, lists.set(index));
		}
	}
	return sets;
}

/** The strings of values. */
class Namer {
	readonly #names = new Map<NamedField | null, Map<number, string>>();

	/** Reads the strings of some values. */
	static async of(counted: readonly Counted[], wanted: readonly FieldValue[]): Promise<Namer> {
		const namer = new Namer();
		for (const {field, values} of counted) {
			const numbers = new Set(wanted.filter(one => one.field === field).map(({value}) => value));
			const names = new Map<number, string>();
			namer.#names.set(field, names);
			if (numbers.size > 0) {
				await values.each((value, text) => {
					if (numbers.has(value)) {
						names.set(
							value,
							text instanceof TextSpan ? text.bytes.toString('utf8', text.start, text.end) : text,
						);
					}
				});
			}
		}
		return namer;
	}

	/** Returns a value with its name. `measure` names the measure that changed in all requests. */
	of({field, value}: FieldValue, measure?: Measure): NamedValue {
		if (field === null) {
			return {field: measure === 'bytes' ? 'bytes' : 'duration', value: null};
		}
		const name = this.#names.get(field)?.get(value) ?? '';
		return {field: field.name, value: isLogFieldName(field.name) ? printedValue(name) : name};
	}
}

/** Returns the fields in which causes and their consequences are. */
export function differentFields(causes: readonly Cause<FieldValue>[]): readonly DifferenceField[] {
	const candidates = causes.flatMap(({lead, others, broader}) => [lead, ...others, ...broader]);
	return [...new Set(candidates.flatMap(({value: {field}}) => (field === null ? [] : [field.name])))];
}

/**
 * Returns a cause as a finding.
 * @param nameOf - returns a value with its name; `measure` is the measure that changed in all requests
 */
export function findingOf(
	{lead, others}: Cause<FieldValue>,
	{
		mostly,
		numbers,
		nameOf,
	}: {
		readonly mostly: readonly NamedValue[];
		readonly numbers: EntryNumbers;
		readonly nameOf: (value: FieldValue, measure?: Measure) => NamedValue;
	},
): Finding {
	const counts = numbers.count(lead.set);
	const isSame = ({value: {field, value}}: Candidate<FieldValue>): boolean =>
		field === lead.value.field && value === lead.value.value;
	const named = nameOf(lead.value, lead.shift?.measure);
	// A measure of the same value is part of the finding. In all requests, each measure is a separate finding.
	const shifts = [lead, ...others].flatMap(one =>
		one.shift !== undefined && isSame(one) && (one === lead || lead.value.field !== null) ? [one.shift] : [],
	);
	const [selected, baseline] = [inSelection(counts), inBaseline(counts)];
	const also: NamedValue[] = [];
	for (const other of others) {
		const name = nameOf(other.value, other.shift?.measure);
		const isKnown = [named, ...mostly, ...also].some(
			({field, value}) => field === name.field && value === name.value,
		);
		// A route names its prefix.
		if (!isKnown && !(named.field === 'route' && other.value.field?.isBroad)) {
			also.push(name);
		}
	}
	return {
		...named,
		selected: {n: selected, share: selected / inSelection(numbers.counts)},
		baseline: {n: baseline, share: baseline / inBaseline(numbers.counts)},
		...Object.fromEntries(
			shifts.map(({measure, percentile, percentiles}) => [
				measure,
				{percentile, ...percentiles(numbers.none())} satisfies FoundMeasureShift,
			]),
		),
		also,
		mostly,
	};
}
