import {EntryRecord} from '../../source/entries/entry-record.js';
import {LineReader} from '../../source/entries/line-reader.js';
import {EntryIndex} from '../../source/index/entry-index.js';
import type {EntrySink} from '../../source/index/entry-sink.js';
import type {IndexLimits} from '../../source/index/index-limits.js';
import {TokenKey} from '../../source/index/token.js';
import {Selection} from '../../source/query/evaluation/selection.js';
import {Slice} from '../../source/query/evaluation/slice.js';
import type {Expression} from '../../source/query/expression.js';
import {decodeEntry} from '../../source/store/decode-entry.js';
import type {Entry} from '../../source/store/store.js';

/** An index that is fed lines of several files, without a store around it. */
export class EntryWorld {
	readonly index: EntryIndex;
	now = 0;
	readonly #paths: readonly string[];
	readonly #writers: readonly EntrySink[];
	readonly #keys: readonly TokenKey[];
	readonly #reader = new LineReader();
	readonly #record = new EntryRecord();
	readonly #offsets: number[];

	constructor(paths: readonly string[], limits: IndexLimits) {
		this.#paths = paths;
		this.index = new EntryIndex(limits);
		this.#writers = paths.map(path => this.index.writer(this.index.addFile({source: '', path}), true));
		this.#keys = paths.map((path, file) => new TokenKey(path, '', file));
		this.#offsets = paths.map(() => 0);
	}

	/** Adds lines, each with its line end, to a file. */
	add(file: number, lines: readonly string[]): void {
		for (const line of lines) {
			const bytes = Buffer.from(line);
			const format = this.#reader.read(bytes, 0, bytes.length - 1, this.#record);
			if (format < 0) {
				throw new Error(`no format reads ${line}`);
			}
			const offset = this.#offsets[file] ?? 0;
			this.#writers[file]?.add(this.#record.source ?? bytes, this.#record, format, offset);
			this.#offsets[file] = offset + bytes.length;
		}
		this.#writers[file]?.settle();
	}

	pathOf = (file: number): string => this.#paths[file] ?? '';

	/** What is held, newest first. */
	entries(): readonly Entry[] {
		return this.index.older(undefined, Number.POSITIVE_INFINITY).refs.map(ref => {
			const {segment, row} = ref;
			const token = this.#keys[segment.file]?.token(segment.offset(row)) ?? '';
			return decodeEntry(ref, this.pathOf(segment.file), token);
		});
	}

	/** What matches now. */
	select(expression: Expression): Selection {
		const selection = new Selection(expression, {
			index: this.index,
			files: {
				path: this.pathOf,
				tokens: file => offset => this.#keys[file]?.number(offset) ?? Number.NaN,
			},
			now: () => this.now,
		});
		while (!selection.advance(new Slice())) {
			// Goes on.
		}
		return selection;
	}
}
