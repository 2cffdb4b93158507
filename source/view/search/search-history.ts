import type {TypedPart} from '../../query/suggestions/complete.js';
import type {TextLine} from '../prompt/text-line.js';
import type {Completion} from './completion.js';

/** Maximum number of searches in the history. */
export const mostSearches = 200;

/** Returns the history with `text` as its only and newest occurrence. Drops the oldest searches beyond `mostSearches`. */
export function withSearch(history: readonly string[], text: string): readonly string[] {
	return text === '' ? history : [...history.filter(old => old !== text), text].slice(-mostSearches);
}

/** Storage for earlier searches. */
export type SearchHistory = {
	/** Returns the searches loaded so far, oldest first. */
	texts(): readonly string[];
	add(text: string): void;
};

/** Creates a history in memory that lasts until the program exits. */
export function keptInMemory(texts: readonly string[] = []): SearchHistory {
	let kept = texts;
	return {
		texts: () => kept,
		add(text) {
			kept = withSearch(kept, text);
		},
	};
}

/** Saved searches by name. */
export type SavedSearches = ReadonlyMap<string, string>;

/** Adds saved searches to a history as its oldest entries. */
export function withSaved(history: SearchHistory, saved: SavedSearches): SearchHistory {
	return {
		texts() {
			const texts = history.texts();
			return [...[...saved.values()].filter(text => !texts.includes(text)), ...texts];
		},
		add: text => history.add(text),
	};
}

/** Returns the saved searches whose names contain the typed text. */
export function savedCompletions(saved: SavedSearches, typed: TypedPart): readonly Completion[] {
	const isBegun = typed.kind === 'field' || (typed.kind === 'value' && typed.isBare);
	if (!isBegun) {
		return [];
	}

	const wanted = (typed.kind === 'field' ? typed.prefix : typed.typed).toLowerCase();
	return Array.from(saved, ([name, search]) => ({name, detail: search, search})).filter(({name}) =>
		name.toLowerCase().includes(wanted),
	);
}

/** Replaces the typed part with a saved search. Puts parentheses around alternatives (`OR`) if there are other terms. */
export function withSearchAt(text: string, {start, end}: TypedPart, search: string): TextLine {
	const [before, after] = [text.slice(0, start), text.slice(end).trimStart()];
	const isAlone = before.trim() === '' && after.trim() === '';
	const put = !isAlone && /(?:^|\s)OR(?:\s|$)/.test(search) ? `(${search})` : search;
	const head = `${before}${put} `;
	return {text: head + after, caret: head.length};
}
