import {maxLineLength} from '../../source/lines/line-splitter.js';

export type PlainReading = {
	/** Entries in file order. */
	readonly lines: ReadonlyArray<{readonly url: string; readonly offset: number}>;
	/** Number of non-empty lines that aren't log lines. */
	readonly unrecognised: number;
	/** Number of NULs at line starts. */
	readonly skipped: number;
};

const entry = /^\S+ - \S+ \[[^\]]+\] "\w+ (\S+) HTTP\/1\.1" \d+ \d+ "[^"]*" "[^"]*"$/;

/**
 * Reads a whole log with a regular expression, as a reference to compare with. Cuts lines at `maxLineLength` and skips NULs at line
 * starts. Recognises only the format that `logLine` writes.
 */
export function plainReading(text: string): PlainReading {
	const lines: Array<{url: string; offset: number}> = [];
	let unrecognised = 0;
	let skipped = 0;
	let offset = 0;
	for (const part of Buffer.from(text).toString('latin1').split('\n')) {
		const nuls = /^\0*/.exec(part)?.[0].length ?? 0;
		skipped += nuls;
		const line = part.slice(nuls, nuls + maxLineLength);
		const [, url] = entry.exec(line.replace(/\r$/, '')) ?? [];
		if (url !== undefined) {
			lines.push({url, offset: offset + nuls});
		} else if (line !== '' && line !== '\r') {
			unrecognised++;
		}
		offset += part.length + 1;
	}
	return {lines, unrecognised, skipped};
}
