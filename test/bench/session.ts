import type {Options} from './options.js';

/** What every part is measured with. */
export type Session = Options & {
	/** A directory that is the home of all programs, and goes when all is measured. */
	readonly home: string;
};

/** The longest of the logs, lines. */
export function longest({sizes}: Session): number {
	return Math.max(...sizes);
}

/** A number of lines as it is said: 1k, 5M. */
export function linesName(lines: number): string {
	if (lines % 1_000_000 === 0) {
		return `${lines / 1_000_000}M lines`;
	}
	return lines % 1000 === 0 ? `${lines / 1000}k lines` : `${lines} lines`;
}
