import type {Clock} from '../../clock.js';
import {everything, isEverything, type Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import {liveAnswer} from '../../view/state/live-answer.js';

/** Which searches have found nothing at all, as far as is known. */
type Unmatched = {
	/** Asks, at once and whenever something has come, until `close`; always the same searches. */
	ask(queries: readonly Query[]): void;
	/** True: asks nothing more for now. */
	setFrozen(frozen: boolean): void;
	/** False also as long as that isn't known. */
	has(query: Query): boolean;
	close(): void;
};

/** What is asked for: always the same object, as another one would be asked anew. */
type Asked = {readonly query: Query; readonly queries: readonly Query[]};

/** A second is soon enough for what is told of a mistake. */
const pause = 1000;

/** Finds out which searches find nothing. One that has found something is asked no more. */
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
			const before = left;
			left = live.answer;
			if (left?.length !== (before ?? []).length) {
				changed();
			}
		},
		pause,
	});
	return {
		ask(queries) {
			asked ??= {query: everything, queries};
			live.ask(asked);
		},
		setFrozen: live.setFrozen,
		has: query => left?.includes(query) === true,
		close: live.close,
	};
}
