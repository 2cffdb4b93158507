import {errorLogText} from './error-logs.js';
import {decodeUtf8} from './values/decode-text.js';

/** Maximum number of bytes of a line to check. */
const maxLength = 4096;

/**
 * Returns advice for unread lines of an error log, or of JSON over several lines; undefined for other lines.
 * @param lines - null for a line that can no longer be read
 * @param file - name of the log as a word for a shell
 */
export function unreadAdvice(lines: ReadonlyArray<Uint8Array | null>, file: string): string | undefined {
	const starts = lines.map(line => Buffer.from(line?.subarray(0, maxLength) ?? []));
	const filter = jqFilter(starts);
	return errorLogText(starts.map(decodeUtf8)) ?? (filter === undefined ? undefined : jqAdvice(filter, file));
}

/** Matches a line of an object that spans several lines: brackets, a member, or an element of an array. */
const partOfObject =
	/^(?:[[\]{}]+,?|\},\s*\{|"(?:[^"\\]|\\.){0,200}"\s*:.*|"(?:[^"\\]|\\.)*",?|-?\d[\d.eE+-]*,?|null,?)$/;

/** Matches several objects in one line. */
const severalObjects = /^\[?\s*\{.*\}\s*,\s*\{/;

/**
 * Returns jq's filter that writes each object in a line, if all unread lines are parts of JSON that spans several lines, or that
 * has several objects in a line. Returns undefined for other lines.
 */
export function jqFilter(lines: readonly Buffer[]): '.[]' | '.' | undefined {
	const texts = lines.map(line => line.toString('latin1').trim());
	const isJson =
		texts.some(text => /[\]}]/.test(text)) &&
		texts.every(text => partOfObject.test(text) || severalObjects.test(text));
	const isArray = texts.some(text => text.startsWith('[') || text === ']');
	return isJson ? (isArray ? '.[]' : '.') : undefined;
}

/** Returns advice for JSON over several lines. `file`: name of the log as a word for a shell. */
export function jqAdvice(filter: string, file: string): string {
	return `JSON is read if each object is in one line: jq -c ${filter === '.' ? filter : `'${filter}'`} ${file} | reqscope -`;
}
