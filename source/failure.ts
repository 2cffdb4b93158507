/** Something outside of the program that keeps it from its work; the message says what and what to do. */
export class Failure extends Error {
	override readonly name = 'Failure';
}
