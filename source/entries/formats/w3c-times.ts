import type {EntryRecord} from '../entry-record.js';
import type {HeaderInForce} from '../log-header.js';
import {setTimeSpan, setUnixTime} from '../times/calendar.js';
import {readIsoTime} from '../times/stamps.js';
import {decimalNumber} from '../values/words.js';
import type {Columns} from './w3c-columns.js';
import type {Layout} from './w3c-layout.js';

/** Length of `2026-11-20`. */
const dateLength = 10;

/** Maximum length of a time, including decimals. */
const maxTimeLength = 37;

/** Minimum length of a Unix time. A shorter number may be anything. */
const shortestCount = 9;

/** Reads the time of a line that has been split into columns. */
export class W3cTimes {
	readonly #columns: Columns;
	readonly #header: HeaderInForce;

	constructor(columns: Columns, header: HeaderInForce) {
		this.#columns = columns;
		this.#header = header;
	}

	/** Reads the time into the record. Returns false if its columns are invalid. A layout without such columns is valid. */
	read({columns}: Layout, bytes: Buffer, record: EntryRecord): boolean {
		const {date, time, localDate, localTime, dateTime, seconds, milliseconds} = columns;
		if (time >= 0 && (date >= 0 || localTime === -1)) {
			return this.#readClock(0, date, time, bytes, record);
		}
		if (localTime >= 0) {
			return this.#readClock(Number.NaN, localDate, localTime, bytes, record);
		}
		const column = Math.max(dateTime, seconds, milliseconds);
		const start = this.#columns.startOf(column);
		const end = this.#columns.endOf(column);
		if (dateTime >= 0) {
			return end !== -1 && readIsoTime(bytes, start, end, record, 0) === end;
		}
		const time1970 = Math.trunc(decimalNumber(bytes, start, end, column === seconds ? 1000 : 1));
		return column === -1 || (end - start >= shortestCount && setUnixTime(record, time1970, start, end));
	}

	/** Reads a time in two columns. If the layout has no column for the day, uses the header's day, if it has one. */
	#readClock(zoneless: number, date: number, time: number, bytes: Buffer, record: EntryRecord): boolean {
		const dateStart = this.#columns.startOf(date);
		const dateEnd = this.#columns.endOf(date);
		const start = this.#columns.startOf(time);
		const end = this.#columns.endOf(time);
		const hasDate = date >= 0;
		if (start === -1 || (hasDate && dateEnd - dateStart !== dateLength) || end - start > maxTimeLength) {
			return false;
		}
		const {date: headerDay} = this.#header.current;
		const day = hasDate ? bytes.toString('latin1', dateStart, dateEnd) : headerDay;
		const text = Buffer.from(`${day || '2000-01-01'} ${bytes.toString('latin1', start, end)}`, 'latin1');
		const isRead = readIsoTime(text, 0, text.length, record, zoneless) === text.length;
		if (day === '') {
			record.time = Number.NaN;
			record.zone = 0;
		}
		const isAdjacent = hasDate && dateEnd + 1 === start;
		setTimeSpan(record, isRead ? (isAdjacent ? dateStart : start) : 0, isRead ? end : 0);
		return isRead;
	}
}
