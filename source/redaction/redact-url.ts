import {redactedMark} from '../query/redacted-mark.js';
import {decodeAscii} from './decode-ascii.js';
import {isSecretName} from './secret-name.js';
import {shortenedIn} from './short-address.js';

/** Within URLs that are parameters of URLs, it is looked no deeper: what is there is hidden as a whole. */
const deepest = 6;

/** Not `logo@2x.png`. */
const mailAddress =
	/[^\s@/?&=;:,"'<>()[\]]{1,64}@(?!\d+(?:\.\d+)?x\.)(?:[a-z\d-]{1,63}\.){1,8}[a-z][a-z\d-]{1,62}/gi;

/** What is hidden already was user info: the host behind it stays. */
const hideMail = (found: string): string => (found.startsWith(`${redactedMark}@`) ? found : redactedMark);

/** JSON Web Tokens begin so, whatever they are a value of. */
const webToken = /\beyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g;

/** Hides mail addresses and web tokens, and shortens addresses, in a text of any kind. */
export const redactPlain = (text: string): string => {
	const withoutMail = text.includes('@') ? text.replace(mailAddress, hideMail) : text;
	const withoutTokens = withoutMail.includes('eyJ')
		? withoutMail.replace(webToken, redactedMark)
		: withoutMail;
	return shortenedIn(withoutTokens);
};

/** Without one of these there is nothing to hide: most URLs have none. */
const suspect = /[=@:%]|\d\.\d|eyJ/;

/**
 * Hides in a URL, or in a request target, what is secret: the values of parameters that look so, also in paths,
 * fragments, and URLs that are values themselves, in any encoding, and user info. Addresses in it are shortened.
 */
export const redactUrl = (url: string): string => (suspect.test(url) ? redactAt(url, 0) : url);

const redactAt = (url: string, depth: number): string => {
	if (depth > deepest) {
		return url === '' ? '' : redactedMark;
	}
	const {before: withQuery, separator: hash, after: fragment} = parted(url, '#');
	const {before: target, separator: mark, after: query} = parted(withQuery, '?');
	const [authority = ''] = /^(?:[a-z][a-z\d+.-]{0,31}:)?\/\/[^/]*/i.exec(target) ?? [];
	const path = target.slice(authority.length);
	return [
		authority === '' ? '' : redactAuthority(authority, depth),
		path
			.split('/')
			.map(segment => redactPieces(segment, depth))
			.join('/'),
		mark,
		redactPieces(query, depth),
		hash,
		redactPieces(fragment, depth),
	].join('');
};

const redactAuthority = (authority: string, depth: number): string => {
	const at = authority.lastIndexOf('@');
	const begin = authority.indexOf('//') + 2;
	const host = redactPieces(authority.slice(Math.max(at + 1, begin)), depth);
	return authority.slice(0, begin) + (at === -1 ? '' : `${redactedMark}@`) + host;
};

const redactPieces = (text: string, depth: number): string =>
	text
		.split('&')
		.map(piece => redactPiece(piece, depth))
		.join('&');

/** `name=value`, also `name;name=value`: some take a semicolon for a separator, some for a part of the value. */
const redactPiece = (piece: string, depth: number): string => {
	const parts = piece.split(';');
	const redacted: string[] = [];
	for (const [index, part] of parts.entries()) {
		const equals = part.indexOf('=');
		const name = equals === -1 ? '' : part.slice(0, equals);
		const value = part.slice(equals + 1);
		const hasValue = value !== '' || index < parts.length - 1;
		if (equals !== -1 && hasValue && isSecretName(name)) {
			// What follows may belong to the value.
			return [...redacted, `${redactPlain(name)}=${redactedMark}`].join(';');
		}
		const shownName = equals === -1 ? '' : `${redactValue(name, depth)}=`;
		redacted.push(shownName + redactValue(value, depth));
	}
	return redacted.join(';');
};

/** A value may be encoded, and may be a URL of its own. */
const redactValue = (value: string, depth: number): string => {
	const decoded = decodeAscii(value);
	if (decoded !== value) {
		const redacted = redactAt(decoded, depth + 1);
		return redacted === decoded ? value : encodeURIComponent(redacted.replace(/\p{Surrogate}/gu, '\ufffd'));
	}
	return /[?#=/]/.test(value) ? redactAt(value, depth + 1) : redactPlain(value);
};

const parted = (text: string, separator: string) => {
	const at = text.indexOf(separator);
	return at === -1
		? {before: text, separator: '', after: ''}
		: {before: text.slice(0, at), separator, after: text.slice(at + 1)};
};
