/** What an error says, for the user. Not yet fit for a terminal. */
export const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
