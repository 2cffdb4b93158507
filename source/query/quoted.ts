/** A text in quotes, so that everything in it is literal. */
export function quoted(text: string): string {
	return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/**
 * What would not be taken as it stands: spaces, signs of the language, what is invisible, and what a mark would join.
 * Where it begins with `=` or `~`, these would be the form.
 */
const unsafe = /^$|^[=~]|[\s"\\,*()\p{C}\p{Z}\p{M}]/u;

/** A text as it is written after `=`: in quotes where it needs them. */
export function literal(text: string): string {
	return unsafe.test(text) ? quoted(text) : text;
}

/** How much of what the user wrote is repeated in a message. */
const longest = 60;

/** A text as a part of a message: its beginning, when it is long. */
export function inMessage(text: string): string {
	return text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
