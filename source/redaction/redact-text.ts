import {redactedMark} from '../query/redacted-mark.js';
import {redactPlain, redactUrl} from './redact-url.js';
import {isSecretName} from './secret-name.js';

/**
 * A name, `=`, and a value, wherever a parameter, a cookie or a field of a log may begin. In JSON `&` may be written as
 * its number. A value ends where the next begins, at a space, or at a quote that isn't escaped.
 */
const pair =
	/(^|[?&;,:\s"'`({[|/]|\\u0026|\\x26|%26|%3f|%3b)([\w.%[\]~+-]{1,256}?)(=|%3d)((?:\\(?!u0026|x26).|[^\s"'&#\\])+)/gi;

/** A name in quotes, a colon, and a value: a text, a list without another one in it, or a word. */
const member = /"((?:[^"\\]|\\.){1,256})"(\s{0,8}:\s{0,8})("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|[^\s,{}[\]"]+)/g;

/** Statuses are numbers that stand under such names as `code`. */
const status = /^"?\d{3}"?$/;

/** What stands before a password or a token in a header. */
const scheme = /\b(bearer|basic|digest)(\s+|%20)[\w.~+/=,%"-]{6,}/gi;

const userInfo = /([a-z][a-z\d+.-]{0,31}:\/\/)[^\s/?#"']*@/gi;

/**
 * Hides in a text of any kind, such as a line of a log that nothing is known of, what looks secret: parameters, cookies
 * and fields by their names, user info in URLs, mail addresses. Addresses in it are shortened.
 */
export const redactText = (text: string): string =>
	redactPlain(
		text
			.replace(userInfo, `$1${redactedMark}@`)
			.replace(scheme, `$1$2${redactedMark}`)
			.replace(member, (whole: string, name: string, colon: string, value: string) =>
				isSecretName(name) && value !== '""' && value !== 'null' && !status.test(value)
					? `"${name}"${colon}"${redactedMark}"`
					: whole,
			)
			.replace(pair, (_, before: string, name: string, equals: string, value: string) =>
				// In a search, it stands for anything.
				isSecretName(name) && value !== '*'
					? `${before}${name}${equals}${redactedMark}`
					: `${before}${name}${equals}${redactUrl(value)}`,
			),
	);
