/** Returns the message of an error for the user, not sanitised. */
export function errorMessage(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
