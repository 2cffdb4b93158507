import {isUnfinished} from '../../query/is-unfinished.js';
import type {Query} from '../../query/query.js';
import type {Store} from '../../store/store.js';
import type {Typed} from '../keys/typed.js';
import {editedBy, inserted, lineOf, type TextLine, tooLongText} from '../prompt/text-line.js';
import {completer} from './completer.js';
import {type Recall, recallFrom, sought, walked} from './recall.js';
import type {SavedSearches} from './saved-searches.js';
import type {SearchHistory} from './search-history.js';
import type {Reading, SearchAction, SearchBar, SearchProblem, SearchState} from './search-state.js';

/** What the bar works on. */
export type BarDriverOptions = {
	readonly getState: () => SearchState;
	readonly dispatch: (action: SearchAction) => void;
	readonly read: (text: string) => Reading;
	/**
	 * Shows the query that is in force after a change.
	 * @param isPassing - it is being written still, and what was shown before may come back
	 */
	readonly showing: (change: () => void, isPassing: boolean) => void;
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly history: SearchHistory;
	readonly saved: SavedSearches;
};

/** The search bar: what its keys do. */
export type BarDriver = {
	open(): void;
	/** A key that was typed into the bar. */
	type(typed: Typed): void;
	/** A text that was pasted into it. */
	paste(text: string): void;
	/** Ends what is asked for. */
	close(): void;
};

/** Carries out what is typed into the bar: each key at once, with the state as the ones before have left it. */
export function barDriver({
	getState,
	dispatch,
	read,
	showing,
	store,
	history,
	saved,
}: BarDriverOptions): BarDriver {
	const readRight = (text: string): Query | null => {
		const reading = read(text);
		return 'query' in reading ? reading.query : null;
	};

	const completing = completer({
		getState,
		dispatch,
		read: readRight,
		write: line => edit(line),
		store,
		saved,
	});

	/** `problem`: what is wrong whatever the line says. */
	const edit = (line: TextLine, recall: Recall | null = null, problem: SearchProblem | null = null): void => {
		const {bar} = getState();
		if (!bar) {
			return;
		}

		completing.stop();
		const isSame = line.text === bar.line.text;
		const same: Reading = bar.problem ? {problem: bar.problem} : {query: getState().query};
		const said = isSame ? same : read(line.text);
		const reading = problem ? {problem} : said;
		const isBegun = !problem && 'problem' in said && line.caret === line.text.length && !recall;
		const isOpen = isBegun && isUnfinished(line.text, text => readRight(text) !== null);
		// What it has found so far as a bare word, mostly nothing, is no result of what is being written.
		const fallback = isOpen ? readRight(line.text.replace(/[^\s()]*$/, '')) : null;
		showing(() => dispatch({type: 'edited', line, reading, isUnfinished: isOpen, recall, fallback}), true);
		if (!isSame && !recall) {
			completing.offer(line);
		}
	};

	/** Puts a text in; a search that was cut is none: what it would find isn't what was asked for. */
	const insert = (line: TextLine, text: string): void => {
		const filled = inserted(line, text);
		const {caret} = filled;
		const message = tooLongText(filled);
		edit(filled, null, message === '' ? null : {message, start: Math.max(0, caret - 1), end: caret});
	};

	const keep = (): void => {
		const {bar} = getState();
		if (!bar || bar.problem) {
			dispatch({type: 'insisted'});
			return;
		}

		completing.stop();
		const {query} = getState();
		history.add(query.text);
		showing(() => dispatch({type: 'closed', query}), false);
	};

	const leave = ({before}: SearchBar): void => {
		completing.stop();
		showing(() => dispatch({type: 'closed', query: before}), true);
	};

	/** One step through the history; past its newest is what was written before. */
	const walk = (step: 1 | -1): void => {
		const {bar} = getState();
		const found = bar && walked(recallOf(bar), step);
		if (found) {
			edit(found.line, found.recall);
		}
	};

	/** Looks for a search with that text, older than the one at `end`. */
	const seek = (needle: string, end?: number): void => {
		const {bar} = getState();
		if (bar) {
			const {line, recall} = sought(bar.line, recallOf(bar), needle, end);
			edit(line, recall);
		}
	};

	const recallOf = ({recall, line}: SearchBar): Recall => recall ?? recallFrom(history.texts(), line);

	/** A key while the history is looked through for a text; false when it ends that and means what it always does. */
	const seekBy = (typed: Typed, {index, needle, draft}: Recall): boolean => {
		if (needle === null) {
			return false;
		}

		if (typed.type === 'text') {
			seek(needle + typed.text);
		} else if (typed.key === 'ctrl-r') {
			seek(needle, index);
		} else if (typed.key === 'backspace') {
			seek([...needle].slice(0, -1).join(''));
		} else if (typed.key === 'escape') {
			edit(draft);
		} else {
			return false;
		}

		return true;
	};

	const press = (key: string): void => {
		const {bar} = getState();
		if (!bar) {
			return;
		}

		const {line, recall, completions} = bar;
		const isChosen = completions !== null && completions.chosen !== null;
		switch (key) {
			case 'return':
				if (!completing.insertChosen()) {
					keep();
				}

				break;
			case 'escape':
				if (isChosen) {
					dispatch({type: 'completed', completions: null});
				} else {
					leave(bar);
				}

				break;
			case 'tab':
				if (completions) {
					completing.choose();
				} else {
					completing.offer(line, true);
				}

				break;
			case 'down':
				if (completions && !recall) {
					dispatch({type: 'chose', step: 1});
				} else {
					walk(1);
				}

				break;
			case 'up':
				if (isChosen) {
					dispatch({type: 'chose', step: -1});
				} else {
					walk(-1);
				}

				break;
			case 'ctrl-r':
				seek('');
				break;
			default: {
				const edited = editedBy(line, key);
				if (edited) {
					edit(edited);
				}
			}
		}
	};

	return {
		open() {
			const {text} = getState().query;
			// What is written comes after the terms that are there.
			const line = lineOf(text === '' ? '' : `${text} `);
			showing(() => dispatch({type: 'opened', line}), false);
			completing.offer(line);
		},
		type(typed) {
			const {bar} = getState();
			if (!bar || (bar.recall && seekBy(typed, bar.recall))) {
				return;
			}

			if (typed.type === 'text') {
				insert(bar.line, typed.text);
			} else {
				press(typed.key);
			}
		},
		paste(text) {
			const {bar} = getState();
			if (bar) {
				insert(bar.line, text);
			}
		},
		close() {
			completing.stop();
		},
	};
}
