import {chosenReaders} from '../entries/chosen-readers.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import {HeaderSearch} from '../reader/header-search.js';
import type {LogFile} from '../tail/log-file.js';
import type {Entry} from './store.js';

/** Names of the formats whose lines depend on a header. */
const headedFormats: ReadonlySet<string> = new Set(
	chosenReaders()
		.filter(({isHeaded}) => isHeaded === true)
		.flatMap(({formats}) => formats.map(({name}) => name)),
);

/** The line of an entry: its format and its position. */
type EntryLine = Pick<Entry, 'format' | 'offset'> & {readonly position: Pick<Entry['position'], 'file'>};

/** Finds the headers that are active at the lines of entries. */
export class EntryHeaders {
	readonly #fileOf: (number: number) => LogFile | undefined;
	readonly #searches = new WeakMap<LogFile, HeaderSearch>();
	/** Created for the first search. */
	#buffer: Buffer | undefined;
	/** The previous search: searches run one at a time, because they share the buffer and the state of their file. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(fileOf: (number: number) => LogFile | undefined) {
		this.#fileOf = fileOf;
	}

	/** Returns the header of each entry; null if its file can't be read. */
	async of(entries: readonly EntryLine[], signal?: AbortSignal): Promise<ReadonlyArray<LogHeader | null>> {
		if (!entries.some(({format}) => headedFormats.has(format))) {
			return entries.map(() => noHeader);
		}
		const found = this.#last.then(() => this.#find(entries, signal));
		this.#last = found.catch(() => undefined);
		return found;
	}

	async #find(
		entries: readonly EntryLine[],
		signal: AbortSignal | undefined,
	): Promise<ReadonlyArray<LogHeader | null>> {
		const headers: Array<LogHeader | null> = [];
		for (const {format, position, offset} of entries) {
			const file = headedFormats.has(format) ? this.#fileOf(position.file) : undefined;
			headers.push(file === undefined ? noHeader : await this.#at(file, offset, signal));
		}
		return headers;
	}

	async #at(file: LogFile, offset: number, signal: AbortSignal | undefined): Promise<LogHeader | null> {
		const search = this.#searches.get(file) ?? new HeaderSearch();
		this.#searches.set(file, search);
		for (;;) {
			signal?.throwIfAborted();
			this.#buffer ??= Buffer.alloc(64 * 1024);
			const header = await search.search(file, offset, this.#buffer);
			if (header !== 'looking') {
				return header === 'unreadable' ? null : header;
			}
		}
	}
}
