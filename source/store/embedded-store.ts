import type {ClientChoice} from '../entries/client-choice.js';
import {type Geo, type GeoField, noGeo} from '../geo/geo.js';
import {EntryIndex} from '../index/entry-index.js';
import {type IndexLimits, indexLimits} from '../index/index-limits.js';
import {MatchingIndex} from '../index/matching-index.js';
import {NewestIndex} from '../index/newest-index.js';
import {boundsOf} from '../query/bounds-of.js';
import {asLogged} from '../query/log-field-name.js';
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

/** Options: the paths, how to read them, and limits on the stored entries. */
export type EmbeddedStoreOptions = {
	/** Paths of files and directories, glob patterns, `-` for standard input. */
	readonly paths: readonly string[];
	/** If false, reads everything once and watches no files. */
	readonly follow: boolean;
	/** If true, uses only the timer, without file events. */
	readonly poll: boolean;
	/** If false, reads only lines written from now on. `later` postpones the backfill until `readBackfill` is called. */
	readonly backfill: boolean | 'later';
	/**
	 * Maximum number of newest entries that the caller will request. The store then counts the remaining entries without storing
	 * them, and answers only queries for these entries, the count and `status`. If undefined, there is no restriction.
	 */
	readonly newest?: number | undefined;
	/**
	 * The only query that the caller will use. The store then counts the remaining entries without storing them, and answers only
	 * this query, the number of all entries and `status`. If the query depends on the current time, `now` must be constant.
	 */
	readonly only?: Query | undefined;
	/** See `IngestionOptions`. */
	readonly isLateNew?: boolean | undefined;
	/** The name of the source: a part of every token. */
	readonly source: string;
	/** The format of the lines, see `chosenReaders`. If undefined, it is detected for each line. */
	readonly format?: string | undefined;
	/** Rule that chooses the client address. If undefined, addresses stay as read. */
	readonly client?: ClientChoice | undefined;
	/** Maximum number of stored entries, above which the oldest are evicted. Infinity: no cap. */
	readonly cap: number;
	/**
	 * Approximate maximum bytes for the strings of entries, above which the oldest entries are evicted. If undefined, there is no
	 * limit.
	 */
	readonly textMemory?: number;
	/**
	 * Maximum number of stored entries that `arrivals` hasn't returned yet. Above it, new lines stay in the files until the next
	 * call of `arrivals`. If undefined, there is no limit.
	 */
	readonly ahead?: number | undefined;
	/** Bytes of piped input, and of the text of archives, kept so that lines can be read again. */
	readonly keepPiped: number;
	/** Intervals and limits of the tail that differ from the defaults. */
	readonly settings?: Partial<TailSettings>;
	/** Maximum delay of the start by a path that doesn't respond, in ms. */
	readonly maxStartTime?: number;
	/** Clock for searches such as `since:15m` and for the time of reading, in ms since 1970. */
	readonly now?: () => number;
	readonly routes?: KnownRoutes;
	/** The databases of addresses. */
	readonly geo?: Geo;
	/** Called with an error that ends the reading, which can only be a bug in the program. */
	readonly failed: (error: unknown) => void;
};

/** A store over an index in the memory of this process, filled from the files that it follows. */
export class EmbeddedStore implements Store {
	readonly #index: EntryIndex;
	readonly #changes = new ChangeSignal();
	readonly #queries: EntryQueries;
	readonly #ingestion: Ingestion;
	readonly #followed: Tail;
	readonly #follow: boolean;
	readonly #formats = new FormatsRead();
	readonly format: string | undefined;
	readonly geoFields: ReadonlySet<GeoField>;
	#isStarted = false;
	#closed = false;

	readonly count: Store['count'] = (...args) => this.#queries.count(...args);
	readonly page: Store['page'] = (...args) => this.#queries.page(...args);
	readonly histogram: Store['histogram'] = (...args) => this.#queries.histogram(...args);
	readonly heatmap: Store['heatmap'] = (...args) => this.#queries.heatmap(...args);
	readonly facets: Store['facets'] = (...args) => this.#queries.facets(...args);
	readonly routes: Store['routes'] = (...args) => this.#queries.routes(...args);
	readonly visits: Store['visits'] = (...args) => this.#queries.visits(...args);
	readonly differences: Store['differences'] = (...args) => this.#queries.differences(...args);
	readonly get: Store['get'] = (...args) => this.#queries.get(...args);
	readonly arrivals: Store['arrivals'] = (...args) => this.#queries.arrivals(...args);
	readonly isAfter: Store['isAfter'] = (...args) => this.#queries.isAfter(...args);
	readonly raw: Store['raw'] = (...args) => this.#queries.raw(...args);
	readonly showFields: Store['showFields'] = names => this.#queries.showFields(names);
	readonly logFields: Store['logFields'] = signal => this.#queries.logFields(signal);
	readonly shownField = asLogged;
	readonly logValues: Store['logValues'] = (...args) => this.#queries.logValues(...args);
	readonly addJson: Store['addJson'] = (...args) => this.#queries.addJson(...args);
	readonly unknownLogFields: Store['unknownLogFields'] = query => this.#queries.unknownLogFields(query);
	readonly searched: Store['searched'] = (...args) => this.#queries.searched(...args);
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
		geo = noGeo,
		textMemory = Number.POSITIVE_INFINITY,
		now = Date.now,
		...options
	}: EmbeddedStoreOptions) {
		this.#follow = following;
		this.format = options.format;
		this.geoFields = geo.fields;
		this.#index =
			newest !== undefined
				? new NewestIndex(newest)
				: only !== undefined
					? new MatchingIndex(() => this.#queries.matching(only), {
							bounds: boundsOf(only.expression, now()),
						})
					: new EntryIndex(this.#limits(textMemory));
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
			geo,
			textMemory,
			changes: this.#changes,
			failed: options.failed,
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

	/** Starts the postponed backfill: everything except the end of each file. */
	readBackfill(): void {
		this.#ingestion.readBackfill();
	}

	/** Returns rotated files next to the followed ones that aren't read, most recently written first. */
	rotated(): Promise<readonly string[]> {
		return this.#followed.rotated();
	}

	/** Reads additional files. Their content counts as backfill. */
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

	/** Adds a notice about all paths. */
	note(text: string): void {
		this.#ingestion.notice({time: Date.now(), path: '', text});
	}

	status(): StoreStatus {
		const {logs, forgotten, lost, notices, lagTime, pastLeftOut} = this.#ingestion;
		let {backfillSize: total, unrecognised, notRequests} = forgotten;
		let left = 0;
		let from = Number.NaN;
		let until = Number.NEGATIVE_INFINITY;
		let lag = 0;
		const files = this.#followed.states();
		let isOver = this.#isStarted && files.every(file => file.isOver);
		for (const log of logs) {
			total += log.backfillSize;
			left += log.backfillLeft;
			const {unread} = log;
			if (unread !== null) {
				from = from < unread.from ? from : unread.from;
				until = Math.max(until, unread.until);
			}
			lag += log.lag;
			isOver &&= log.finished;
			unrecognised += log.unrecognised;
			notRequests += log.notRequests;
		}
		return {
			files,
			indexing: left > 0 ? {read: total - left, total, unread: {from, until}} : null,
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

	together<Answer>(queries: () => Promise<Answer>): Promise<Answer> {
		return this.#ingestion.hold(queries);
	}

	holdAtMost(entries: number): void {
		const {evicted} = this.#index;
		this.#ingestion.holdAtMost(entries);
		// `--follow` calls this after each change. If that counted as a change, it would never rest.
		if (this.#index.evicted > evicted) {
			this.#changes.changed();
		}
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
		await this.#queries.close();
		await this.#ingestion.close();
		await this.#followed.close();
	}

	/** Returns the limits of the index. The columns of log fields take a part of the memory for strings, at most three quarters. */
	#limits(textMemory: number): IndexLimits {
		const ofColumns = (): number => (textMemory === Number.POSITIVE_INFINITY ? 0 : this.#queries.memory);
		return {
			...indexLimits(textMemory),
			get textMemory() {
				return Math.max(textMemory / 4, textMemory - ofColumns());
			},
		};
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
