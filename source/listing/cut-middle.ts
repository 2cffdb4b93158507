import {fitWidth, unitsPerColumn} from './fit-width.js';
import {graphemes, terminalWidth} from './terminal-width.js';

/**
 * Brings a sanitised text to at most `width` columns. What is cut is its middle: the end of a URL or of a user agent
 * tells as much as its beginning. A third of the room goes to the end.
 */
export function cutMiddle(text: string, width: number): string {
	if (text.length <= unitsPerColumn * width && terminalWidth(text) <= width) {
		return text;
	}

	if (width < 9) {
		return fitWidth(text, width).trimEnd();
	}

	let end = '';
	let endWidth = 0;
	const room = Math.floor(width / 3);
	for (const grapheme of [...graphemes(text.slice(-unitsPerColumn * room))].reverse()) {
		const graphemeWidth = terminalWidth(grapheme);
		if (endWidth + graphemeWidth > room) {
			break;
		}

		end = grapheme + end;
		endWidth += graphemeWidth;
	}

	// A width that is cut to ends with the `…`, where it isn't filled up for a wide character.
	return fitWidth(text, width - endWidth).trimEnd() + end;
}
