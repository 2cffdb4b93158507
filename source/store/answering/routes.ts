import {noStatus, textFields} from '../../entries/entry-record.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {compareTexts} from '../../index/compare-texts.js';
import {copyValues} from '../../index/copy-values.js';
import type {Dictionary} from '../../index/dictionary.js';
import type {Segment} from '../../index/segment.js';
import {segmentRows} from '../../index/segment-rows.js';
import {type RouteSummary, type Routes, statusClasses} from '../answers.js';
import {DurationSketches} from './duration-sketches.js';
import {Oddities} from './oddities.js';
import {routeCounts} from './route-counts.js';
import {RoutePlaces} from './route-places.js';
import type {Scan} from './scan.js';
import {classOfStatus} from './status-classes.js';
import {countTexts, escapesOf} from './text-counts.js';
import {topValues} from './value-totals.js';

const urlPlace = textFields.indexOf('url');

const urls = new Uint32Array(segmentRows);
const statuses = new Uint32Array(segmentRows);
const formats = new Uint32Array(segmentRows);
const bytes = new Float64Array(segmentRows);
const durations = new Float64Array(segmentRows);

/**
 * The shapes of the URLs of the entries that match, the `n` with the most requests. It goes through the entries twice:
 * once to find these, and once more for what is told of each, which takes memory for each.
 */
export const routes = async (scan: Scan, n: number): Promise<Routes> => {
	const {counts} = await countTexts(scan, 'url');
	const plain = await routeCounts(scan, counts);
	const top = await topValues(scan, {plain, others: new Map()}, Math.max(0, n), () => true);
	const shapes = top.values.flatMap(({value}) => (value === null ? [] : [value]));
	const sums = new RouteSums(shapes);
	let total = 0;
	await scan.eachSegment((segment, rows) => {
		total += rows.length;
		sums.add(segment, rows);
	});
	return {routes: sums.summaries(), total, partial: false};
};

/** What is told of some routes, each known by its place. */
class RouteSums {
	readonly #shapes: readonly string[];
	readonly #places = new Map<Dictionary, Map<Escapes, RoutePlaces>>();
	readonly #classes: Float64Array;
	readonly #bytes: Float64Array;
	readonly #odd = new Oddities();
	#sketches: DurationSketches | undefined;

	constructor(shapes: readonly string[]) {
		this.#shapes = shapes;
		this.#classes = new Float64Array(shapes.length * statusClasses);
		this.#bytes = new Float64Array(shapes.length);
	}

	/** Those with the most requests first. */
	summaries(): readonly RouteSummary[] {
		const odd = this.#odd.summaries(this.#shapes.length);
		return this.#shapes
			.map((route, place): RouteSummary => {
				const classes = this.#classes.slice(place * statusClasses, (place + 1) * statusClasses);
				const p95 = this.#sketches?.quantile(place, 0.95) ?? Number.NaN;
				return {
					route,
					n: classes.reduce((sum, n) => sum + n, 0),
					classes,
					bytes: this.#bytes[place] ?? 0,
					p95: Number.isNaN(p95) ? null : p95,
					...(odd[place] ?? {odd: 0, oddity: null}),
				};
			})
			.filter(({n}) => n > 0)
			.sort((a, b) => b.n - a.n || compareTexts(a.route, b.route));
	}

	/** Takes rows of a segment. */
	add(segment: Segment, rows: Uint16Array): void {
		const urlIds = segment.texts[urlPlace]?.stored();
		const dictionary = segment.dictionaries[urlPlace];
		if (urlIds === undefined || dictionary === undefined || dictionary.isReleased) {
			return;
		}
		copyValues(urlIds, segment.rows, urls);
		copyValues(segment.status.stored(), segment.rows, statuses);
		copyValues(segment.bytes.stored(), segment.rows, bytes);
		copyValues(segment.durationMs.stored(), segment.rows, durations);
		const format = segment.format.stored();
		if (format.values === undefined) {
			this.#addRows(rows, this.#placesOf(dictionary, escapesOf(format.base)));
			return;
		}
		copyValues(format, segment.rows, formats);
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
			this.#addRows(Uint16Array.from(some), this.#placesOf(dictionary, escapes));
		}
	}

	#addRows(rows: Uint16Array, places: RoutePlaces): void {
		const classes = this.#classes;
		for (let index = 0; index < rows.length; index++) {
			const row = rows[index] ?? 0;
			const url = urls[row] ?? 0;
			const found = places.of(url);
			if (found < 0) {
				continue;
			}
			const place = found >>> 1;
			const status = statuses[row] ?? noStatus;
			const ofClass = place * statusClasses + (classOfStatus[status] ?? 0);
			classes[ofClass] = (classes[ofClass] ?? 0) + 1;
			const size = bytes[row] ?? Number.NaN;
			// What a number can't hold exactly isn't printed either; what there isn't is NaN.
			if (size <= Number.MAX_SAFE_INTEGER) {
				this.#bytes[place] = (this.#bytes[place] ?? 0) + size;
			}
			const duration = durations[row] ?? Number.NaN;
			if (!Number.isNaN(duration)) {
				this.#sketches ??= new DurationSketches(this.#shapes.length);
				this.#sketches.add(place, duration);
			}
			if ((found & 1) === 1) {
				this.#odd.addText(place, places.oddParameter(url));
			} else {
				this.#odd.addStatus(place, status);
			}
		}
	}

	#placesOf(dictionary: Dictionary, escapes: Escapes): RoutePlaces {
		const byEscapes = this.#places.get(dictionary) ?? new Map<Escapes, RoutePlaces>();
		this.#places.set(dictionary, byEscapes);
		let places = byEscapes.get(escapes);
		if (places === undefined) {
			places = new RoutePlaces(dictionary, escapes, this.#shapes);
			byEscapes.set(escapes, places);
			places.eachShape((place, expected) => this.#odd.expect(place, expected));
		}
		places.widen();
		return places;
	}
}
