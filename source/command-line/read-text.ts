import {endWithin, fitWidth, terminalWidth} from '../format/fit-width.js';
import {sanitise} from '../format/sanitise.js';
import {QueryError} from '../query/query-error.js';
import type {OptionName} from './options.js';
import {UsageError} from './usage-error.js';

/**
 * Reads the text of an option, a search or what has one in it.
 * @param read - throws QueryError where it can't be understood
 * @throws UsageError then, which shows the place
 */
export function readText<Result>(option: OptionName, text: string, read: (text: string) => Result): Result {
	try {
		return read(text);
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		throw new UsageError(`--${option}: ${error.message}`, {
			shown: placeLines(text, error.start, error.end),
			cause: error,
		});
	}
}

/** Columns that are shown of a long text on either side of the place, and of the place itself. */
const most = 40;

/**
 * A line with a text, and one with carets under a place in it; of a long text, the part around the place. What can't be
 * shown is shown by its number.
 * @param start - of the place, in UTF-16 units; the text's length is its end
 */
export function placeLines(
	text: string,
	start: number,
	end: number,
): readonly [text: string, carets: string] {
	const before = fromEnd(sanitise(text.slice(0, start)));
	const place = fromStart(sanitise(text.slice(start, end)));
	const after = fromStart(sanitise(text.slice(end)));
	const carets = Math.max(1, terminalWidth(place));
	return [before + place + after, ' '.repeat(terminalWidth(before)) + '^'.repeat(carets)];
}

function fromStart(text: string): string {
	return terminalWidth(text) > most + 1 ? fitWidth(text, most + 1).trimEnd() : text;
}

function fromEnd(text: string): string {
	const kept = endWithin(text, most);
	return kept.length < text.length ? `…${kept}` : text;
}
