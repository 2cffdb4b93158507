/** Why a search can't be understood: what is wrong, and what would be right. */
export class QueryError extends Error {
	override readonly name = 'QueryError';
	/** The place in the text, in UTF-16 units; at its very end both are its length. */
	readonly start: number;
	readonly end: number;

	constructor(message: string, start: number, end: number, options?: ErrorOptions) {
		super(message, options);
		this.start = start;
		this.end = end;
	}
}
