/** Maximum number of searches in the history. */
export const maxSearches = 200;

/** Returns the history with `text` as its only and newest occurrence. Drops the oldest searches beyond `maxSearches`. */
export function withSearch(history: readonly string[], text: string): readonly string[] {
	return text === '' ? history : [...history.filter(old => old !== text), text].slice(-maxSearches);
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
