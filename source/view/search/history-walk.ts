import type {Typed} from '../keys/typed.js';
import type {BarEdits} from './bar-edits.js';
import {type Recall, recallFrom, sought, walked} from './recall.js';
import type {SearchHistory} from './search-history.js';
import type {SearchBar, SearchState} from './search-state.js';

/** What is walked through, and where what is found there goes. */
export type HistoryWalkOptions = {
	readonly getState: () => SearchState;
	readonly history: SearchHistory;
	readonly edit: BarEdits['edit'];
};

/** Earlier searches, brought back into the bar. */
export type HistoryWalk = {
	/** One step through the history; past its newest is what was written before. */
	walk(step: 1 | -1): void;
	/** Looks for a search with that text, older than the one at `end`. */
	seek(needle: string, end?: number): void;
	/** A key while the history is looked through for a text; false when it ends that and means what it always does. */
	seekBy(typed: Typed, recall: Recall): boolean;
};

/** Looks through the earlier searches for the bar that is open. */
export function historyWalk({getState, history, edit}: HistoryWalkOptions): HistoryWalk {
	const recallOf = ({recall, line}: SearchBar): Recall => recall ?? recallFrom(history.texts(), line);

	const seek: HistoryWalk['seek'] = (needle, end) => {
		const {bar} = getState();
		if (bar) {
			const {line, recall} = sought(bar.line, recallOf(bar), needle, end);
			edit(line, recall);
		}
	};

	return {
		walk(step) {
			const {bar} = getState();
			const found = bar && walked(recallOf(bar), step);
			if (found) {
				edit(found.line, found.recall);
			}
		},
		seek,
		seekBy(typed, {index, needle, draft}) {
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
		},
	};
}
