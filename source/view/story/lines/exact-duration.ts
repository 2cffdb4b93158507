/** A duration for reading: `12.5 ms`, `1.234 s`. */
export function exactDuration(milliseconds: number): string {
	return milliseconds < 1000
		? `${Number(milliseconds.toPrecision(6))} ms`
		: `${Number((milliseconds / 1000).toFixed(3))} s`;
}
