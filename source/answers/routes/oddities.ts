import {noStatus} from '../../entries/entry-record.js';
import {compareTexts} from '../../index/file-orders.js';
import {oddStatus} from '../../routes/oddity.js';
import type {Expected} from '../../routes/route.js';

/** Odd parameters of requests by description, and the statuses of these requests. */
type OddParameters = {readonly texts: Map<string, number>; readonly statuses: Map<number, number>};

function addTo<Key>(counts: Map<Key, number>, key: Key, n: number): void {
	counts.set(key, (counts.get(key) ?? 0) + n);
}

/** Collects the oddities of requests, by index of their shape. */
export class Oddities {
	readonly #parameters = new Map<number, OddParameters>();

	/** Adds a request with odd parameters. Its status doesn't count as odd as well. */
	addParameter(index: number, status: number, text: string): void {
		const {texts, statuses} = this.#parameters.get(index) ?? {texts: new Map(), statuses: new Map()};
		this.#parameters.set(index, {texts, statuses});
		addTo(texts, text, 1);
		addTo(statuses, status, 1);
	}

	/**
	 * Returns the number of odd requests for a shape, and the most frequent oddity.
	 * @param statuses - counts of all requests for the shape
	 */
	summary(
		index: number,
		expected: Expected | null,
		statuses: ReadonlyMap<number, number>,
	): {readonly odd: number; readonly oddity: string | null} {
		const parameters = this.#parameters.get(index);
		const counts = new Map(parameters?.texts);
		for (const [status, all] of statuses) {
			const n = all - (parameters?.statuses.get(status) ?? 0);
			const text = expected && oddStatus(expected, status === noStatus ? null : status);
			if (text !== null && n > 0) {
				addTo(counts, text, n);
			}
		}
		const [mostFrequent] = [...counts].sort(([a, n], [b, m]) => m - n || compareTexts(a, b));
		return {odd: [...counts.values()].reduce((sum, n) => sum + n, 0), oddity: mostFrequent?.[0] ?? null};
	}
}
