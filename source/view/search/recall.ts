import {lineOf, type TextLine} from '../prompt/text-line.js';

/** State of a walk through the search history. */
export type Recall = {
	/** The searches at the start of the walk, oldest first. */
	readonly history: readonly string[];
	/** Index of the recalled search. `history.length` stands for the draft. */
	readonly index: number;
	/** The line before the walk. */
	readonly draft: TextLine;
	/** The text of a ^R search; null while the user steps with ↑ and ↓. */
	readonly needle: string | null;
};

/** The recalled line and the new state of the walk. */
type Recalled = {readonly line: TextLine; readonly recall: Recall};

/** Starts a walk through the history. Keeps the current line as the draft. */
export function recallFrom(history: readonly string[], draft: TextLine): Recall {
	return {history, index: history.length, draft, needle: null};
}

/** Moves one step through the history. The step after the newest search returns the draft. Returns null beyond either end. */
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
 * Recalls the newest search that contains `needle` and is older than the one at index `end`. Keeps the line if `needle` is empty
 * or there is no match.
 */
export function sought(
	line: TextLine,
	recall: Recall,
	needle: string,
	end = Number.POSITIVE_INFINITY,
): Recalled {
	const index = placeOfOlder(recall.history, needle, end);
	const text = needle === '' ? undefined : recall.history[index];
	return text === undefined
		? {line, recall: {...recall, needle}}
		: {line: lineOf(text), recall: {...recall, index, needle}};
}

/** Returns the index of the newest search before `end` that contains `needle`, ignoring case, or -1. */
function placeOfOlder(history: readonly string[], needle: string, end: number): number {
	const wanted = needle.toLowerCase();
	return history.slice(0, Math.max(0, end)).findLastIndex(text => text.toLowerCase().includes(wanted));
}
