/** The command line can't be carried out as it stands; the message says what to write instead. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
