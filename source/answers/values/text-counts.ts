import {escapesOf} from '../../entries/escapes-of.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import type {TextField} from '../../fields/fields.js';
import {copyDistances, copyWholes} from '../../index/compact.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {isLogFieldName, type LogFieldName} from '../../query/log-field-name.js';
import {rowKernel} from '../../wasm/row-kernel.js';
import type {EntryScan} from '../scan.js';

/**
 * Returns counts with capacity for numbers up to `last`: the same list if it is long enough, otherwise a copy of at least twice
 * the length. Without a list, returns a new one of the minimum length.
 */
export function withCapacity(counts: Uint32Array | undefined, last: number): Uint32Array {
	if (counts !== undefined && counts.length > last) {
		return counts;
	}
	const wider = new Uint32Array(counts === undefined ? last + 1 : Math.max(last + 1, counts.length * 2));
	if (counts !== undefined) {
		wider.set(counts);
	}
	return wider;
}

/** Number of entries with each string of a dictionary, by its number, for each escaping of the logs. */
export type DictionaryCounts = {
	readonly dictionary: Dictionary;
	readonly byEscapes: ReadonlyMap<Escapes, Uint32Array>;
};

/** Number of entries with each string of a field. */
type TextCounts = {
	/** Counts for each epoch. A string has a count for each group of rows; mostly there is one group. */
	readonly counts: readonly DictionaryCounts[];
	/** Number of entries. */
	readonly total: number;
	/** Number of entries without a string. */
	readonly missing: number;
};

/** Maximum number of counts in WebAssembly, whose memory for them, 16 MB, is never freed. */
const maxInKernel = 4_000_000;

const ids = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);

/** The formats of a segment if they make no difference. */
const unescaped = {values: undefined, base: 0};

/** Groups of rows whose entries are counted separately. */
export type RowGroups = {
	readonly number: number;
	/** Returns the index in the matching rows of a segment at which each group ends. */
	endsIn(segment: Segment, rows: Uint16Array): readonly number[];
};

const oneGroup: RowGroups = {number: 1, endsIn: (_, rows) => [rows.length]};

/**
 * Counts the matching entries by their string in a field. For a log field, counts only entries whose lines have been read, and the
 * strings are in their stored form.
 */
export async function countTexts(
	scan: EntryScan,
	field: TextField | LogFieldName,
	groups: RowGroups = oneGroup,
): Promise<TextCounts> {
	const isLogField = isLogFieldName(field);
	const found = new Map<Dictionary, Map<Escapes, Uint32Array>>();
	let total = 0;
	const kernel = rowKernel();
	const count = (segment: Segment, matching: Uint16Array): void => {
		const texts = scan.textsOf(segment, field);
		if (texts === undefined) {
			return;
		}
		const {dictionary, column, isRead} = texts;
		const allEnds = groups.endsIn(segment, matching);
		const rows = isRead === undefined ? matching : matching.filter(isRead);
		const ends =
			isRead === undefined ? allEnds : allEnds.map(end => matching.subarray(0, end).filter(isRead).length);
		total += rows.length;
		const byEscapes = found.get(dictionary) ?? new Map<Escapes, Uint32Array>();
		found.set(dictionary, byEscapes);
		const countsOf = (escapes: Escapes): Uint32Array => {
			const known = byEscapes.get(escapes);
			const last = (dictionary.size + 1) * groups.number - 1;
			if (known !== undefined && known.length <= last) {
				// Before the counts are copied.
				kernel.endCounting();
			}
			const counts = withCapacity(known, last);
			byEscapes.set(escapes, counts);
			return counts;
		};
		const format = isLogField ? unescaped : segment.format.stored();
		if (format.values === undefined && dictionary.size * groups.number <= maxInKernel) {
			kernel.countNumbers(rows, column, countsOf(isLogField ? 'none' : escapesOf(format.base)), ends);
			return;
		}
		kernel.endCounting();
		const base = copyDistances(column, segment.rows, ids);
		for (let group = 0, first = 0; group < ends.length; group++) {
			const ofGroup = rows.subarray(first, ends[group]);
			first = ends[group] ?? 0;
			if (format.values === undefined) {
				countRows(
					ofGroup,
					base,
					group,
					groups.number,
					countsOf(isLogField ? 'none' : escapesOf(format.base)),
				);
			} else {
				countMixed(segment, ofGroup, base, group, groups.number, countsOf);
			}
		}
	};
	try {
		await scan.eachSegment(count);
	} finally {
		kernel.endCounting();
	}
	const counts = [...found].map(([dictionary, byEscapes]) => ({dictionary, byEscapes}));
	let missing = 0;
	for (const {byEscapes} of counts) {
		for (const ofEscapes of byEscapes.values()) {
			for (let group = 0; group < groups.number; group++) {
				missing += ofEscapes[noText * groups.number + group] ?? 0;
				ofEscapes[noText * groups.number + group] = 0;
			}
		}
	}
	return {counts, total, missing};
}

/** Counts the rows of a group. Each string has `width` counts. */
function countRows(rows: Uint16Array, base: number, group: number, width: number, counts: Uint32Array): void {
	for (let index = 0; index < rows.length; index++) {
		const at = (base + (ids[rows[index] ?? 0] ?? 0)) * width + group;
		counts[at] = (counts[at] ?? 0) + 1;
	}
}

/** Counts rows of logs with different escaping. */
function countMixed(
	segment: Segment,
	rows: Uint16Array,
	base: number,
	group: number,
	width: number,
	countsOf: (escapes: Escapes) => Uint32Array,
): void {
	copyWholes(segment.format.stored(), segment.rows, formats);
	const byFormat: (Uint32Array | undefined)[] = [];
	for (const row of rows) {
		const number = formats[row] ?? 0;
		const counts = byFormat[number] ?? countsOf(escapesOf(number));
		byFormat[number] = counts;
		const at = (base + (ids[row] ?? 0)) * width + group;
		counts[at] = (counts[at] ?? 0) + 1;
	}
}
