import type {ClientChoice} from '../entries/client-choice.js';
import {EntryIndex} from '../index/entry-index.js';
import {indexLimits} from '../index/index-limits.js';
import {MatchingIndex} from '../index/matching-index.js';
import {NewestIndex} from '../index/newest-index.js';
import {boundsOf} from '../query/bounds-of.js';
import type {Query} from '../query/query.js';
import {defaultSizes} from '../reader/read-sizes.js';
import {KnownRoutes} from '../routes/known-routes.js';
import {tail} from '../tail/tail.js';
import type {TailSettings} from '../tail/tail-settings.js';
import type {Tail} from '../tail/tail-types.js';
import {ChangeSignal} from './change-signal.js';
import {EntryQueries} from './entry-queries.js';
import {FormatsRead} from './formats-read.js';
import {Ingestion} from './ingestion.js';
import type {Store, StoreStatus} from './store.js';

/** What is read, how, and how much of it is held. */
export type EmbeddedStoreOptions = {
	/** Paths of files and directories, glob patterns, `-` for standard input. */
	readonly paths: readonly string[];
	/** False: everything is read once and nothing is watched. */
	readonly follow: boolean;
	/** True: no file events, the timer alone. */
	readonly poll: boolean;
	/** False: only what is written from now on. `later`: what was written before, from `readPast` on. */
	readonly past: boolean | 'later';
	/**
	 * So many of the newest entries at most will be asked for, how many there are, and nothing else but `status`: the others
	 * are counted and not held. Anything may be asked without it.
	 */
	readonly newest?: number | undefined;
	/**
	 * Nothing but what matches it will be asked for, how many entries there are, and `status`: the others are counted and
	 * not held. With one that depends on the present moment, `now` must stay the same.
	 */
	readonly only?: Query | undefined;
	/** See `IngestionOptions`. */
	readonly isLateNew?: boolean | undefined;
	/** The name of the source: a part of every token. */
	readonly source: string;
	/** The format that lines are read in, see `chosenReaders`; without it, each line's is found out. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
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
	readonly settings?: Partial<TailSettings>;
	/** How long a path that doesn't answer may keep the others waiting at the start, milliseconds. */
	readonly longestStart?: number;
	/** The time that searches such as `since:15m` go by, and that of reading; milliseconds since 1970. */
	readonly now?: () => number;
	readonly routes?: KnownRoutes;
	/** Called with an error that ends the reading: it can only be a mistake in the program. */
	readonly failed: (error: unknown) => void;
};

/** The store over an index in this process's memory, fed by the files that it follows. */
export class EmbeddedStore implements Store {
	readonly #index: EntryIndex;
	readonly #changes = new ChangeSignal();
	readonly #queries: EntryQueries;
	readonly #ingestion: Ingestion;
	readonly #followed: Tail;
	readonly #follow: boolean;
	readonly #formats = new FormatsRead();
	readonly format: string | undefined;
	#isStarted = false;
	#closed = false;

	readonly count: Store['count'] = (...args) => this.#queries.count(...args);
	readonly page: Store['page'] = (...args) => this.#queries.page(...args);
	readonly histogram: Store['histogram'] = (...args) => this.#queries.histogram(...args);
	readonly facets: Store['facets'] = (...args) => this.#queries.facets(...args);
	readonly routes: Store['routes'] = (...args) => this.#queries.routes(...args);
	readonly get: Store['get'] = (...args) => this.#queries.get(...args);
	readonly arrivals: Store['arrivals'] = (...args) => this.#queries.arrivals(...args);
	readonly isAfter: Store['isAfter'] = (...args) => this.#queries.isAfter(...args);
	readonly raw: Store['raw'] = (...args) => this.#queries.raw(...args);
	readonly unrecognisedLines: Store['unrecognisedLines'] = (...args) =>
		this.#queries.unrecognisedLines(...args);

	constructor({
		paths,
		follow: following,
		poll,
		keepPiped,
		newest,
		only,
		settings = {},
		routes = new KnownRoutes(),
		textMemory = Number.POSITIVE_INFINITY,
		now = Date.now,
		...options
	}: EmbeddedStoreOptions) {
		this.#follow = following;
		this.format = options.format;
		this.#index =
			newest !== undefined
				? new NewestIndex(newest)
				: only !== undefined
					? new MatchingIndex(() => this.#queries.matching(only), {
							bounds: boundsOf(only.expression, now()),
						})
					: new EntryIndex(indexLimits(textMemory));
		this.#ingestion = new Ingestion({
			...options,
			follow: following,
			now,
			index: this.#index,
			sizes: defaultSizes,
			changed: () => this.#changes.changed(),
		});
		this.#queries = new EntryQueries({
			index: this.#index,
			logs: this.#ingestion,
			now,
			format: options.format,
			routes,
		});
		this.#followed = tail({paths, follow: following, poll}, this.#ingestion, {
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

	/** The files that rotation has left beside what is read, and that are not read; the last written first. */
	rotated(): Promise<readonly string[]> {
		return this.#followed.rotated();
	}

	/** Reads further files: what they hold is the past. */
	add(paths: readonly string[]): Promise<void> {
		return this.#followed.add(paths);
	}

	subscribe(query: Query, listener: () => void): () => void {
		const unpin = this.#queries.pin(query);
		const unsubscribe = this.#changes.subscribe(listener);
		return () => {
			unsubscribe();
			unpin();
		};
	}

	/** Notes what is to be known of all that is read. */
	note(text: string): void {
		this.#ingestion.notice({time: Date.now(), path: '', text});
	}

	status(): StoreStatus {
		const {logs, forgotten, lost, notices, lagTime, pastLeftOut} = this.#ingestion;
		let {backfillSize: total, unrecognised, notRequests} = forgotten;
		let left = 0;
		let lag = 0;
		const files = this.#followed.states();
		let isOver = this.#isStarted && files.every(file => file.isOver);
		for (const log of logs) {
			total += log.backfillSize;
			left += log.backfillLeft;
			lag += log.lag;
			isOver &&= log.finished;
			unrecognised += log.unrecognised;
			notRequests += log.notRequests;
		}
		return {
			files,
			indexing: left > 0 ? {read: total - left, total} : null,
			lag,
			lagTime: lag > 0 ? lagTime : 0,
			formats: this.#formats.in(this.#index.epochs),
			unrecognised,
			notRequests,
			evicted: this.#index.evicted,
			pastLeftOut,
			...(lost > 0 && {lost}),
			notices: notices.all,
			noticesLeftOut: notices.leftOut,
			...(isOver && {isOver}),
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
		if (!this.#isStarted) {
			return false;
		}
		for (const log of this.#ingestion.logs) {
			if (this.#follow ? log.backfillLeft > 0 : !log.finished) {
				return false;
			}
		}
		return true;
	}
}
