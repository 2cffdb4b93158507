/** Why a format that the user has given can't be used, and what would be right. */
export class FormatError extends Error {
	override readonly name = 'FormatError';
}
