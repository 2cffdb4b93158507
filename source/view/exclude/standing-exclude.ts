import {isEverything, type Query} from '../../query/query.js';
import {QueryError} from '../../query/query-error.js';
import {externalStore} from '../state/external-store.js';

/** The requests that the screen hides, with any search. Immutable. */
export type ExcludeState = {
	/** All other requests, see `parseExclude`; null if nothing is excluded. */
	readonly query: Query | null;
	/** False while the excluded requests are shown, too. */
	readonly isOn: boolean;
};

/** The exclude of the screen, as an external store for React. */
export type StandingExclude = {
	getState(): ExcludeState;
	subscribe(listener: () => void): () => void;
	/** Shows the excluded requests, or hides them again. */
	toggle(): void;
	/** Replaces the exclude; an empty `text` excludes nothing. Returns the error message if it is invalid, otherwise ''. */
	put(text: string): string;
};

type ExcludeOptions = {
	readonly query: Query | null;
	/** Parses an exclude. Throws a QueryError if it is invalid. */
	parse(text: string): Query;
	/** Called after each change, after the listeners. */
	changed(): void;
};

/** Creates the exclude of the screen. It is on initially. */
export function standingExclude({query, parse, changed}: ExcludeOptions): StandingExclude {
	const initial: ExcludeState = {query, isOn: true};
	const {getState, subscribe, dispatch} = externalStore(initial, (_, next: ExcludeState) => next);
	const change = (next: ExcludeState): void => {
		dispatch(next);
		changed();
	};
	return {
		getState,
		subscribe,
		toggle() {
			const {query, isOn} = getState();
			change({query, isOn: !isOn});
		},
		put(text) {
			try {
				const parsed = parse(text.trim());
				change({query: isEverything(parsed) ? null : parsed, isOn: true});
				return '';
			} catch (error) {
				if (!(error instanceof QueryError)) {
					throw error;
				}
				return error.message;
			}
		},
	};
}
