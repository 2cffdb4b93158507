import {noStatus} from '../../entries/entry-record.js';
import {escapesOf} from '../../entries/escapes-of.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {textFields} from '../../fields/fields.js';
import {copyDistances, copyWholes} from '../../index/compact.js';
import type {Dictionary} from '../../index/dictionary.js';
import {compareTexts} from '../../index/file-orders.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {knownOfUrl} from '../../query/evaluation/url-routes.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expected} from '../../routes/route.js';
import type {RowKernel} from '../../wasm/row-kernel.js';
import type {RouteSummary} from '../answers.js';
import {FigureSums} from '../values/value-figures.js';
import {Oddities} from './oddities.js';
import {ShapeIndexes} from './route-counts.js';

const urlIndex = textFields.indexOf('url');

const urls = new Uint32Array(segmentRows);
const statuses = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);
const indexes = new Uint32Array(segmentRows);

/** Collects the figures of some routes. */
export class RouteSums {
	/** The counts in the kernel. */
	readonly figures: FigureSums;
	readonly #shapes: readonly string[];
	readonly #routes: KnownRoutes;
	readonly #shapesByUrls = new Map<Dictionary, Map<Escapes, ShapeIndexes>>();
	readonly #odd = new Oddities();
	readonly #expected: Array<Expected | null> = [];

	constructor(shapes: readonly string[], routes: KnownRoutes) {
		this.#routes = routes;
		this.#shapes = shapes;
		this.figures = new FigureSums(shapes.length);
	}

	/** Returns the routes sorted by number of requests, the largest first, and the durations of each by bin if wanted. */
	summaries(withDurations: boolean): readonly RouteSummary[] {
		return this.#shapes
			.map((route, index): RouteSummary => {
				const figures = this.figures.of(index, withDurations);
				return {
					route,
					n: figures.classes.reduce((sum, n) => sum + n, 0),
					...figures,
					...this.#odd.summary(index, this.#expected[index] ?? null, this.figures.statusesOf(index)),
				};
			})
			.filter(({n}) => n > 0)
			.sort((a, b) => b.n - a.n || compareTexts(a.route, b.route));
	}

	/** Counts rows of a segment in the kernel: see `FigureSums`. */
	count(kernel: RowKernel, segment: Segment, rows: Uint16Array): void {
		const urlIds = segment.texts[urlIndex]?.stored();
		const dictionary = segment.dictionaries[urlIndex];
		if (urlIds === undefined || dictionary === undefined || dictionary.isReleased) {
			return;
		}
		const firstUrl = copyDistances(urlIds, segment.rows, urls);
		copyWholes(segment.status.stored(), segment.rows, statuses);
		const format = segment.format.stored();
		if (format.values === undefined) {
			this.#countRows(kernel, segment, rows, firstUrl, this.#shapesOf(dictionary, escapesOf(format.base)));
			return;
		}
		copyWholes(format, segment.rows, formats);
		const byEscapes = new Map<Escapes, number[]>();
		for (const row of rows) {
			const escapes = escapesOf(formats[row] ?? 0);
			const others = byEscapes.get(escapes);
			if (others === undefined) {
				byEscapes.set(escapes, [row]);
			} else {
				others.push(row);
			}
		}
		for (const [escapes, some] of byEscapes) {
			this.#countRows(kernel, segment, Uint16Array.from(some), firstUrl, this.#shapesOf(dictionary, escapes));
		}
	}

	/** Counts the rows that belong to one of the routes. Their URLs and statuses have been copied before. */
	#countRows(
		kernel: RowKernel,
		segment: Segment,
		rows: Uint16Array,
		firstUrl: number,
		shapes: ShapeIndexes,
	): void {
		const {known, ofShape} = shapes;
		for (let at = 0; at < rows.length; at++) {
			const row = rows[at] ?? 0;
			const url = firstUrl + (urls[row] ?? 0);
			const found = known[url] || shapes.know(url);
			const index = ofShape[found & knownOfUrl.shape] ?? 0;
			indexes[at] = index;
			if (index > 0 && (found & knownOfUrl.odd) !== 0) {
				this.#odd.addParameter(index - 1, statuses[row] ?? noStatus, shapes.oddParameter(url));
			}
		}
		kernel.loadIndexes(rows, {indexes});
		this.figures.count(kernel, segment);
	}

	#shapesOf(dictionary: Dictionary, escapes: Escapes): ShapeIndexes {
		const byEscapes = this.#shapesByUrls.get(dictionary) ?? new Map<Escapes, ShapeIndexes>();
		this.#shapesByUrls.set(dictionary, byEscapes);
		let shapes = byEscapes.get(escapes);
		if (shapes === undefined) {
			shapes = new ShapeIndexes(dictionary, escapes, this.#shapes, this.#routes);
			byEscapes.set(escapes, shapes);
			for (const [index, expected] of shapes.expectations()) {
				this.#expected[index] = expected;
			}
		}
		return shapes;
	}
}
