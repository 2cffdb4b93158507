import type {Facets, Heatmap, Histogram, Routes, Visits} from '../answers/answers.js';
import type {CostCursor} from '../answers/costliest.js';
import type {EntryScan} from '../answers/scan.js';
import type {Comparison, TimeRange} from '../differences/comparison.js';
import type {DifferenceOptions, Differences} from '../differences/differences.js';
import type {JsonLines} from '../entries/log-fields/json-lines.js';
import type {LogValue} from '../entries/log-fields/log-value.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import type {Geo} from '../geo/geo.js';
import {entryFlags} from '../index/entry-columns.js';
import type {EntryIndex, Listed} from '../index/entry-index.js';
import type {RowFilter} from '../index/row-bits.js';
import type {Segment} from '../index/segment.js';
import {isToken} from '../index/token.js';
import type {Ref} from '../index/walk.js';
import {LineFacts} from '../query/evaluation/line-facts.js';
import type {Selection} from '../query/evaluation/selection.js';
import {Slice} from '../query/evaluation/slice.js';
import {logFieldsIn} from '../query/expression.js';
import type {FacetField} from '../query/facet-field.js';
import {isLogFieldName, nameOfLogField} from '../query/log-field-name.js';
import {type CostOrder, isByCost} from '../query/order.js';
import {everything, isEverything, type Query} from '../query/query.js';
import {readLinesAt} from '../reader/stored-lines.js';
import type {KnownRoutes} from '../routes/known-routes.js';
import type {LogFile} from '../tail/log-file.js';
import type {ChangeSignal} from './change-signal.js';
import {decodeEntry} from './decode-entry.js';
import {EntryHeaders} from './entry-headers.js';
import type {Ingestion} from './ingestion.js';
import {columnWish, LineScan, type LineWish} from './line-scan.js';
import {listEntries} from './list-entries.js';
import {fieldSample, frequentNames} from './log-field-names.js';
import {readLogged} from './logged-lines.js';
import {Selections} from './selections.js';
import type {
	ArrivalMark,
	Arrivals,
	Count,
	Cursor,
	Entry,
	LogField,
	Page,
	Store,
	UnrecognisedLine,
} from './store.js';

const noFields: Entry['fields'] = {};

/** Takes the line of an entry: null if it can no longer be read, undefined if it wasn't wanted. */
type TakeLine = (line: Buffer | null | undefined, header: LogHeader) => void;

function bufferOf(bytes: Uint8Array): Buffer {
	return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Share of unread lines up to which a comparison waits for the values of a log field, and the maximum time for each, in ms. A live log
 * always has unread lines.
 */
const unreadShare = 0.1;
const comparisonPatience = 5000;

/** Number of unread lines up to which a list of values waits for them, and the maximum time: reading a value takes 4 µs. */
const fewLines = 5000;
const fewLinesPatience = 500;

/** The methods of a store that query entries and lines. */
type Questions = Pick<
	Store,
	| 'count'
	| 'page'
	| 'histogram'
	| 'heatmap'
	| 'facets'
	| 'routes'
	| 'visits'
	| 'differences'
	| 'get'
	| 'arrivals'
	| 'isAfter'
	| 'raw'
	| 'unrecognisedLines'
	| 'searched'
	| 'showFields'
	| 'logFields'
	| 'logValues'
	| 'addJson'
	| 'unknownLogFields'
>;

/** The queried index, and the logs of its entries. */
type EntrySource = {
	readonly index: EntryIndex;
	readonly logs: Pick<Ingestion, 'log' | 'logs' | 'unrecognisedLines' | 'taken'>;
	/** Clock for searches such as `since:15m`, in ms since 1970. */
	readonly now: () => number;
	/** The format of the lines if the user chose one: see `chosenReaders`. */
	readonly format?: string | undefined;
	readonly routes: KnownRoutes;
	readonly geo: Geo;
	/** Approximate maximum bytes of memory for the strings of entries and the columns of log fields. */
	readonly textMemory: number;
	/** Notified after lines have been read. */
	readonly changes: Pick<ChangeSignal, 'changed' | 'next'>;
	/** Called with an error that ends the reading of lines: a bug in the program. */
	readonly failed: (error: unknown) => void;
};

/** Answers a store's queries for entries from an index, and its queries for lines from the files. */
export class EntryQueries implements Questions {
	readonly #index: EntryIndex;
	readonly #now: () => number;
	readonly #logs: EntrySource['logs'];
	readonly #selections: Selections;
	readonly #format: string | undefined;
	readonly #routes: KnownRoutes;
	readonly #geo: Geo;
	readonly #changes: EntrySource['changes'];
	readonly #facts: LineFacts;
	/** Log fields that no line had when all had been read. They stay unknown while lines arrive, until one has a value. */
	readonly #unknown = new Set<string>();
	readonly #scan: LineScan;
	readonly #headers: EntryHeaders;
	/** By name, functions that end the reading of lines for the log fields of `showFields`. */
	readonly #shownFields = new Map<string, () => void>();
	readonly #columnWishes = new Map<string, LineWish>();
	/** Returns the path of a log for printing. */
	readonly #pathOf = (number: number): string => this.#logs.log(number)?.file.path ?? '';

	constructor({index, logs, now, format, routes, geo, textMemory, changes, failed}: EntrySource) {
		this.#routes = routes;
		this.#geo = geo;
		this.#now = now;
		this.#changes = changes;
		this.#facts = new LineFacts(index, format);
		this.#headers = new EntryHeaders(number => logs.log(number)?.file);
		this.#scan = new LineScan({
			index,
			fileOf: number => logs.log(number)?.file,
			headers: this.#headers,
			tidy: () => this.#facts.tidy(Math.max(textMemory / 4, textMemory - index.textMemory)),
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
		this.#selections = new Selections({index, files, routes, geo, lines: this.#facts, now}, this.#scan);
	}

	/** Bytes of memory of the columns of log fields. */
	get memory(): number {
		return this.#facts.memory;
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
			stop();
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
		const paged = ({refs, newer}: Listed): Page => ({entries: refs.map(ref => this.#entry(ref)), newer});
		const {order = 'time'} = cursor;
		if (isByCost(order)) {
			return this.#scanned(query, signal, async scan => {
				const {costliest} = await import('../answers/costliest.js');
				return paged(await costliest(scan, this.#index, order, this.#costCursor(cursor, order), size));
			});
		}
		return this.#asked(query, signal, selection => {
			const count = selection?.count ?? this.#index.count;
			return paged(listEntries({index: this.#index, filter: selection, count}, cursor, size));
		});
	}

	async histogram(
		query: Query,
		from: number,
		to: number,
		step: number,
		signal?: AbortSignal,
		withFigures?: boolean,
	): Promise<Histogram> {
		return this.#scanned(query, signal, async scan => {
			const {histogram} = await import('../answers/histogram.js');
			return histogram(scan, {from, to, step}, withFigures);
		});
	}

	async heatmap(...[query, range, bounds, signal]: Parameters<Store['heatmap']>): Promise<Heatmap> {
		return this.#scanned(query, signal, async scan => {
			const {heatmap} = await import('../answers/heatmap.js');
			return heatmap(scan, range, bounds);
		});
	}

	async facets(
		query: Query,
		field: FacetField,
		n: number,
		{signal, ...options}: Parameters<Store['facets']>[3] = {},
	): Promise<Facets> {
		const question = {field, n, containing: '', ...options, pathOf: this.#pathOf};
		const name = isLogFieldName(field) ? nameOfLogField(field) : undefined;
		const stored = this.#storedRows();
		if (name !== undefined) {
			this.#scan.want(this.#wishFor(name));
			if (this.#unreadRows(name) <= fewLines) {
				await this.#linesRead(name, stored, fewLinesPatience, signal);
			}
		}
		return this.#scanned(query, signal, async scan => {
			const {facets} = await import('../answers/facets.js');
			const found = await facets(scan, question);
			return name === undefined || this.#unreadRows(name, stored) === 0 ? found : {...found, partial: true};
		});
	}

	async routes(query: Query, n: number, signal?: AbortSignal, withDurations?: boolean): Promise<Routes> {
		return this.#scanned(query, signal, async scan => {
			const {routes} = await import('../answers/routes.js');
			return routes(scan, n, withDurations);
		});
	}

	async visits(query: Query, signal?: AbortSignal): Promise<Visits> {
		return this.#scanned(query, signal, async scan => {
			const {visits} = await import('../answers/visits.js');
			return visits(scan);
		});
	}

	async differences(
		comparison: Comparison,
		{limit, logFields = [], signal, progress}: DifferenceOptions = {},
	): Promise<Differences> {
		const [{resolve}, {differences}] = await Promise.all([
			import('../differences/comparison.js'),
			import('../differences/differences.js'),
		]);
		const {selection, within} = comparison;
		const resolved = resolve(comparison, this.#covered(), this.#now());
		const names = new Set([
			...logFields,
			...[selection, within].flatMap(({expression}) =>
				logFieldsIn(expression).map(name => `@${name}` as const),
			),
		]);
		const queries = [selection, within, resolved.baseline ?? everything];
		for (const query of queries) {
			await this.#asked(query, signal, () => {});
		}
		// The last wish comes first, and the first names are the most important.
		for (const name of [...names].reverse()) {
			this.#scan.want(this.#wishFor(nameOfLogField(name)));
		}
		const maxUnread = this.#index.count * unreadShare;
		const read = [...names].filter(name => this.#unreadRows(nameOfLogField(name)) <= maxUnread);
		const stored = this.#storedRows();
		for (const name of read) {
			await this.#linesRead(nameOfLogField(name), stored, comparisonPatience, signal);
		}
		// Up to date together: otherwise entries that arrived in between would be in the baseline only.
		const [selected, limits, baseline] = queries.map(query =>
			isEverything(query) ? undefined : this.#selections.upToDate(query),
		);
		const found = await differences(
			{
				sides: {selection: selected, within: limits, baseline},
				index: this.#index,
				routes: this.#routes,
				geo: this.#geo,
				facts: this.#facts,
				signal,
			},
			{resolved, limit, logFields: read, progress, pathOf: this.#pathOf},
		);
		// The columns of many log fields may not fit in the memory together.
		const isWhole = read.every(name => this.#unreadRows(nameOfLogField(name), stored) === 0);
		return isWhole && read.length === names.size ? found : {...found, partial: true};
	}

	/** Waits until the lines of stored entries have been read for a log field, at most `patience` ms: a disk may not respond. */
	async #linesRead(
		name: string,
		stored: ReadonlyMap<Segment, number>,
		patience: number,
		signal: AbortSignal | undefined,
	): Promise<void> {
		// Its own wish: the end of the wait must not end the reading for a column of the listing.
		const stop = this.#scan.keepWanting(columnWish(name, this.#facts));
		const limit = AbortSignal.timeout(patience);
		const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
		try {
			while (this.#unreadRows(name, stored) > 0 && !limit.aborted) {
				await this.#changes.next(either);
			}
		} catch (error) {
			if (!limit.aborted) {
				throw error;
			}
		} finally {
			stop();
		}
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

	showFields(names: readonly string[]): void {
		for (const [name, stop] of this.#shownFields) {
			if (!names.includes(name)) {
				stop();
				this.#shownFields.delete(name);
			}
		}
		for (const name of names) {
			if (!this.#shownFields.has(name)) {
				this.#shownFields.set(name, this.#scan.keepWanting(this.#wishFor(name)));
			}
		}
	}

	async logFields(signal?: AbortSignal): Promise<readonly LogField[]> {
		const valuesFrom = async (cursor: Cursor): Promise<ReadonlyArray<readonly LogValue[] | null>> => {
			const {entries} = await this.page(everything, cursor, fieldSample, signal);
			return this.logValues(entries, signal);
		};
		const newest = await valuesFrom({from: 'newest'});
		// The lines that are the newest by time may no longer be readable.
		const isReadable = newest.some(values => values !== null);
		return frequentNames(isReadable ? newest : await valuesFrom({from: 'oldest'}));
	}

	async logValues(
		entries: readonly Entry[],
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<ReadonlyArray<readonly LogValue[] | null>> {
		const mayHave = this.#mayHaveLogFields(entries);
		if (!mayHave.includes(true)) {
			return entries.map(() => []);
		}
		const {logValues} = await import('../entries/log-fields/log-values.js');
		const choice = this.#format;
		const lists: Array<readonly LogValue[] | null> = [];
		const take: TakeLine = (line, header) => {
			lists.push(line == null ? (line === null ? null : []) : logValues(line, {choice, header}));
		};
		await this.#eachLine(entries, mayHave, take, signal, progress);
		return lists;
	}

	async addJson(
		entries: readonly Entry[],
		objects: (index: number) => string,
		lines: JsonLines,
		signal?: AbortSignal,
	): Promise<number | undefined> {
		const mayHave = this.#mayHaveLogFields(entries);
		if (!mayHave.includes(true)) {
			for (const index of entries.keys()) {
				lines.add(objects(index));
			}
			return 0;
		}
		const {addWithLogFields} = await import('../entries/log-fields/log-values.js');
		const choice = this.#format;
		let index = 0;
		let lost = 0;
		const take: TakeLine = (line, header) => {
			const entry = entries[index];
			const object = objects(index++);
			if (line == null) {
				lost += line === null ? 1 : 0;
				lines.add(object);
			} else {
				addWithLogFields(object, line, {choice, header, entry}, lines);
			}
		};
		await this.#eachLine(entries, mayHave, take, signal);
		return lost;
	}

	/** Returns false for each entry whose line can't have log fields. */
	#mayHaveLogFields(entries: readonly Entry[]): readonly boolean[] {
		const isWhole = this.#wholeLines();
		return entries.map(entry => !isWhole(entry));
	}

	/** Reads the lines of entries again, those for which `isWanted` is true. Calls `take` for each entry in their order. */
	async #eachLine(
		entries: readonly Entry[],
		isWanted: readonly boolean[],
		take: TakeLine,
		signal?: AbortSignal,
		progress?: (decoded: number, wanted: number) => void,
	): Promise<void> {
		const wanted = entries.filter((_, index) => isWanted[index] === true);
		const lines = await this.raw(wanted, signal, progress);
		const headers = await this.#headers.of(wanted, signal);
		const slice = new Slice();
		let next = 0;
		for (let index = 0; index < entries.length; index++) {
			if (isWanted[index] !== true) {
				take(undefined, noHeader);
				continue;
			}
			// A few hundred lines take 25 ms before V8 has compiled the code that reads them.
			if (slice.isOver) {
				await slice.next(signal);
			}
			const line = lines[next] ?? null;
			const header = headers[next++] ?? null;
			const isReadable = line !== null && header !== null;
			take(isReadable ? bufferOf(line) : null, header ?? noHeader);
		}
	}

	unknownLogFields({expression}: Query): readonly string[] {
		return logFieldsIn(expression).filter(name => {
			if (this.#facts.columnOf(name).hasValues) {
				this.#unknown.delete(name);
			} else if (this.#isComplete(name)) {
				this.#unknown.add(name);
			}
			return this.#unknown.has(name);
		});
	}

	/** Returns true if all lines have been read for a log field, also the lines of entries that aren't stored. */
	#isComplete(name: string): boolean {
		return this.#facts.columnOf(name).linesRead >= this.#index.count && this.#unreadRows(name) === 0;
	}

	/** Returns the number of rows in each segment: later ones don't count. */
	#storedRows(): ReadonlyMap<Segment, number> {
		return new Map(this.#segments.map(segment => [segment, segment.rows] as const));
	}

	/**
	 * Returns the number of stored entries whose lines haven't been read for a log field.
	 * @param stored - by segment, the number of rows that count: later ones don't. By default, all count
	 */
	#unreadRows(name: string, stored?: ReadonlyMap<Segment, number>): number {
		const column = this.#facts.columnOf(name);
		return this.#segments.reduce((sum, segment) => {
			const known = column.rowsOf(segment);
			const unread = segment.rows - known.count;
			const rows = stored?.get(segment) ?? 0;
			return sum + (stored === undefined || unread === 0 ? unread : rows - known.countIn(rows));
		}, 0);
	}

	get #segments(): readonly Segment[] {
		return this.#index.epochs.flatMap(({segments}) => segments);
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
		const positions = this.#logs.unrecognisedLines.newest(limit).filter(({log}) => file(log) !== undefined);
		const lines = await readLinesAt(file, positions, {signal});
		return positions.map(({log, offset}, index) => ({
			file: this.#pathOf(log),
			offset,
			line: lines[index] ?? null,
		}));
	}

	/** Returns the times of the oldest and the newest entry. */
	#covered(): TimeRange {
		const until = this.#segments.reduce(
			(max, {newestTime}) => Math.max(max, newestTime),
			Number.NEGATIVE_INFINITY,
		);
		return {from: this.#index.oldestTime ?? until, until};
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
		answer: (scan: EntryScan) => Promise<Answer>,
	): Promise<Answer> {
		const selection = await this.#asked(query, signal, selection => selection);
		const {EntryScan} = await import('../answers/scan.js');
		const slice = new Slice();
		// Yields first, because a screen sends several queries at a time.
		await slice.next(signal);
		return answer(new EntryScan(this.#index, this.#routes, selection, signal, slice, this.#facts, this.#geo));
	}

	/** Returns a function that checks that the line of an entry is known to have no named values. */
	#wholeLines(): (entry: Entry) => boolean {
		let segment: Segment | undefined;
		let row = 0;
		return ({position: {file}, offset}) => {
			// Most entries of a page are next to each other, the newest first. A search in the segments takes ten times as long.
			row--;
			if (segment === undefined || row < 0 || segment.file !== file || segment.offset(row) !== offset) {
				const ref = this.#index.find(file, offset);
				segment = ref?.segment;
				row = ref?.row ?? 0;
			}
			return segment !== undefined && (segment.flags.get(row) & entryFlags.whole) !== 0;
		};
	}

	#costCursor(cursor: Cursor, order: CostOrder): CostCursor {
		if (!('position' in cursor)) {
			return {from: cursor.from};
		}
		const {time, file, offset, durationMs, bytes} = cursor.position;
		return {
			from: cursor.from,
			key: this.#index.keyOf(time, file, offset),
			cost: order === 'duration' ? durationMs : bytes,
		};
	}

	#entry(ref: Ref): Entry {
		const {segment, row} = ref;
		const token = this.#logs.log(segment.file)?.key?.token(segment.offset(row)) ?? '';
		return decodeEntry(ref, this.#pathOf(segment.file), token, this.#routes, this.#fieldsOf(ref), this.#geo);
	}

	#fieldsOf({segment, row}: Ref): Entry['fields'] {
		if (this.#shownFields.size === 0) {
			return noFields;
		}
		const fields: Array<readonly [name: string, value: string | null]> = [];
		for (const name of this.#shownFields.keys()) {
			const value = this.#facts.columnOf(name).valueAt(segment, row);
			if (value === undefined) {
				// A new line: reading ended when all lines had been read.
				this.#scan.want(this.#wishFor(name));
			} else {
				fields.push([name, value]);
			}
		}
		return Object.fromEntries(fields);
	}

	/** Returns the lines that must be read for all values of a log field. */
	#wishFor(name: string): LineWish {
		const wish = this.#columnWishes.get(name) ?? columnWish(name, this.#facts);
		this.#columnWishes.set(name, wish);
		return wish;
	}
}

/** Returns how many of the lines that a search needs have been read. */
function linesOf({unread, maxUnread, unreadable}: Selection): NonNullable<Count['lines']> {
	return {read: maxUnread - unread, total: maxUnread, unreadable};
}
