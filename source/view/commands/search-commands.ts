import {useMemo} from 'react';
import type {Column} from '../../format/columns.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Command} from '../../keys/command.js';
import {afterColon, inParentheses, keyed} from '../../keys/keyed.js';
import {isPeriodField, periodFields} from '../../query/field-names.js';
import {isEverything} from '../../query/query.js';
import {termsOf} from '../../query/terms.js';
import type {Entry, Store} from '../../store/store.js';
import {type Direction, entryFinder, maxEntries, where} from '../find/entry-finder.js';
import {isInRow} from '../find/needle.js';
import type {Find} from '../find/use-find.js';
import type {ListingController} from '../listing/listing-controller.js';
import {selectedLine} from '../listing/listing-state.js';
import {toRow} from '../listing/row.js';
import {type ClientFinders, clientFinders} from '../panels/request-details/facts/client.js';
import {addValue} from '../search/add-value.js';
import type {LiveSearch} from '../search/live-search.js';
import {cellTerm} from './cell-term.js';
import {type StatusFinders, statusFinders} from './status-finders.js';

/** Returns the next cell in a direction. At either end, the cell stays. Without a selected cell, returns the first or last one. */
function nextCell(cell: Column | null, step: 1 | -1, shown: readonly Column[]): Column | null {
	const last = shown.length - 1;
	const index = cell === null ? -1 : shown.indexOf(cell);
	const next = index === -1 ? (step === 1 ? 0 : last) : index + step;
	return shown[Math.max(0, Math.min(last, next))] ?? null;
}

/** The periods that a key cycles through, followed by all time. */
const windows = ['since:5m', 'since:15m', 'since:30m', 'since:1h', 'since:24h'];

/** Returns the term of the next or previous period of a search; null for all time. Any other period counts as all time. */
export function windowTerm(text: string, step: 1 | -1): string | null {
	const periods = termsOf(text).filter(({field}) => isPeriodField(field));
	const [only, ...more] = periods.map(term => term.text);
	const index = only === undefined || more.length > 0 ? -1 : windows.indexOf(only);
	// All time has index -1.
	const count = windows.length + 1;
	return windows[((index + 1 + step + count) % count) - 1] ?? null;
}

/** The objects that search commands act on. */
type SearchCommandsOptions = {
	readonly listing: ListingController;
	readonly search: LiveSearch;
	readonly find: Find;
	readonly store: Pick<Store, 'page'>;
	readonly statusFinders: StatusFinders;
	readonly clientFinders: ClientFinders;
	/** The chosen columns; `shown` are the visible ones. */
	readonly columns: readonly Column[];
	readonly shown: readonly Column[];
	readonly formatTime: TimeFormatter;
	/** Returns the offset by which the search reads times, in minutes east of UTC. */
	readonly zoneAt: (time: number) => number;
	/** Shows a hint until the next key. */
	readonly showHint: (hint: string) => void;
};

/** Explains why a find misses values that aren't shown, such as user agents. */
const inTheseColumns = ' (in these columns)';

/** Returns the commands that change the search or search for a row. */
export function searchCommands({
	listing,
	search,
	find,
	store,
	statusFinders,
	clientFinders,
	columns,
	shown,
	formatTime,
	zoneAt,
	showHint,
}: SearchCommandsOptions) {
	const moveCell = (step: 1 | -1) => () => listing.selectCell(nextCell(listing.getState().cell, step, shown));

	const addCell = (isWanted: boolean) => () => {
		const {cell, frozen, ...state} = listing.getState();
		const entry = state.rows[selectedLine(state)]?.entry;
		const term = entry && cell !== null ? cellTerm(cell, entry, isWanted, zoneAt) : null;
		if (term === null) {
			showHint('This cell has no value to search for');
			return;
		}
		const {note, isAlternating} = addValue(search, term);
		if (!isAlternating) {
			listing.selectCell(null);
		}
		const held = frozen
			? ''
			: `Held at this row${afterColon(keyed`${'newest'} shows the newest and follows`)}`;
		showHint(note || held);
	};
	const setStatus = (statusClass: number) => () => search.replace(['status'], `status:${statusClass}xx`);

	const setWindow = (step: 1 | -1) => () => {
		const term = windowTerm(search.query.text, step);
		search.replace(periodFields, ...(term === null ? [] : [term]));
	};
	const toStatus = (statusClass: 4 | 5, direction: Direction) => () =>
		listing.seek(statusFinders(statusClass, direction), isFound => {
			if (!isFound) {
				showHint(`No ${statusClass}xx further ${where[direction]}`);
			}
		});

	const toSameClient = (direction: Direction) => () => {
		const within = isEverything(search.query)
			? ''
			: ` in this search${afterColon(keyed`${'open'} shows all`)}`;
		let none = `No request of the same client further ${where[direction]}${within}`;
		const withoutClient = (): void => {
			none = 'This request has no address: its client is unknown';
		};
		listing.seek(clientFinders(direction, withoutClient), isFound => {
			if (!isFound) {
				showHint(none);
			}
		});
	};

	/** `fromHere`: the selected row may match, too. */
	const toFound =
		(direction: Direction, fromHere = false) =>
		() => {
			const needle = find.needle();
			if (!needle) {
				return;
			}
			const hasIt = (entry: Entry): boolean =>
				isInRow(needle, toRow(entry, formatTime, Number.POSITIVE_INFINITY), columns);

			let none = fromHere
				? `Not found from here down${afterColon(keyed`${'findPrevious'} searches up`)}${inTheseColumns}`
				: `Not found further ${where[direction]}${inTheseColumns}`;
			const giveUp = (): void => {
				none = `Not found in the next ${maxEntries} requests ${where[direction]}${inTheseColumns}`;
			};
			listing.afterMoves(() => showHint(`Searching …${inParentheses(keyed`${'close'} stops`)}`));
			const finder = entryFinder(store, direction, hasIt, giveUp);
			listing.seek(
				async (from, query, signal) => {
					const start = from && {...from, isSelected: from.isSelected && !fromHere};
					try {
						return await finder(start, query, signal);
					} catch (error) {
						// The error is shown on the same line.
						if (!signal.aborted) {
							showHint('');
						}
						throw error;
					}
				},
				isFound => showHint(isFound ? '' : none),
			);
		};

	return {
		search: () => search.open(),
		cellLeft: moveCell(-1),
		cellRight: moveCell(1),
		wanted: addCell(true),
		unwanted: addCell(false),
		dropTerm: search.dropLast,
		clearSearch() {
			listing.selectCell(null);
			search.clear();
		},
		status2: setStatus(2),
		status3: setStatus(3),
		status4: setStatus(4),
		status5: setStatus(5),
		statusAll: () => search.replace(['status']),
		windowNext: setWindow(1),
		windowPrevious: setWindow(-1),
		nextServerError: toStatus(5, 'older'),
		previousServerError: toStatus(5, 'newer'),
		nextClientError: toStatus(4, 'older'),
		previousClientError: toStatus(4, 'newer'),
		sameClientNext: toSameClient('older'),
		sameClientPrevious: toSameClient('newer'),
		find: () => find.open(),
		findNext: toFound('older'),
		findPrevious: toFound('newer'),
		/** Goes to the first match, starting with the selected row. */
		findFirst: toFound('older', true),
	} satisfies Partial<Record<Command | 'findFirst', () => void>>;
}

export type SearchCommands = ReturnType<typeof searchCommands>;

type Options = Omit<SearchCommandsOptions, 'store' | 'statusFinders' | 'clientFinders'> & {
	readonly store: Store;
};

/** Returns the search commands. Their finders, and the queries these cache, are kept as long as the store. */
export function useSearchCommands(options: Options): SearchCommands {
	const {store} = options;
	const finders = useMemo(
		() => ({statusFinders: statusFinders(store), clientFinders: clientFinders(store)}),
		[store],
	);
	return searchCommands({...options, ...finders});
}
