/** What an error says, for the user. Not yet fit for a terminal. */
export function errorMessage(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
