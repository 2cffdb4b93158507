import type {TypedPart} from '../../query/suggestions/complete.js';
import type {TextLine} from '../prompt/text-line.js';
import type {Completion} from './completion.js';

/** Searches that are kept. */
export const mostSearches = 200;

/** The history with one more search, once and as its last, the oldest let go. */
export function withSearch(history: readonly string[], text: string): readonly string[] {
	return text === '' ? history : [...history.filter(old => old !== text), text].slice(-mostSearches);
}

/** Where earlier searches are kept. */
export type SearchHistory = {
	/** The oldest first, as far as they are known by now. */
	texts(): readonly string[];
	add(text: string): void;
};

/** Keeps them until the program ends. */
export function keptInMemory(texts: readonly string[] = []): SearchHistory {
	let kept = texts;
	return {
		texts: () => kept,
		add(text) {
			kept = withSearch(kept, text);
		},
	};
}

/** Searches that the user has given names to. */
export type SavedSearches = ReadonlyMap<string, string>;

/** The history with saved searches before all others, as if they had been made first. */
export function withSaved(history: SearchHistory, saved: SavedSearches): SearchHistory {
	return {
		texts() {
			const texts = history.texts();
			return [...[...saved.values()].filter(text => !texts.includes(text)), ...texts];
		},
		add: text => history.add(text),
	};
}

/** The saved searches that a part of a search can be completed to: those whose names contain what has been typed. */
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

/** Puts a saved search in the place of what was being typed; alternatives stay together beside other terms. */
export function withSearchAt(text: string, {start, end}: TypedPart, search: string): TextLine {
	const [before, after] = [text.slice(0, start), text.slice(end).trimStart()];
	const isAlone = before.trim() === '' && after.trim() === '';
	const put = !isAlone && /(?:^|\s)OR(?:\s|$)/.test(search) ? `(${search})` : search;
	const head = `${before}${put} `;
	return {text: head + after, caret: head.length};
}
