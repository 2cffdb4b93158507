import type {Clock} from '../../clock.js';
import type {Count, Store, StoreStatus} from '../../store/store.js';

/**
 * A part of the screen that shows answers of the store. It queries now and resolves with a function that shows the answers;
 * undefined if it has no question.
 */
export type SnapshotPart = () => Promise<() => void> | undefined;

/** The snapshots as parts of the screen use them. */
export type SharedSnapshots = Pick<Snapshots, 'isLed' | 'join' | 'hurry'>;

/** The part of the listing's answer that decides whether it leads. */
type ListingAnswer = {readonly count: Count; readonly status: StoreStatus};

/** Bytes of growing logs that wait to be read, and entries added since the last answer, from which on the listing leads. */
const muchUnread = 64 * 1024;
const flood = 5000;

/** Pause after queries, as a multiple of their duration, so that they take at most 10 % of the time. */
export const restFactor = 10;
/** Maximum pause between two snapshots, in ms, even if a panel's queries are slow. */
const maxPause = 2000;

/**
 * While logs are read, counts change by thousands between two queries. The listing then leads: each of its refreshes queries all
 * parts of the screen while no entries are added, and shows all answers in one frame. So all numbers of a frame agree. Otherwise,
 * each part queries at its own pace.
 */
export class Snapshots {
	readonly #store: Pick<Store, 'together'>;
	readonly #clock: Clock;
	readonly #parts = new Set<SnapshotPart>();
	/** Makes the listing refresh at once. Parts call this for a new question. */
	readonly hurry: () => void;
	#isLed: boolean;
	#pause = 0;
	/** Number of entries written since the start, as of the last answer. */
	#arrived = 0;

	constructor(store: Pick<Store, 'together' | 'status'>, clock: Clock, hurry: () => void) {
		this.#store = store;
		this.#clock = clock;
		this.hurry = hurry;
		// The first page must not wait for other answers of a server.
		this.#isLed = store.status().server === undefined;
	}

	/** True while parts answer only when the listing is refreshed. */
	get isLed(): boolean {
		return this.#isLed;
	}

	/** Minimum pause before the next snapshot, in ms. */
	get pause(): number {
		return this.#isLed ? this.#pause : 0;
	}

	/** Adds a part. Returns a function that removes it. */
	join(part: SnapshotPart): () => void {
		this.#parts.add(part);
		return () => {
			this.#parts.delete(part);
		};
	}

	/**
	 * Runs the queries of the listing, and if it leads, the queries of all parts.
	 * @param show - shows the answer of the listing
	 */
	async take<Answer extends ListingAnswer>(
		queries: () => Promise<Answer>,
		show: (answer: Answer) => void,
	): Promise<void> {
		const wasLed = this.#isLed;
		if (!wasLed) {
			const answer = await queries();
			if (!this.#mustLead(answer)) {
				show(answer);
				return;
			}
			this.#isLed = true;
		}
		const began = this.#clock.now();
		const [answer, shows] = await this.#store.together(async () => {
			const others = Array.from(this.#parts, part => part());
			return [await queries(), await Promise.all(others)];
		});
		this.#pause = Math.min(maxPause, Math.max(0, this.#clock.now() - began) * restFactor);
		const mustLead = this.#mustLead(answer);
		this.#isLed = mustLead || !wasLed;
		show(answer);
		for (const showPart of shows) {
			showPart?.();
		}
	}

	/** Checks whether entries are added so fast that counts of two moments visibly differ. */
	#mustLead({count: {arrived}, status: {indexing, lag}}: ListingAnswer): boolean {
		const isFlood = arrived - this.#arrived > flood;
		this.#arrived = arrived;
		return indexing !== null || lag >= muchUnread || isFlood;
	}
}
