import {errorLogText} from './error-logs.js';
import {jqAdvice, jqFilter} from './json-over-lines.js';
import {decodeUtf8} from './values/decode-text.js';

/** Maximum number of bytes of a line that are looked at. */
const longest = 4096;

/**
 * Returns what unread lines are and what to do, if that is known: they are of an error log, or of JSON over several lines.
 * @param lines - null for a line that can no longer be read
 * @param file - name of the log as a word for a shell
 */
export function unreadAdvice(lines: ReadonlyArray<Uint8Array | null>, file: string): string | undefined {
	const starts = lines.map(line => Buffer.from(line?.subarray(0, longest) ?? []));
	const filter = jqFilter(starts);
	return errorLogText(starts.map(decodeUtf8)) ?? (filter === undefined ? undefined : jqAdvice(filter, file));
}
