import {copyReals} from '../../index/copy-values.js';
import type {Segment} from '../../index/segment.js';
import {segmentRows} from '../../index/segment-rows.js';
import type {Scan} from '../scan.js';
import {hasDurations} from './has-durations.js';

/** Writes for each of the rows, in their order, 1 more than the place of its value; 0 where it has none of the places. */
export type RowPlaces = (segment: Segment, rows: Uint16Array, places: Uint32Array) => void;

const durations = new Float64Array(segmentRows);
const places = new Uint32Array(segmentRows);

/** Whether one of the entries that match may have a duration. */
export const mayHaveDurations = async (scan: Scan): Promise<boolean> => {
	let isFound = false;
	await scan.eachSegment(
		() => {
			isFound = true;
		},
		segment => !isFound && hasDurations(segment),
	);
	return isFound;
};

/** Calls `add` with each duration, milliseconds, of the entries that match, and the place of the entry's value. */
export const eachDuration = async (
	scan: Scan,
	placesOf: RowPlaces,
	add: (place: number, duration: number) => void,
): Promise<void> =>
	scan.eachSegment((segment, rows) => {
		copyReals(segment.durationMs.stored(), segment.rows, durations);
		placesOf(segment, rows, places);
		for (let index = 0; index < rows.length; index++) {
			const place = places[index] ?? 0;
			const duration = durations[rows[index] ?? 0] ?? Number.NaN;
			if (place > 0 && !Number.isNaN(duration)) {
				add(place - 1, duration);
			}
		}
	}, hasDurations);
