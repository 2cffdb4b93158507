import {missing} from '../../listing/missing.js';
import {sanitise} from '../../listing/sanitise.js';
import type {FacetField} from '../../query/facet-field.js';

/** Longer values are cut before they are made safe: what can't reach the screen isn't worth a look. */
const longest = 8192;

/** A value as it stands on the screen: sanitised. */
export function facetValueText(field: FacetField, value: string | null): string {
	if (value === null) {
		return missing;
	}

	if (value === '') {
		return '(empty)';
	}

	if (field === 'client') {
		return value === 'bot' ? 'bots, and other programs' : 'people';
	}

	const near = value.length > longest ? `${value.slice(0, longest / 2)}…${value.slice(-longest / 2)}` : value;
	return sanitise(near);
}
