/** Thrown if a search can't be parsed. The message names the problem and a fix. */
export class QueryError extends Error {
	override readonly name = 'QueryError';
	/** Range of the problem in the search, in UTF-16 units. At the very end of the search, both equal its length. */
	readonly start: number;
	readonly end: number;

	constructor(message: string, start: number, end: number, options?: ErrorOptions) {
		super(message, options);
		this.start = start;
		this.end = end;
	}
}
