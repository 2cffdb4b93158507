/** Lines `[top, bottom)` of a frame that stand `by` lines further down in the next one; further up where it is negative. */
type Scroll = {readonly top: number; readonly bottom: number; readonly by: number};

/** Fewer lines are written anew in hardly more bytes than it takes to have them moved. */
const fewest = 3;

/**
 * What of a frame is to be moved, so that little of the next one is left to be written: where rows come, all below them
 * are those that were there. Undefined where nothing is worth it.
 */
export function scrollBetween(before: readonly string[], lines: readonly string[]): Scroll | undefined {
	const by = commonShift(before, lines);
	if (by === undefined) {
		return undefined;
	}
	const isMoved = (line: string, place: number): boolean => line !== '' && line === before[place - by];
	const [first, last] = [lines.findIndex(isMoved), lines.findLastIndex(isMoved)];
	const scroll = {top: Math.min(first, first - by), bottom: Math.max(last, last - by) + 1, by};
	const moved = scrolled(before, scroll);
	const gained = lines.filter((line, place) => line === (moved[place] ?? '')).length;
	const kept = lines.filter((line, place) => line === (before[place] ?? '')).length;
	return gained - kept >= fewest ? scroll : undefined;
}

/** By how many lines most of those have moved that stand in both frames, but elsewhere; undefined where few have. */
function commonShift(before: readonly string[], lines: readonly string[]): number | undefined {
	const places = new Map(before.map((line, place) => [line, place]));
	const counts = new Map<number, number>();
	let most = fewest - 1;
	let common: number | undefined;
	for (const [place, line] of lines.entries()) {
		const from = line === '' || line === before[place] ? undefined : places.get(line);
		if (from === undefined) {
			continue;
		}
		const by = place - from;
		const count = (counts.get(by) ?? 0) + 1;
		counts.set(by, count);
		if (count > most) {
			most = count;
			common = by;
		}
	}
	return common;
}

/** The lines of a frame once some have been moved: what they leave behind is empty. */
export function scrolled(lines: readonly string[], {top, bottom, by}: Scroll): readonly string[] {
	return Array.from({length: Math.max(lines.length, bottom)}, (_, place) => {
		if (place < top || place >= bottom) {
			return lines[place] ?? '';
		}
		const from = place - by;
		return from >= top && from < bottom ? (lines[from] ?? '') : '';
	});
}

/**
 * What has a terminal move them: lines inserted, or taken out, at the top of a region that nothing leaves (DECSTBM, IL and
 * DL, as the VT102 has them), which is the whole screen again after it.
 */
export function scrollCode({top, bottom, by}: Scroll): string {
	return `\u001B[${top + 1};${bottom}r\u001B[${top + 1};1H\u001B[${Math.abs(by)}${by > 0 ? 'L' : 'M'}\u001B[r`;
}
