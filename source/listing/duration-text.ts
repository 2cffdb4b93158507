/** How long requests took, for reading: `0.4 ms`, `12 ms`, `1.2 s`, `75 s`, `3 min`. */
export function durationText(milliseconds: number): string {
	// What would be rounded to 1000 has the next unit.
	if (milliseconds < 999.5) {
		const digits = milliseconds > 0 && milliseconds < 9.95 ? 1 : 0;
		return `${milliseconds.toFixed(digits)} ms`;
	}

	const seconds = milliseconds / 1000;
	if (seconds < 99.5) {
		return `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`;
	}

	return `${Math.round(seconds / 60)} min`;
}
