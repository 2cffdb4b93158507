import {withSearch} from './recalled.js';

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
