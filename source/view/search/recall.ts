import {lineOf, type TextLine} from '../prompt/text-line.js';

/** Looking through the history. */
export type Recall = {
	/** Earlier searches as they were when this began, the oldest first. */
	readonly history: readonly string[];
	/** The place among them of what stands in the line; past their end: the draft. */
	readonly index: number;
	/** What was written before. */
	readonly draft: TextLine;
	/** What is looked for, when it is looked for; null: one step after the other. */
	readonly needle: string | null;
};

/** What stands in the line, and how far one has come. */
type Recalled = {readonly line: TextLine; readonly recall: Recall};

/** The beginning of looking through the history, with what is written. */
export function recallFrom(history: readonly string[], draft: TextLine): Recall {
	return {history, index: history.length, draft, needle: null};
}

/** One step through the history; past its newest is what was written before. Null where it ends. */
export function walked(recall: Recall, step: 1 | -1): Recalled | null {
	const {history, draft} = recall;
	const index = recall.index + step;
	if (index < 0 || index > history.length) {
		return null;
	}

	const text = history[index];
	return {line: text === undefined ? draft : lineOf(text), recall: {...recall, index, needle: null}};
}

/** The newest search with a text, older than the one at `end`; where there is none, or no text, the line stays. */
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

/** The place of the newest search before `end` that contains a text, whatever the case; -1 when there is none. */
function placeOfOlder(history: readonly string[], needle: string, end: number): number {
	const wanted = needle.toLowerCase();
	return history.slice(0, Math.max(0, end)).findLastIndex(text => text.toLowerCase().includes(wanted));
}
