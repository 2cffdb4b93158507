import {redactedMark} from '../query/redacted-mark.js';
import {type Hidden, withoutHidden} from './redact-text.js';

/**
 * Number of characters of a long string on the screen, and of further characters to search for secrets: no rule looks further
 * ahead, except for the rest of a word.
 */
const shownLength = 2048;
const lookahead = 4096;

/** True if the screen shows only the start of a string. The search for secrets in 60 kB may take 0.1 s. */
export function isLong(text: string): boolean {
	return text.length > shownLength + lookahead;
}

/** Characters, possibly encoded, that make the word before them user info or a mail address. */
const atSign = /[@%\\&#\uff20]/;

/**
 * Redacts the start of a long string, and hides the rest. A word that crosses both limits is hidden if its rest may contain an
 * `@`, because then its start may be a password.
 */
export function briefText(text: string, hiddenIn: (text: string) => readonly Hidden[]): string {
	const part = text.slice(0, shownLength + lookahead);
	const [rest = ''] = /^\S*/.exec(text.slice(part.length)) ?? [];
	const isOneWord = !/\s/.test(part.slice(shownLength));
	const start = isOneWord && atSign.test(rest) ? part.slice(0, shownLength).search(/\S*$/) : shownLength;
	return withoutHidden(part, [...hiddenIn(part), {start, end: part.length, instead: redactedMark}]);
}
