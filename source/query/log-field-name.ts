import {quoted, unescaped} from './quoted.js';

/** The name of a log field as a search writes it, in lower case: `@tenant`. The name itself may contain any characters. */
export type LogFieldName = `@${string}`;

/** Checks that a name of a field is the name of a log field. */
export function isLogFieldName(name: string): name is LogFieldName {
	return name.startsWith('@');
}

/** Returns the name of a log field without its @. */
export function nameOfLogField(name: LogFieldName): string {
	return name.slice(1);
}

/** Returns the shown name of a log field: see `Store.shownField`. */
export type ShownField = (field: LogFieldName) => LogFieldName;

/** Shows names of log fields unchanged. */
export const asLogged: ShownField = field => field;

/** Formats a log field for use before the colon of a term: `@tenant`, `@"a b"`. */
export function writtenLogField(name: LogFieldName): string {
	const own = nameOfLogField(name);
	return `@${/^[\p{L}\p{N}_.\-/$@[\]]+$/u.test(own) ? own : quoted(own)}`;
}

/** A log field in a search: its name, its end, and whether a colon follows. */
export type WrittenLogField = {
	readonly name: LogFieldName;
	readonly end: number;
	readonly hasColon: boolean;
	/** False if the closing quote is missing. The name then extends to the end of the search. */
	readonly isClosed: boolean;
};

/** Reads the log field at an offset of a search; null if no log field starts there. */
export function logFieldAt(text: string, at: number): WrittenLogField | null {
	// A log field, and the colon after it. The name extends to the colon; in quotes it may contain any characters.
	const logField = /@(?:"((?:\\["\\]|[^"])*)("?)|([\p{L}\p{N}_.\-/$@[\]]*))(:?)/uy;
	logField.lastIndex = at;
	const [whole, inQuotes, quote, bare = '', colon = ''] = logField.exec(text) ?? [];
	if (whole === undefined) {
		return null;
	}
	const name = inQuotes === undefined ? bare : unescaped(inQuotes);
	return {
		name: `@${name.toLowerCase()}`,
		end: at + whole.length - colon.length,
		hasColon: colon !== '',
		isClosed: quote !== '',
	};
}
