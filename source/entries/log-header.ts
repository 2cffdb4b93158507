/**
 * Directives of a log that apply to the lines after them: the last `#Fields` line of the W3C extended format, and the day of the
 * last `#Date` line if no column has it. Empty strings before such a directive.
 */
export type LogHeader = {
	/** The line, one character per byte. */
	readonly fields: string;
	/** Such as `2026-11-20`. */
	readonly date: string;
};

/** The header at the start of a log. */
export const noHeader: LogHeader = {fields: '', date: ''};

/** The header that is active at the current offset of a log. Set it before reading continues at another offset. */
export class HeaderInForce {
	current: LogHeader = noHeader;
}
