import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import type {FooterHint} from '../../keys/footer-hints.js';
import type {Query} from '../../query/query.js';
import {isUnfinished} from '../../query/suggestions/is-unfinished.js';
import type {Store} from '../../store/store.js';
import {inserted, type TextLine, tooLongText} from '../prompt/text-line.js';
import {type Completer, completer} from './completer.js';
import type {Recall} from './recall.js';
import type {SavedSearches} from './search-history.js';
import type {Reading, SearchAction, SearchBar, SearchProblem, SearchState} from './search-state.js';

/** Returns the label in front of the bar: `/`, or `^R needle: ` during a ^R search. */
export function barLabel({recall}: Pick<SearchBar, 'recall'>): string {
	return recall?.needle == null
		? '/'
		: `^R ${fitWidth(sanitise(recall.needle), needleWidth(recall.needle))}: `;
}

/** Maximum width of the needle in the label, in columns. Typical needles are short. */
const longestNeedle = 20;

function needleWidth(needle: string): number {
	return Math.min(longestNeedle, terminalWidth(sanitise(needle)));
}

/** Returns the footer hints for the open bar. */
export function barHints({
	recall,
	completions,
}: Pick<SearchBar, 'recall' | 'completions'>): readonly FooterHint[] {
	if (completions !== null && completions.chosen !== null) {
		return chosenHints;
	}

	return recall?.needle == null ? usualHints : recallHints;
}

const usualHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'keeps it'},
	{key: 'Esc', text: 'goes back'},
	{key: 'Tab', text: 'completes'},
	{key: '↑ ^R', text: 'earlier searches'},
	{key: '^U', text: 'empty'},
];

const chosenHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'inserts it'},
	{key: 'Esc', text: 'leaves the list'},
	{key: 'Tab ↓ ↑', text: 'choose'},
];

const recallHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'keeps it'},
	{key: 'Esc', text: 'goes back'},
	{key: '^R', text: 'finds an older one'},
	{key: 'letters', text: 'search'},
];

/** Dependencies of `barEdits`: the state, the query parser and the sources of completions. */
export type BarEditsOptions = {
	readonly getState: () => SearchState;
	readonly dispatch: (action: SearchAction) => void;
	readonly read: (text: string) => Reading;
	/**
	 * Runs `change`, then shows the query that it made active.
	 * @param isPassing - true while the user is still typing and may return to the earlier result
	 */
	readonly showing: (change: () => void, isPassing: boolean) => void;
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly saved: SavedSearches;
};

/** Edits the line of the search bar. */
export type BarEdits = {
	/** The completions of the line. */
	readonly completing: Completer;
	/**
	 * Replaces the line and shows its result.
	 * @param recall - the position in the history if the line comes from there
	 * @param problem - an error that applies even if the line parses
	 */
	edit(line: TextLine, recall?: Recall | null, problem?: SearchProblem | null): void;
	/** Inserts text. Reports a truncated search as an error, because its result would belong to a different search. */
	insert(line: TextLine, text: string): void;
};

/** Parses the line of the search bar after each edit. */
export function barEdits({getState, dispatch, read, showing, store, saved}: BarEditsOptions): BarEdits {
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

	const edit: BarEdits['edit'] = (line, recall = null, problem = null) => {
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
		// While the last term is unfinished, the terms before it stay active. The half-typed word would match as a bare word, mostly
		// nothing.
		const fallback = isOpen ? readRight(line.text.replace(/[^\s()]*$/, '')) : null;
		showing(() => dispatch({type: 'edited', line, reading, isUnfinished: isOpen, recall, fallback}), true);
		if (!isSame && !recall) {
			completing.offer(line);
		}
	};

	return {
		completing,
		edit,
		insert(line, text) {
			const filled = inserted(line, text);
			const {caret} = filled;
			const message = tooLongText(filled);
			edit(filled, null, message === '' ? null : {message, start: Math.max(0, caret - 1), end: caret});
		},
	};
}
