/** The URL of a line that is written at that moment, milliseconds since 1970. */
export const momentUrl = (moment: number): string => `/at/${moment}`;

/** When the newest of the lines with such URLs was written that are on the screen; -Infinity when there is none. */
export const newestMoment = (screen: readonly string[]): number =>
	Math.max(
		...screen.flatMap(line => Array.from(line.matchAll(/\/at\/(\d{13})\b/g), ([, moment]) => Number(moment))),
	);
