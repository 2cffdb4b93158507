import {endWithin} from '../listing/end-within.js';
import {fitWidth} from '../listing/fit-width.js';
import {sanitise} from '../listing/sanitise.js';
import {terminalWidth} from '../listing/terminal-width.js';

/** Columns that are shown of a long text on either side of the place, and of the place itself. */
const most = 40;

/**
 * A line with a text, and one with carets under a place in it; of a long text, the part around the place. What can't be
 * shown is shown by its number.
 * @param start - of the place, in UTF-16 units; the text's length is its end
 */
export const placeLines = (
	text: string,
	start: number,
	end: number,
): readonly [text: string, carets: string] => {
	const before = fromEnd(sanitise(text.slice(0, start)));
	const place = fromStart(sanitise(text.slice(start, end)));
	const after = fromStart(sanitise(text.slice(end)));
	const carets = Math.max(1, terminalWidth(place));
	return [before + place + after, ' '.repeat(terminalWidth(before)) + '^'.repeat(carets)];
};

const fromStart = (text: string): string =>
	terminalWidth(text) > most + 1 ? fitWidth(text, most + 1).trimEnd() : text;

const fromEnd = (text: string): string => {
	const kept = endWithin(text, most);
	return kept.length < text.length ? `…${kept}` : text;
};
