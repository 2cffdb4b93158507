import type {Options} from './options.js';

/** Settings shared by all parts. */
export type Session = Options & {
	/** Temporary home directory of all programs; removed at the end. */
	readonly home: string;
};

/** Returns the number of lines of the longest log. */
export function longest({sizes}: Session): number {
	return Math.max(...sizes);
}

/** Abbreviates a number of lines: 1k, 5M. */
export function linesName(lines: number): string {
	if (lines % 1_000_000 === 0) {
		return `${lines / 1_000_000}M lines`;
	}
	return lines % 1000 === 0 ? `${lines / 1000}k lines` : `${lines} lines`;
}
