/** What takes texts out of the program. */
export type Clipboard = {
	/** Resolves with the ways on which the text was handed over, for reading; none: it is too long. Never rejects. */
	copy(text: string): Promise<{readonly ways: readonly string[]}>;
};
