/** One completion of a part of a search. */
export type Completion = {
	/** The field name, word or value as printed. Not sanitised. */
	readonly name: string;
	/** The explanation, or the number of requests with this value. */
	readonly detail: string;
	/** True if `name` is a whole term that replaces a bare word. */
	readonly isTerm?: true;
	/** The search to insert if `name` is the name of a saved search. */
	readonly search?: string;
};
