import type {FacetOrder, Facets, FacetValue} from '../../../answers/answers.js';
import {compareSlowness} from '../../../format/compare-slowness.js';
import type {FacetField} from '../../../query/facet-field.js';
import {isLogFieldName} from '../../../query/log-field-name.js';
import type {Query} from '../../../query/query.js';
import type {ListingState} from '../../listing/listing-state.js';
import type {PanelTools} from '../../panel/open-panel.js';
import {remembered} from '../../panel/remembered.js';
import {type LiveAnswer, liveAnswer} from '../../state/live-answer.js';
import {facetTable, ordersOf, valueSpans, widestName} from './facet-table.js';
import type {FacetTab} from './facet-tabs.js';

/** The question about a field: its `n` most frequent values. */
type Asked = {
	readonly query: Query;
	readonly field: FacetField;
	readonly n: number;
	readonly order: FacetOrder;
	readonly [name: string]: unknown;
};

/** A field on the screen, with its values. */
type AskedField = {
	readonly live: LiveAnswer<Asked, Facets>;
	/** Chooses and measures the columns once per answer, not per frame. */
	readonly table: typeof facetTable;
	readonly widest: ReturnType<typeof widestName>;
	/** Draws values only if they or the selection have changed: most keys change one field. */
	readonly lines: typeof valueSpans;
};

/** The values of the fields that are side by side. */
type FieldAnswers = {
	/** Returns a field with its values; undefined if it hasn't been shown. */
	of(field: FacetField): AskedField | undefined;
	/**
	 * Returns the order that an answer has: the store sorts by requests if no request has a duration.
	 * @param chosen - until there is an answer
	 */
	orderOf(field: FacetField, chosen: FacetOrder): FacetOrder;
	/** States that the answer is partial; mostly empty. */
	partialText(field: FacetField): string;
	/** States that the answer is partial or late; mostly empty. */
	remarkOf(field: FacetField): string;
	/** Queries the values of the shown fields, and drops the values of other fields. `n` applies to the focused one. */
	follow(
		shown: readonly FacetTab[],
		focused: FacetTab,
		question: Pick<Asked, 'query' | 'n' | 'order'>,
		listing: Pick<ListingState, 'status' | 'frozen'>,
	): void;
	/** Aborts all queries. */
	close(): void;
};

/** Number of values queried at first. */
export const some = 100;

/** Number of values queried after the user has moved near their end. */
export const maxValues = 1000;

/** Sorts slow values by the percentiles that the table shows. */
function asShown(facets: Facets, order: FacetOrder): Facets {
	const slownessOf = ({n, figures}: FacetValue) => ({n, p95: figures?.p95 ?? null});
	return order === 'p95'
		? {...facets, values: facets.values.toSorted((a, b) => compareSlowness(slownessOf(a), slownessOf(b)))}
		: facets;
}

/** Returns the answers of fields, none at first. */
export function fieldAnswers({
	store,
	clock,
	snapshots,
	changed,
}: Pick<PanelTools, 'store' | 'clock' | 'snapshots' | 'changed'>): FieldAnswers {
	const asked = new Map<FacetField, AskedField>();
	const askedField = (field: FacetField): AskedField => {
		const known = asked.get(field) ?? {
			live: liveAnswer<Asked, Facets>({
				...{store, clock, snapshots, changed},
				async answer({query, field: of, n, order}, signal) {
					return asShown(await store.facets(query, of, n, {order, withFigures: true, signal}), order);
				},
			}),
			table: remembered(facetTable),
			widest: remembered(widestName(field)),
			lines: remembered(valueSpans),
		};
		asked.set(field, known);
		return known;
	};
	const partialText = (field: FacetField): string => {
		const isPartial = asked.get(field)?.live.answer?.partial ?? false;
		return isPartial ? (isLogFieldName(field) ? 'reading lines …' : 'partial result') : '';
	};
	return {
		of: field => asked.get(field),
		orderOf(field, chosen) {
			const live = asked.get(field)?.live;
			const order = live?.answered?.order ?? chosen;
			return live?.answer && !ordersOf(live.answer).includes(order) ? 'n' : order;
		},
		partialText,
		remarkOf(field) {
			const live = asked.get(field)?.live;
			const partial = partialText(field).replace(' result', '');
			return partial === '' && live?.answer && live.isLate ? 'updating …' : partial;
		},
		follow(shown, focused, {query, n, order}, {status, frozen}) {
			for (const [field, {live}] of asked) {
				if (!shown.some(one => one.field === field)) {
					live.close();
					asked.delete(field);
				}
			}
			for (const {field} of shown) {
				const {live} = askedField(field);
				const isFocused = field === focused.field;
				if (isFocused || status.indexing === null) {
					live.ask({query, field, n: isFocused ? n : some, order});
					live.setFrozen(frozen);
				} else {
					// While logs are read, entries are added only between the queries of the screen: more of them would slow it down.
					live.close();
				}
			}
		},
		close() {
			for (const {live} of asked.values()) {
				live.close();
			}
		},
	};
}
