/** How large the screen is, and for whom. */
export type ScreenSize = {
	readonly width: number;
	readonly height: number;
	/** Whether it is read out by a screen reader. */
	readonly isSpoken: boolean;
};

/** What has room on the screen. */
export type ScreenParts = {
	readonly title: boolean;
	/** The line of the search. Lower screens have it only while it is written, in place of another line. */
	readonly search: boolean;
	/** The line that says how fast requests come. */
	readonly pulse: boolean;
	readonly pager: boolean;
	/** The line for problems and notices. Its room is kept when there are none, so that the rows don't jump. */
	readonly status: boolean;
	readonly footer: boolean;
	/** Lines left for rows. */
	readonly rows: number;
};

/** Count line, header line and a row. */
export const leastHeight = 3;

/** Divides the lines of the screen. The lower it is, the less stands around the rows. */
export function screenParts(height: number): ScreenParts {
	const pager = height >= 5;
	const status = height >= 7;
	const footer = height >= 9;
	const title = height >= 10;
	const search = height >= 14;
	const pulse = height >= 14;
	const around = 2 + [pager, status, footer, title, search, pulse].filter(Boolean).length;
	return {title, search, pulse, pager, status, footer, rows: Math.max(1, height - around)};
}
