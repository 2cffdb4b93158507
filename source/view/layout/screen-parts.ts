/** Size and kind of the screen. */
export type ScreenSize = {
	readonly width: number;
	readonly height: number;
	/** True for a screen reader. */
	readonly isSpoken: boolean;
};

/** The parts that fit the screen. */
export type ScreenParts = {
	readonly title: boolean;
	/** The line of the search. Lower screens show it only while the user edits it, instead of another line. */
	readonly search: boolean;
	readonly pager: boolean;
	/** The line for problems and notices. It is reserved even if it is empty, so that the rows don't jump. */
	readonly status: boolean;
	readonly footer: boolean;
	/** Number of lines left for rows. */
	readonly rows: number;
};

/** Count line, header line and a row. */
export const minHeight = 3;

/** Divides the lines of the screen. Lower screens have fewer lines around the rows. */
export function screenParts(height: number): ScreenParts {
	const pager = height >= 5;
	const status = height >= 7;
	const footer = height >= 9;
	const title = height >= 10;
	const search = height >= 14;
	const around = 2 + [pager, status, footer, title, search].filter(Boolean).length;
	return {title, search, pager, status, footer, rows: Math.max(1, height - around)};
}
