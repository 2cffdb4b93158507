/** Returns the string in quotes, so that all its characters are literal. */
export function quoted(text: string): string {
	return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Returns the original of a string from `quoted`, without the quotes. */
export function unescaped(text: string): string {
	return text.replaceAll(/\\(["\\])/g, '$1');
}

/** Formats a string for use after `=`. Quotes it only if necessary. */
export function literal(text: string): string {
	// Spaces, syntax characters, invisible characters, and combining marks, which would join the character before. A leading `=` or
	// `~` would be an operator. V8 takes 0.5 ms to parse the pattern, so it isn't part of the start.
	return /^$|^[=~]|[\s"\\,*()\p{C}\p{Z}\p{M}]/u.test(text) ? quoted(text) : text;
}

/** Maximum length of user input that a message repeats, in UTF-16 units. */
const maxShownLength = 60;

/** Formats a string for use in a message. Truncates it if it is long. */
export function quotedInMessage(text: string): string {
	return text.length > maxShownLength
		? `${text.slice(0, maxShownLength).replace(/[\ud800-\udbff]$/, '')}…`
		: text;
}
