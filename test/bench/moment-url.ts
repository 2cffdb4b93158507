/** Returns a URL that contains the time at which its line is written, in ms since 1970. */
export function momentUrl(moment: number): string {
	return `/at/${moment}`;
}

/** Returns the latest time in such URLs on the screen, or -Infinity without such a URL. */
export function newestMoment(screen: readonly string[]): number {
	return Math.max(
		...screen.flatMap(line => Array.from(line.matchAll(/\/at\/(\d{13})\b/g), ([, moment]) => Number(moment))),
	);
}
