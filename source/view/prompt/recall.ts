import type {Typed} from '../terminal/key-queue.js';
import {lineOf, type TextLine} from './text-line.js';

/** State of a walk through the history. */
export type Recall = {
	/** The earlier lines at the start of the walk, oldest first. */
	readonly history: readonly string[];
	/** Index of the recalled line. `history.length` stands for the draft. */
	readonly index: number;
	/** The line before the walk. */
	readonly draft: TextLine;
	/** The text of a ^R search; null while the user steps with ↑ and ↓. */
	readonly needle: string | null;
};

/** The recalled line and the new state of the walk; null if the walk has ended. */
export type Recalled = {readonly line: TextLine; readonly recall: Recall | null};

/** Starts a walk through the history. Keeps the current line as the draft. */
export function recallFrom(history: readonly string[], draft: TextLine): Recall {
	return {history, index: history.length, draft, needle: null};
}

/** Moves one step through the history. The step after the newest line returns the draft. Returns null beyond either end. */
export function walked(recall: Recall, step: 1 | -1): Recalled | null {
	const {history, draft} = recall;
	const index = recall.index + step;
	if (index < 0 || index > history.length) {
		return null;
	}
	const text = history[index];
	return {line: text === undefined ? draft : lineOf(text), recall: {...recall, index, needle: null}};
}

/**
 * Recalls the newest line that contains `needle`, ignoring case, and is older than the line at index `end`. Keeps the line if
 * `needle` is empty or there is no match.
 */
export function sought(
	line: TextLine,
	recall: Recall,
	needle: string,
	end = recall.history.length,
): Recalled {
	const wanted = needle.toLowerCase();
	const older = recall.history.slice(0, end);
	const index = needle === '' ? -1 : older.findLastIndex(text => text.toLowerCase().includes(wanted));
	const text = recall.history[index];
	return text === undefined
		? {line, recall: {...recall, needle}}
		: {line: lineOf(text), recall: {...recall, index, needle}};
}

/** Handles a key during a ^R search. Returns null if the key ends that search and has its normal meaning. */
export function soughtBy(typed: Typed, line: TextLine, recall: Recall): Recalled | null {
	const {index, needle, draft} = recall;
	if (needle === null) {
		return null;
	}
	if (typed.type === 'text') {
		return sought(line, recall, needle + typed.text);
	}
	switch (typed.key) {
		case 'ctrl-r':
			return sought(line, recall, needle, index);
		case 'backspace':
			return sought(line, recall, [...needle].slice(0, -1).join(''));
		case 'escape':
			return {line: draft, recall: null};
		default:
			return null;
	}
}
