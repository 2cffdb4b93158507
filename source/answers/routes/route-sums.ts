import {noStatus} from '../../entries/entry-record.js';
import {escapesOf} from '../../entries/escapes-of.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {textFields} from '../../fields/fields.js';
import {copyDistances, copyReals, copyWholes} from '../../index/compact.js';
import type {Dictionary} from '../../index/dictionary.js';
import {compareTexts} from '../../index/file-orders.js';
import {segmentRows} from '../../index/row-numbers.js';
import type {Segment} from '../../index/segment.js';
import {knownOfUrl} from '../../query/evaluation/url-routes.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expected} from '../../routes/route.js';
import {type RouteSummary, statusClasses} from '../answers.js';
import {DurationSketches, hasDurations} from '../durations/duration-sketches.js';
import {Oddities} from './oddities.js';
import {RoutePlaces, StatusCounts} from './route-counts.js';

/** Class of each status, see `StatusClasses`. */
const classOfStatus: Uint8Array = new Uint8Array(noStatus + 1);
for (let first = 1; first < statusClasses; first++) {
	classOfStatus.fill(first, first * 100, (first + 1) * 100);
}

const urlPlace = textFields.indexOf('url');

const urls = new Uint32Array(segmentRows);
const statuses = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);
const bytes = new Float64Array(segmentRows);
const durations = new Float64Array(segmentRows);

/** Collects the figures of some routes. */
export class RouteSums {
	readonly #shapes: readonly string[];
	readonly #routes: KnownRoutes;
	readonly #places = new Map<Dictionary, Map<Escapes, RoutePlaces>>();
	readonly #statuses: StatusCounts;
	readonly #bytes: Float64Array;
	readonly #odd = new Oddities();
	readonly #expected: Array<Expected | null> = [];
	#sketches: DurationSketches | undefined;

	constructor(shapes: readonly string[], routes: KnownRoutes) {
		this.#routes = routes;
		this.#shapes = shapes;
		this.#statuses = new StatusCounts(shapes.length);
		this.#bytes = new Float64Array(shapes.length);
	}

	/** Returns the routes sorted by number of requests, the largest first. */
	summaries(): readonly RouteSummary[] {
		return this.#shapes
			.map((route, place): RouteSummary => {
				const statuses = this.#statuses.of(place);
				const classes = new Float64Array(statusClasses);
				for (const [status, n] of statuses) {
					const ofClass = classOfStatus[status] ?? 0;
					classes[ofClass] = (classes[ofClass] ?? 0) + n;
				}
				const p95 = this.#sketches?.quantile(place, 0.95) ?? Number.NaN;
				return {
					route,
					n: classes.reduce((sum, n) => sum + n, 0),
					classes,
					bytes: this.#bytes[place] ?? 0,
					p95: Number.isNaN(p95) ? null : p95,
					...this.#odd.summary(place, this.#expected[place] ?? null, statuses),
				};
			})
			.filter(({n}) => n > 0)
			.sort((a, b) => b.n - a.n || compareTexts(a.route, b.route));
	}

	/** Adds rows of a segment. */
	add(segment: Segment, rows: Uint16Array): void {
		const urlIds = segment.texts[urlPlace]?.stored();
		const dictionary = segment.dictionaries[urlPlace];
		if (urlIds === undefined || dictionary === undefined || dictionary.isReleased) {
			return;
		}
		const firstUrl = copyDistances(urlIds, segment.rows, urls);
		copyWholes(segment.status.stored(), segment.rows, statuses);
		copyReals(segment.bytes.stored(), segment.rows, bytes);
		const isTimed = hasDurations(segment);
		if (isTimed) {
			copyReals(segment.durationMs.stored(), segment.rows, durations);
		}
		const format = segment.format.stored();
		if (format.values === undefined) {
			this.#addRows(rows, firstUrl, this.#placesOf(dictionary, escapesOf(format.base)), isTimed);
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
			this.#addRows(Uint16Array.from(some), firstUrl, this.#placesOf(dictionary, escapes), isTimed);
		}
	}

	/** Adds the rows that belong to one of the routes. Their values have been copied before. */
	#addRows(rows: Uint16Array, firstUrl: number, places: RoutePlaces, isTimed: boolean): void {
		const {known, ofShape} = places;
		const [sums, counts] = [this.#bytes, this.#statuses];
		for (let index = 0; index < rows.length; index++) {
			const row = rows[index] ?? 0;
			const url = firstUrl + (urls[row] ?? 0);
			const found = known[url] || places.know(url);
			const place = (ofShape[found & knownOfUrl.shape] ?? 0) - 1;
			if (place < 0) {
				continue;
			}
			const status = statuses[row] ?? noStatus;
			counts.add(place, status);
			const size = bytes[row] ?? Number.NaN;
			// A number that isn't exact isn't printed either. A missing size is NaN.
			if (size <= Number.MAX_SAFE_INTEGER) {
				sums[place] = (sums[place] ?? 0) + size;
			}
			if (isTimed) {
				this.#addDuration(place, durations[row] ?? Number.NaN);
			}
			if ((found & knownOfUrl.odd) !== 0) {
				this.#odd.addParameter(place, status, places.oddParameter(url));
			}
		}
	}

	#addDuration(place: number, duration: number): void {
		if (!Number.isNaN(duration)) {
			this.#sketches ??= new DurationSketches(this.#shapes.length);
			this.#sketches.add(place, duration);
		}
	}

	#placesOf(dictionary: Dictionary, escapes: Escapes): RoutePlaces {
		const byEscapes = this.#places.get(dictionary) ?? new Map<Escapes, RoutePlaces>();
		this.#places.set(dictionary, byEscapes);
		let places = byEscapes.get(escapes);
		if (places === undefined) {
			places = new RoutePlaces(dictionary, escapes, this.#shapes, this.#routes);
			byEscapes.set(escapes, places);
			for (const [place, expected] of places.expectations()) {
				this.#expected[place] = expected;
			}
		}
		return places;
	}
}
