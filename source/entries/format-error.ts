/** A user's format is invalid. The message gives the reason and a fix. */
export class FormatError extends Error {
	override readonly name = 'FormatError';
}
