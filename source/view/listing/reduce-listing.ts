import {isDeepStrictEqual} from 'node:util';
import type {Column} from '../../format/columns.js';
import type {Order} from '../../query/order.js';
import type {Count, StoreStatus} from '../../store/store.js';
import {anchorAt, isAnchor, type ListingState, lowered, selectedLine, widen} from './listing-state.js';
import type {Row} from './row.js';
import {isNotable} from './status-texts.js';

/** Consecutive rows. `newer` is the number of matching entries newer than the first row. */
export type RowPage = {readonly rows: readonly Row[]; readonly newer: number};

/** An event of the listing. */
export type ListingAction =
	/** The store answered the same query again. `page` is null unless the listing follows. */
	| {
			readonly type: 'refreshed';
			readonly count: Count;
			readonly status: StoreStatus;
			readonly page: RowPage | null;
			/** See `ListingState`. Omitted means null, empty, or 0. */
			readonly newestBefore?: number | null;
			readonly unknownFields?: string;
			readonly excluded?: number;
	  }
	/**
	 * The store answered a new query. `index` is the row of the page to select, null to follow. `unseen` is the number of entries
	 * that have arrived since the page was held.
	 */
	| {
			readonly type: 'requeried';
			readonly order: Order;
			readonly count: Count;
			readonly status: StoreStatus;
			readonly page: RowPage;
			readonly index: number | null;
			readonly unseen: number;
			readonly newestBefore?: number | null;
			readonly unknownFields?: string;
			readonly excluded?: number;
	  }
	/** The listing started or stopped waiting for the answer to a new query. */
	| {readonly type: 'searching'; readonly isSearching: boolean}
	/** The selected row becomes the anchor of the page. */
	| {readonly type: 'anchored'}
	/** A cell of the selected row was selected, or of the first row if no row was. null: the whole row. */
	| {readonly type: 'cellSelected'; readonly cell: Column | null}
	| {readonly type: 'selected'; readonly index: number}
	/** Another page was fetched. `count` is null while the screen is frozen. */
	| {readonly type: 'turned'; readonly page: RowPage; readonly index: number; readonly count: Count | null}
	/** The number of rows per page changed. */
	| {readonly type: 'resized'; readonly size: number}
	/** Rows were found to fill a page that has grown. */
	| {readonly type: 'extended'; readonly above: readonly Row[]; readonly below: readonly Row[]}
	/** More log fields of the same rows are known. */
	| {readonly type: 'filled'; readonly rows: readonly Row[]}
	/** The same rows and notices are shown differently. */
	| {
			readonly type: 'reshown';
			readonly rows: readonly Row[];
			readonly notices: StoreStatus['notices'];
	  }
	/** The listing follows again. It is no longer frozen, unless `frozen`. */
	| {readonly type: 'released'; readonly frozen?: boolean}
	| {readonly type: 'frozen'; readonly frozen: boolean}
	/** The window lost the focus. */
	| {readonly type: 'left'}
	/** A key was pressed: the user has seen the new rows. */
	| {readonly type: 'seen'}
	/** The store failed to answer. */
	| {readonly type: 'failed'; readonly problem: string; readonly status: StoreStatus}
	/** The store reported a new status without being queried. */
	| {readonly type: 'statusChanged'; readonly status: StoreStatus};

/** Returns the next state; the same object if nothing changed, so that nothing is drawn. */
export function reduceListing(state: ListingState, action: ListingAction): ListingState {
	switch (action.type) {
		case 'refreshed':
			return refreshed(state, action);
		case 'requeried':
			return requeried(state, action);
		case 'searching':
			return changed(state, {isSearching: action.isSearching});
		case 'anchored': {
			const line = selectedLine(state);
			const entry = state.rows[line]?.entry;
			return entry && !isAnchor(state.anchor, entry, line) ? {...state, anchor: {entry, line}} : state;
		}
		case 'cellSelected': {
			const row = state.rows[Math.max(0, selectedLine(state))];
			return row && action.cell !== null
				? changed(selected(state, state.rows.indexOf(row)), {cell: action.cell})
				: changed(state, {cell: null});
		}
		case 'selected':
			return selected(state, action.index);

		case 'turned': {
			const {rows, newer} = action.page;
			const count = action.count ?? state.count;
			return {
				...state,
				mode: 'held',
				rows,
				newer,
				count,
				// No entries are above this page, so the user has seen everything that arrived.
				seen: newer === 0 && count ? count.arrived : state.seen,
				selected: rows[action.index]?.entry.token ?? null,
				anchor: anchorAt(rows, action.index),
				widest: widen(state.widest, rows),
				problem: null,
			};
		}
		case 'resized':
			return changed(state, {size: action.size, ...shrunk(state, action.size)});
		case 'extended': {
			const {above, below} = action;
			const rows = [...above, ...state.rows, ...below];
			const newer = Math.max(0, state.newer - above.length);
			return changed(state, {
				rows,
				newer,
				widest: widen(state.widest, rows),
				anchor: state.anchor && lowered(state.anchor, above.length),
			});
		}
		case 'filled':
			return sameRows(state.rows, action.rows)
				? state
				: {...state, rows: action.rows, widest: widen(state.widest, action.rows)};
		case 'reshown':
			return {
				...state,
				rows: action.rows,
				status: {...state.status, notices: action.notices},
				widest: widen(state.widest, action.rows),
			};
		case 'released':
			return changed(state, {
				mode: 'following',
				frozen: action.frozen ?? false,
				selected: null,
				cell: null,
				anchor: null,
			});
		case 'frozen':
			return changed(state, {frozen: action.frozen});
		case 'left': {
			const {rows, count} = state;
			return {...state, left: {token: rows[0]?.entry.token ?? null, arrived: count?.arrived ?? 0}};
		}
		case 'seen':
			return changed(state, {left: null});
		case 'failed':
			return changed(state, {problem: action.problem, status: sameStatus(state, action.status)});
		case 'statusChanged':
			return changed(state, {status: sameStatus(state, action.status)});
	}
}

function refreshed(
	state: ListingState,
	{
		count,
		status,
		page,
		newestBefore = null,
		unknownFields = '',
		excluded = 0,
	}: Extract<ListingAction, {type: 'refreshed'}>,
): ListingState {
	if (state.frozen) {
		return state;
	}
	const news = {
		count: isDeepStrictEqual(state.count, count) ? state.count : count,
		status: sameStatus(state, status),
		newestBefore,
		unknownFields,
		excluded,
		problem: null,
	};
	if (!page || state.mode === 'held') {
		return changed(state, news);
	}
	const rows = sameRows(state.rows, page.rows) ? state.rows : page.rows;
	const fresh = rows.filter(row => !state.rows.includes(row));
	const widest = widen(state.widest, fresh);
	const anchor = rows.length > 0 ? null : state.anchor;
	return changed(state, {...news, rows, newer: page.newer, seen: count.arrived, widest, anchor});
}

/** If nothing matches, no page can be held: new rows are shown as they arrive. */
function requeried(
	state: ListingState,
	{
		order,
		count,
		status,
		page,
		index,
		unseen,
		newestBefore = null,
		unknownFields = '',
		excluded = 0,
	}: Extract<ListingAction, {type: 'requeried'}>,
): ListingState {
	const chosen = index === null ? undefined : page.rows[index];
	return {
		...state,
		mode: chosen ? 'held' : 'following',
		order,
		rows: sameRows(state.rows, page.rows) ? state.rows : page.rows,
		newer: page.newer,
		count,
		seen: Math.max(0, count.arrived - (chosen ? unseen : 0)),
		status,
		newestBefore,
		unknownFields,
		excluded,
		selected: chosen?.entry.token ?? null,
		cell: chosen ? state.cell : null,
		widest: widen(state.widest, page.rows),
		isSearching: false,
		problem: null,
	};
}

function selected(state: ListingState, index: number): ListingState {
	const row = state.rows[index];
	return row
		? changed(state, {
				mode: 'held',
				selected: row.entry.token,
				anchor: isAnchor(state.anchor, row.entry, index) ? state.anchor : anchorAt(state.rows, index),
			})
		: state;
}

/** Returns the rows of a page that has shrunk: the first rows, or rows up to the selected one. */
function shrunk(state: ListingState, size: number): Partial<ListingState> {
	if (state.rows.length <= size) {
		return {};
	}
	const first = Math.max(0, selectedLine(state) - size + 1);
	return {
		rows: state.rows.slice(first, first + size),
		newer: state.newer + first,
		anchor: state.anchor && lowered(state.anchor, -first),
	};
}

function changed(state: ListingState, changes: Partial<ListingState>): ListingState {
	for (const key of Object.keys(changes) as Array<keyof ListingState>) {
		if (changes[key] !== state[key]) {
			return {...state, ...changes};
		}
	}
	return state;
}

/** Omits a lag that isn't reported: it changes with every line, and each change would render the whole screen. */
function sameStatus({status: before}: ListingState, status: StoreStatus): StoreStatus {
	const now = status.lag === 0 || isNotable(status) ? status : {...status, lag: 0, lagTime: 0};
	return isDeepStrictEqual(before, now) ? before : now;
}

function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
	return a.length === b.length && a.every((row, index) => row === b[index]);
}
