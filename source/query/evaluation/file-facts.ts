/** What is to be known of the files that entries are of, by their number in the index. */
export type FileFacts = {
	/** The path, as printed. */
	path(file: number): string;
	/** What gives the token of the line at an offset, as a number; no number for a file that isn't known any more. */
	tokens(file: number): (offset: number) => number;
};
