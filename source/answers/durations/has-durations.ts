import type {Segment} from '../../index/segment.js';

/** Whether an entry of a segment may have a duration: where none has, the column is one value, NaN. */
export const hasDurations = (segment: Segment): boolean => {
	const {values, base} = segment.durationMs.stored();
	return values !== undefined || !Number.isNaN(base);
};
