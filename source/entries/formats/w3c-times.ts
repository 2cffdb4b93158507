import {space} from '../../ascii.js';
import {type EntryRecord, spanOf} from '../entry-record.js';
import type {HeaderInForce} from '../log-header.js';
import {IsoTime} from '../values/iso-time.js';
import {decimalNumber} from '../values/words.js';
import type {Columns} from './w3c-columns.js';
import type {Layout} from './w3c-layout.js';

/** Length of `2026-11-20`. */
const dateLength = 10;

/** Maximum length of a time, including date and decimals. */
const maxTimeLength = 48;

/** Minimum length of a Unix time. A shorter number may be anything. */
const shortestCount = 9;

/** Latest time that a Date can represent, in ms. */
const latestTime = 8.64e15;

/** Reads the time of a line that has been split into columns. */
export class W3cTimes {
	readonly #columns: Columns;
	readonly #header: HeaderInForce;
	readonly #utc = new IsoTime('utc');
	readonly #local = new IsoTime('local');
	/** Buffer for joining a date and a time that aren't adjacent. */
	readonly #apart = Buffer.alloc(maxTimeLength);

	constructor(columns: Columns, header: HeaderInForce) {
		this.#columns = columns;
		this.#header = header;
	}

	/** Reads the time into the record. Returns false if its columns are invalid. A layout without such columns is valid. */
	read({columns}: Layout, bytes: Buffer, record: EntryRecord): boolean {
		const {date, time, localDate, localTime, dateTime, seconds, milliseconds} = columns;
		if (time >= 0 && (date >= 0 || localTime === -1)) {
			return this.#readClock(this.#utc, date, time, bytes, record);
		}
		if (localTime >= 0) {
			return this.#readClock(this.#local, localDate, localTime, bytes, record);
		}
		if (dateTime >= 0) {
			const end = this.#columns.endOf(dateTime);
			return end !== -1 && this.#utc.read(bytes, this.#columns.startOf(dateTime), end, record) === end;
		}
		const column = Math.max(seconds, milliseconds);
		return column === -1 || this.#readCount(column, column === seconds ? 1000 : 1, bytes, record);
	}

	/** Reads a time in two columns. If the layout has no column for the day, uses the header's day, if it has one. */
	#readClock(reader: IsoTime, date: number, time: number, bytes: Buffer, record: EntryRecord): boolean {
		const dateStart = this.#columns.startOf(date);
		const dateEnd = this.#columns.endOf(date);
		const timeStart = this.#columns.startOf(time);
		const timeEnd = this.#columns.endOf(time);
		const hasDate = date >= 0;
		if (timeStart === -1 || (hasDate && dateEnd - dateStart !== dateLength)) {
			return false;
		}
		if (hasDate && dateEnd + 1 === timeStart) {
			return reader.read(bytes, dateStart, timeEnd, record) === timeEnd;
		}
		const apart = this.#apart;
		const length = dateLength + 1 + timeEnd - timeStart;
		if (length > maxTimeLength) {
			return false;
		}
		const {date: day} = this.#header.current;
		if (hasDate) {
			bytes.copy(apart, 0, dateStart, dateEnd);
		} else {
			apart.write(day === '' ? '2000-01-01' : day, 'latin1');
		}
		apart[dateLength] = space;
		bytes.copy(apart, dateLength + 1, timeStart, timeEnd);
		const isRead = reader.read(apart, 0, length, record) === length;
		if (!hasDate && day === '') {
			record.time = Number.NaN;
			record.zone = 0;
		}
		record.spans[spanOf.time] = timeStart;
		record.spans[spanOf.time + 1] = timeEnd;
		return isRead;
	}

	/** Reads a Unix time. */
	#readCount(column: number, factor: number, bytes: Buffer, record: EntryRecord): boolean {
		const start = this.#columns.startOf(column);
		const end = this.#columns.endOf(column);
		const time = Math.trunc(decimalNumber(bytes, start, end, factor));
		if (end - start < shortestCount || !(time <= latestTime)) {
			return false;
		}
		record.time = time;
		record.spans[spanOf.time] = start;
		record.spans[spanOf.time + 1] = end;
		return true;
	}
}
