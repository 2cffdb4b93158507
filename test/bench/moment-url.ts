/** The URL of a line that is written at that moment, milliseconds since 1970. */
export function momentUrl(moment: number): string {
	return `/at/${moment}`;
}

/** When the newest of the lines with such URLs was written that are on the screen; -Infinity when there is none. */
export function newestMoment(screen: readonly string[]): number {
	return Math.max(
		...screen.flatMap(line => Array.from(line.matchAll(/\/at\/(\d{13})\b/g), ([, moment]) => Number(moment))),
	);
}
