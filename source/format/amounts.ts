/** Formats a number of things: `1 line`, `2 lines`. */
export function counted(n: number, one: string): string {
	return `${n} ${n === 1 ? one : `${one}s`}`;
}

/** Shown if a line doesn't have the field. */
export const missing = 'n/a';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: `512 B`, `66 kB`, `1.2 MB`. Units are powers of 1000. */
export function byteSize(bytes: number): string {
	let value = bytes;
	let unit = 0;
	// A value that would be rounded to 1000 gets the next unit.
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	const digits = unit > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value));
	return `${digits} ${units[unit]}`;
}

/** Returns the count line for `n` matching requests. Its text is fixed: plain digits, and never "1 result". */
export function countLine(n: number): string {
	return `${n} results found`;
}

/** Formats a share of a whole: `83 %`, `7.0 %`, `<0.1 %`, `0 %`. A part of less than everything is never `100 %`. */
export function percentText(part: number, whole: number): string {
	if (part === 0 || whole === 0) {
		return '0 %';
	}
	// Estimated parts may exceed the whole.
	const percent = Math.min(100, (100 * part) / whole);
	if (percent < 0.05) {
		return '<0.1 %';
	}
	return percent < 9.95
		? `${percent.toFixed(1)} %`
		: part < whole && percent >= 99.5
			? '>99 %'
			: `${Math.round(percent)} %`;
}
