import type {Clock} from '../../../clock.js';
import {everything, isEverything, type Query} from '../../../query/query.js';
import type {Store} from '../../../store/store.js';
import {liveAnswer} from '../../state/live-answer.js';

/** Tracks which searches have no match so far. */
type Unmatched = {
	/** Runs the searches now and whenever entries arrive, until `close`. */
	ask(queries: readonly Query[]): void;
	/** True pauses the searches. */
	setFrozen(frozen: boolean): void;
	/** Checks whether a search has no match. Also false while that isn't known yet. */
	has(query: Query): boolean;
	close(): void;
};

/** The question. It is the same object for the same searches: a different one would start the search again. */
type Asked = {readonly query: Query; readonly queries: readonly Query[]};

/** Interval in ms. A hint about a mistyped search isn't urgent. */
const pause = 1000;

/** Finds the searches without a match. A search that has found an entry isn't repeated. */
export function unmatched(
	store: Pick<Store, 'count' | 'subscribe'>,
	clock: Clock,
	changed: () => void,
): Unmatched {
	let asked: Asked | null = null;
	let left: readonly Query[] | null = null;
	const live = liveAnswer<Asked, readonly Query[]>({
		store,
		clock,
		async answer({queries}, signal) {
			const open = (left ?? queries).filter(query => !isEverything(query));
			const counts = await Promise.all(open.map(query => store.count(query, signal)));
			return open.filter((_, index) => counts[index]?.n === 0);
		},
		changed() {
			// After an error, the last answer may belong to other searches.
			const next = live.answered === asked ? live.answer : left;
			const isChanged = next?.length !== left?.length;
			left = next;
			if (isChanged) {
				changed();
			}
		},
		pause,
	});
	return {
		ask(queries) {
			const isKnown =
				asked?.queries.length === queries.length && queries.every(one => asked?.queries.includes(one));
			if (!isKnown) {
				asked = {query: everything, queries};
				left = null;
			}
			live.ask(asked as Asked);
		},
		setFrozen: live.setFrozen,
		has: query => left?.includes(query) === true,
		close: live.close,
	};
}
