/** What a part of a search can be completed to. */
export type Completion = {
	/** A field's name, a word, or a value as it is printed: not yet fit for a terminal. */
	readonly name: string;
	/** What is said of it: an explanation, or how many requests have it. */
	readonly detail: string;
	/** True: it is a whole term, for what was typed as a bare word. */
	readonly isTerm?: true;
	/** The search that is put in; the name is what it was saved by. */
	readonly search?: string;
};
