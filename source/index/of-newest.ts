import type {Segment} from './segment.js';

/**
 * The segments that can have some of the `size` newest entries, down from the rank of each that `start` gives: of a
 * hundred, one or two. With all of them walked through for every page, pages took a tenth of the processor time of a
 * screen in flow.
 */
export function ofNewest(
	segments: readonly Segment[],
	size: number,
	start: (segment: Segment) => number,
): readonly Segment[] {
	let newest: Segment | undefined;
	for (const segment of segments) {
		const isNewer = newest === undefined || segment.newestTime > newest.newestTime;
		// One that has so many by itself.
		if (isNewer && start(segment) - size >= segment.evicted) {
			newest = segment;
		}
	}
	if (newest === undefined) {
		return segments;
	}
	const least = newest.time.get(newest.rowAt(start(newest) - size));
	return segments.filter(segment => segment.newestTime >= least);
}
