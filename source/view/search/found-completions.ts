import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {Completable, Completion} from './completion.js';

/** Values that are asked for: no list on the screen is longer. */
const mostValues = 50;

/** The completions of a place, the most frequent values first. `queryOf` reads what the other terms say. */
export async function foundCompletions(
	store: Pick<Store, 'facets'>,
	completable: Completable,
	queryOf: (text: string) => Query,
	signal: AbortSignal,
): Promise<readonly Completion[]> {
	if ('items' in completable) {
		return completable.items;
	}

	const {field, containing, others, write} = completable;
	const {values, estimated} = await store.facets(queryOf(others), field, mostValues, {containing, signal});
	return values.flatMap(({value, n}) => {
		const text = value === null ? null : write(value);
		return value === null || text === null
			? []
			: [{text, label: value, detail: `${estimated ? 'about ' : ''}${n}`}];
	});
}
