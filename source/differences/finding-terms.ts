import {literal} from '../query/quoted.js';
import {pattern, termFor} from '../query/terms.js';
import type {Finding} from './differences.js';
import {fieldOf, type NamedValue} from './fields.js';

/** Returns the term that finds the requests with a value; null if no search can, such as for all requests. */
export function termOf({field, value}: NamedValue): string | null {
	if (value === null) {
		return null;
	}
	if (field === 'protocol') {
		return `protocol:==${literal(value)}`;
	}
	if (field === 'path') {
		return `url:${pattern(value)}`;
	}
	const own = fieldOf(field);
	return own === undefined ? null : termFor(own, value, true);
}

/**
 * Returns the term that finds the slow or large requests of a finding: those beyond the percentile of the baseline. After a fall,
 * the fast or small ones, up to the percentile of the selection. Null if no measure changed.
 */
export function measureTermOf({durationMs, bytes}: Pick<Finding, 'durationMs' | 'bytes'>): string | null {
	const shift = durationMs ?? bytes;
	if (shift === undefined) {
		return null;
	}
	const [a, b] = [shift.selected[shift.percentile], shift.baseline[shift.percentile]];
	const bound = Number(Math.min(a, b).toPrecision(3));
	const sign = a > b ? '>' : '<=';
	return durationMs ? `duration:${sign}${bound}ms` : `bytes:${sign}${bound}`;
}

/** Returns the terms for what a finding compared: its value, and the slow or large requests if it is a measure. Empty if no search can. */
export function termsOf(finding: Finding): readonly string[] {
	const ofValue = termOf(finding);
	const ofMeasure = measureTermOf(finding);
	return finding.value !== null && ofValue === null ? [] : [ofValue, ofMeasure].filter(term => term !== null);
}
