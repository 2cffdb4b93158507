/** Lines `[top, bottom)` of a frame that move down by `by` lines in the next frame; up if it is negative. */
type Scroll = {readonly top: number; readonly bottom: number; readonly by: number};

/** Minimum number of lines that scrolling must save. Rewriting fewer takes hardly more bytes than the scroll sequence. */
const fewest = 3;

/**
 * Returns the scroll that leaves the fewest lines to rewrite: new rows push all rows below them down. Returns undefined if no
 * scroll is worth it.
 */
export function scrollBetween(before: readonly string[], lines: readonly string[]): Scroll | undefined {
	const by = commonShift(before, lines);
	if (by === undefined) {
		return undefined;
	}
	const isMoved = (line: string, row: number): boolean => line !== '' && line === before[row - by];
	const [first, last] = [lines.findIndex(isMoved), lines.findLastIndex(isMoved)];
	const scroll = {top: Math.min(first, first - by), bottom: Math.max(last, last - by) + 1, by};
	const moved = scrolled(before, scroll);
	const gained = lines.filter((line, row) => line === (moved[row] ?? '')).length;
	const kept = lines.filter((line, row) => line === (before[row] ?? '')).length;
	return gained - kept >= fewest ? scroll : undefined;
}

/** Returns the number of lines by which most of the moved lines have moved; undefined if too few have moved. */
function commonShift(before: readonly string[], lines: readonly string[]): number | undefined {
	const rows = new Map(before.map((line, row) => [line, row]));
	const counts = new Map<number, number>();
	let max = fewest - 1;
	let common: number | undefined;
	for (const [row, line] of lines.entries()) {
		const from = line === '' || line === before[row] ? undefined : rows.get(line);
		if (from === undefined) {
			continue;
		}
		const by = row - from;
		const count = (counts.get(by) ?? 0) + 1;
		counts.set(by, count);
		if (count > max) {
			max = count;
			common = by;
		}
	}
	return common;
}

/** Returns the lines of a frame after a scroll. The lines vacated by it are empty. */
export function scrolled(lines: readonly string[], {top, bottom, by}: Scroll): readonly string[] {
	return Array.from({length: Math.max(lines.length, bottom)}, (_, row) => {
		if (row < top || row >= bottom) {
			return lines[row] ?? '';
		}
		const from = row - by;
		return from >= top && from < bottom ? (lines[from] ?? '') : '';
	});
}

/**
 * Returns the sequence that scrolls: it inserts or deletes lines at the top of a scroll region (DECSTBM, IL and DL, as in the
 * VT102), then resets the region to the whole screen.
 */
export function scrollCode({top, bottom, by}: Scroll): string {
	return `\u001B[${top + 1};${bottom}r\u001B[${top + 1};1H\u001B[${Math.abs(by)}${by > 0 ? 'L' : 'M'}\u001B[r`;
}
