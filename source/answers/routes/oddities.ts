import {noStatus} from '../../entries/entry-record.js';
import {compareTexts} from '../../index/file-orders.js';
import {oddStatus} from '../../routes/oddity.js';
import type {Expected} from '../../routes/route.js';

/** What was odd about the parameters of requests, and with which status they were answered. */
type OddParameters = {readonly texts: Map<string, number>; readonly statuses: Map<number, number>};

function addTo<Key>(counts: Map<Key, number>, key: Key, n: number): void {
	counts.set(key, (counts.get(key) ?? 0) + n);
}

/** What is odd about the requests for some shapes, each known by its place. */
export class Oddities {
	readonly #parameters = new Map<number, OddParameters>();

	/** Takes a request with odd parameters: its status isn't odd, too. */
	addParameter(place: number, status: number, text: string): void {
		const {texts, statuses} = this.#parameters.get(place) ?? {texts: new Map(), statuses: new Map()};
		this.#parameters.set(place, {texts, statuses});
		addTo(texts, text, 1);
		addTo(statuses, status, 1);
	}

	/** How many requests of a place were odd, and what was odd most often; `statuses` are those of all of them. */
	summary(
		place: number,
		expected: Expected | null,
		statuses: ReadonlyMap<number, number>,
	): {readonly odd: number; readonly oddity: string | null} {
		const parameters = this.#parameters.get(place);
		const counts = new Map(parameters?.texts);
		for (const [status, all] of statuses) {
			const n = all - (parameters?.statuses.get(status) ?? 0);
			const text = expected && oddStatus(expected, status === noStatus ? null : status);
			if (text !== null && n > 0) {
				addTo(counts, text, n);
			}
		}
		const [most] = [...counts].sort(([a, n], [b, m]) => m - n || compareTexts(a, b));
		return {odd: [...counts.values()].reduce((sum, n) => sum + n, 0), oddity: most?.[0] ?? null};
	}
}
