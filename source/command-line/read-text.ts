import {endWithin, fitWidth, terminalWidth} from '../format/fit-width.js';
import {sanitise} from '../format/sanitise.js';
import {QueryError} from '../query/query-error.js';
import {UsageError} from './usage-error.js';

/**
 * Parses the text of an option that is or contains a search.
 * @param read - throws QueryError if the text is invalid
 * @throws UsageError that shows the position of the error
 */
export function readText<Result>(option: string, text: string, read: (text: string) => Result): Result {
	try {
		return read(text);
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		throw new UsageError(`--${option}: ${error.message}`, {
			shown: excerptLines(text, error.start, error.end),
			cause: error,
		});
	}
}

/** Maximum width of the shown text before the error, of the error, and of the text after it, in columns. */
const maxWidth = 40;

/**
 * Returns a line with the text, and a line with carets under a part of it. Long lines are cut around the part. Both are
 * sanitised.
 * @param start - offset of the part in UTF-16 units; may be the length of the text
 */
export function excerptLines(
	text: string,
	start: number,
	end: number,
): readonly [text: string, carets: string] {
	const before = fromEnd(sanitise(text.slice(0, start)));
	const excerpt = fromStart(sanitise(text.slice(start, end)));
	const after = fromStart(sanitise(text.slice(end)));
	const carets = Math.max(1, terminalWidth(excerpt));
	return [before + excerpt + after, ' '.repeat(terminalWidth(before)) + '^'.repeat(carets)];
}

function fromStart(text: string): string {
	return terminalWidth(text) > maxWidth + 1 ? fitWidth(text, maxWidth + 1).trimEnd() : text;
}

function fromEnd(text: string): string {
	const kept = endWithin(text, maxWidth);
	return kept.length < text.length ? `…${kept}` : text;
}
