/** The command line is invalid. The message contains the solution. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** Lines below the message that show the invalid part. */
	readonly shown: readonly string[];

	constructor(message: string, {shown = [], ...options}: ErrorOptions & {shown?: readonly string[]} = {}) {
		super(message, options);
		this.shown = shown;
	}
}
