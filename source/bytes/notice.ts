/** Something that happened to a file and that the user should know: shown on the screen, or one line on stderr. */
export type Notice = {
	/** When it happened, milliseconds since 1970. */
	readonly time: number;
	/** The path of the file, as given. */
	readonly path: string;
	/** What happened and what it means, in plain words, without the path. */
	readonly text: string;
};
