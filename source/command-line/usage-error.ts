/** The command line can't be carried out as it stands; the message says what to write instead. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** Lines that show under the message what it is about. */
	readonly shown: readonly string[];

	constructor(message: string, {shown = [], ...options}: ErrorOptions & {shown?: readonly string[]} = {}) {
		super(message, options);
		this.shown = shown;
	}
}
