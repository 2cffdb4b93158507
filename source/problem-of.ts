/** What an error says, for the user. Not yet fit for a terminal. */
export function problemOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
