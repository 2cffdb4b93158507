import {sanitise, visibleText} from './format/sanitise.js';

/**
 * Quotes a string as one word of bash, dash, zsh and fish. It may contain anything except NUL. In single quotes, only the quote
 * is special; in fish, also a backslash before either. So both are written outside the quotes, after a backslash.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02
 * https://fishshell.com/docs/current/language.html#quotes
 */
export function shellQuoted(text: string): string {
	return `'${text.replaceAll(/['\\]+/g, marks => `'${marks.replaceAll(/./g, '\\$&')}'`)}'`;
}

/** Characters that no shell interprets. A leading `=` or `%` is special in zsh and fish. */
const plain = /^[\w@+:,./-]+$/;

/** Quotes a string only if necessary. */
export function shellWord(text: string): string {
	return plain.test(text) ? text : shellQuoted(text);
}

/**
 * Returns words as part of a command line. Returns a problem instead if they have invisible characters, because users couldn't
 * see the effect.
 */
export function shellLine(words: readonly string[]): {readonly command: string} | {readonly problem: string} {
	const unseen = words.find(text => visibleText(text) !== text);
	return unseen === undefined
		? {command: words.map(shellWord).join(' ')}
		: {problem: `${sanitise(unseen)} has invisible characters, and isn’t safe to paste`};
}

/**
 * Returns a path as a word of a command in a message.
 * @param instead - placeholder for a path with invisible characters, which isn't safe to paste
 */
export function shellPath(path: string, instead: string): string {
	const line = shellLine([path]);
	return 'problem' in line ? instead : line.command;
}
