import {allFormats} from '../entries/chosen-readers.js';
import {noStatus} from '../entries/entry-record.js';
import {printedValue} from '../entries/log-fields/log-value.js';
import type {Escapes} from '../entries/values/decode-text.js';
import type {TextField} from '../fields/fields.js';
import {copyWholes} from '../index/compact.js';
import type {Dictionary} from '../index/dictionary.js';
import {segmentRows} from '../index/row-numbers.js';
import type {Segment} from '../index/segment.js';
import {botOfId, familyOfId} from '../query/evaluation/agent-families.js';
import {type Derivation, derivations} from '../query/evaluation/derived-texts.js';
import {isBotOf} from '../query/evaluation/judged-texts.js';
import type {FacetField} from '../query/facet-field.js';
import {rowKernel} from '../wasm/row-kernel.js';
import type {FacetOrder, Facets, FacetValue} from './answers.js';
import {mayHaveDurations} from './durations/duration-sketches.js';
import {routeCounts} from './routes/route-counts.js';
import type {EntryScan} from './scan.js';
import {sortedBySlowness} from './values/compare-values.js';
import {derivedCounts, derivedRows, layersOf} from './values/derived-values.js';
import {type RankedValue, type RankedValues, rankedValues} from './values/ranked-values.js';
import {
	type FindRowIndexes,
	formatRows,
	mappedRows,
	ownTextRows,
	routeRows,
	sameValueRows,
	statusRows,
} from './values/row-indexes.js';
import {countTexts} from './values/text-counts.js';
import {topValues} from './values/top-values.js';
import {type ValueCounts, valueCounts} from './values/value-counts.js';
import {figuresOf} from './values/value-figures.js';
import {valueIndexes} from './values/value-indexes.js';

/** Parameters of a facet query. */
type FacetQuestion = {
	readonly field: FacetField;
	/** Maximum number of values. */
	readonly n: number;
	/** Only values that contain this string, ignoring case; empty for all. */
	readonly containing: string;
	/** The default is `n`. */
	readonly order?: FacetOrder;
	/** True to return the figures of each value. */
	readonly withFigures?: boolean;
	/** True to return the durations by bin with the figures. */
	readonly withDurations?: boolean;
	/** For an order other than by count: the maximum number of values whose figures are all collected. */
	readonly maxFigured?: number;
	/** Returns the path of a file by its number, as it is printed. */
	readonly pathOf: (file: number) => string;
};

/** With more values, an order takes another scan. The figures of 1000 values take up to 2.5 MB. */
const defaultFigured = 1000;

/** Prints a value, which may be the stored form of a list in a log field. */
function printed(value: FacetValue): FacetValue {
	return value.value === null ? value : {...value, value: printedValue(value.value)};
}

type Counted = {
	readonly values: ValueCounts;
	readonly total: number;
	readonly findRowIndexes: FindRowIndexes;
};

/** Returns the first values of a field among the matching entries, in an order. */
export async function facets(
	scan: EntryScan,
	{
		field,
		n,
		containing,
		order = 'n',
		withFigures = false,
		withDurations = false,
		maxFigured = defaultFigured,
		pathOf,
	}: FacetQuestion,
): Promise<Facets> {
	const wanted = containing.toLowerCase();
	const isWanted = (value: string | null): boolean =>
		wanted === '' || (value?.toLowerCase().includes(wanted) ?? false);
	const {total, ...counted} = await count(scan, field, pathOf);
	const size = Math.max(0, n);
	const isByCount =
		order === 'n' || (['p95', 'time', 'max'].includes(order) && !(await mayHaveDurations(scan)));
	const {values, ...others}: RankedValues = isByCount
		? await topValues(scan, counted.values, size, isWanted)
		: await rankedValues(scan, counted, {order, size, isWanted, maxFigured, withDurations});
	const found: readonly FacetValue[] = withFigures
		? await figured(scan, counted, values, order, withDurations)
		: values.map(({value, n: entries}) => ({value, n: entries}));
	return {values: found.map(printed), ...others, total, partial: false};
}

/** Adds the figures of each value, which determine the order by p95. */
async function figured(
	scan: EntryScan,
	{values: counts, findRowIndexes}: Pick<Counted, 'values' | 'findRowIndexes'>,
	values: readonly RankedValue[],
	order: FacetOrder,
	withDurations: boolean,
): Promise<readonly FacetValue[]> {
	const known = values.flatMap(({figures}) => figures ?? []);
	const found =
		known.length === values.length
			? known
			: await figuresOf(
					scan,
					await findRowIndexes(valueIndexes(counts, values)),
					values.length,
					withDurations,
				);
	const all = values.flatMap(({value, n}, index) => {
		const figures = found[index];
		return figures === undefined ? [] : [{value, n, figures}];
	});
	return order === 'p95' ? sortedBySlowness(all) : all;
}

async function count(scan: EntryScan, field: FacetField, pathOf: (file: number) => string): Promise<Counted> {
	switch (field) {
		case 'status':
			return {...(await countStatuses(scan)), findRowIndexes: statusRows};
		case 'file':
			return {
				...(await countSegments(scan, ({file}, rows, add) => add(pathOf(file), rows.length))),
				findRowIndexes: sameValueRows(({file}) => pathOf(file)),
			};
		case 'source':
			// The in-memory index has no fleet: entries have no source.
			return {
				...(await countSegments(scan, (_, rows, add) => add(null, rows.length))),
				findRowIndexes: sameValueRows(() => null),
			};
		case 'format':
			return {...(await countFormats(scan)), findRowIndexes: formatRows(nameOf)};
		case 'client':
			return countMapped(scan, 'userAgent', clientOf);
		case 'family':
			return countMapped(scan, 'userAgent', familyOfId);
		case 'bot':
			return countMapped(scan, 'userAgent', botOfId);
		case 'network':
		case 'refererHost':
		case 'param':
			return countDerived(scan, derivations[field]);
		case 'asn':
		case 'country':
			return countMapped(scan, 'ip', (addresses, _, id) => scan.geo.valueOfId(field, addresses, id));
		case 'route': {
			const {counts, total, missing} = await countTexts(scan, 'url');
			const others = new Map(missing > 0 ? [[null, missing]] : []);
			const plain = await routeCounts(scan, counts);
			return {values: {plain, others}, total, findRowIndexes: routeRows(scan, counts)};
		}
		default: {
			const {counts, total, missing} = await countTexts(scan, field);
			const values = await valueCounts(scan, counts, missing);
			return {values, total, findRowIndexes: ownTextRows(scan, field, counts)};
		}
	}
}

type Add = (value: string | null, n: number) => void;

async function countSegments(
	scan: EntryScan,
	visit: (segment: Segment, rows: Uint16Array, add: Add) => void,
): Promise<Omit<Counted, 'findRowIndexes'>> {
	const others = new Map<string | null, number>();
	let total = 0;
	const add: Add = (value, n) => {
		if (n > 0) {
			others.set(value, (others.get(value) ?? 0) + n);
			total += n;
		}
	};
	await scan.eachSegment((segment, rows) => visit(segment, rows, add));
	return {values: {plain: [], others}, total};
}

const numbers = new Uint32Array(segmentRows);

async function countStatuses(scan: EntryScan): Promise<Omit<Counted, 'findRowIndexes'>> {
	const counts = new Uint32Array(noStatus + 1);
	const others = new Map<string | null, number>();
	const kernel = rowKernel();
	try {
		await scan.eachSegment((segment, rows) => kernel.countNumbers(rows, segment.status.stored(), counts));
	} finally {
		kernel.endCounting();
	}
	let total = 0;
	// A plain loop, because `entries` takes a millisecond for 65,536 numbers.
	for (let status = 0; status < counts.length; status++) {
		const n = counts[status] ?? 0;
		if (n > 0) {
			others.set(status === noStatus ? null : String(status), n);
			total += n;
		}
	}
	return {values: {plain: [], others}, total};
}

async function countFormats(scan: EntryScan): Promise<Omit<Counted, 'findRowIndexes'>> {
	return countSegments(scan, (segment, rows, add) => {
		const format = segment.format.stored();
		if (format.values === undefined) {
			add(nameOf(format.base), rows.length);
			return;
		}
		copyWholes(format, segment.rows, numbers);
		const counts = allFormats.map(() => 0);
		for (const row of rows) {
			const number = numbers[row] ?? 0;
			counts[number] = (counts[number] ?? 0) + 1;
		}
		for (const [number, n] of counts.entries()) {
			add(nameOf(number), n);
		}
	});
}

function nameOf(format: number): string {
	return allFormats[format]?.name ?? 'unknown';
}

/** Counts the values of a field, one for each of its strings. */
async function countMapped(
	scan: EntryScan,
	of: TextField,
	textOf: (texts: Dictionary, escapes: Escapes, id: number) => string | null,
): Promise<Counted> {
	const {counts, total, missing} = await countTexts(scan, of);
	const others = new Map<string | null, number>();
	const add = (value: string | null, n: number): void => {
		if (n > 0) {
			others.set(value, (others.get(value) ?? 0) + n);
		}
	};
	add(null, missing);
	for (const {dictionary, byEscapes} of counts) {
		for (const [escapes, textCounts] of byEscapes) {
			for (let id = 1; id < textCounts.length; id++) {
				const n = textCounts[id] ?? 0;
				if (n > 0 && !dictionary.isReleased) {
					add(textOf(dictionary, escapes, id), n);
				}
				if (scan.isOverAfterStep()) {
					await scan.rest();
				}
			}
		}
	}
	return {values: {plain: [], others}, total, findRowIndexes: mappedRows(scan, of, counts, textOf)};
}

/** Counts the values that derive from the strings of a field: an entry once for each of its values. */
async function countDerived(scan: EntryScan, derivation: Derivation): Promise<Counted> {
	const {counts, total, missing} = await countTexts(scan, derivation.of);
	const derived = await derivedCounts(scan, counts, layersOf(scan, derivation));
	const none = missing + derived.none;
	const others = new Map(none > 0 ? [[null, none]] : []);
	return {
		values: {plain: derived.plain, others},
		total,
		findRowIndexes: derivedRows(scan, derivation.of, derived),
	};
}

function clientOf(agents: Dictionary, escapes: Escapes, id: number): string {
	return isBotOf(agents, escapes, id) ? 'bot' : 'person';
}
