import type {Facets, Histogram, Routes} from '../answers/answers.js';
import type {Scan} from '../answers/scan.js';
import type {EntryIndex} from '../index/entry-index.js';
import type {RowFilter} from '../index/row-bits.js';
import {isToken} from '../index/token.js';
import type {Ref} from '../index/walk.js';
import {LineFacts} from '../query/evaluation/line-facts.js';
import type {Selection} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {FacetField} from '../query/facet-field.js';
import {isEverything, type Query} from '../query/query.js';
import {readPlaces} from '../reader/stored-lines.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {LogFile} from '../tail/log-file.js';
import type {ChangeSignal} from './change-signal.js';
import {decodeEntry} from './decode-entry.js';
import type {Ingestion} from './ingestion.js';
import {LineScan} from './line-scan.js';
import {listEntries} from './list-entries.js';
import {readLogged} from './logged-lines.js';
import {Selections} from './selections.js';
import type {ArrivalMark, Arrivals, Count, Cursor, Entry, Page, Store, UnrecognisedLine} from './store.js';

/** The methods of a store that query entries and lines. */
type Questions = Pick<
	Store,
	| 'count'
	| 'page'
	| 'histogram'
	| 'facets'
	| 'routes'
	| 'get'
	| 'arrivals'
	| 'isAfter'
	| 'raw'
	| 'unrecognisedLines'
	| 'searched'
>;

/** The queried index, and the logs of its entries. */
type EntrySource = {
	readonly index: EntryIndex;
	readonly logs: Pick<Ingestion, 'log' | 'logs' | 'places' | 'taken'>;
	/** Clock for searches such as `since:15m`, in ms since 1970. */
	readonly now: () => number;
	/** The format of the lines if the user chose one: see `chosenReaders`. */
	readonly format?: string | undefined;
	readonly routes: KnownRoutes;
	/** Notified after lines have been read. */
	readonly changes: Pick<ChangeSignal, 'changed' | 'next'>;
	/** Called with an error that ends the reading of lines: a bug in the program. */
	readonly failed: (error: unknown) => void;
};

/** Answers a store's queries for entries from an index, and its queries for lines from the files. */
export class EntryQueries implements Questions {
	readonly #index: EntryIndex;
	readonly #logs: EntrySource['logs'];
	readonly #selections: Selections;
	readonly #format: string | undefined;
	readonly #routes: KnownRoutes;
	readonly #changes: EntrySource['changes'];
	readonly #scan: LineScan;
	/** Returns the path of a log for printing. */
	readonly #pathOf = (number: number): string => this.#logs.log(number)?.file.path ?? '';

	constructor({index, logs, now, format, routes, changes, failed}: EntrySource) {
		this.#routes = routes;
		this.#changes = changes;
		this.#scan = new LineScan({
			index,
			fileOf: number => logs.log(number)?.file,
			changed: () => changes.changed(),
			failed,
		});
		this.#index = index;
		this.#format = format;
		this.#logs = logs;
		const files = {
			path: this.#pathOf,
			tokens: (file: number) => {
				const key = logs.log(file)?.key;
				return (offset: number) => key?.number(offset) ?? Number.NaN;
			},
		};
		this.#selections = new Selections({index, files, routes, lines: new LineFacts(index), now}, this.#scan);
	}

	/** Ends the reading of lines. */
	async close(): Promise<void> {
		await this.#scan.close();
	}

	/** Keeps the selection of a query until the caller calls the returned function. */
	pin(query: Query): () => void {
		return this.#selections.pin(query);
	}

	/** Returns the current selection of a query, updated synchronously, for an index that stores only matching entries. */
	matching(query: Query): RowFilter {
		return this.#selections.upToDate(query);
	}

	async count(query: Query, signal?: AbortSignal): Promise<Count> {
		return this.#asked(query, signal, selection => ({
			n: selection?.count ?? this.#index.count,
			partial: false,
			arrived: selection?.arrived ?? this.#index.arrived,
			...(selection !== undefined && selection.facts.length > 0 && {lines: linesOf(selection)}),
		}));
	}

	async searched(query: Query, signal?: AbortSignal): Promise<void> {
		let stop = (): void => {};
		const isDone = (selection: Selection | undefined): boolean => {
			if (selection === undefined || selection.unread === 0) {
				return true;
			}
			stop = this.#scan.keepWanting(selection);
			return false;
		};
		try {
			while (!(await this.#asked(query, signal, isDone))) {
				await this.#changes.next(signal);
			}
		} finally {
			stop();
		}
	}

	async page(query: Query, cursor: Cursor, size: number, signal?: AbortSignal): Promise<Page> {
		return this.#asked(query, signal, selection => {
			const {refs, newer} = listEntries(this.#index, cursor, size, selection);
			return {entries: refs.map(ref => this.#entry(ref)), newer};
		});
	}

	async histogram(
		query: Query,
		from: number,
		to: number,
		step: number,
		signal?: AbortSignal,
	): Promise<Histogram> {
		return this.#scanned(query, signal, async scan => {
			const {histogram} = await import('../answers/histogram.js');
			return histogram(scan, {from, to, step});
		});
	}

	async facets(
		query: Query,
		field: FacetField,
		n: number,
		{containing = '', order = 'n', signal}: Parameters<Store['facets']>[3] = {},
	): Promise<Facets> {
		const question = {field, n, containing, order, pathOf: this.#pathOf};
		return this.#scanned(query, signal, async scan => {
			const {facets} = await import('../answers/facets.js');
			return facets(scan, question);
		});
	}

	async routes(query: Query, n: number, signal?: AbortSignal): Promise<Routes> {
		return this.#scanned(query, signal, async scan => {
			const {routes} = await import('../answers/routes.js');
			return routes(scan, n);
		});
	}

	async get(token: string, signal?: AbortSignal): Promise<Entry | null> {
		signal?.throwIfAborted();
		if (!isToken(token)) {
			return null;
		}
		for (const {key, number} of this.#logs.logs) {
			const ref = key === undefined ? undefined : this.#index.find(number, key.offset(token));
			if (ref !== undefined) {
				return this.#entry(ref);
			}
		}
		return null;
	}

	async arrivals(
		query: Query,
		mark: ArrivalMark | null,
		limit: number,
		signal?: AbortSignal,
	): Promise<Arrivals> {
		await this.searched(query, signal);
		return this.#asked(query, signal, selection => {
			const nextMark = new Map<number, number>();
			const entries: Entry[] = [];
			const {written} = this.#index;
			let taken = 0;
			for (const {number, liveFrom} of this.#logs.logs) {
				const from = mark?.get(number) ?? liveFrom;
				const left = limit - entries.length;
				const {refs, next, passed} = this.#index.arrivals(number, from, left, written, selection);
				taken += passed;
				if (next < Number.POSITIVE_INFINITY) {
					// Skips archives, because the offset of appended lines isn't known yet.
					nextMark.set(number, next);
				}
				entries.push(...refs.map(ref => this.#entry(ref)));
			}
			this.#logs.taken(taken);
			return {entries, mark: nextMark};
		});
	}

	isAfter(mark: ArrivalMark, {position, offset}: Entry): boolean {
		const liveFrom = this.#logs.log(position.file)?.liveFrom ?? 0;
		return offset >= Math.max(liveFrom, mark.get(position.file) ?? 0);
	}

	async raw(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<Uint8Array | null>> {
		signal?.throwIfAborted();
		return readLogged(number => this.#logs.log(number)?.file, entries, {signal, progress}, this.#format);
	}

	async unrecognisedLines(limit: number, signal?: AbortSignal): Promise<readonly UnrecognisedLine[]> {
		signal?.throwIfAborted();
		const file = (number: number): LogFile | undefined => this.#logs.log(number)?.file;
		// Lines of forgotten logs can no longer be read.
		const places = this.#logs.places.newest(limit).filter(({log}) => file(log) !== undefined);
		const lines = await readPlaces(file, places, {signal});
		return places.map(({log, offset}, index) => ({
			file: this.#pathOf(log),
			offset,
			line: lines[index] ?? null,
		}));
	}

	/** Calls `answer` with the updated selection of a query, or with undefined if the query matches everything. */
	async #asked<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (selection: Selection | undefined) => Answer,
	): Promise<Answer> {
		signal?.throwIfAborted();
		return isEverything(query) ? answer(undefined) : this.#selections.ask(query, signal, answer);
	}

	/**
	 * Calls `answer` with a scan of the matching entries. Loads the code of scans only here, so that the first rows don't wait for
	 * it.
	 */
	async #scanned<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (scan: Scan) => Promise<Answer>,
	): Promise<Answer> {
		const selection = await this.#asked(query, signal, selection => selection);
		const {Scan} = await import('../answers/scan.js');
		const slice = new Slice();
		// Yields first, because a screen sends several queries at a time.
		await slice.next(signal);
		return answer(new Scan(this.#index, this.#routes, selection, signal, slice));
	}

	#entry(ref: Ref): Entry {
		const {segment, row} = ref;
		const token = this.#logs.log(segment.file)?.key?.token(segment.offset(row)) ?? '';
		return decodeEntry(ref, this.#pathOf(segment.file), token, this.#routes);
	}
}

/** Returns how many of the lines that a search needs have been read. */
function linesOf({unread, mostUnread, unreadable}: Selection): NonNullable<Count['lines']> {
	return {read: mostUnread - unread, total: mostUnread, unreadable};
}
