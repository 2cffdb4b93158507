import {type Clock, systemClock} from '../../source/clock.js';
import type {LogValue} from '../../source/entries/log-fields/log-value.js';
import {needsLines} from '../../source/query/expression.js';
import {asLogged} from '../../source/query/log-field-name.js';
import {isEverything, type Query} from '../../source/query/query.js';
import type {
	Arrivals,
	Count,
	Cursor,
	Entry,
	LogField,
	Page,
	Position,
	Store,
	StoreStatus,
	UnrecognisedLine,
} from '../../source/store/store.js';
import {facetsOf, heatmapOf, histogramOf, routesOf, visitsOf} from './answer-models.js';
import {comparePositions, inOrder} from './order-model.js';
import {matches} from './query-model.js';

export type FakeStore = Store & {
	/** Adds newly written entries. */
	add(...entries: readonly Entry[]): void;
	/** Adds entries from the backfill of a file. */
	addPast(...entries: readonly Entry[]): void;
	/** Sets the log fields of an entry: its line has been read. */
	read(token: string, fields: Entry['fields']): void;
	/** Evicts the `n` oldest entries. */
	evict(n: number): void;
	setStatus(status: Partial<StoreStatus>): void;
	/** Sets the lines that no format reads, newest first. */
	setUnrecognised(lines: readonly UnrecognisedLine[]): void;
	/** Sets the function that returns the line of an entry. Without it, all lines are missing. */
	setRaw(
		raw: (entry: Entry, progress?: (decoded: number, wanted: number) => void) => Uint8Array | null,
	): void;
	/** Sets the log fields in the newest lines. */
	setLogFields(fields: ReadonlyArray<Omit<LogField, 'values'> & Partial<LogField>>): void;
	/** Sets the function that returns the named values of an entry's line. Without it, all lines are missing. */
	setLogValues(values: (entry: Entry) => readonly LogValue[] | null): void;
	/** Sets the log fields that no line has. */
	setUnknownLogFields(names: readonly string[]): void;
	/** Sets the progress of reading lines, for all counts. */
	setLines(lines: NonNullable<Count['lines']> | undefined): void;
	/** Sets whether counts are partial. */
	setPartial(partial: boolean): void;
	/** Blocks later calls until `release`, unless they are aborted. */
	block(): void;
	release(): void;
	/** Makes later calls reject with `error`. Null ends this. */
	fail(error: Error | null): void;
	/** Names of the calls so far, such as `count` and `page newest 10`. */
	readonly calls: readonly string[];
	/** Number of calls aborted while they were blocked. */
	readonly aborted: number;
};

const quiet: StoreStatus = {
	files: [{path: 'access.log', state: 'following'}],
	indexing: null,
	lag: 0,
	lagTime: 0,
	unrecognised: 0,
	notRequests: 0,
	evicted: 0,
	pastLeftOut: false,
	notices: [],
	noticesLeftOut: 0,
};

/** A store over an array. Answers in a microtask and notifies listeners in the next turn of the event loop. */
export function fakeStore(...past: readonly Entry[]): FakeStore {
	return fakeStoreAt(systemClock, ...past);
}

/** Returns such a store with a given clock, for queries such as `since:15m`. */
export function fakeStoreAt(clock: Pick<Clock, 'now'>, ...past: readonly Entry[]): FakeStore {
	const entries: Entry[] = [...past].sort(newestFirst);
	const written: Entry[] = [];
	const listeners = new Set<() => void>();
	const calls: string[] = [];
	let status = quiet;
	let unrecognised: readonly UnrecognisedLine[] = [];
	let partial = false;
	let rawOf: Parameters<FakeStore['setRaw']>[0] = () => null;
	let logFields: readonly LogField[] = [];
	let valuesOf: Parameters<FakeStore['setLogValues']>[0] = () => null;
	let unknown: readonly string[] = [];
	let lines: Count['lines'];
	let arrived = 0;
	let aborted = 0;
	let hasNotified = false;
	let failure: Error | null = null;
	let gate: {readonly opened: Promise<void>; open(): void} | null = null;

	const changed = (): void => {
		if (!hasNotified) {
			hasNotified = true;
			setImmediate(() => {
				hasNotified = false;
				for (const listener of listeners) {
					listener();
				}
			});
		}
	};
	const matching = (query: Query): readonly Entry[] =>
		isEverything(query) ? entries : entries.filter(entry => isMatch(query, entry));

	const isMatch = ({expression}: Query, entry: Entry): boolean => {
		const line = needsLines(expression) ? rawOf(entry) : null;
		return matches(expression, entry, clock.now(), Buffer.from(line ?? []).toString());
	};
	const insert = (added: readonly Entry[]): void => {
		entries.push(...added);
		entries.sort(newestFirst);
		changed();
	};
	const answer = async <T>(name: string, signal: AbortSignal | undefined, value: () => T): Promise<T> => {
		calls.push(name);
		if (gate) {
			await new Promise<void>((resolve, reject) => {
				void gate?.opened.then(resolve);
				signal?.addEventListener('abort', () => {
					aborted++;
					reject(signal.reason);
				});
			});
		}
		signal?.throwIfAborted();
		if (failure) {
			throw failure;
		}
		return value();
	};
	return {
		calls,
		get aborted() {
			return aborted;
		},
		add(...added) {
			arrived += added.length;
			written.push(...added);
			insert(added);
		},
		addPast(...added) {
			insert(added);
		},
		read(token, fields) {
			for (const list of [entries, written]) {
				for (const [index, entry] of list.entries()) {
					list[index] = entry.token === token ? {...entry, fields} : entry;
				}
			}
			changed();
		},
		evict(n) {
			entries.splice(entries.length - n);
			status = {...status, evicted: status.evicted + n};
			changed();
		},
		setStatus(changes) {
			status = {...status, ...changes};
			changed();
		},
		setUnrecognised(lines) {
			unrecognised = lines;
			this.setStatus({unrecognised: lines.length});
		},
		setRaw(raw) {
			rawOf = raw;
		},
		setLogFields(fields) {
			logFields = fields.map(field => ({values: 1, ...field}));
		},
		setLogValues(values) {
			valuesOf = values;
		},
		setUnknownLogFields(names) {
			unknown = names;
			changed();
		},
		setLines(value) {
			lines = value;
			changed();
		},
		setPartial(value) {
			partial = value;
			changed();
		},
		block() {
			let open = (): void => {};
			const opened = new Promise<void>(resolve => {
				open = resolve;
			});
			gate = {opened, open};
		},
		release() {
			gate?.open();
			gate = null;
		},
		fail(error) {
			failure = error;
			changed();
		},
		count: (query, signal) =>
			answer<Count>('count', signal, () => ({
				n: matching(query).length,
				partial,
				...(lines !== undefined && {lines}),
				arrived: isEverything(query) ? arrived : written.filter(entry => isMatch(query, entry)).length,
			})),
		page: (query, cursor, size, signal) =>
			answer<Page>(`page ${cursor.from} ${size}${byOrder(cursor)}`, signal, () =>
				pageOf(matching(query), cursor, size),
			),
		histogram: (query, from, to, step, signal, withFigures) =>
			answer('histogram', signal, () => histogramOf(matching(query), from, to, step, withFigures)),
		heatmap: (query, range, bounds, signal) =>
			answer('heatmap', signal, () => heatmapOf(matching(query), range, bounds)),
		facets: (query, field, n, {containing = '', order = 'n', withFigures, withDurations, signal} = {}) =>
			answer(`facets ${field} ${n}${order === 'n' ? '' : ` by ${order}`}`, signal, () =>
				facetsOf(matching(query), field, n, containing, order, withFigures, withDurations),
			),
		routes: (query, n, signal, withDurations) =>
			answer(`routes ${n}`, signal, () => routesOf(matching(query), n, withDurations)),
		visits: (query, signal) => answer('visits', signal, () => visitsOf(matching(query))),
		differences: (_comparison, {signal} = {}) =>
			answer('differences', signal, () => ({
				findings: [],
				selected: 0,
				baseline: entries.length,
				isTooSmall: true,
				kind: 'rest',
				before: null,
				compared: [],
				incomparable: [],
				different: [],
				partial: false,
			})),
		get: (token, signal) =>
			answer('get', signal, () => entries.find(candidate => candidate.token === token) ?? null),
		arrivals: (_query, _mark, _limit, signal) =>
			answer<Arrivals>('arrivals', signal, () => ({entries: [], mark: new Map()})),
		isAfter: () => false,
		together: queries => queries(),
		holdAtMost() {},
		raw: (wanted, signal, progress) =>
			answer('raw', signal, () => wanted.map(entry => rawOf(entry, progress))),
		unrecognisedLines: (limit, signal) => answer('unrecognised', signal, () => unrecognised.slice(0, limit)),
		subscribe(_query, listener) {
			// A wrapper, because the same function may be subscribed twice.
			const entry = (): void => listener();
			listeners.add(entry);
			return () => listeners.delete(entry);
		},
		status: () => status,
		showFields(names) {
			calls.push(`showFields ${names.join(' ')}`);
			changed();
		},
		logFields: async () => logFields,
		shownField: asLogged,
		logValues: (wanted, signal) => answer('logValues', signal, () => wanted.map(entry => valuesOf(entry))),
		addJson: async () => undefined,
		unknownLogFields: () => unknown,
		async searched() {},
		async settled() {},
		async close() {},
	};
}

function pageOf(newestFirst: readonly Entry[], cursor: Cursor, size: number): Page {
	const {order = 'time'} = cursor;
	const entries = inOrder(newestFirst, order);
	/** Returns the index of the first entry that isn't before the position. */
	const firstAt = (position: Position): number =>
		indexWhere(entries, entry => comparePositions(order, entry.position, position) >= 0);
	const from = startOf(entries, cursor, size, firstAt);
	const end = cursor.from === 'newer' ? firstAt(cursor.position) : from + size;
	return from < end && from < entries.length
		? {entries: entries.slice(from, end), newer: from}
		: {entries: [], newer: 0};
}

function startOf(
	entries: readonly Entry[],
	cursor: Cursor,
	size: number,
	firstAt: (position: Position) => number,
): number {
	switch (cursor.from) {
		case 'newest': {
			const {notAfter, order = 'time'} = cursor;
			return notAfter === undefined || order !== 'time'
				? 0
				: indexWhere(entries, entry => entry.position.time <= notAfter);
		}
		case 'oldest':
			return Math.max(0, entries.length - size);
		case 'at':
			return firstAt(cursor.position);
		case 'older':
			return indexWhere(
				entries,
				entry => comparePositions(cursor.order ?? 'time', entry.position, cursor.position) > 0,
			);
		case 'newer':
			return Math.max(0, firstAt(cursor.position) - size);
	}
}

function indexWhere(entries: readonly Entry[], matches: (entry: Entry) => boolean): number {
	const index = entries.findIndex(matches);
	return index === -1 ? entries.length : index;
}

function newestFirst(a: Entry, b: Entry): number {
	return comparePositions('time', a.position, b.position);
}

function byOrder({order = 'time'}: Cursor): string {
	return order === 'time' ? '' : ` by ${order}`;
}
