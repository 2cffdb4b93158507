/** How the height of a bar depends on the number of requests. */
export const chartScales = ['linear', 'square root', 'logarithmic'] as const;

/** How the height of a bar depends on the number of requests. */
export type ChartScale = (typeof chartScales)[number];

/** Heights between 0 for none and 1 for the maximum, and the number for a height of one half. */
type Heights = {
	heightOf(n: number, max: number): number;
	middleOf(max: number): number;
};

/** The heights of each scale. */
export const heights: Readonly<Record<ChartScale, Heights>> = {
	linear: {heightOf: (n, max) => n / max, middleOf: max => max / 2},
	'square root': {heightOf: (n, max) => Math.sqrt(n / max), middleOf: max => max / 4},
	logarithmic: {
		heightOf: (n, max) => Math.log1p(n) / Math.log1p(max),
		middleOf: max => Math.expm1(Math.log1p(max) / 2),
	},
};

const nice = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Returns the number for a bar of full height: a round integer, at least `count` and 1. */
export function roundMaximum(count: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
	const factor = nice.find(n => n * power >= count && Number.isInteger(n * power)) ?? 10;
	return factor * power;
}

const units = ['', 'k', 'M', 'G'];

/** Formats a number for an axis in at most five characters: `950`, `1200`, `12k`, `1.5M`. Units are powers of 1000. */
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
