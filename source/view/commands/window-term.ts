import {periodFields} from '../../query/field-names.js';
import {termsOf} from '../../query/terms.js';

/** The periods that a key goes through, and after them all. */
const windows = ['since:5m', 'since:15m', 'since:30m', 'since:1h', 'since:24h'];

/** The term of the period after that of a search, or before it; null for all. Any other period counts as all. */
export function windowTerm(text: string, step: 1 | -1): string | null {
	const periods = termsOf(text).filter(({field}) => field !== null && periodFields.includes(field));
	const [only, ...more] = periods.map(term => term.text);
	const place = only === undefined || more.length > 0 ? -1 : windows.indexOf(only);
	// All is at -1.
	const places = windows.length + 1;
	return windows[((place + 1 + step + places) % places) - 1] ?? null;
}
