import {setTimeout as wait} from 'node:timers/promises';
import {countLine} from '../format/amounts.js';
import type {Query} from '../query/query.js';
import type {Cursor, Entry} from '../store/store.js';
import {type EntryPrinter, entryPrinter, type PrinterOptions, type PrintForm} from './entry-printer.js';

/** What is printed, and how. */
export type PrintOptions = PrinterOptions & {
	readonly query: Query;
	readonly form: PrintForm;
	/** Only the newest so many; undefined: all. */
	readonly limit: number | undefined;
	/** Entries held while following that have been printed; see `heldWhileFollowing`. */
	readonly held?: number;
	/** Ends a printing that follows. */
	readonly signal: AbortSignal;
	/** Entries asked of the store at a time. */
	readonly pageSize?: number;
	/** Called once all has been read, before anything is printed. */
	readonly read?: () => void;
	/** Told how many entries have been printed so far; the next ones wait for it. */
	readonly told?: (printed: number) => Promise<void>;
};

/** Entries asked of the store at a time. */
const usualPage = 2000;

/** So long what arrives is gathered before it is printed, milliseconds. */
const gatherTime = 20;

/** Entries held while following: they have been printed, and only wait to be let go. */
const heldWhileFollowing = 100_000;

/** Prints what the store holds, newest first. Resolves with how many entries were printed. */
export async function print(options: PrintOptions): Promise<number> {
	const {store, query, form, sink, limit, signal} = options;
	let printed = 0;
	await store.settled(signal);
	options.read?.();
	if (limit !== 0) {
		if (form === 'count' || form === 'text') {
			await sink.line(countLine((await store.count(query, signal)).n));
		}
		if (form !== 'count') {
			printed = await printNewestFirst(options, entryPrinter(form, options));
		}
	}
	await sink.flush();
	return printed;
}

/**
 * Prints what the store holds oldest first, then each entry as it arrives: until the signal, or until nothing can come
 * any more.
 */
export async function printFollowing(options: PrintOptions): Promise<void> {
	const {store, query, form, sink, signal, held = heldWhileFollowing} = options;
	if (form === 'count') {
		throw new TypeError('a count is not followed');
	}
	const printer = entryPrinter(form, options);
	await store.settled(signal);
	options.read?.();
	let {mark} = await store.arrivals(query, null, 0, signal);
	await printOldestFirst(options, async entries =>
		printer(entries.filter(entry => !store.isAfter(mark, entry))),
	);
	await sink.flush();
	const changes = new Changes(options);
	try {
		for (;;) {
			// Asked before what has come: else the last of it could be missing there.
			const {isOver} = store.status();
			const arrivals = await store.arrivals(query, mark, usualPage, signal);
			const isAll = arrivals.entries.length < usualPage;
			mark = arrivals.mark;
			if (isAll) {
				// Now, and not once these are printed: the output may wait for long, and what comes meanwhile isn't
				// to be let go.
				store.holdAtMost(held);
			}
			await printer(arrivals.entries);
			await sink.flush();
			if (isAll && isOver) {
				return;
			}
			if (isAll) {
				await changes.next();
				// Where much is written, what is new isn't asked for with every piece that is read.
				await wait(gatherTime, undefined, {signal}).catch(() => signal.throwIfAborted());
			}
		}
	} finally {
		changes.close();
	}
}

/** The first call of the printer, which prints the header, is with the first page: so the header fits the rows. */
async function printNewestFirst(
	{store, query, limit, signal, pageSize = usualPage, told}: PrintOptions,
	printer: EntryPrinter,
): Promise<number> {
	let left = limit ?? Number.POSITIVE_INFINITY;
	let printed = 0;
	let cursor: Cursor = {from: 'newest'};
	for (;;) {
		const {entries} = await store.page(query, cursor, Math.min(left, pageSize), signal);
		printed += await printer(entries);
		await told?.(printed);
		left -= entries.length;
		const last = entries.at(-1);
		if (last === undefined || left === 0) {
			return printed;
		}
		cursor = {from: 'older', position: last.position};
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
		const {entries}: {entries: readonly Entry[]} = await store.page(query, cursor, usualPage, signal);
		await printer(entries.toReversed());
		const [newest] = entries;
		if (newest === undefined) {
			return;
		}
		cursor = {from: 'newer', position: newest.position};
	}
}

/** Tells when the store has changed since it was last asked. */
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

	/** Resolves at the next change, at once if there was one meanwhile. Rejects when the signal is aborted. */
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
