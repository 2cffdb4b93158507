import {segmentRows} from '../index/row-numbers.js';
import {inSelection, kinds, selectedOf} from './change.js';
import type {ComparedEntries} from './compared-entries.js';
import {eachIn} from './entry-set.js';
import type {FieldValue, NamedField} from './fields.js';
import type {Candidate} from './rank.js';
import {Marked, marksOf, type Values} from './values.js';

/** Minimum share of the entries of a finding that have a value, and minimum ratio of this share to the share of other entries. */
export const minShare = 0.8;
export const minTimes = 2;

/** Number of other selected entries from which a value can be less frequent there. */
export const minOthers = 10;

/** Maximum number of values for a finding. */
export const maxShared = 3;

const marked = new Marked();
const rows = new Uint16Array(segmentRows);
const masks = new Uint32Array(segmentRows);

/** Maximum number of findings that are examined: the bits of a mask. */
const maxExamined = 32;

type FieldValues = {readonly field: NamedField; readonly values: Values};

/**
 * Returns, for each finding, the values of other fields that most of its selected entries have and few of the other selected ones:
 * conjunctions without a search over pairs.
 */
export async function sharedValues(
	entries: ComparedEntries,
	fields: readonly FieldValues[],
	findings: readonly Candidate<FieldValue>[],
): Promise<ReadonlyArray<readonly FieldValue[]>> {
	const {numbers} = entries;
	const examined = findings.slice(0, maxExamined);
	const sizes = examined.map(({set}) => inSelection(numbers.count(set)));
	const shared: FieldValue[][] = findings.map(() => []);
	const minSize = Math.min(...sizes.filter(size => size > 0 && numbers.selected - size >= minOthers));
	if (minSize === Number.POSITIVE_INFINITY) {
		return shared;
	}
	const maskOf = new Uint32Array(numbers.baseline);
	for (const [index, {set}] of examined.entries()) {
		eachIn(numbers.selectionOf(set), entry => {
			maskOf[entry] = (maskOf[entry] ?? 0) | (1 << index);
		});
		await entries.rest();
	}
	for (const {field, values} of fields) {
		await entries.rest();
		const frequent = frequentValues(values, minSize * minShare);
		if (frequent.length === 0) {
			continue;
		}
		const finders = values.marked(marksOf(values, frequent));
		const counts = new Uint32Array((frequent.length + 1) * examined.length);
		await entries.each((segment, compared) => {
			let count = 0;
			entries.eachKind(compared, (kind, first, end, number) => {
				for (let index = first; kind < 2 && index < end; index++) {
					const mask = maskOf[number + index - first] ?? 0;
					if (mask !== 0) {
						rows[count] = compared.rows[index] ?? 0;
						masks[count++] = mask;
					}
				}
			});
			for (const find of count === 0 ? [] : finders) {
				const found = find(segment, rows.subarray(0, count), marked);
				for (let at = 0; at < found; at++) {
					const mark = marked.marks[at] ?? 0;
					for (let mask = masks[marked.indexes[at] ?? 0] ?? 0; mask !== 0; mask &= mask - 1) {
						const cell = mark * examined.length + 31 - Math.clz32(mask & -mask);
						counts[cell] = (counts[cell] ?? 0) + 1;
					}
				}
			}
		});
		for (const [index, finding] of examined.entries()) {
			const size = sizes[index] ?? 0;
			const others = numbers.selected - size;
			if (finding.value.field === field || size === 0 || others < minOthers) {
				continue;
			}
			for (const [mark, value] of frequent.entries()) {
				const n = counts[(mark + 1) * examined.length + index] ?? 0;
				const elsewhere = selectedOf(values.counts, value) - n;
				if (n >= minShare * size && n / size >= minTimes * (elsewhere / others)) {
					shared[index]?.push({field, value});
				}
			}
		}
	}
	return shared.map(values => values.slice(0, maxShared));
}

function frequentValues(values: Values, min: number): readonly number[] {
	const frequent: number[] = [];
	for (let value = 1; value < values.counts.length / kinds; value++) {
		if (selectedOf(values.counts, value) >= min) {
			frequent.push(value);
		}
	}
	return frequent;
}
