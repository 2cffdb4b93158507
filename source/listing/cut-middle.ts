import {endWithin} from './end-within.js';
import {fitWidth, unitsPerColumn} from './fit-width.js';
import {terminalWidth} from './terminal-width.js';

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

	const room = Math.floor(width / 3);
	const end = endWithin(text.slice(-unitsPerColumn * room), room);
	// A width that is cut to ends with the `…`, where it isn't filled up for a wide character.
	return fitWidth(text, width - terminalWidth(end)).trimEnd() + end;
}
