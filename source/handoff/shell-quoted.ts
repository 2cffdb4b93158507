/**
 * A text as one word of bash, dash, zsh and fish, whatever it holds but NUL. In single quotes only the quote means something,
 * in fish also the backslash before a quote or another one. So both stand outside of the quotes, behind a backslash.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 * https://fishshell.com/docs/current/language.html#quotes
 */
export const shellQuoted = (text: string): string =>
	`'${text.replaceAll(/['\\]+/g, marks => `'${marks.replaceAll(/./g, '\\$&')}'`)}'`;

/** What no shell takes for anything but itself. A `=` and a `%` in front mean something in zsh and fish. */
const plain = /^[\w@+:,./-]+$/;

/** The same without quotes where none are needed. */
export const shellWord = (text: string): string => (plain.test(text) ? text : shellQuoted(text));
