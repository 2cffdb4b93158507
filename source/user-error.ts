/** Something outside of the program keeps it from its work. The message says what happened and what to do. */
export class UserError extends Error {
	override readonly name = 'UserError';
}
