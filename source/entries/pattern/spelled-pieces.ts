import {colon, space} from '../../ascii.js';
import {placed, setLocalTime, twoDigits} from '../values/clf-time.js';
import {monthOf} from '../values/month.js';
import {decimalNumber, setNumber, wholeNumber, wordEnd} from '../values/words.js';
import type {Piece} from './piece.js';

/** `Fri Nov 20 09:03:07 2026`, as ctime(3) writes it, of the environment's zone. */
export const ctime: Piece = {
	what: 'a time like Fri Nov 20 09:03:07 2026',
	open: () => (bytes, start, end, record) => {
		const month = monthOf(bytes, start + 4);
		const day =
			bytes[start + 8] === space ? wholeNumber(bytes, start + 9, start + 10) : twoDigits(bytes, start + 8);
		const hours = twoDigits(bytes, start + 11);
		const minutes = twoDigits(bytes, start + 14);
		const seconds = twoDigits(bytes, start + 17);
		const year = wholeNumber(bytes, start + 20, end);
		const isTime =
			end === start + 24 &&
			bytes[start + 13] === colon &&
			bytes[start + 16] === colon &&
			month !== -1 &&
			hours <= 23 &&
			minutes <= 59 &&
			seconds <= 60 &&
			year >= 1970 &&
			new Date(Date.UTC(year, month, day)).getUTCDate() === day;
		if (isTime) {
			setLocalTime(record, year, month, day, hours, minutes, seconds);
			placed(record, start, end);
		}
		return isTime;
	},
};

/** Milliseconds of units that are spelled out. */
const units = new Map([
	['secs', 1000],
	['msecs', 1],
	['micros', 0.001],
]);

/** `129 msecs` */
export const spelledDuration: Piece = {
	what: 'a time taken like 129 msecs',
	open: () => (bytes, start, end, record) => {
		const numberEnd = wordEnd(bytes, start, end);
		const unit = end - numberEnd > 8 ? undefined : units.get(bytes.toString('latin1', numberEnd + 1, end));
		const duration = decimalNumber(bytes, start, numberEnd, unit ?? Number.NaN);
		setNumber(record, 'durationMs', duration, start, end);
		return !Number.isNaN(duration);
	},
};
