import {noStatus} from '../../entries/entry-record.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, noText} from '../../index/dictionary.js';
import {knownOfUrl, UrlRoutes} from '../../query/evaluation/url-routes.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expected} from '../../routes/route.js';
import type {Scan} from '../scan.js';
import type {PlainCounts} from '../values/merged-texts.js';
import {type DictionaryCounts, withRoom} from '../values/text-counts.js';

/** Which of some shapes the URLs of a dictionary are of, in logs that escape in one way. */
export class RoutePlaces {
	/** 1 more than the place of a shape, by its number; 0, and nothing, for one that is none of them. */
	readonly ofShape: Uint32Array;
	readonly #routes: UrlRoutes;
	readonly #escapes: Escapes;

	constructor(urls: Dictionary, escapes: Escapes, shapes: readonly string[], routes: KnownRoutes) {
		this.#escapes = escapes;
		this.#routes = UrlRoutes.of(urls, routes);
		this.ofShape = new Uint32Array(this.#routes.shapes.size + 1);
		for (const [place, shape] of shapes.entries()) {
			const number = this.#routes.shapes.idOf(Buffer.from(shape));
			if (number !== noText) {
				this.ofShape[number] = place + 1;
			}
		}
	}

	/** What is known of each URL, see `UrlRoutes.known`: where that is nothing, `know` has to be asked. */
	get known(): Uint32Array {
		return this.#routes.known(this.#escapes);
	}

	/** What will be known of a URL then. */
	know(url: number): number {
		return this.#routes.know(this.#escapes, url);
	}

	/** The places of the shapes that there are here, and what is expected of each. */
	expectations(): ReadonlyArray<readonly [place: number, expected: Expected | null]> {
		return Array.from(this.ofShape.entries())
			.filter(([, place]) => place > 0)
			.map(([number, place]) => [place - 1, this.#routes.expected(number)]);
	}

	/** What is odd about the parameters of a URL. */
	oddParameter(url: number): string {
		return this.#routes.oddParameter(this.#escapes, url) ?? '';
	}
}

/** Room for so many different statuses at first: hardly a log has more. */
const firstRoom = 32;

/** How often there was each status, at a number of places. */
export class StatusCounts {
	readonly #places: number;
	/** Statuses are numbered from 1 in the order of their first coming. */
	readonly #numbers = new Uint32Array(noStatus + 1);
	readonly #statuses: number[] = [];
	/** How many statuses there is room for at each place. */
	#room = firstRoom;
	#counts: Uint32Array;

	constructor(places: number) {
		this.#places = places;
		this.#counts = new Uint32Array(places * firstRoom);
	}

	/** Takes a status, `noStatus` for none. */
	add(place: number, status: number): void {
		const number = this.#numbers[status] || this.#admit(status);
		const index = place * this.#room + number - 1;
		this.#counts[index] = (this.#counts[index] ?? 0) + 1;
	}

	/** Those of a place that there were. */
	of(place: number): ReadonlyMap<number, number> {
		const counts = this.#statuses.map(
			(status, index) => [status, this.#counts[place * this.#room + index] ?? 0] as const,
		);
		return new Map(counts.filter(([, n]) => n > 0));
	}

	/** Gives a status a number. */
	#admit(status: number): number {
		const number = this.#statuses.push(status);
		this.#numbers[status] = number;
		if (number > this.#room) {
			const wider = new Uint32Array(this.#places * this.#room * 2);
			for (let place = 0; place < this.#places; place++) {
				wider.set(
					this.#counts.subarray(place * this.#room, (place + 1) * this.#room),
					place * this.#room * 2,
				);
			}
			this.#counts = wider;
			this.#room *= 2;
		}
		return number;
	}
}

/** URLs until the clock is looked at: the shape of one that is long may take some time. */
const urlsAtOnce = 64;

/** Counts by shape of counts by URL. */
export async function routeCounts(
	scan: Scan,
	urls: readonly DictionaryCounts[],
): Promise<readonly PlainCounts[]> {
	const found: PlainCounts[] = [];
	for (const {dictionary, byEscapes} of urls) {
		const routes = UrlRoutes.of(dictionary, scan.routes);
		let counts = withRoom(undefined, routes.shapes.size);
		for (const [escapes, ofUrls] of byEscapes) {
			for (let first = 1; first < ofUrls.length && !dictionary.isReleased; first += urlsAtOnce) {
				const known = routes.known(escapes);
				const end = Math.min(ofUrls.length, first + urlsAtOnce);
				for (let url = first; url < end; url++) {
					const count = ofUrls[url] ?? 0;
					if (count > 0) {
						const shape = (known[url] || routes.know(escapes, url)) & knownOfUrl.shape;
						counts = withRoom(counts, shape);
						counts[shape] = (counts[shape] ?? 0) + count;
					}
				}
				if (scan.isOver) {
					await scan.rest();
				}
			}
		}
		found.push({dictionary: routes.shapes, counts});
	}
	return found;
}
