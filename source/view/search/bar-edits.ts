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

/** What the bar begins with. */
export function barLabel({recall}: Pick<SearchBar, 'recall'>): string {
	return recall?.needle == null
		? '/'
		: `^R ${fitWidth(sanitise(recall.needle), needleWidth(recall.needle))}: `;
}

/** What is looked for is short; more of it than this is not shown. */
const longestNeedle = 20;

function needleWidth(needle: string): number {
	return Math.min(longestNeedle, terminalWidth(sanitise(needle)));
}

/** Which keys there are while it is written. */
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
	{key: 'Enter', text: 'takes it'},
	{key: 'Esc', text: 'leaves the list'},
	{key: 'Tab ↓ ↑', text: 'another one'},
];

const recallHints: readonly FooterHint[] = [
	{key: 'Enter', text: 'takes it'},
	{key: 'Esc', text: 'goes back'},
	{key: '^R', text: 'an older one'},
	{key: 'letters', text: 'a part of it'},
];

/** What is written is read and completed with. */
export type BarEditsOptions = {
	readonly getState: () => SearchState;
	readonly dispatch: (action: SearchAction) => void;
	readonly read: (text: string) => Reading;
	/**
	 * Shows the query that is in force after a change.
	 * @param isPassing - it is being written still, and what was shown before may come back
	 */
	readonly showing: (change: () => void, isPassing: boolean) => void;
	readonly store: Pick<Store, 'count' | 'facets'>;
	readonly saved: SavedSearches;
};

/** The line of the search bar as it changes. */
export type BarEdits = {
	/** What it can be completed to. */
	readonly completing: Completer;
	/**
	 * Puts a line in place of what is there, and shows what it finds.
	 * @param recall - where it was found in the history
	 * @param problem - what is wrong whatever the line says
	 */
	edit(line: TextLine, recall?: Recall | null, problem?: SearchProblem | null): void;
	/** Puts a text in; a search that was cut is none: what it would find isn't what was asked for. */
	insert(line: TextLine, text: string): void;
};

/** Reads what is written in the search bar after each change. */
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
		// What it has found so far as a bare word, mostly nothing, is no result of what is being written.
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
