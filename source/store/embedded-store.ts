import type {Facets, Histogram, Routes} from '../answers/answers.js';
import {facets} from '../answers/facets.js';
import {histogram} from '../answers/histogram.js';
import {routes} from '../answers/routes.js';
import {Scan} from '../answers/scan.js';
import {follow} from '../bytes/follow.js';
import type {FollowSettings} from '../bytes/follow-settings.js';
import type {Followed} from '../bytes/follow-types.js';
import type {LogFile} from '../bytes/log-file.js';
import {EntryCounter} from '../index/entry-counter.js';
import {EntryIndex, type Listed} from '../index/entry-index.js';
import {indexLimits} from '../index/index-limits.js';
import type {RowFilter} from '../index/row-bits.js';
import {isToken} from '../index/token.js';
import type {Key, Ref} from '../index/walk.js';
import type {Selection} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import type {FacetField} from '../query/facet-field.js';
import {isEverything, type Query} from '../query/query.js';
import {ChangeSignal} from './change-signal.js';
import {decodeEntry} from './decode-entry.js';
import {Ingestion} from './ingestion.js';
import {readPlaces} from './read-places.js';
import {defaultSizes} from './read-sizes.js';
import {Selections} from './selections.js';
import type {
	ArrivalMark,
	Arrivals,
	Count,
	Cursor,
	Entry,
	Page,
	Position,
	Store,
	StoreStatus,
	UnrecognisedLine,
} from './store.js';

export type EmbeddedStoreOptions = {
	/** Paths of files and directories, glob patterns, `-` for standard input. */
	readonly paths: readonly string[];
	/** False: everything is read once and nothing is watched. */
	readonly follow: boolean;
	/** True: no file events, the timer alone. */
	readonly poll: boolean;
	/** False: only what is written from now on. `later`: what was written before, from `readPast` on. */
	readonly past: boolean | 'later';
	/** True: entries are counted and not held; nothing but `count` and `status` will be asked. */
	readonly counting?: boolean;
	/** The name of the source: a part of every token. */
	readonly source: string;
	/** The format that lines are read in, see `chosenReaders`; without it, each line's is found out. */
	readonly format?: string | undefined;
	/** The most entries held; past it the oldest go. Infinity: no cap. */
	readonly cap: number;
	/** The most bytes that the texts of entries may take, about; past it the oldest entries go. No limit without it. */
	readonly textMemory?: number;
	/**
	 * How many entries may be held that `arrivals` could give: beyond that, what is written is left in the files until
	 * it is called again. No limit without it.
	 */
	readonly ahead?: number | undefined;
	/** Bytes of piped input that are kept for reading lines back. */
	readonly keepPiped: number;
	/** Times and bounds of the following that differ from the defaults. */
	readonly settings?: Partial<FollowSettings>;
	/** The time that searches such as `since:15m` go by, milliseconds since 1970. */
	readonly now?: () => number;
	/** Called with an error that ends the reading: it can only be a mistake in the program. */
	readonly failed: (error: unknown) => void;
};

/** The store over an index in this process's memory, fed by the files that it follows. */
export class EmbeddedStore implements Store {
	readonly #index: EntryIndex;
	readonly #changes = new ChangeSignal();
	readonly #selections: Selections;
	readonly #ingestion: Ingestion;
	readonly #followed: Followed;
	readonly #follow: boolean;
	#isStarted = false;
	#closed = false;
	/** The path of the log with that number, as it is printed. */
	readonly #pathOf = (number: number): string => this.#ingestion.log(number)?.file.path ?? '';

	constructor({
		paths,
		follow: following,
		poll,
		keepPiped,
		counting = false,
		settings = {},
		textMemory = Number.POSITIVE_INFINITY,
		now = Date.now,
		...options
	}: EmbeddedStoreOptions) {
		this.#follow = following;
		this.#index = counting ? new EntryCounter() : new EntryIndex(indexLimits(textMemory));
		this.#ingestion = new Ingestion({
			...options,
			index: this.#index,
			// A second thread would hold what it reads until it hands it over.
			sizes: counting ? {...defaultSizes, helped: Number.POSITIVE_INFINITY} : defaultSizes,
			changed: () => this.#changes.changed(),
		});
		this.#selections = new Selections({
			index: this.#index,
			files: {
				path: this.#pathOf,
				tokens: file => {
					const key = this.#ingestion.log(file)?.key;
					return offset => key?.number(offset) ?? Number.NaN;
				},
			},
			now,
		});
		this.#followed = follow({paths, follow: following, poll}, this.#ingestion, {
			...settings,
			keepPiped,
		});
		this.#ingestion.start(this.#followed.started);
		this.#followed.started.then(() => {
			this.#isStarted = true;
			this.#changes.changed();
		}, options.failed);
	}

	/** Begins to read what was written before, where that was put off: all but the end of each file. */
	readPast(): void {
		this.#ingestion.readPast();
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
			const {refs, newer} = this.#list(cursor, size, selection);
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
		return this.#scanned(query, signal, scan => histogram(scan, {from, to, step}));
	}

	async facets(
		query: Query,
		field: FacetField,
		n: number,
		{containing = '', order = 'n', signal}: Parameters<Store['facets']>[3] = {},
	): Promise<Facets> {
		const question = {field, n, containing, order, pathOf: this.#pathOf};
		return this.#scanned(query, signal, scan => facets(scan, question));
	}

	async routes(query: Query, n: number, signal?: AbortSignal): Promise<Routes> {
		return this.#scanned(query, signal, scan => routes(scan, n));
	}

	async get(token: string, signal?: AbortSignal): Promise<Entry | null> {
		signal?.throwIfAborted();
		if (!isToken(token)) {
			return null;
		}
		for (const {key, number} of this.#ingestion.logs) {
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
			for (const {number, liveFrom} of this.#ingestion.logs) {
				const from = mark?.get(number) ?? liveFrom;
				const left = limit - entries.length;
				const {refs, next, passed} = this.#index.arrivals(number, from, left, written, selection);
				taken += passed;
				nextMark.set(number, next);
				entries.push(...refs.map(ref => this.#entry(ref)));
			}
			this.#ingestion.taken(taken);
			return {entries, mark: nextMark};
		});
	}

	isAfter(mark: ArrivalMark, {position, offset}: Entry): boolean {
		const liveFrom = this.#ingestion.log(position.file)?.liveFrom ?? 0;
		return offset >= Math.max(liveFrom, mark.get(position.file) ?? 0);
	}

	async raw(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<Uint8Array | null>> {
		signal?.throwIfAborted();
		const places = entries.map(({position, offset}) => ({log: position.file, offset}));
		return readPlaces(number => this.#ingestion.log(number)?.file, places, {signal, progress});
	}

	async unrecognisedLines(limit: number, signal?: AbortSignal): Promise<readonly UnrecognisedLine[]> {
		signal?.throwIfAborted();
		const file = (number: number): LogFile | undefined => this.#ingestion.log(number)?.file;
		// Those of logs that have been forgotten could not be read any more.
		const places = this.#ingestion.places.newest(limit).filter(({log}) => file(log) !== undefined);
		const lines = await readPlaces(file, places, {signal});
		return places.map(({log, offset}, index) => ({
			file: this.#pathOf(log),
			offset,
			line: lines[index] ?? null,
		}));
	}

	subscribe(query: Query, listener: () => void): () => void {
		const unpin = this.#selections.pin(query);
		const unsubscribe = this.#changes.subscribe(listener);
		return () => {
			unsubscribe();
			unpin();
		};
	}

	status(): StoreStatus {
		const {logs, forgotten, notices, lagTime, pastLeftOut} = this.#ingestion;
		let {pastSize: total, unrecognised, notRequests} = forgotten;
		let left = 0;
		let lag = 0;
		for (const log of logs) {
			total += log.pastSize;
			left += log.pastLeft;
			lag += log.lag;
			unrecognised += log.unrecognised;
			notRequests += log.notRequests;
		}
		return {
			files: this.#followed.states(),
			indexing: left > 0 ? {read: total - left, total} : null,
			lag,
			lagTime: lag > 0 ? lagTime : 0,
			unrecognised,
			notRequests,
			evicted: this.#index.evicted,
			pastLeftOut,
			notices: notices.all,
			noticesLeftOut: notices.leftOut,
		};
	}

	holdAtMost(entries: number): void {
		this.#ingestion.holdAtMost(entries);
		this.#changes.changed();
	}

	async settled(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		while (!this.#closed && !this.#isSettled()) {
			await this.#changes.next(signal);
		}
	}

	async close(): Promise<void> {
		this.#closed = true;
		this.#changes.close();
		await this.#ingestion.close();
		await this.#followed.close();
	}

	#isSettled(): boolean {
		const logs = [...this.#ingestion.logs];
		return this.#isStarted && logs.every(log => (this.#follow ? log.pastLeft === 0 : log.finished));
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

	/** Answers with what a way through the entries that match finds. */
	async #scanned<Answer>(
		query: Query,
		signal: AbortSignal | undefined,
		answer: (scan: Scan) => Promise<Answer>,
	): Promise<Answer> {
		const selection = await this.#asked(query, signal, selection => selection);
		const slice = new Slice();
		// Not at once: a screen asks for several answers at a time.
		await slice.next(signal);
		return answer(new Scan(this.#index, selection, signal, slice));
	}

	#list(cursor: Cursor, size: number, filter: RowFilter | undefined): Listed {
		switch (cursor.from) {
			case 'newest':
				return this.#index.older(
					cursor.notAfter === undefined
						? undefined
						: {time: cursor.notAfter, fileOrder: Number.POSITIVE_INFINITY, offset: 0},
					size,
					false,
					filter,
				);
			case 'oldest':
				return this.#index.newer(undefined, size, filter);
			case 'at':
				return this.#index.older(this.#key(cursor.position), size, true, filter);
			case 'older':
				return this.#index.older(this.#key(cursor.position), size, false, filter);
			case 'newer':
				return this.#index.newer(this.#key(cursor.position), size, filter);
		}
	}

	#key({time, file, offset}: Position): Key {
		return this.#index.keyOf(time, file, offset);
	}

	#entry(ref: Ref): Entry {
		const {segment, row} = ref;
		const token = this.#ingestion.log(segment.file)?.key?.token(segment.offset(row)) ?? '';
		return decodeEntry(ref, this.#pathOf(segment.file), token);
	}
}
