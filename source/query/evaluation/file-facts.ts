/** Properties of the log files, by their number in the index. */
export type FileFacts = {
	/** Returns the path as it is printed. */
	path(file: number): string;
	/**
	 * Returns a function from the offset of a line to its token, as a number. For a file that is no longer known, it returns NaN.
	 */
	tokens(file: number): (offset: number) => number;
};
