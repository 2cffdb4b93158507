import {setTimeout as wait} from 'node:timers/promises';
import {countLine} from '../format/amounts.js';
import {isByCost, type Order} from '../query/order.js';
import type {Query} from '../query/query.js';
import type {Cursor, Entry} from '../store/store.js';
import {type EntryPrinter, entryPrinter} from './entry-printer.js';
import {forms, hasEntries, type PrinterOptions, type PrintForm} from './forms.js';

/** What to print, and how. */
export type PrintOptions = PrinterOptions & {
	readonly query: Query;
	readonly form: PrintForm;
	/** The default is newest first. Printing that follows has no other order. */
	readonly order?: Order;
	/** Maximum number of entries, the first ones in the order; undefined for all. */
	readonly limit: number | undefined;
	/** Number of printed entries in memory while following; see `heldWhileFollowing`. */
	readonly held?: number;
	/** Ends a printing that follows. */
	readonly signal: AbortSignal;
	/** Number of entries per page. */
	readonly pageSize?: number;
	/** Called when reading is complete, before anything is printed. */
	readonly read?: () => void;
	/** Called when all lines that the query needs have been read, before anything is printed. If it rejects, nothing is printed. */
	readonly searched?: () => Promise<void>;
	/** Called with the number of entries printed so far. Printing waits until it resolves. */
	readonly progressed?: (printed: number) => Promise<void>;
};

/** Default number of entries per page. */
const defaultPage = 2000;

/** The default for an order by cost, in which each page reads the costs of all entries. */
const defaultCostPage = 20_000;

/** Interval in which arriving entries are collected, in ms. */
const gatherTime = 20;

/** Number of entries in memory while following: they have been printed, and wait for eviction. */
const heldWhileFollowing = 100_000;

/** Prints the entries of a store in an order. Resolves with the number of printed entries. */
export async function print(options: PrintOptions): Promise<number> {
	const {store, query, form, sink, limit, signal} = options;
	let printed = 0;
	await store.settled(signal);
	await store.searched(query, signal);
	await options.searched?.();
	options.read?.();
	if (limit !== 0) {
		if (forms[form].hasCountLine) {
			await sink.line(countLine((await store.count(query, signal)).n));
		}
		if (hasEntries(form)) {
			printed = await printInOrder(options, entryPrinter(form, options));
		}
	}
	await sink.flush();
	return printed;
}

/** Prints the entries of a store oldest first, then each entry as it arrives, until the signal or until no more can arrive. */
export async function printFollowing(options: PrintOptions): Promise<void> {
	const {store, query, form, sink, signal, held = heldWhileFollowing} = options;
	if (!hasEntries(form)) {
		throw new TypeError(`a ${form} is not followed`);
	}
	const printer = entryPrinter(form, options);
	await store.settled(signal);
	await store.searched(query, signal);
	await options.searched?.();
	options.read?.();
	let {mark} = await store.arrivals(query, null, 0, signal);
	await printOldestFirst(options, async entries =>
		printer(entries.filter(entry => !store.isAfter(mark, entry))),
	);
	await sink.flush();
	const changes = new Changes(options);
	try {
		for (;;) {
			// Must be read before the arrivals. Otherwise the last arrivals could be missing.
			const {isOver} = store.status();
			const arrivals = await store.arrivals(query, mark, defaultPage, signal);
			const isAll = arrivals.entries.length < defaultPage;
			mark = arrivals.mark;
			if (isAll) {
				// Before printing: the output may block for long, and entries that arrive during that time must not be evicted.
				store.holdAtMost(held);
			}
			await printer(arrivals.entries);
			await sink.flush();
			if (isAll && isOver) {
				return;
			}
			if (isAll) {
				await changes.next();
				// On a busy log, don't query after every chunk.
				await wait(gatherTime, undefined, {signal}).catch(() => signal.throwIfAborted());
			}
		}
	} finally {
		changes.close();
	}
}

/** The printer prints the header with the first page, so that its columns fit the rows. */
async function printInOrder(
	{store, query, order = 'time', limit, signal, progressed, ...options}: PrintOptions,
	printer: EntryPrinter,
): Promise<number> {
	const {pageSize = isByCost(order) ? defaultCostPage : defaultPage} = options;
	let left = limit ?? Number.POSITIVE_INFINITY;
	let printed = 0;
	let cursor: Cursor = {from: 'newest', order};
	for (;;) {
		const {entries} = await store.page(query, cursor, Math.min(left, pageSize), signal);
		printed += await printer(entries);
		await progressed?.(printed);
		left -= entries.length;
		const last = entries.at(-1);
		if (last === undefined || left === 0) {
			return printed;
		}
		cursor = {from: 'older', position: last.position, order};
	}
}

async function printOldestFirst(
	{store, query, limit, signal}: PrintOptions,
	printer: EntryPrinter,
): Promise<void> {
	if (limit !== undefined) {
		const {entries} = limit === 0 ? {entries: []} : await store.page(query, {from: 'newest'}, limit, signal);
		await printer(entries.toReversed());
		return;
	}
	let cursor: Cursor = {from: 'oldest'};
	for (;;) {
		const {entries}: {entries: readonly Entry[]} = await store.page(query, cursor, defaultPage, signal);
		await printer(entries.toReversed());
		const [newest] = entries;
		if (newest === undefined) {
			return;
		}
		cursor = {from: 'newer', position: newest.position};
	}
}

/** Waits for changes of a store. */
class Changes {
	readonly #signal: AbortSignal;
	readonly #unsubscribe: () => void;
	#changed = false;
	#wake: (() => void) | undefined;

	constructor({store, query, signal}: PrintOptions) {
		this.#signal = signal;
		this.#unsubscribe = store.subscribe(query, () => {
			this.#changed = true;
			this.#wake?.();
		});
		signal.addEventListener('abort', () => this.#wake?.(), {once: true});
	}

	/** Resolves at the next change, or immediately if one has happened since the last call. Rejects when the signal is aborted. */
	async next(): Promise<void> {
		if (!this.#changed && !this.#signal.aborted) {
			await new Promise<void>(resolve => {
				this.#wake = resolve;
			});
		}
		this.#signal.throwIfAborted();
		this.#changed = false;
	}

	close(): void {
		this.#unsubscribe();
	}
}
