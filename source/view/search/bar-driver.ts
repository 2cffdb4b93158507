import type {Typed} from '../keys/typed.js';
import {editedBy, lineOf} from '../prompt/text-line.js';
import {type BarEditsOptions, barEdits} from './bar-edits.js';
import {historyWalk} from './history-walk.js';
import type {SearchHistory} from './search-history.js';
import type {SearchBar} from './search-state.js';

/** What the bar works on. */
export type BarDriverOptions = BarEditsOptions & {readonly history: SearchHistory};

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
