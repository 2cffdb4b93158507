import type {FacetOrder, Facets, Histogram, Routes} from '../answers/answers.js';
import type {FacetField} from '../query/facet-field.js';
import type {Query} from '../query/query.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {PathState} from '../tail/tail-types.js';
import type {NotedNotice} from './notice-list.js';

/**
 * The place of an entry in the total order (time, source, file, offset). Opaque outside of the store that
 * gave it: hold it, hand it back, don't look inside.
 */
export type Position = {readonly time: number; readonly file: number; readonly offset: number};

/** One recorded request, decoded for showing and printing. What the line doesn't have is null. */
export type Entry = {
	readonly position: Position;
	/** 13 lower-case hexadecimal digits, unique per row. */
	readonly token: string;
	readonly status: number | null;
	/** The client, as `--client` chooses it. */
	readonly ip: string | null;
	/** Who connected, where that is another than the client, and in the line; null from a server, which isn't told. */
	readonly peerIp: string | null;
	readonly method: string | null;
	/** The request target with the log's escapes undone, as logged otherwise. The screen shows it relative. */
	readonly url: string | null;
	/** Milliseconds since 1970 UTC. */
	readonly time: number | null;
	/** `read`: the line has no time, and `time` is when it was read; null: it is the line's, or there is none. */
	readonly timeSource: 'read' | null;
	/** Zone of the time in the log, minutes east of UTC. */
	readonly zone: number | null;
	readonly protocol: string | null;
	/** Size of the answer. */
	readonly bytes: number | null;
	readonly referer: string | null;
	readonly userAgent: string | null;
	readonly user: string | null;
	readonly host: string | null;
	readonly forwardedFor: string | null;
	/** The servers that the request was handed on to. */
	readonly upstream: string | null;
	readonly durationMs: number | null;
	/**
	 * True when only a part of the line may have been read: it had no line end when nothing more could come, or it is
	 * longer than is kept.
	 */
	readonly incomplete: boolean;
	/** Name of the format that the line was read with. */
	readonly format: string;
	/** Path of the file, as given. */
	readonly file: string;
	/** Byte offset of the line's first byte in the uncompressed file. */
	readonly offset: number;
	/** The name under which the server it is of was shipped; null where the files of one machine are read. */
	readonly source: string | null;
	/** The routes of its store, for the route of the URL: not of the line. */
	readonly routes: KnownRoutes;
};

/** Where a page begins. */
export type Cursor =
	/** The newest entries; with `notAfter` (ms since 1970) the newest that are not later than that. */
	| {readonly from: 'newest'; readonly notAfter?: number}
	/** The oldest entries. */
	| {readonly from: 'oldest'}
	/** The entries at and older than a position: the first entry is the one at it, or the next older one. */
	| {readonly from: 'at'; readonly position: Position}
	/** The entries next older than a position. */
	| {readonly from: 'older'; readonly position: Position}
	/** The entries next newer than a position (the page ends just above it). */
	| {readonly from: 'newer'; readonly position: Position};

/** Some entries that stand next to each other in the order. */
export type Page = {
	/** Newest first, whatever the cursor. */
	readonly entries: readonly Entry[];
	/** How many matching entries are newer than the first of the page; 0 when there is none on it. */
	readonly newer: number;
};

/** How many entries there are. */
export type Count = {
	/** Matching entries that the store holds now. */
	readonly n: number;
	/** True when a part of the store couldn't answer, so that `n` is too low. */
	readonly partial: boolean;
	/**
	 * Matching entries that were written since the store was opened (not: read from the past of a file).
	 * Never falls; the difference of two counts is how many are new.
	 */
	readonly arrived: number;
};

/** Matching entries in the order in which they were written, each once. */
export type Arrivals = {
	readonly entries: readonly Entry[];
	/** Hand back to go on after these. */
	readonly mark: ArrivalMark;
};

/**
 * How far a reader of arrivals has come. Opaque like `Position`: per file, the offset of the first byte after what it
 * has read.
 */
export type ArrivalMark = ReadonlyMap<number, number>;

/** A line that no format reads. */
export type UnrecognisedLine = {
	/** Path of the file, as given. */
	readonly file: string;
	/** Byte offset of the line's first byte in the uncompressed file. */
	readonly offset: number;
	/** The line as it was logged, without its line end; null when it can no longer be read. */
	readonly line: Uint8Array | null;
};

/** A server that is asked, and what is the matter with it. */
export type ServerState = {
	/** As it is shown: `host:port/database`. */
	readonly name: string;
	/** Why it doesn't answer, or not with all that there is; null: nothing is the matter. */
	readonly problem: string | null;
	/** While it doesn't answer: when it is tried again, milliseconds since 1970. Else null. */
	readonly nextAttempt: number | null;
};

/** How far the store has come, and what the user should know of it. */
export type StoreStatus = {
	/** Where a server is asked: those that rows came of lately. */
	readonly files: readonly PathState[];
	/** The server that is asked; not set where files are read. */
	readonly server?: ServerState;
	/** How much of the files' past has been read; null once there is nothing left to read. */
	readonly indexing: {readonly read: number; readonly total: number} | null;
	/** Bytes that were written since the store was opened but not read yet. */
	readonly lag: number;
	/** For how long there have been such, without a pause; milliseconds. */
	readonly lagTime: number;
	/** Names of the formats that requests were read in, the first one first; not set where a server is asked. */
	readonly formats?: readonly string[];
	/** Lines that no format reads. */
	readonly unrecognised: number;
	/** Lines that are understood and are no requests: headers, connections without one, a server's other messages. */
	readonly notRequests: number;
	/** Entries that were let go because the cap was reached, oldest first. */
	readonly evicted: number;
	/** True when the past of a file was left unread because of the cap; how many entries that is isn't known. */
	readonly pastLeftOut: boolean;
	/** Bytes that were there before and can't be read any more; not set where there are none. */
	readonly lost?: number;
	/** What happened, oldest first; the newest few hundred. */
	readonly notices: readonly NotedNotice[];
	/** How many older notices there were that are no longer kept. */
	readonly noticesLeftOut: number;
	/** Set once nothing can come any more: all that is read are pipes, and they have been read to their ends. */
	readonly isOver?: true;
};

/**
 * All that the screen and the printing commands know of the data. Asynchronous and cancellable: a call whose
 * signal is aborted rejects with the signal's reason.
 */
export type Store = {
	/** Set where entries come from several servers, each with a `source`. */
	readonly isFleet?: boolean;
	/** The format that lines are read in, where one was given: see `chosenReaders`. */
	readonly format?: string | undefined;
	count(query: Query, signal?: AbortSignal): Promise<Count>;
	page(query: Query, cursor: Cursor, size: number, signal?: AbortSignal): Promise<Page>;
	/**
	 * How many matching entries fall into each `step` of the time from `from` to `to`, milliseconds since 1970; the last
	 * stretch is the one that `to` is in or ends. Rejects with a RangeError when that makes more than 20,000 of them.
	 */
	histogram(query: Query, from: number, to: number, step: number, signal?: AbortSignal): Promise<Histogram>;
	/**
	 * The `n` most frequent values of a field, or the slowest, see `FacetOrder`; `containing`: only of those that contain
	 * it, whatever the case.
	 */
	facets(
		query: Query,
		field: FacetField,
		n: number,
		options?: {
			/** Without durations it is `n`, which it also is when it isn't given. */
			readonly order?: FacetOrder;
			readonly containing?: string;
			readonly signal?: AbortSignal;
		},
	): Promise<Facets>;
	/** The shapes of the URLs, the `n` with the most requests. */
	routes(query: Query, n: number, signal?: AbortSignal): Promise<Routes>;
	/** The entry with that token, or null. */
	get(token: string, signal?: AbortSignal): Promise<Entry | null>;
	/** What was written since `mark` (null: since the store was opened), at most `limit` entries. */
	arrivals(query: Query, mark: ArrivalMark | null, limit: number, signal?: AbortSignal): Promise<Arrivals>;
	/** Whether an entry is one that `arrivals` gives, or would give, after `mark`. */
	isAfter(mark: ArrivalMark, entry: Entry): boolean;
	/**
	 * The lines as they were logged, without their line end; null for one that can no longer be read. Where it takes
	 * decoding a compressed file up to there, `progress` is told how many of its bytes have been, now and then.
	 */
	raw(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<Uint8Array | null>>;
	/**
	 * The newest lines that no format reads, newest first: at most `limit`, and no more than the store remembers, which
	 * is some hundred. What was written while the store is open is newer than what was there before.
	 */
	unrecognisedLines(limit: number, signal?: AbortSignal): Promise<readonly UnrecognisedLine[]>;
	/**
	 * Calls the listener whenever what the query or the status answers may have changed: soon after, once for
	 * many changes, never while subscribing. Ask again then. Returns the function that ends it.
	 */
	subscribe(query: Query, listener: () => void): () => void;
	status(): StoreStatus;
	/** Lets the oldest entries go until no more than so many are left. What comes later is held, until the next call. */
	holdAtMost(entries: number): void;
	/** Resolves when the past of every file has been read, and, when nothing is followed, all there is. */
	settled(signal?: AbortSignal): Promise<void>;
	close(): Promise<void>;
};
