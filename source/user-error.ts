/** A problem outside the program. The message says what happened and what to do. */
export class UserError extends Error {
	override readonly name = 'UserError';
}
