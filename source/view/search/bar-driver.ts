import {editedBy, lineOf} from '../prompt/text-line.js';
import type {Typed} from '../terminal/key-queue.js';
import {type BarEdits, type BarEditsOptions, barEdits} from './bar-edits.js';
import {type Recall, recallFrom, sought, walked} from './recall.js';
import type {SearchHistory} from './search-history.js';
import type {SearchBar, SearchState} from './search-state.js';

/** What is walked through, and where what is found there goes. */
type HistoryWalkOptions = {
	readonly getState: () => SearchState;
	readonly history: SearchHistory;
	readonly edit: BarEdits['edit'];
};

/** Earlier searches, brought back into the bar. */
type HistoryWalk = {
	/** One step through the history; past its newest is what was written before. */
	walk(step: 1 | -1): void;
	/** Looks for a search with that text, older than the one at `end`. */
	seek(needle: string, end?: number): void;
	/** A key while the history is looked through for a text; false when it ends that and means what it always does. */
	seekBy(typed: Typed, recall: Recall): boolean;
};

/** Looks through the earlier searches for the bar that is open. */
function historyWalk({getState, history, edit}: HistoryWalkOptions): HistoryWalk {
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

/** What the bar works on. */
type BarDriverOptions = BarEditsOptions & {readonly history: SearchHistory};

/** The search bar: what its keys do. */
type BarDriver = {
	open(): void;
	/** A key that was typed into the bar. */
	type(typed: Typed): void;
	/** A text that was pasted into it. */
	paste(text: string): void;
	/** Ends what is asked for. */
	close(): void;
};

/** Carries out what is typed into the bar: each key at once, with the state as the ones before have left it. */
export function barDriver(options: BarDriverOptions): BarDriver {
	const {getState, dispatch, showing, history} = options;
	const edits = barEdits(options);
	const {completing} = edits;
	const earlier = historyWalk({getState, history, edit: edits.edit});

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
					earlier.walk(1);
				}

				break;
			case 'up':
				if (isChosen) {
					dispatch({type: 'chose', step: -1});
				} else {
					earlier.walk(-1);
				}

				break;
			case 'ctrl-r':
				earlier.seek('');
				break;
			default: {
				const edited = editedBy(line, key);
				if (edited) {
					edits.edit(edited);
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
			if (!bar || (bar.recall && earlier.seekBy(typed, bar.recall))) {
				return;
			}

			if (typed.type === 'text') {
				edits.insert(bar.line, typed.text);
			} else {
				press(typed.key);
			}
		},
		paste(text) {
			const {bar} = getState();
			if (bar) {
				edits.insert(bar.line, text);
			}
		},
		close() {
			completing.stop();
		},
	};
}
