import {EntryRecord} from '../../source/entries/entry-record.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import type {EntrySink} from '../../source/index/entry-sink.js';
import type {IndexLimits} from '../../source/index/index-limits.js';
import {TokenKey} from '../../source/index/token.js';
import {LineFacts} from '../../source/query/evaluation/line-facts.js';
import {Selection} from '../../source/query/evaluation/selection.js';
import type {Slice} from '../../source/query/evaluation/slice.js';
import type {Expression} from '../../source/query/expression.js';
import {decodeEntry} from '../../source/store/decode-entry.js';
import type {Entry} from '../../source/store/store.js';
import {knownRoutes} from './entry.js';
import {knownGeo} from './known-geo.js';

/** A slice of 8 ms. Slices of the program share one end per turn of the event loop, and these tests stay in one turn. */
function shortSlice(): Pick<Slice, 'isOver'> {
	const end = performance.now() + 8;
	return {
		get isOver() {
			return performance.now() >= end;
		},
	};
}

/** An index filled with lines of several files, without a store. */
export class EntryWorld {
	readonly index: EntryIndex;
	now = 0;
	readonly #paths: readonly string[];
	readonly #writers: readonly EntrySink[];
	readonly #keys: readonly TokenKey[];
	readonly #reader = new LineReader();
	readonly #record = new EntryRecord();
	readonly #offsets: number[];

	/** @param isLive - returns true for files that are watched while they are written */
	constructor(paths: readonly string[], limits: IndexLimits, isLive: (path: string) => boolean = () => true) {
		this.#paths = paths;
		this.index = new EntryIndex(limits);
		this.#writers = paths.map(path =>
			this.index.writer(this.index.addFile({source: '', path}), isLive(path)),
		);
		this.#keys = paths.map((path, file) => new TokenKey(path, '', file));
		this.#offsets = paths.map(() => 0);
	}

	/** Adds lines to a file, each with its line end. Returns their offsets and tokens. */
	add(
		file: number,
		lines: readonly string[],
	): ReadonlyArray<{readonly offset: number; readonly token: string}> {
		const entryOffsets = lines.map(line => {
			const bytes = Buffer.from(line);
			const format = this.#reader.read(bytes, 0, bytes.length - 1, this.#record);
			if (format < 0) {
				throw new Error(`no format reads ${line}`);
			}
			const offset = this.#offsets[file] ?? 0;
			this.#writers[file]?.add(this.#record.source ?? bytes, this.#record, format, offset);
			this.#offsets[file] = offset + bytes.length;
			return {offset, token: this.#keys[file]?.token(offset) ?? ''};
		});
		this.#writers[file]?.settle();
		return entryOffsets;
	}

	pathOf = (file: number): string => this.#paths[file] ?? '';

	/** Returns all entries in memory, newest first. */
	entries(): readonly Entry[] {
		return this.index.older(undefined, Number.POSITIVE_INFINITY).refs.map(ref => {
			const {segment, row} = ref;
			const token = this.#keys[segment.file]?.token(segment.offset(row)) ?? '';
			return decodeEntry(ref, this.pathOf(segment.file), token, knownRoutes, {}, knownGeo);
		});
	}

	/** Returns a selection that hasn't evaluated any rows. */
	begin(expression: Expression): Selection {
		return new Selection(expression, {
			index: this.index,
			files: {path: this.pathOf, tokens: file => offset => this.#keys[file]?.number(offset) ?? Number.NaN},
			routes: knownRoutes,
			geo: knownGeo,
			lines: new LineFacts(this.index),
			now: () => this.now,
		});
	}

	/** Returns a complete selection of the entries that match now. */
	select(expression: Expression): Selection {
		const selection = this.begin(expression);
		this.finish(selection);
		return selection;
	}

	/** Evaluates all rows of a selection. */
	finish(selection: Selection): void {
		while (!selection.advance(shortSlice())) {
			// `advance` does the work.
		}
	}
}
