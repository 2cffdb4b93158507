const units = ['', 'k', 'M', 'G'];

/** A number for an axis, in at most five characters: `950`, `1200`, `12k`, `1.5M`. Units are powers of 1000. */
export function shortNumber(number: number): string {
	let value = number;
	let unit = 0;
	if (number < 10_000) {
		return String(Math.round(number * 10) / 10);
	}

	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}

	return `${value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)}${units[unit]}`;
}
