import {maxLineLength} from '../../source/lines/line-splitter.js';

/**
 * Takes at most `wanted` complete lines from `bytes[start, end)`, like a `LinesSink`, and passes each to `take`. Returns the end
 * of the last one.
 */
export function firstLines(
	bytes: Buffer,
	{start, end, offset}: {start: number; end: number; offset: number},
	wanted: number,
	take: (lineStart: number, lineEnd: number, lineOffset: number) => void,
): number {
	let from = start;
	for (let taken = 0; taken < wanted; taken++) {
		const lineEnd = bytes.indexOf(10, from);
		const isCut = lineEnd === -1 || lineEnd >= end || lineEnd - from > maxLineLength;
		if (isCut || bytes.subarray(from, lineEnd).includes(0)) {
			break;
		}
		take(from, lineEnd, offset + from - start);
		from = lineEnd + 1;
	}
	return from;
}
