import type {EntryRecord} from '../../entries/entry-record.js';
import type {UsualFormats} from '../../entries/usual-formats.js';
import type {EntrySink} from '../../index/entry-sink.js';

/** Takes the entries of an archive: first those that were there at the start, then those that are appended. */
export class ArchiveSink implements EntrySink {
	#sink: EntrySink | undefined;
	#next = 0;

	/** @param past Takes what was there at the start; undefined: that is not wanted. */
	constructor(past: EntrySink | undefined) {
		this.#sink = past;
	}

	get newestTime(): number {
		return this.#sink?.newestTime ?? Number.NEGATIVE_INFINITY;
	}

	/** An offset behind that of each entry that was added. */
	get next(): number {
		return this.#next;
	}

	/** What comes from now on is taken by that one. */
	goOnWith(sink: EntrySink): void {
		this.#sink?.close();
		this.#sink = sink;
	}

	add(bytes: Buffer, record: EntryRecord, format: number, offset: number): void {
		this.#next = offset + 1;
		this.#sink?.add(bytes, record, format, offset);
	}

	addLines(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): number {
		const to = this.#sink?.addLines(bytes, start, end, offset, formats) ?? start;
		if (to > start) {
			this.#next = offset + to - start;
		}
		return to;
	}

	settle(): void {
		this.#sink?.settle();
	}

	close(): void {
		this.#sink?.close();
	}
}
