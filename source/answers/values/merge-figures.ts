import {type EachBin, type StatusClasses, statusClasses, type ValueFigures} from '../answers.js';
import {binAt, bins, durationOf, roundedQuantile} from '../durations/duration-sketches.js';

const counts = new Uint32Array(bins);

/**
 * Returns the common figures of some values. Percentiles are as accurate as for one value, if all figures have their durations.
 * The status comes from the value with the most requests.
 */
export function mergedFigures(parts: readonly [ValueFigures, ...ValueFigures[]]): ValueFigures {
	const [first] = parts;
	if (parts.length === 1) {
		const {durations: _, ...figures} = first;
		return figures;
	}
	const timed = parts.filter(({max}) => max !== null);
	const max = timed.length === 0 ? null : Math.max(...timed.map(({max}) => max ?? 0));
	const [p50, p95] =
		max === null
			? [null, null]
			: quantilesOf(
					timed.flatMap(({durations}) => durations ?? []),
					max,
				);
	const classes = new Float64Array(statusClasses);
	let largest: ValueFigures = first;
	for (const part of parts) {
		for (const [one, n] of part.classes.entries()) {
			classes[one] = (classes[one] ?? 0) + n;
		}
		if (part.status !== null && (largest.status === null || sumOf(part.classes) > sumOf(largest.classes))) {
			largest = part;
		}
	}
	return {
		...{classes, status: largest.status, p50, p95, max},
		bytes: parts.reduce((sum, {bytes}) => sum + bytes, 0),
		total: max === null ? null : timed.reduce((sum, {total}) => sum + (total ?? 0), 0),
	};
}

/** Returns the median and the 95th percentile of durations. */
function quantilesOf(all: readonly EachBin[], max: number): readonly [p50: number, p95: number] {
	counts.fill(0);
	let size = 0;
	for (const each of all) {
		each((bin, n) => {
			counts[bin] = (counts[bin] ?? 0) + n;
			size += n;
		});
	}
	const quantile = (share: number): number =>
		roundedQuantile(durationOf(binAt(counts, Math.ceil(size * share))), max);
	return [quantile(0.5), quantile(0.95)];
}

function sumOf(classes: StatusClasses): number {
	return classes.reduce((sum, n) => sum + n, 0);
}
