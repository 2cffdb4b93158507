import {setTimeout as after} from 'node:timers/promises';
import type {ClientChoice} from '../entries/client-choice.js';
import {everything} from '../query/query.js';
import {EmbeddedStore} from '../store/embedded-store.js';
import type {PathState} from '../tail/tail-types.js';
import {durationHint} from './duration-hint.js';
import type {Hint} from './hint.js';
import {proxyHint} from './proxy-hint.js';
import {statusHint} from './status-hint.js';

/** Facts from the newest lines of a log. */
export type LogEnd = {
	readonly state: Omit<PathState, 'path'>;
	/** Number of requests, unrecognised lines, and lines that aren't requests, among the newest. */
	readonly requests: number;
	readonly unrecognised: number;
	readonly notRequests: number;
	/** Time of the newest request, in ms since 1970, or null. */
	readonly newest: number | null;
	/** The format of the newest request. */
	readonly format: string | null;
	/** Set if nearly all requests probably come from a proxy. */
	readonly proxy: Hint | null;
	/** Set if the newest request has a number that may be its duration. */
	readonly duration: Hint | null;
	/** Set if the status of many requests can't be read. */
	readonly status: Hint | null;
};

/** How lines are parsed. */
export type ReadAs = {
	/** See `chosenReaders`. */
	readonly format: string | undefined;
	readonly client: ClientChoice;
};

/** Reads the end of a log as the screen does, without the backfill, because a log may be large. */
export async function readLogEnd(path: string, {format, client}: ReadAs, deadline: number): Promise<LogEnd> {
	const failure = new AbortController();
	const store = new EmbeddedStore({
		paths: [path],
		follow: false,
		poll: true,
		backfill: 'later',
		source: '',
		format,
		client,
		cap: Number.POSITIVE_INFINITY,
		keepPiped: 0,
		failed: error => failure.abort(error),
	});
	try {
		await Promise.race([isRead(store, failure.signal), after(deadline, undefined, {ref: false})]);
		failure.signal.throwIfAborted();
		const [{n}, page, proxy, status] = await Promise.all([
			store.count(everything),
			store.page(everything, {from: 'newest'}, 1),
			proxyHint(store, client),
			statusHint(store, format),
		]);
		const {files, unrecognised, notRequests} = store.status();
		const [newest] = page.entries;
		return {
			state: files[0] ?? {state: 'waiting'},
			requests: n,
			unrecognised,
			notRequests,
			newest: newest?.time ?? null,
			format: newest?.format ?? null,
			proxy,
			duration: await durationHint(store, newest, format),
			status,
		};
	} finally {
		await store.close();
	}
}

/** Resolves when the end of the only file has been read, or failed to be read. */
function isRead(store: EmbeddedStore, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const check = async (): Promise<void> => {
			const {files, indexing, unrecognised, notRequests} = store.status();
			const {n} = await store.count(everything);
			const hasLines = n + unrecognised + notRequests > 0;
			if (files[0]?.problem !== undefined || (hasLines && (indexing === null || indexing.read > 0))) {
				unsubscribe();
				resolve();
			}
		};
		const unsubscribe = store.subscribe(everything, () => void check().catch(reject));
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
		check().catch(reject);
	});
}
