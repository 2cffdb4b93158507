import type {Facets, Histogram, Routes} from '../answers/answers.js';
import type {Scan} from '../answers/scan.js';
import type {EntryIndex} from '../index/entry-index.js';
import type {RowFilter} from '../index/row-bits.js';
import {isToken} from '../index/token.js';
import type {Ref} from '../index/walk.js';
import type {Selection} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {FacetField} from '../query/facet-field.js';
import {isEverything, type Query} from '../query/query.js';
import {readPlaces} from '../reader/stored-lines.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {LogFile} from '../tail/log-file.js';
import {decodeEntry} from './decode-entry.js';
import type {Ingestion} from './ingestion.js';
import {listEntries} from './list-entries.js';
import {readLogged} from './logged-lines.js';
import {Selections} from './selections.js';
import type {ArrivalMark, Arrivals, Count, Cursor, Entry, Page, Store, UnrecognisedLine} from './store.js';

/** The questions of a store about entries and lines. */
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
>;

/** What is asked: an index, and the logs that its entries stand in. */
type EntrySource = {
	readonly index: EntryIndex;
	readonly logs: Pick<Ingestion, 'log' | 'logs' | 'places' | 'taken'>;
	/** The time that searches such as `since:15m` go by, milliseconds since 1970. */
	readonly now: () => number;
	/** The format that lines are read in, where one was given: see `chosenReaders`. */
	readonly format?: string | undefined;
	readonly routes: KnownRoutes;
};

/** Answers a store's questions about entries from an index, and those about lines from the files. */
export class EntryQueries implements Questions {
	readonly #index: EntryIndex;
	readonly #logs: EntrySource['logs'];
	readonly #selections: Selections;
	readonly #format: string | undefined;
	readonly #routes: KnownRoutes;
	/** The path of the log with that number, as it is printed. */
	readonly #pathOf = (number: number): string => this.#logs.log(number)?.file.path ?? '';

	constructor({index, logs, now, format, routes}: EntrySource) {
		this.#routes = routes;
		this.#index = index;
		this.#format = format;
		this.#logs = logs;
		this.#selections = new Selections({
			index,
			files: {
				path: this.#pathOf,
				tokens: file => {
					const key = logs.log(file)?.key;
					return offset => key?.number(offset) ?? Number.NaN;
				},
			},
			routes,
			now,
		});
	}

	/** Keeps what is found out of a query until the function is called that this returns. */
	pin(query: Query): () => void {
		return this.#selections.pin(query);
	}

	/** Which entries match now, found out at once: for what holds no others. */
	matching(query: Query): RowFilter {
		return this.#selections.upToDate(query);
	}

	async count(query: Query, signal?: AbortSignal): Promise<Count> {
		return this.#asked(query, signal, selection => ({
			n: selection?.count ?? this.#index.count,
			partial: false,
			arrived: selection?.arrived ?? this.#index.arrived,
		}));
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
					// Of an archive it isn't known yet where what is appended begins.
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
		// Those of logs that have been forgotten could not be read any more.
		const places = this.#logs.places.newest(limit).filter(({log}) => file(log) !== undefined);
		const lines = await readPlaces(file, places, {signal});
		return places.map(({log, offset}, index) => ({
			file: this.#pathOf(log),
			offset,
			line: lines[index] ?? null,
		}));
	}

	/** Answers with the selection of a query, up to date; with nothing where every entry matches. */
	async #asked<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (selection: Selection | undefined) => Answer,
	): Promise<Answer> {
		signal?.throwIfAborted();
		return isEverything(query) ? answer(undefined) : this.#selections.ask(query, signal, answer);
	}

	/** Answers with what a way through the entries that match finds. What finds it, the first rows needn't wait for. */
	async #scanned<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (scan: Scan) => Promise<Answer>,
	): Promise<Answer> {
		const selection = await this.#asked(query, signal, selection => selection);
		const {Scan} = await import('../answers/scan.js');
		const slice = new Slice();
		// Not at once: a screen asks for several answers at a time.
		await slice.next(signal);
		return answer(new Scan(this.#index, this.#routes, selection, signal, slice));
	}

	#entry(ref: Ref): Entry {
		const {segment, row} = ref;
		const token = this.#logs.log(segment.file)?.key?.token(segment.offset(row)) ?? '';
		return decodeEntry(ref, this.#pathOf(segment.file), token, this.#routes);
	}
}
