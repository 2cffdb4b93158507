/**
 * What lines of a log have said of those after them: the last `#Fields` line of the W3C's extended format, and the day
 * of the last `#Date` line where there is no column for it. Empty: there was none.
 */
export type LogHeader = {
	/** The line, a character for each byte. */
	readonly fields: string;
	/** As `2026-11-20`. */
	readonly date: string;
};

/** At the beginning of a log. */
export const noHeader: LogHeader = {fields: '', date: ''};

/** The header in force where a log is being read. Who goes on elsewhere in the log replaces it. */
export class HeaderInForce {
	current: LogHeader = noHeader;
}
