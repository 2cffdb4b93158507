import {EntryRecord} from '../entries/entry-record.js';
import {LineReader} from '../entries/line-reader.js';
import type {EntrySink} from '../index/entry-sink.js';
import {longestLine} from '../lines/line-cutter.js';

const carriageReturn = 13;

/** Reads the lines of one log and adds them to the index, or counts them. */
export class LineIntake {
	readonly #reader = new LineReader();
	readonly #record = new EntryRecord();
	readonly #say: (text: string) => void;
	#unrecognised = 0;
	#wasCutSaid = false;

	/** `say` is told of the first line that had to be cut. */
	constructor(say: (text: string) => void) {
		this.#say = say;
	}

	/** Lines that no format reads. Empty lines are none. */
	get unrecognised(): number {
		return this.#unrecognised;
	}

	/** Counts lines in that another thread has read. */
	add(unrecognised: number, wasCut: boolean): void {
		this.#unrecognised += unrecognised;
		if (wasCut) {
			this.#sayCut();
		}
	}

	/** Time of the line read last, milliseconds since 1970; NaN without one. */
	get time(): number {
		return this.#record.time;
	}

	/**
	 * Takes the line `bytes[start, end)`: see `LineSink`. With `onlyTimed`, unless it is an entry with a time, it does
	 * nothing and returns false.
	 *
	 * Called for each line: nothing is allocated here.
	 */
	take(
		bytes: Buffer,
		start: number,
		end: number,
		offset: number,
		whole: boolean,
		writer: EntrySink,
		onlyTimed: boolean,
	): boolean {
		const record = this.#record;
		const format = start === end ? -1 : this.#reader.read(bytes, start, end, record);
		if (onlyTimed && (format === -1 || Number.isNaN(record.time))) {
			return false;
		}
		if (!whole && end - start === longestLine) {
			this.#sayCut();
		}
		if (format === -1) {
			this.#unrecognised += isEmpty(bytes, start, end) ? 0 : 1;
			return true;
		}
		record.incomplete = !whole;
		writer.add(bytes, record, format, offset);
		return true;
	}

	#sayCut(): void {
		if (!this.#wasCutSaid) {
			this.#wasCutSaid = true;
			this.#say(
				`has a line longer than ${longestLine} bytes, of which only the beginning is read. Others are not mentioned.`,
			);
		}
	}
}

/** Whether a line is empty, or nothing but the carriage return of an empty line. */
const isEmpty = (bytes: Buffer, start: number, end: number): boolean =>
	start === end || (end - start === 1 && bytes[start] === carriageReturn);
