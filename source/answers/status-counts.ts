import {noStatus} from '../entries/entry-record.js';
import type {StoredValues} from '../index/column.js';
import {segmentRows} from '../index/row-numbers.js';
import type {RowClasses} from '../wasm/row-kernel.js';
import {statusClasses} from './answers.js';

/** Number of statuses: all below 600. 0 stands for a missing status. */
export const statusCount = 600;

/** Each status less than `statusCount`, and 0 for `noStatus`. */
const counted = new Uint16Array(noStatus + 1);

/** Class of each status, see `StatusClasses`. */
export const classOfStatus = new Uint16Array(noStatus + 1);

for (let status = 0; status < statusCount; status++) {
	counted[status] = status;
	classOfStatus[status] = Math.floor(status / 100) % statusClasses;
}

const narrow = new Uint16Array(segmentRows);

/** Returns the status of each row, less than `statusCount`. Valid until the next call. */
export function statusesOf(stored: StoredValues): RowClasses {
	return classified(stored, counted);
}

/** Returns the class of the status of each row. Valid until the next call. */
export function classesOf(stored: StoredValues): RowClasses {
	return classified(stored, classOfStatus);
}

function classified({values, base}: StoredValues, classOf: Uint16Array): RowClasses {
	if (values === undefined || values instanceof Uint8Array) {
		return {values, classOf: classOf.subarray(base, base + 256)};
	}
	if (values instanceof Uint16Array) {
		return {values, classOf: classOf.subarray(base)};
	}
	// A growing column has 32 bits per status instead of 16.
	narrow.set(values);
	return {values: narrow, classOf};
}
