import {editedBy, lineOf} from '../prompt/text-line.js';
import type {Typed} from '../terminal/key-queue.js';
import {type BarEdits, type BarEditsOptions, barEdits} from './bar-edits.js';
import {type Recall, recallFrom, sought, walked} from './recall.js';
import type {SearchHistory} from './search-history.js';
import type {SearchBar, SearchState} from './search-state.js';

/** Dependencies of the history walk. `edit` receives each recalled line. */
type HistoryWalkOptions = {
	readonly getState: () => SearchState;
	readonly history: SearchHistory;
	readonly edit: BarEdits['edit'];
};

/** Recalls earlier searches into the bar. */
type HistoryWalk = {
	/** Moves one step through the history. The step after the newest search restores the draft. */
	walk(step: 1 | -1): void;
	/** Recalls the newest search that contains `needle` and is older than the one at index `end`. */
	seek(needle: string, end?: number): void;
	/** Handles a key during a ^R search. Returns false if the key ends that search and has its usual meaning. */
	seekBy(typed: Typed, recall: Recall): boolean;
};

/** Walks the history for the open bar. */
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

/** Dependencies of the search bar. */
type BarDriverOptions = BarEditsOptions & {readonly history: SearchHistory};

/** The actions of the search bar. */
type BarDriver = {
	open(): void;
	/** Handles one key or text typed into the bar. */
	type(typed: Typed): void;
	/** Inserts pasted text. */
	paste(text: string): void;
	/** Aborts a running request for completions. */
	close(): void;
};

/** Handles input to the search bar. Each key acts at once on the state left by the previous key, even before React draws it. */
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
			// New terms follow the existing ones.
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
