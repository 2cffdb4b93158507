import type {Differences, Finding} from '../differences/differences.js';
import type {DifferenceField, NamedValue} from '../differences/fields.js';
import {sanitise} from './sanitise.js';

/** Default maximum number of other values in a line. */
const defaultNamed = 3;

const fractions = new Map([
	[2, '½'],
	[3, '⅓'],
	[4, '¼'],
	[5, '⅕'],
	[6, '⅙'],
	[8, '⅛'],
]);

/** Formats how much more or less frequent a value is, or how much larger its measure: `×30`, `×4.4`, `×⅓`, `new`, `gone`. */
export function timesText(selected: number, baseline: number): string {
	if (baseline === 0) {
		return 'new';
	}
	if (selected === 0) {
		return 'gone';
	}
	const ratio = selected / baseline;
	if (ratio >= 0.95) {
		return `×${ratio < 9.95 ? Number(ratio.toFixed(1)) : Math.round(ratio)}`;
	}
	const inverse = Math.round(1 / ratio);
	return inverse === 1 ? `×${ratio.toFixed(1)}` : `×${fractions.get(inverse) ?? `1/${inverse}`}`;
}

/** A value with the name of its field for display. */
export type ShownValue = {readonly field: string; readonly value: string | null};

/** Returns a value with the name of its field: `route /checkout`. Sanitised. */
export function nameText({field, value}: ShownValue): string {
	return value === null ? `${field} of all requests` : `${field} ${sanitise(value)}`;
}

/**
 * Returns the values that most requests of a finding share, and its other names: `mostly upstream 10.0.0.13`, `also status
 * 502`. Sanitised.
 * @param maxNamed - maximum number of values of each kind
 */
export function behindTexts(
	{mostly, also}: Pick<Finding, 'mostly' | 'also'>,
	shown: (value: NamedValue) => ShownValue = value => value,
	maxNamed = defaultNamed,
): readonly string[] {
	const listed = (label: string, values: readonly NamedValue[]): readonly string[] => {
		const more = values.length > maxNamed ? `, ${values.length - maxNamed} more` : '';
		const names = values.slice(0, maxNamed).map(value => nameText(shown(value)));
		return names.length === 0 ? [] : [`${label} ${names.join(', ')}${more}`];
	};
	return [...listed('mostly', mostly), ...listed('also', also)];
}

/** Returns the fields that can't be compared by their names and, for less room, by their number. Both are empty without any. */
export function incomparableTexts(
	{compared, incomparable}: Pick<Differences, 'compared' | 'incomparable'>,
	nameOf: (field: DifferenceField) => string,
): readonly [names: string, number: string] {
	const all = compared.length + incomparable.length;
	const reason = 'too few requests, or nearly all values differ';
	return incomparable.length === 0
		? ['', '']
		: [
				`${incomparable.map(nameOf).join(', ')}: can’t tell, ${reason}`,
				`${incomparable.length} of ${all} fields can’t tell: ${reason}`,
			];
}
