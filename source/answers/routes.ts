import type {Routes} from './answers.js';
import {countRows} from './count-rows.js';
import {routeCounts} from './routes/route-counts.js';
import {RouteSums} from './routes/route-sums.js';
import type {EntryScan} from './scan.js';
import {countTexts} from './values/text-counts.js';
import {topValues} from './values/top-values.js';

/**
 * Returns the `n` shapes of URLs with the most requests. It scans the entries twice, because the figures of a shape take memory:
 * first it finds these shapes, then it collects their figures.
 * @param withDurations - true to include the durations of each route by bin
 */
export async function routes(scan: EntryScan, n: number, withDurations = false): Promise<Routes> {
	const {counts} = await countTexts(scan, 'url');
	const plain = await routeCounts(scan, counts);
	const top = await topValues(scan, {plain, others: new Map()}, Math.max(0, n), () => true);
	const shapes = top.values.flatMap(({value}) => (value === null ? [] : [value]));
	const sums = new RouteSums(shapes, scan.routes);
	let total = 0;
	await countRows(scan, sums.figures, (kernel, segment, rows) => {
		total += rows.length;
		sums.count(kernel, segment, rows);
	});
	return {routes: sums.summaries(withDurations), total, partial: false};
}
