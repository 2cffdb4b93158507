import {basename} from 'node:path';
import type {ExecutionContext} from 'ava';
import {everything, type Query} from '../../source/query/query.js';
import type {ArrivalMark, Cursor, Entry, Page, Store} from '../../source/store/store.js';
import {logLine} from './log-lines.js';
import {waitFor} from './wait-for.js';

/** Text of each log, by file name. */
export type LogTexts = Readonly<Record<string, string>>;

/** The properties of an entry that are known without the store. */
export type Known = {
	readonly name: string;
	readonly url: string;
	readonly time: number;
	readonly offset: number;
};

/** Returns one line for each time. Its URL has the name of the log and the index of the line. */
export function linesAt(name: string, times: readonly number[]): string {
	return times.map((time, index) => logLine({time, url: `/${name}/${index}`})).join('');
}

/**
 * Reads logs with a regular expression and returns their entries, newest first. Each line must be from `logLine` or be garbage.
 */
export function known(logs: LogTexts, times: Readonly<Record<string, readonly number[]>>): readonly Known[] {
	return Object.entries(logs)
		.flatMap(([name, text]) => {
			let offset = 0;
			const entries: Known[] = [];
			for (const line of text.split('\n')) {
				const url = /"GET (\S+) HTTP\/1.1" .*"$/.exec(line)?.[1];
				if (url !== undefined) {
					entries.push({name, url, time: times[name]?.[entries.length] ?? Number.NaN, offset});
				}
				offset += Buffer.byteLength(line) + 1;
			}
			return entries;
		})
		.sort(
			(a, b) => b.time - a.time || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0) || b.offset - a.offset,
		);
}

/** Reduces an entry to the properties that are known without the store. */
export function seen({file, url, time, offset}: Entry): Known {
	return {name: basename(file), url: url ?? '', time: time ?? Number.NaN, offset};
}

/** Returns all entries, as a single page. */
export async function all(store: Store): Promise<readonly Entry[]> {
	return (await store.page(everything, {from: 'newest'}, 1_000_000)).entries;
}

/** Returns all pages from a cursor on. Asserts that no page has more than `size` entries. */
export async function pagesOf(
	t: ExecutionContext,
	store: Store,
	first: Cursor,
	size: number,
	onward: 'older' | 'newer',
	query: Query = everything,
): Promise<readonly Page[]> {
	const pages: Page[] = [];
	let cursor = first;
	for (;;) {
		const page = await store.page(query, cursor, size);
		t.true(page.entries.length <= size);
		const edge = page.entries.at(onward === 'older' ? -1 : 0);
		if (edge === undefined) {
			return pages;
		}
		pages.push(page);
		cursor = {from: onward, position: edge.position, order: first.order};
	}
}

/** Returns all arrivals after `from`, requested in batches of at most `limit`. */
export async function arrivalsAfter(
	store: Store,
	from: ArrivalMark | null,
	limit: number,
): Promise<{readonly entries: readonly Entry[]; readonly mark: ArrivalMark}> {
	const entries: Entry[] = [];
	let mark = from;
	for (;;) {
		const arrivals = await store.arrivals(everything, mark, limit);
		mark = arrivals.mark;
		if (arrivals.entries.length === 0) {
			return {entries, mark};
		}
		entries.push(...arrivals.entries);
	}
}

/** Waits until the store counts `n` entries. */
export async function untilCounted(store: Store, n: number): Promise<void> {
	let last = Number.NaN;
	await waitFor(
		async () => {
			last = (await store.count(everything)).n;
			return last === n;
		},
		() => `${last} counted, not ${n}`,
	);
}
