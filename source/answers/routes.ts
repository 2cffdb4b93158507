import {compareTexts} from '../index/file-orders.js';
import type {RouteSummary, Routes} from './answers.js';
import {countRows} from './count-rows.js';
import {Oddities} from './routes/oddities.js';
import {routeCounts} from './routes/route-counts.js';
import {shapeIndexes} from './routes/shape-indexes.js';
import {type EntryScan, longStep} from './scan.js';
import {textRows} from './values/row-indexes.js';
import {countTexts} from './values/text-counts.js';
import {topValues} from './values/top-values.js';
import {FigureSums} from './values/value-figures.js';

/**
 * Returns the `n` shapes of URLs with the most requests. It scans the entries twice, because the figures of a shape take memory:
 * first it finds these shapes, then it collects their figures; and once more if parameters are odd.
 * @param withDurations - true to include the durations of each route by bin
 */
export async function routes(scan: EntryScan, n: number, withDurations = false): Promise<Routes> {
	const {counts} = await countTexts(scan, 'url');
	const plain = await routeCounts(scan, counts);
	const top = await topValues(scan, {plain, others: new Map()}, Math.max(0, n), () => true);
	const shapes = top.values.flatMap(({value}) => (value === null ? [] : [value]));
	const indexes = await shapeIndexes(scan, counts, shapes);
	const sums = new FigureSums(shapes.length);
	const shapesOf = textRows(scan, 'url', indexes.shapes, 0);
	let total = 0;
	await countRows(scan, sums, (kernel, segment, rows) => {
		total += rows.length;
		kernel.loadIndexes(rows, shapesOf(segment, rows));
		sums.count(kernel, segment);
	});
	const oddities = new Oddities(indexes.oddParameters, indexes.expected);
	if (oddities.size > 0) {
		const parametersOf = textRows(scan, 'url', indexes.odd, 0);
		await countRows(scan, oddities, (kernel, segment, rows) => {
			kernel.loadIndexes(rows, parametersOf(segment, rows));
			oddities.count(kernel, segment);
		});
	}
	const found: RouteSummary[] = [];
	for (const [index, route] of shapes.entries()) {
		const figures = sums.of(index, withDurations);
		const requests = figures.classes.reduce((sum, one) => sum + one, 0);
		if (requests > 0) {
			found.push({route, n: requests, ...figures, ...oddities.summary(index, sums.statusesOf(index))});
		}
		if (scan.isOverAfterStep(longStep)) {
			await scan.rest();
		}
	}
	return {
		routes: found.sort((a, b) => b.n - a.n || compareTexts(a.route, b.route)),
		total,
		partial: false,
	};
}
