import {BoundedSieve, type RowBounds} from './bounded-sieve.js';
import {NewestSieve} from './newest-sieve.js';
import type {Sieve} from './sifting-writer.js';

/** Which entries are wanted of what another thread reads: plain data. */
export type Wanted =
	/** So many of the newest at most, and none that is older than `least`, milliseconds since 1970. */
	| {readonly most: number; readonly least: number}
	/** Those within bounds. */
	| RowBounds;

/** What lets those through; `pass` is told how many entries it passed over. */
export const sieveOf = (wanted: Wanted, pass: (entries: number) => void): Sieve =>
	'most' in wanted
		? new NewestSieve({most: wanted.most, least: () => wanted.least, pass})
		: new BoundedSieve(wanted, pass);
