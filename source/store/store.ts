import type {FacetOrder, Facets, Heatmap, Histogram, Routes, Visits} from '../answers/answers.js';
import type {HistogramRange} from '../answers/histogram.js';
import type {Comparison} from '../differences/comparison.js';
import type {DifferenceOptions, Differences} from '../differences/differences.js';
import type {JsonLines} from '../entries/log-fields/json-lines.js';
import type {LogValue} from '../entries/log-fields/log-value.js';
import type {AmountField, TextField} from '../fields/fields.js';
import type {GeoField} from '../geo/geo.js';
import type {FacetField} from '../query/facet-field.js';
import type {ShownField} from '../query/log-field-name.js';
import type {Order} from '../query/order.js';
import type {Query} from '../query/query.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {PathState} from '../tail/tail-types.js';
import type {NotedNotice} from './notice-list.js';

/**
 * The position of an entry in each order. The order by time is total: (time, source, file, offset). Only meaningful to the store
 * that returned it; callers must treat it as opaque.
 */
export type Position = {
	readonly time: number;
	readonly file: number;
	readonly offset: number;
	/** The numbers of the entry that others are ordered by. */
	readonly durationMs: number | null;
	readonly bytes: number | null;
};

/**
 * One recorded request, decoded for display and printing: its text fields, its amounts, and others. Fields missing from the line are
 * null.
 */
export type Entry = {readonly [Field in TextField]: string | null} & {
	readonly [Field in AmountField]: number | null;
} & {
	readonly position: Position;
	/** 13 lower-case hexadecimal digits, unique per row. */
	readonly token: string;
	readonly status: number | null;
	/** Milliseconds since 1970 UTC. */
	readonly time: number | null;
	/** `read` if the line has no time, and `time` is the time of reading. Null if the line has a time, or the entry has no time. */
	readonly timeSource: 'read' | null;
	/** Zone of the time in the log, in minutes east of UTC. */
	readonly zone: number | null;
	/** True if the line may be incomplete: its file ended without a line end, or it exceeds the maximum length. */
	readonly incomplete: boolean;
	/** Name of the line's format. */
	readonly format: string;
	/** Path of the file, as given. */
	readonly file: string;
	/** Byte offset of the line's first byte in the uncompressed file. */
	readonly offset: number;
	/** The owner and the country of the client's address: see `Geo`; null if unknown. */
	readonly asn: string | null;
	readonly country: string | null;
	/** The name under which the entry's server was shipped; null for local files. */
	readonly source: string | null;
	/**
	 * Values of the log fields that were passed to `showFields`, by name in lower case and without the @: null if the line has no
	 * value. A field whose line hasn't been read yet is missing.
	 */
	readonly fields: Readonly<Record<string, string | null>>;
	/** The routes of the store, from which the route of the URL is determined. Not part of the line. */
	readonly routes: KnownRoutes;
};

/**
 * The start of a page. The names of cursors assume the order newest first. In a different order, `newest` is its first entry,
 * `oldest` its last one, `older` is after a position and `newer` before it.
 */
export type Cursor = {
	/** The default is `time`. */
	readonly order?: Order | undefined;
} & (
	| {
			/** The newest entries; with `notAfter` (in ms since 1970) the newest entries no later than that, in the order `time`. */
			readonly from: 'newest';
			readonly notAfter?: number;
	  }
	/** The oldest entries. */
	| {readonly from: 'oldest'}
	/** Entries at a position and older. The first entry is at the position or is the next older one. */
	| {readonly from: 'at'; readonly position: Position}
	/** The entries next older than a position. */
	| {readonly from: 'older'; readonly position: Position}
	/** The entries next newer than a position (the page ends just above it). */
	| {readonly from: 'newer'; readonly position: Position}
);

/** Consecutive entries in an order. */
export type Page = {
	/** In the order, for every cursor. */
	readonly entries: readonly Entry[];
	/** Number of matching entries before the first one of the page; 0 for an empty page. */
	readonly newer: number;
};

/** Numbers of matching entries. */
export type Count = {
	/** Number of matching entries in the store. */
	readonly n: number;
	/** True if a part of the store couldn't answer, so that `n` is too low. */
	readonly partial: boolean;
	/**
	 * Number of matching entries written since the store was opened, without the backfill. Never decreases; the difference of two
	 * counts is the number of new entries.
	 */
	readonly arrived: number;
	/**
	 * Set for a query that needs the text of lines: how many of the lines that are needed now have been read, and how many can no
	 * longer be read. Entries whose lines haven't been read match neither a term nor its negation.
	 */
	readonly lines?: {readonly read: number; readonly total: number; readonly unreadable: number};
};

/** Matching entries, the first written one first, without repetitions. */
export type Arrivals = {
	readonly entries: readonly Entry[];
	/** Pass it to the next call to continue after these entries. */
	readonly mark: ArrivalMark;
};

/** The progress of a reader of arrivals: for each file, the offset of the first unread byte. Opaque like `Position`. */
export type ArrivalMark = ReadonlyMap<number, number>;

/** The name of a log field as it was logged, the number of lines with a value, and of different values. */
export type LogField = {readonly name: string; readonly n: number; readonly values: number};

/** A line that no format matches. */
export type UnrecognisedLine = {
	/** Path of the file, as given. */
	readonly file: string;
	/** Byte offset of the line's first byte in the uncompressed file. */
	readonly offset: number;
	/** The line as logged, without its line end; null if it can no longer be read. */
	readonly line: Uint8Array | null;
};

/** A queried server and its problem, if any. */
export type ServerState = {
	/** Display name: `host:port/database`. */
	readonly name: string;
	/** The reason for missing or incomplete answers; null if there is no problem. */
	readonly problem: string | null;
	/** Time of the next attempt while the server doesn't answer, in ms since 1970. Otherwise null. */
	readonly nextAttempt: number | null;
};

/** Progress of the backfill. */
export type Indexing = {
	/** In bytes. */
	readonly read: number;
	readonly total: number;
	/**
	 * The period from which requests may be missing, in ms since 1970. `from` is the time of the first request, NaN if no log tells
	 * it; `until` is approximate, Infinity if nothing is known.
	 */
	readonly unread?: {readonly from: number; readonly until: number};
};

/** Progress of the store and facts for the user. */
export type StoreStatus = {
	/** The followed files. With a server: files with recent rows. */
	readonly files: readonly PathState[];
	/** The queried server; undefined for local files. */
	readonly server?: ServerState;
	/** Progress of the backfill; null when it is complete. */
	readonly indexing: Indexing | null;
	/** Bytes that were written since the store was opened but not read yet. */
	readonly lag: number;
	/** Duration of uninterrupted lag, in ms. */
	readonly lagTime: number;
	/** Names for the screen of the formats of requests, sorted as they are detected; undefined with a server. */
	readonly formats?: readonly string[];
	/** Number of lines that no format matches. */
	readonly unrecognised: number;
	/** Number of recognised lines that aren't requests: headers, connections without a request, other server messages. */
	readonly notRequests: number;
	/** Number of entries evicted because of the cap or the memory of their strings, oldest first. */
	readonly evicted: number;
	/** True if the cap prevented a part of the backfill. The number of entries in that part is unknown. */
	readonly pastLeftOut: boolean;
	/** Bytes that existed before and can no longer be read; undefined if no bytes were lost. */
	readonly lost?: number;
	/** The newest few hundred notices, oldest first. */
	readonly notices: readonly NotedNotice[];
	/** Number of older notices that were dropped. */
	readonly noticesLeftOut: number;
	/** Set when no more input is possible: all inputs are pipes that have been read to their ends. */
	readonly isOver?: true;
};

/**
 * The only interface through which the screen and the print commands read log data. Calls are asynchronous and cancellable: a
 * call whose signal is aborted rejects with the signal's reason.
 */
export type Store = {
	/** Set if entries belong to several servers, each with a `source`. */
	readonly isFleet?: boolean;
	/** The fields of the databases of addresses; by default none. */
	readonly geoFields?: ReadonlySet<GeoField>;
	/** The store without hidden requests, if this store hides some of its requests: see `excludingStore`. */
	readonly whole?: Store;
	/** The format of the lines if the user chose one: see `chosenReaders`. */
	readonly format?: string | undefined;
	count(query: Query, signal?: AbortSignal): Promise<Count>;
	page(query: Query, cursor: Cursor, size: number, signal?: AbortSignal): Promise<Page>;
	/**
	 * Counts the matching entries in each `step` of the time from `from` to `to`, all in ms (since 1970). The last interval
	 * contains `to` or ends there. Rejects with a RangeError for more than 20,000 intervals. `withFigures`: true to return the
	 * `figures`, which take more time.
	 */
	histogram(
		query: Query,
		from: number,
		to: number,
		step: number,
		signal?: AbortSignal,
		withFigures?: boolean,
	): Promise<Histogram>;
	/** Counts the matching entries like `histogram`, by band of durations. `bounds` as in `Heatmap`. */
	heatmap(
		query: Query,
		range: HistogramRange,
		bounds: readonly number[],
		signal?: AbortSignal,
	): Promise<Heatmap>;
	/**
	 * Returns the first `n` values of a field in an order, by default the most frequent ones. `containing` restricts them to values
	 * that contain it, ignoring case.
	 */
	facets(
		query: Query,
		field: FacetField,
		n: number,
		options?: {
			/** `n` by default, and instead of `p95`, `time` and `max` if there are no durations. */
			readonly order?: FacetOrder;
			/** True to return the figures of each value. It takes a second pass over the matching entries. */
			readonly withFigures?: boolean;
			/** True to return the durations by bin with the figures, so that they can be merged. */
			readonly withDurations?: boolean;
			readonly containing?: string;
			readonly signal?: AbortSignal;
		},
	): Promise<Facets>;
	/** Returns the `n` shapes of URLs with the most requests. `withDurations`: see `facets`. */
	routes(query: Query, n: number, signal?: AbortSignal, withDurations?: boolean): Promise<Routes>;
	/** Counts the clients of the matching entries, and their visits. */
	visits(query: Query, signal?: AbortSignal): Promise<Visits>;
	/**
	 * Compares the entries of a selection with the entries of a baseline, in every field. Rejects with a UserError if the comparison
	 * isn't possible.
	 */
	differences(comparison: Comparison, options?: DifferenceOptions): Promise<Differences>;
	/** Returns the entry with that token, or null. */
	get(token: string, signal?: AbortSignal): Promise<Entry | null>;
	/** Returns up to `limit` entries written since `mark` (null: since the store was opened). */
	arrivals(query: Query, mark: ArrivalMark | null, limit: number, signal?: AbortSignal): Promise<Arrivals>;
	/** Checks that an entry belongs to the arrivals after `mark`, whether or not `arrivals` has returned it. */
	isAfter(mark: ArrivalMark, entry: Entry): boolean;
	/**
	 * Returns the lines as logged, without their line ends; null for a line that can no longer be read. If it has to decode a
	 * compressed file, it reports the number of decoded bytes to `progress` from time to time.
	 */
	raw(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<Uint8Array | null>>;
	/**
	 * Returns the newest lines that no format matches, newest first: at most `limit` of the thousand that the store remembers.
	 * Lines written since the store was opened are newer than the backfill.
	 */
	unrecognisedLines(limit: number, signal?: AbortSignal): Promise<readonly UnrecognisedLine[]>;
	/**
	 * Calls the listener shortly after the results of the query or the status may have changed: once for many changes, never during
	 * `subscribe`. The listener should repeat its queries. Returns a function that unsubscribes.
	 */
	subscribe(query: Query, listener: () => void): () => void;
	status(): StoreStatus;
	/**
	 * Runs queries while no entries are added, so that their answers agree. Lines wait in their files in the meantime. A server still
	 * adds rows.
	 */
	together<Answer>(queries: () => Promise<Answer>): Promise<Answer>;
	/** Evicts the oldest entries until at most `entries` remain. Keeps all later entries until the next call. */
	holdAtMost(entries: number): void;
	/** Sets the log fields, in lower case and without the @, whose values `page` returns with entries. */
	showFields(names: readonly string[]): void;
	/** Returns the log fields in the newest lines, the most frequent first. Omits names that a field has been read from. */
	logFields(signal?: AbortSignal): Promise<readonly LogField[]>;
	/** Returns the name of a log field for display. Redaction hides secrets in it, as in a value. */
	readonly shownField: ShownField;
	/** Returns all named values of the lines of entries; null for a line that can no longer be read. Calls `progress` like `raw`. */
	logValues(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<readonly LogValue[] | null>>;
	/**
	 * Adds a line of JSON for each entry: its object, which `objects` returns by the entry's index, with the log fields from which no
	 * field was read: the values of `logValues`, in half of the time. Returns the number of lines that can no longer be read, or
	 * undefined if only `logValues` has the values, because a server stores the lines or values are redacted. Then no line counts.
	 */
	addJson(
		entries: readonly Entry[],
		objects: (index: number) => string,
		lines: JsonLines,
		signal?: AbortSignal,
	): Promise<number | undefined>;
	/**
	 * Returns the log fields of a query that no line has, in lower case and without the @; none while lines must be read to know.
	 */
	unknownLogFields(query: Query): readonly string[];
	/** Resolves when every line that a query needs has been read, or can't be. */
	searched(query: Query, signal?: AbortSignal): Promise<void>;
	/** Resolves when the backfill of every file is complete and, without following, when all input has been read. */
	settled(signal?: AbortSignal): Promise<void>;
	close(): Promise<void>;
};
