import {type TextField, textFields} from '../../source/fields/fields.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';

/** Known routes without routes from a config file. */
export const knownRoutes = new KnownRoutes();

/** 5 Nov 2026 9:00:00 UTC. */
export const start = Date.UTC(2026, 10, 5, 9);

const noTexts = Object.fromEntries(textFields.map(field => [field, null])) as Record<TextField, null>;

/** Returns entry number `n`, `n` seconds after `start`. Its token and URL contain `n`. */
export function entry(n: number, changes: Partial<Entry> = {}): Entry {
	const {time = start + n * 1000, durationMs = null, bytes = 1234} = changes;
	return {
		...noTexts,
		position: {time: time ?? start, file: 0, offset: n, durationMs, bytes},
		token: n.toString(16).padStart(13, '0'),
		status: 200,
		ip: '203.0.113.9',
		method: 'GET',
		url: `/en/${n}`,
		time,
		timeSource: null,
		zone: 0,
		protocol: 'HTTP/1.1',
		bytes,
		durationMs,
		incomplete: false,
		format: 'combined',
		file: 'access.log',
		offset: n,
		asn: null,
		country: null,
		source: null,
		fields: {},
		routes: knownRoutes,
		...changes,
	};
}

/** Returns entry number `n`, `seconds` after `start`. */
export function entryAt(n: number, seconds: number, changes: Partial<Entry> = {}): Entry {
	return entry(n, {time: start + seconds * 1000, ...changes});
}

/** Returns the entries from number `first` to `last`, inclusive. */
export function entries(first: number, last: number): readonly Entry[] {
	return Array.from({length: last - first + 1}, (_, index) => entry(first + index));
}
