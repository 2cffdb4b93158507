import {setTimeout as after} from 'node:timers/promises';
import type {Facets, Heatmap, Histogram, Routes, Visits} from '../../answers/answers.js';
import type {Address} from '../../command-line/store-address.js';
import type {Differences} from '../../differences/differences.js';
import type {LogValue} from '../../entries/log-fields/log-value.js';
import type {FacetField} from '../../query/facet-field.js';
import {asLogged} from '../../query/log-field-name.js';
import type {Query} from '../../query/query.js';
import {KnownRoutes} from '../../routes/known-routes.js';
import {ChangeSignal} from '../../store/change-signal.js';
import {NoticeList} from '../../store/notice-list.js';
import type {
	ArrivalMark,
	Arrivals,
	Count,
	Cursor,
	Entry,
	LogField,
	Page,
	Store,
	StoreStatus,
	UnrecognisedLine,
} from '../../store/store.js';
import {checkServer} from '../clickhouse/check-server.js';
import {Connection} from '../clickhouse/connection.js';
import type {Credentials} from '../clickhouse/credentials.js';
import {type ProblemKind, ServerProblem} from '../clickhouse/server-problem.js';
import {ArrivalLog} from './arrival-log.js';
import {Asker} from './asker.js';
import {knownCountOf} from './count-of.js';
import {differencesOf} from './differences-of.js';
import {entryOfToken} from './entry-of-token.js';
import {facetsOf} from './facets-of.js';
import {heatmapOf, histogramOf} from './histogram-of.js';
import {linesOf, unrecognisedLines} from './lines-of.js';
import {LogFields} from './log-fields.js';
import {page} from './pages.js';
import {Question} from './question.js';
import {routesOf} from './routes-of.js';
import {ServerClock} from './server-clock.js';
import {ServerWatch} from './server-watch.js';
import {Tables} from './tables.js';
import {visitsOf} from './visits-of.js';

type ClickHouseStoreOptions = {
	readonly address: Address;
	readonly credentials: Credentials;
	/** False: reads the existing rows and doesn't watch for new ones. */
	readonly follow: boolean;
	/** Interval between polls for new rows, in ms. */
	readonly pollTime?: number;
	/** Current time for searches such as `since:15m`, in ms since 1970. */
	readonly now?: () => number;
	readonly routes?: KnownRoutes;
	readonly signal?: AbortSignal;
};

/** Default interval between polls for new rows, in ms. */
const defaultPollTime = 1000;

/** Problems that may end without help. */
const passing: ReadonlySet<ProblemKind> = new Set(['away', 'foreign', 'limit']);

/** Pause before a query that must not fail is repeated, in ms. */
const retryPause = 1000;

/** A store that reads the tables of a ClickHouse server, which `reqscope ship` fills. */
export class ClickHouseStore implements Store {
	readonly isFleet = true;
	readonly #connection: Connection;
	readonly #tables: Tables;
	readonly #arrivals: ArrivalLog;
	readonly #fields: LogFields;
	readonly #watch: ServerWatch;
	readonly #notices: NoticeList;
	readonly #changes = new ChangeSignal();
	readonly #follow: boolean;
	#closed = false;

	private constructor(
		{follow, pollTime = defaultPollTime}: ClickHouseStoreOptions,
		parts: {
			readonly connection: Connection;
			readonly tables: Tables;
			readonly asker: Asker;
			readonly arrivals: ArrivalLog;
			readonly clock: ServerClock;
			readonly lacking: {now: (problem: ServerProblem) => void};
		},
	) {
		const {connection, tables, asker, arrivals, clock, lacking} = parts;
		this.#connection = connection;
		this.#tables = tables;
		this.#arrivals = arrivals;
		this.#fields = new LogFields(tables);
		this.#follow = follow;
		this.#notices = new NoticeList();
		this.#watch = new ServerWatch({
			asker,
			tables,
			clock,
			notices: this.#notices,
			shown: connection.address.shown,
			changed: () => this.#changes.changed(),
			pause: pollTime,
		});
		lacking.now = problem => this.#watch.lacking(problem);
	}

	/**
	 * Opens a store.
	 * @throws ServerProblem if the server can't be queried
	 */
	static async open(options: ClickHouseStoreOptions): Promise<ClickHouseStore> {
		const {address, credentials, now = Date.now, routes = new KnownRoutes(), signal} = options;
		const connection = new Connection(address, credentials);
		try {
			const server = await checkServer(connection, signal);
			const clock = new ServerClock(server.now);
			let early: ServerProblem | undefined;
			const lacking = {
				now(problem: ServerProblem): void {
					early ??= problem;
				},
			};
			const asker = new Asker(connection, problem => lacking.now(problem));
			const {lacks} = server;
			const tables = new Tables(connection, asker, {now, routes, lacks});
			const arrivals = await ArrivalLog.open(tables, clock, signal);
			const store = new ClickHouseStore(options, {connection, tables, asker, arrivals, clock, lacking});
			if (early !== undefined) {
				lacking.now(early);
			}
			// The lack of log fields is reported only when they are needed: see `showFields`.
			for (const [, text] of [...lacks].filter(([name]) => name !== 'fields')) {
				store.#notices.add({time: Date.now(), path: store.shown, text});
			}
			if (options.follow) {
				await store.#watch.start();
			}
			return store;
		} catch (error) {
			await connection.close();
			throw error;
		}
	}

	async count(query: Query, signal?: AbortSignal): Promise<Count> {
		signal?.throwIfAborted();
		const [{n, partial, unknown}, arrived] = await Promise.all([
			knownCountOf(this.#tables, new Question(query, this.#tables), signal),
			this.#follow ? this.#arrivals.count(query, signal) : 0,
		]);
		if (unknown === undefined) {
			return {n, partial, arrived};
		}
		if (n === 0) {
			await this.#fields.findRows(query, signal);
		}
		return {n, partial, arrived, lines: {read: 0, total: 0, unreadable: unknown}};
	}

	async page(query: Query, cursor: Cursor, size: number, signal?: AbortSignal): Promise<Page> {
		return page(this.#tables, query, cursor, size, signal);
	}

	async histogram(
		query: Query,
		from: number,
		to: number,
		step: number,
		signal?: AbortSignal,
		withFigures?: boolean,
	): Promise<Histogram> {
		return histogramOf(this.#tables, query, {from, to, step}, signal, withFigures);
	}

	async heatmap(...[query, range, bounds, signal]: Parameters<Store['heatmap']>): Promise<Heatmap> {
		return heatmapOf(this.#tables, query, range, bounds, signal);
	}

	async facets(
		query: Query,
		field: FacetField,
		n: number,
		{signal, ...options}: Parameters<Store['facets']>[3] = {},
	): Promise<Facets> {
		return facetsOf(this.#tables, query, {field, n, containing: '', order: 'n', ...options}, signal);
	}

	async routes(query: Query, n: number, signal?: AbortSignal, withDurations?: boolean): Promise<Routes> {
		return routesOf(this.#tables, query, n, signal, withDurations);
	}

	async visits(query: Query, signal?: AbortSignal): Promise<Visits> {
		return visitsOf(this.#tables, query, signal);
	}

	async differences(...[comparison, options]: Parameters<Store['differences']>): Promise<Differences> {
		return differencesOf(this.#tables, comparison, options);
	}

	async get(token: string, signal?: AbortSignal): Promise<Entry | null> {
		return entryOfToken(this.#tables, token, signal);
	}

	/** If the store follows new rows, waits for an unavailable server: no row may be skipped. */
	async arrivals(
		query: Query,
		mark: ArrivalMark | null,
		limit: number,
		signal?: AbortSignal,
	): Promise<Arrivals> {
		for (;;) {
			try {
				return await this.#arrivals.after(query, mark, limit, signal);
			} catch (error) {
				const mayPass = error instanceof ServerProblem && passing.has(error.kind);
				if (!this.#follow || this.#closed || !mayPass) {
					throw error;
				}
				await after(retryPause, undefined, {signal}).catch(() => signal?.throwIfAborted());
			}
		}
	}

	isAfter(mark: ArrivalMark, entry: Entry): boolean {
		return this.#arrivals.isAfter(mark, entry);
	}

	async raw(entries: readonly Entry[], signal?: AbortSignal): Promise<ReadonlyArray<Uint8Array | null>> {
		return linesOf(this.#tables, entries, signal);
	}

	async unrecognisedLines(limit: number, signal?: AbortSignal): Promise<readonly UnrecognisedLine[]> {
		return unrecognisedLines(this.#tables, limit, signal);
	}

	/** Address of the server for display. */
	get shown(): string {
		return this.#connection.address.shown;
	}

	subscribe(_query: Query, listener: () => void): () => void {
		return this.#changes.subscribe(listener);
	}

	status(): StoreStatus {
		return {
			files: this.#watch.files,
			server: this.#watch.server,
			indexing: null,
			lag: 0,
			lagTime: 0,
			unrecognised: this.#watch.unrecognised,
			notRequests: 0,
			evicted: 0,
			pastLeftOut: false,
			notices: this.#notices.all,
			noticesLeftOut: this.#notices.leftOut,
		};
	}

	together<Answer>(queries: () => Promise<Answer>): Promise<Answer> {
		return queries();
	}

	/** Does nothing: the store has no entries in memory. */
	holdAtMost(): void {}

	showFields(names: readonly string[]): void {
		const {lackOfFields} = this.#tables;
		this.#tables.shownFields = names;
		if (names.length > 0 && lackOfFields !== undefined) {
			this.#notices.add({time: Date.now(), path: this.shown, text: lackOfFields});
		}
	}

	readonly shownField = asLogged;

	async logFields(signal?: AbortSignal): Promise<readonly LogField[]> {
		return this.#fields.mostFrequent(signal);
	}

	async logValues(
		entries: readonly Entry[],
		signal?: AbortSignal,
	): Promise<ReadonlyArray<readonly LogValue[] | null>> {
		return this.#fields.valuesOf(entries, signal);
	}

	async addJson(): Promise<undefined> {
		return undefined;
	}

	unknownLogFields(query: Query): readonly string[] {
		return this.#fields.unknownIn(query);
	}

	/** Only looks for the log fields: the server reads the lines for each answer. */
	async searched(query: Query, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await this.#fields.findRows(query, signal);
	}

	/** Resolves at once: there is no backfill to wait for. */
	async settled(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
	}

	async close(): Promise<void> {
		if (!this.#closed) {
			this.#closed = true;
			this.#changes.close();
			this.#watch.close();
			await this.#connection.close();
		}
	}
}
