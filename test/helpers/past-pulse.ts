import {entryAt} from './entry.js';

/** Half an hour with a request every 2 s, and two per second in the last five minutes: 90 of 1500 are 404, 12 are 503. */
export const pastPulse = [
	...Array.from({length: 900}, (_, n) => entryAt(n, n * 2, {status: n % 10 === 0 ? 404 : 200})),
	...Array.from({length: 600}, (_, n) => entryAt(1000 + n, 1500 + n / 2, {status: n % 50 === 0 ? 503 : 200})),
];
