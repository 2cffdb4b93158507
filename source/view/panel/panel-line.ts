/** A line of a panel. */
export type PanelLine = {
	/** Stands out, and stands first; safe for the terminal, like the text. */
	readonly lead: string;
	readonly text: string;
};
