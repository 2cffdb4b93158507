import {longestLine} from '../../source/lines/line-splitter.js';

export type PlainReading = {
	/** The entries, in the order of the file. */
	readonly lines: ReadonlyArray<{readonly url: string; readonly offset: number}>;
	/** Lines that are none and aren't empty. */
	readonly unrecognised: number;
	/** NULs before lines. */
	readonly skipped: number;
};

const entry = /^\S+ - \S+ \[[^\]]+\] "\w+ (\S+) HTTP\/1\.1" \d+ \d+ "[^"]*" "[^"]*"$/;

/**
 * Reads the whole text of a log with a regular expression, to compare with: lines are cut at `longestLine`, NULs
 * before a line are skipped. Knows nothing but what `logLine` writes.
 */
export function plainReading(text: string): PlainReading {
	const lines: Array<{url: string; offset: number}> = [];
	let unrecognised = 0;
	let skipped = 0;
	let offset = 0;
	for (const part of Buffer.from(text).toString('latin1').split('\n')) {
		const nuls = /^\0*/.exec(part)?.[0].length ?? 0;
		skipped += nuls;
		const line = part.slice(nuls, nuls + longestLine);
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
