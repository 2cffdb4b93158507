const thousands = ['', 'k', 'm', 'g', 't'];

/** Units of sizes: k, m, g, t are powers of 1000 and ki, mi, gi, ti powers of 1024, each with or without b. */
export const sizes: ReadonlyMap<string, number> = new Map(
	thousands.flatMap((unit, power) => [
		[unit, 1000 ** power] as const,
		[`${unit}b`, 1000 ** power] as const,
		...(unit === '' ? [] : [[`${unit}i`, 1024 ** power] as const, [`${unit}ib`, 1024 ** power] as const]),
	]),
);

/** Units of durations, in ms. */
export const durations: ReadonlyMap<string, number> = new Map([
	['', 1],
	['us', 0.001],
	['µs', 0.001],
	['ms', 1],
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
]);

/** Returns the next greater number. */
export function nextUp(value: number): number {
	const view = new DataView(new ArrayBuffer(8));
	view.setFloat64(0, value === 0 ? 0 : value);
	view.setBigInt64(0, view.getBigInt64(0) + (value < 0 ? -1n : 1n));
	return view.getFloat64(0);
}
