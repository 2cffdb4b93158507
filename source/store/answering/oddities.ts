import {noStatus} from '../../entries/entry-record.js';
import {compareTexts} from '../../index/compare-texts.js';
import {oddStatus} from '../../routes/oddity.js';
import type {Expected} from '../../routes/route.js';

const statuses = noStatus + 1;

const unknown = 0;
const fine = 1;
const odd = 2;

/** What is odd about the requests for some shapes, each known by its place. */
export class Oddities {
	readonly #expected: Array<Expected | null> = [];
	/** What is known of each status, for the shapes of which anything is expected. */
	readonly #verdicts: Array<Uint8Array | null> = [];
	/** How often there was an odd status: by place and status in one number. */
	readonly #byStatus = new Map<number, number>();
	readonly #byText = new Map<number, Map<string, number>>();

	/** Says what is expected of a shape; null: nothing. */
	expect(place: number, expected: Expected | null): void {
		this.#expected[place] = expected;
		this.#verdicts[place] = expected && (this.#verdicts[place] ?? new Uint8Array(statuses));
	}

	/** Takes the status of an answer, `noStatus` for none. */
	addStatus(place: number, status: number): void {
		const verdicts = this.#verdicts[place];
		if (!verdicts) {
			return;
		}
		let verdict = verdicts[status];
		if (verdict === unknown) {
			verdict = this.#textOf(place, status) === null ? fine : odd;
			verdicts[status] = verdict;
		}
		if (verdict === odd) {
			const key = place * statuses + status;
			this.#byStatus.set(key, (this.#byStatus.get(key) ?? 0) + 1);
		}
	}

	/** Takes a request about which something else was odd. */
	addText(place: number, text: string): void {
		const texts = this.#byText.get(place) ?? new Map<string, number>();
		this.#byText.set(place, texts.set(text, (texts.get(text) ?? 0) + 1));
	}

	/** For each of so many places how many requests were odd, and what was odd most often. */
	summaries(places: number): ReadonlyArray<{readonly odd: number; readonly oddity: string | null}> {
		for (const [key, n] of this.#byStatus) {
			const place = Math.floor(key / statuses);
			const texts = this.#byText.get(place) ?? new Map<string, number>();
			this.#byText.set(place, texts.set(this.#textOf(place, key % statuses) ?? '', n));
		}
		this.#byStatus.clear();
		return Array.from({length: places}, (_, place) => {
			const texts = [...(this.#byText.get(place) ?? [])].sort(
				(a, b) => b[1] - a[1] || compareTexts(a[0], b[0]),
			);
			return {odd: texts.reduce((sum, [, n]) => sum + n, 0), oddity: texts[0]?.[0] ?? null};
		});
	}

	#textOf(place: number, status: number): string | null {
		const expected = this.#expected[place] ?? null;
		return expected && oddStatus(expected, status === noStatus ? null : status);
	}
}
