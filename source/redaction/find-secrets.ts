import {
	backslash,
	closeBrace,
	closeBracket,
	closeParenthesis,
	colon,
	comma,
	equals,
	lessThan,
	openBrace,
	openBracket,
	openParenthesis,
	quote,
	space,
} from '../ascii.js';
import {parseAddress} from '../entries/values/address-range.js';
import {redactedMark} from '../query/redacted-mark.js';
import {decodedBytes, type Layer} from './layers.js';
import {looksRandom} from './looks-random.js';
import {mayBeSecretName, type SecretNames} from './secret-name.js';
import {findShapes} from './secret-shapes.js';

/**
 * Kind of a string: `url`, in which a value extends to the next `&`; `host`, in which a number after a colon is a port; or `text`
 * for anything else, such as a line of a log, in which a value ends with a word.
 */
export type Kind = 'url' | 'host' | 'text';

/**
 * Called for each range to hide.
 * @param quoted - for a value without quotes, the offset of the quote to put around its replacement
 */
type Hide = (start: number, end: number, quoted?: number) => void;

const ampersand = 38;
const apostrophe = 39;
const backtick = 96;
const atSign = 64;

/** Characters that can't be part of a name. */
const beforeName = new Set('"\'`?&;,=:({)}<>/|\\#@');

function isSpace(unit: number): boolean {
	return unit === space || (unit >= 9 && unit <= 13);
}

function isNameSign(unit: number): boolean {
	return !isSpace(unit) && !beforeName.has(String.fromCharCode(unit));
}

/** Characters before user info without a scheme. The second pattern lists characters that may also be part of a password. */
const beforeUserInfo = new Set('"\'`<>?#&/@\\');
const beforeUser = /[(),;={}[\]|]/;

/** Characters after a value without quotes, or after the closing quote of a value. */
const afterValue = /[\s,;:)}\]>&"'`|/?#\\]|$/y;

const isWordSign = /[\w\x80-\xff]/;

/** The rest of an escape sequence after its backslash. It isn't part of a name. */
const escapeEnd = /u[\da-f]{4}|x[\da-f]{2}|[bfnrtv]/iy;

/** A byte as HAProxy escapes it. No fragment begins with it. */
const haproxyEscape = /#(?:[01][\dA-F]|2[23]|7[B-DF]|[89A-F][\dA-F])/y;

/** The start of a value that may look random. */
const valueStart = /["']?[\w.~+/=%-]{1,256}/y;

/** Maximum length of a name with its quotes, in UTF-16 units. The search for a name goes no further. */
const maxNameLength = 258;

/** Maximum number of spaces around `=` and after a colon. */
const maxSpaces = 64;

/** Values that aren't secret, and wildcards of a search. */
const meaningless = /^(?:|-|\*|null|nil|none|undefined|true|false|REDACTED)$/i;

/**
 * Values under names such as `code` that aren't secret: statuses, and Heroku's errors such as `H12`:
 * https://devcenter.heroku.com/articles/error-codes
 */
const status = /^(?:[1-5]\d\d|[HLR]\d\d)$/;

/** A number that is a port if it follows a name that matches `hostName`. */
const port = /^\d{2,5}$/;
const hostName = /[.-]|^(?:auth|oauth|sso|login|accounts?|sessions?|e?mail|users?|tickets?|cards?)$/i;

/** Headers whose value extends to the end of the line. */
const header = /(?:^|[-_])(?:cookie2?|authorization)$/i;
const nextCookie = /;\s?[\w.%-]{1,64}=/y;
const nextHeader = /,\s[\w-]{1,40}: /y;
const credentials = /(?:bearer|basic|digest|token|negotiate|ntlm|apikey|aws4-hmac-sha256)[\s+]{1,8}(?=\S)/iy;

/** Names that may begin user info before a host. */
const userName = /^(?:user|username|usr|uid|login|account|mail|email)$/i;

/** Prefixes before a colon that aren't user info: schemes of addresses, and fields of a search. */
const noUserInfo =
	/^(?:mailto|sips?|xmpp|acct|im|url|agent|referer|user|host|line|forwarded|upstream):[=~]*/i;

/** The domain of a mail address. Doesn't match `logo@2x.png`. */
const mailDomain =
	/@(?!\d+(?:\.\d+)?x\.)(?:[a-z\d\x80-\xff-]{1,63}\.){1,8}[a-z\x80-\xff][a-z\d\x80-\xff-]{1,62}/iy;
const plainHost =
	/@(?:localhost\b|\d{1,3}(?:\.\d{1,3}){3}(?!\d)|\[|[a-z\d-]{1,63}:\d{1,5}(?!\w)|[a-z]{2,5}\()/iy;

/** Maximum number of bytes in which to search for the end of an element. */
const maxElementLength = 4096;
const element = /<([\w:.\x80-\xff-]{1,64})(?:\s[^<>]{0,256})?>/y;

/** The end of an element with another element after it: `<key>token</key><string>…`. */
const nextElement = /^<\/[\w:.-]{1,64}>\s{0,64}<\w/;

/** Maximum number of bytes around a value in a list of names and values, as AWS WAF, HAR and HTML write them. */
const maxPairLength = 1024;
export const valueName = /^(?:value|val|v|content|text)$/i;
const nameMember =
	/["'](?:name|key|header|field|param|parameter|label|n|k)["']\s{0,8}:\s{0,8}["']([^"']{1,256})["']/i;
const nameAttribute = /\b(?:name|id|property)=(?:["']([^"']{1,256})["']|([^\s"'<>]{1,256}))/i;

/** A part of a multipart form. */
const formPart = /\bname="([^"\r\n]{1,256})"[^\r\n]{0,256}\r?\n\r?\n([^\r\n]+)/g;

/** A command-line option followed by its value. */
const option = /(?<!\S)--?([a-z][\w-]{1,64})\s{1,8}(?!-)(?:["'](?=[^\s"']))?([^\s"']+)/gi;

/** The time in brackets. Apache and other servers write client, ident and user before it. */
const logTime = /\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:/y;
const otherTime = /\[(?:\d{4}-\d{2}-\d{2}[T ]|\d{10}[.\]])/y;
const maxClientLength = 512;
const maxWords = 8;
const plainNumber = /^\d+(?:\.\d+)?$/;

/**
 * A comparison as in OData, SQL and sentences. A value without quotes must contain a digit: `password is strong` isn't a secret.
 */
const comparison =
	/([\w.-]{1,64})[\s+~]{1,8}(?:eq|ne|is|was|like|->|<>)[\s+~]{1,8}(?:["'`]([^"'`]+)|((?=[^\s"'`&]{0,64}\d)[^\s"'`&]{4,}))/gi;

const mayCompare = /[\s+~](?:eq|ne|is|was|like|->|<>)[\s+~]/i;

/** The user in an error log of nginx or Apache: `user "alice": password mismatch`, `user alice not found`. */
const namedUser =
	/\buser\s(?!agent)(?:"([^"]{1,256})"(?=: password mismatch| (?:was )?not found| in )|([^\s:"]{1,256})(?=: (?:auth|password)|\s(?:(?:was )?not found|from\s)))/gi;

/** A name in an element or a PHP string, and the content of the next one. */
const nextString =
	/<(?:key|name)>([^<]{1,256})<\/(?:key|name)>\s{0,8}(?:<\w{1,64}>){1,2}([^<]+)|"([^"]{1,256})"(?:\]=>\s{0,8}string\(\d{1,9}\)\s|;s:\d{1,9}:)"([^"]+)/g;

/** An authentication scheme before a password or a token. */
const scheme = /\b(bearer|basic|digest|negotiate)[\s+]{1,8}([\w.~+/=-]+)/gi;

/** The name of a value that consists of several names: `"sessions.8f3a1b2c9d":`, `sessions.8f3a1b2c9d=`. */
const joinedName = /(?<![\w.-])[\w-]{1,64}(?:\.[\w~-]{1,64}){1,8}(?=["']?\s{0,4}[:=])/g;

/** Finds the random-looking names below a secret name in a name whose parts are joined with dots: `sessions.8f3a1b2c9d`. */
export function findBelowSecret(name: string, names: SecretNames, hide: Hide): void {
	let isBelowSecret = false;
	let start = 0;
	for (const part of name.split('.')) {
		if (isBelowSecret && looksRandom(part)) {
			hide(start, start + part.length);
		}
		isBelowSecret ||= names.has(part);
		start += part.length + 1;
	}
}

function matchesAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
	sticky.lastIndex = at;
	return sticky.exec(text);
}

/** Finds secrets in one layer of a string. Secrets in encoded parts are found in other layers. */
export function findSecrets(layer: Layer, kind: Kind, names: SecretNames, hide: Hide): void {
	const {text} = layer;
	new Finder(layer, kind, names, hide).find();
	findShapes(text, hide);
	if (kind === 'text') {
		for (const {index, 0: name} of text.matchAll(joinedName)) {
			findBelowSecret(name, names, (start, end) => hide(index + start, index + end));
		}
	}
	const parts = [
		...(text.includes('form-data') ? text.matchAll(formPart) : []),
		...(text.includes('-') ? text.matchAll(option) : []),
		...(text.includes('>') || text.includes(';s:') ? text.matchAll(nextString) : []),
		...(mayCompare.test(text) ? text.matchAll(comparison) : []),
	];
	for (const {index, 0: found, ...groups} of parts) {
		const [name = '', value = ''] = [1, 2, 3, 4].flatMap(group => groups[group] ?? []);
		if (names.has(textOf(name))) {
			hide(index + found.length - value.length, index + found.length);
		}
	}
	for (const found of text.matchAll(namedUser)) {
		const {index, 0: whole, 1: quoted, 2: name = ''} = found;
		const end = index + whole.length - (quoted === undefined ? 0 : 1);
		hide(end - (quoted ?? name).length, end);
	}
	for (const {index, 0: found, 1: name = '', 2: value = ''} of text.matchAll(scheme)) {
		const isLikely = /^bearer$/i.test(name) ? value.length > 5 || /\d/.test(value) : /[\dA-Z=]/.test(value);
		if (isLikely) {
			hide(index + found.length - value.length, index + found.length);
		}
	}
}

/** A name before a value. */
type Name = {
	readonly text: string;
	readonly start: number /** Offset of the closing quote. */;
	readonly quote: number | null;
	readonly isSpaced: boolean;
};

/** Scans a string once. It looks back at most to the end of the last match. */
class Finder {
	readonly #text: string;
	readonly #isNew: Layer['isNew'];
	readonly #kind: Kind;
	readonly #names: SecretNames;
	readonly #hide: Hide;
	/** Start of the query of a URL. */
	readonly #query: number;
	/** End of the last match. */
	#done = 0;
	/** Offset of the open quote; -1 if no quote is open. */
	#open = -1;
	/** End of the last user info. */
	#userInfo = -1;

	constructor({text, isNew}: Layer, kind: Kind, names: SecretNames, hide: Hide) {
		this.#text = text;
		this.#isNew = isNew;
		this.#kind = kind;
		this.#names = names;
		this.#hide = hide;
		const query = kind === 'url' ? text.search(/[?#]/) : -1;
		this.#query = query === -1 ? text.length : query;
	}

	find(): void {
		const text = this.#text;
		for (let at = 0; at < text.length; ) {
			const unit = text.charCodeAt(at);
			if (unit === backslash) {
				at += 2;
				continue;
			}
			if (unit === quote) {
				this.#open = this.#open === -1 && !this.#isOuter(at) ? at : -1;
			} else if (unit === ampersand && this.#kind === 'url') {
				this.#open = -1;
			} else if (unit === equals || unit === colon) {
				const end = this.#pair(at);
				if (end !== -1) {
					this.#done = end;
					at = end;
					continue;
				}
			} else if (unit === comma) {
				this.#listedPair(at);
			} else if (unit === atSign) {
				this.#at(at);
			} else if (unit === lessThan) {
				this.#element(at);
			} else if (unit === openBracket && this.#kind === 'text') {
				this.#client(at);
			}
			at++;
		}
	}

	/** Handles a name and a value around a `=` or a colon. Returns the end of the value, or -1 if nothing was hidden. */
	#pair(at: number): number {
		const text = this.#text;
		const isColon = text.charCodeAt(at) === colon;
		if (isColon && text.startsWith('//', at + 1)) {
			this.#authority(at + 3);
			return -1;
		}
		const name = this.#nameBefore(at);
		if (name === null) {
			return -1;
		}
		let value = at + 1;
		while (text.charCodeAt(value) === equals) {
			value++;
		}
		if (!isColon && text.charCodeAt(value) === atSign) {
			// This is the end of a password.
			return -1;
		}
		const isArrow = !isColon && text[value] === '>';
		value += isArrow ? 1 : 0;
		if (isColon || isArrow || name.isSpaced || name.quote !== null) {
			const max = value + maxSpaces;
			while (value < max && (isSpace(text.charCodeAt(value)) || text.startsWith('%20', value))) {
				value += text[value] === '%' ? 3 : 1;
			}
		}
		if (!this.#isSecret(name, value) && !this.#isListed(name, at)) {
			return -1;
		}
		// A backslash isn't part of a name. If the backslash before it was encoded, the name differed in the previous layer.
		const isBehind = this.#text.charCodeAt(name.start - 1) === backslash;
		if (!this.#hasNew(name.start - (isBehind ? 1 : 0), value)) {
			// The previous layer has found this pair already, with the right end.
			return -1;
		}
		const isBare = isColon && name.quote === null;
		if (isBare && (text[value] === ':' || this.#isOfUser(name, at))) {
			return -1;
		}
		return this.#value(name, at, value, isBare);
	}

	/** True if the name shows that the value is secret: alone, with the previous word, or because the value looks random. */
	#isSecret({text: written, start, quote: end}: Name, value: number): boolean {
		const name = textOf(written);
		if (this.#names.has(name)) {
			return true;
		}
		if (mayBeSecretName(name)) {
			const [word = ''] = matchesAt(valueStart, this.#text, value) ?? [];
			return looksRandom(word.replace(/^["']/, ''));
		}
		if (end !== null || this.#text.charCodeAt(start - 1) !== space) {
			return false;
		}
		const [, first = ''] =
			/(?:^|\W)([a-z]{1,32}) $/i.exec(this.#text.slice(Math.max(0, start - 34), start)) ?? [];
		return first !== '' && this.#names.hasWord(`${first}${name}`);
	}

	/** Hides the value that begins at `start` unless it is harmless. Returns its end. */
	#value(name: Name, at: number, start: number, isBare: boolean): number {
		const text = this.#text;
		const unit = text.charCodeAt(start);
		const isParameter = this.#kind === 'url' && text.charCodeAt(at) === equals && name.quote === null;
		if (!isParameter && (unit === quote || unit === apostrophe || unit === backtick)) {
			if (this.#isClosing(start, name)) {
				return -1;
			}
			const end = this.#closingQuote(start);
			return this.#hideUnlessHarmless(name, start + 1, end) ? Math.min(text.length, end + 1) : -1;
		}
		if (!isParameter && (unit === openBracket || unit === openBrace || unit === openParenthesis)) {
			const end = this.#closingBracket(start);
			if (/^\s*[\]})]?$/.test(text.slice(start + 1, end))) {
				return -1;
			}
			this.#hide(start, end, name.quote ?? undefined);
			return end;
		}
		const isHeader = isBare && header.test(name.text);
		const from = isParameter ? start : start + (matchesAt(credentials, text, start)?.[0].length ?? 0);
		let end = isParameter
			? this.#parameterEnd(at, start)
			: this.#wordEnd(from, isHeader, this.#isParameterName(name));
		while (!isParameter && header.test(name.text) && matchesAt(nextCookie, text, end) !== null) {
			end = this.#wordEnd(end + 1 + (isSpace(text.charCodeAt(end + 1)) ? 1 : 0), false, false);
		}
		return this.#hideUnlessHarmless(name, from, end) ? end : -1;
	}

	/** Hides a value unless it is harmless. */
	#hideUnlessHarmless(name: Name, start: number, end: number): boolean {
		const value = this.#text.slice(start, Math.min(end, start + 12));
		const last = name.text.replace(/[^\p{L}\d]+$/u, '');
		if (
			meaningless.test(value) ||
			(status.test(value) && /code$/i.test(last)) ||
			(port.test(value) && name.quote === null && this.#text[start - 1] === ':' && hostName.test(name.text))
		) {
			return false;
		}
		const isPlain = name.quote !== null && !isQuote(this.#text.charCodeAt(start - 1));
		this.#hide(start, end, isPlain ? (name.quote ?? undefined) : undefined);
		return true;
	}

	/** Returns the name that ends before a `=` or a colon; null if there is no name. */
	#nameBefore(at: number): Name | null {
		const text = this.#text;
		let end = at;
		while (end > this.#done && at - end < maxSpaces && isSpace(text.charCodeAt(end - 1))) {
			end--;
		}
		const isSpaced = end < at;
		const min = Math.max(this.#done, end - maxNameLength);
		if (end > min && isQuote(text.charCodeAt(end - 1))) {
			if (this.#isEscaped(end - 1)) {
				return null;
			}
			const sign = text[end - 1];
			for (let start = end - 2; start >= min; start--) {
				if (text[start] === sign && !this.#isEscaped(start)) {
					return {text: text.slice(start + 1, end - 1), start, quote: end - 1, isSpaced};
				}
			}
			// An unmatched quote: `?token'=`.
			end--;
		} else if (text[end - 1] === '}') {
			// A name in braces: `{token}=`.
			end--;
		}
		let start = end;
		while (start > min && isNameSign(text.charCodeAt(start - 1))) {
			start--;
		}
		if (start > 0 && text.charCodeAt(start - 1) === backslash && !this.#isEscaped(start - 1)) {
			const letters = matchesAt(escapeEnd, text, start)?.[0].length ?? 0;
			// `\token` may be a backslash before `token`, or a tab before `oken`.
			start += this.#names.has(textOf(text.slice(start, end))) ? 0 : letters;
		}
		return start >= end ? null : {text: text.slice(start, end), start, quote: null, isSpaced};
	}

	/** True if the quote belongs to the string around the encoded part. Values in the encoded part end at such a quote. */
	#isOuter(at: number): boolean {
		return this.#isNew !== null && this.#isNew[at] === 0 && this.#text.charCodeAt(at) === quote;
	}

	/** True if any of these characters was encoded in the previous layer. */
	#hasNew(start: number, end: number): boolean {
		return this.#isNew === null || this.#isNew.subarray(start, end + 1).includes(1);
	}

	#isEscaped(at: number): boolean {
		let first = at;
		while (first > 0 && this.#text.charCodeAt(first - 1) === backslash) {
			first--;
		}
		return (at - first) % 2 === 1;
	}

	/** Handles `["name", "value"]`, and headers in Node's format: names and values alternate in one list. */
	#listedPair(at: number): void {
		const text = this.#text;
		if (!isQuote(text.charCodeAt(at - 1))) {
			return;
		}
		const name = this.#nameBefore(at);
		const start = at + (text.charCodeAt(at + 1) === space ? 2 : 1);
		if (
			name !== null &&
			name.quote !== null &&
			isQuote(text.charCodeAt(start)) &&
			this.#names.has(textOf(name.text))
		) {
			const end = this.#closingQuote(start);
			const after = text[end + 1] ?? '';
			const isPair = /[[(]/.test(text[name.start - 1] ?? '') && /[\])]/.test(after);
			if (isPair || (header.test(name.text) && /[\],]/.test(after))) {
				this.#hideUnlessHarmless(name, start + 1, end);
			}
		}
	}

	/** True if a value is in a list of names and values, under a secret name. */
	#isListed({text: name, start, quote: end}: Name, at: number): boolean {
		if (!valueName.test(decodedBytes(name))) {
			return false;
		}
		const before = this.#text.slice(Math.max(0, start - maxPairLength), start);
		const after = this.#text.slice(at + 1, at + 1 + maxPairLength);
		const [opening, closing, namePattern] =
			end === null ? (['<', '>', nameAttribute] as const) : (['{', '}', nameMember] as const);
		const around = [before.slice(before.lastIndexOf(opening) + 1), after.split(closing, 1)[0] ?? ''];
		return around.some(text => {
			const found = namePattern.exec(decodedBytes(text));
			return found !== null && this.#names.has(textOf(found[1] ?? found[2] ?? ''));
		});
	}

	/** True if a word that begins with `user:` or similar is user info before a host. */
	#isOfUser({text: name}: Name, at: number): boolean {
		return (
			at < this.#userInfo ||
			(userName.test(name) && /^[^\s"'/?#&]{1,256}@[\w[(]/.test(this.#text.slice(at + 1, at + maxNameLength)))
		);
	}

	/** True if a quote after a name closes the string that contains the name, for example the URL in a line of a log. */
	#isClosing(at: number, name: Name): boolean {
		return (
			name.quote === null &&
			this.#text.charCodeAt(at) === quote &&
			this.#open !== -1 &&
			matchesAt(afterValue, this.#text, at + 1) !== null
		);
	}

	/** Returns the end of the quoted string that begins at `start`. A quote before a letter belongs to the string. */
	#closingQuote(start: number): number {
		const text = this.#text;
		const sign = text.charCodeAt(start);
		const isFromOuter = this.#isOuter(start);
		for (let at = start + 1; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			if (unit === backslash) {
				at++;
			} else if (this.#isOuter(at) && !isFromOuter) {
				return at;
			} else if (unit === sign && text.charCodeAt(at + 1) === sign && isWordSign.test(text[at + 2] ?? '')) {
				// A doubled quote is part of the string, in CSV and SQL.
				at++;
			} else if (unit === sign && matchesAt(afterValue, text, at + 1) !== null) {
				return at;
			}
		}
		return text.length;
	}

	#closingBracket(start: number): number {
		const text = this.#text;
		// A bracket of the surrounding string may contain that string's quotes.
		const isFromOuter = this.#isNew !== null && this.#isNew[start] === 0;
		let depth = 0;
		let isText = false;
		for (let at = start; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			if (unit === backslash) {
				at++;
			} else if (this.#isOuter(at) && !isFromOuter) {
				return at;
			} else if (unit === quote) {
				isText = !isText;
			} else if (!isText && (unit === openBracket || unit === openBrace || unit === openParenthesis)) {
				depth++;
			} else if (
				!isText &&
				(unit === closeBracket || unit === closeBrace || unit === closeParenthesis) &&
				--depth === 0
			) {
				return at + 1;
			}
		}
		return text.length;
	}

	/** Returns the end of a parameter's value. A parameter in a path ends with its segment. */
	#parameterEnd(at: number, start: number): number {
		const text = this.#text;
		const isInPath = at < this.#query;
		for (let end = this.#quotedEnd(start); end < text.length; end++) {
			const sign = text[end];
			if (
				sign === '&' ||
				(sign === '#' && matchesAt(haproxyEscape, text, end) === null) ||
				(isInPath && (sign === '/' || sign === '?'))
			) {
				return end;
			}
			if (this.#isOuter(end) || (this.#open !== -1 && this.#isQuoteAt(end) && this.#endsAfterQuote(end))) {
				return end;
			}
			// All backslashes of a run give the same result. Checking each would scan the rest of the run every time.
			while (text.charCodeAt(end) === backslash && text.charCodeAt(end + 1) === backslash) {
				end++;
			}
		}
		return text.length;
	}

	/** Returns the end of a quoted value within a parameter, or `start` if the value isn't quoted. */
	#quotedEnd(start: number): number {
		if (this.#isNew?.[start] !== 1 || !isQuote(this.#text.charCodeAt(start))) {
			return start;
		}
		const end = this.#closingQuote(start);
		for (let at = start; at < end; at++) {
			if (this.#text.charCodeAt(at) === ampersand && this.#isNew[at] === 0) {
				return at;
			}
		}
		return end;
	}

	#isParameterName({start}: Name): boolean {
		return start > 0 && /[?&]/.test(this.#text[start - 1] ?? '');
	}

	/** Returns the end of a value without quotes. */
	#wordEnd(start: number, isHeader: boolean, isParameter: boolean): number {
		const text = this.#text;
		for (let end = start; end < text.length; end++) {
			const sign = text[end] ?? '';
			switch (sign) {
				case ' ':
					if (!isHeader) {
						return end;
					}
					break;
				case '\t':
				case '\n':
				case '\v':
				case '\f':
				case '\r':
					return end;
				case '"':
				case "'":
				case '`':
					if (isHeader && text.charCodeAt(end - 1) === equals && !this.#isOuter(end)) {
						end = this.#closingQuote(end);
					} else if (this.#endsAfterQuote(end)) {
						return end;
					}
					break;
				case '\\':
					if ((isHeader || this.#open !== -1) && (text[end + 1] === 'r' || text[end + 1] === 'n')) {
						return end;
					}
					if (this.#isQuoteAt(end) && this.#endsAfterQuote(end)) {
						return end;
					}
					if (isAmpersand(text, end) && startsPair(text, end + (text[end + 1] === 'u' ? 6 : 4))) {
						return end;
					}
					while (text[end + 1] === '\\') {
						end++;
					}
					end++;
					break;
				case '&':
					if (isParameter || this.#kind === 'url' || startsPair(text, end + 1)) {
						return end;
					}
					break;
				case ',':
					if (
						(isHeader && matchesAt(nextHeader, text, end) !== null) ||
						(!isHeader && endsWord(text, end + 1))
					) {
						return end;
					}
					break;
				case ';':
				case ')':
				case ']':
				case '}':
				case '>':
				case '<':
					if (!isHeader && endsWord(text, end + 1)) {
						return end;
					}
					break;
			}
		}
		return text.length;
	}

	/** True if there is a quote at this offset, escaped or not. */
	#isQuoteAt(at: number): boolean {
		let index = at;
		while (this.#text.charCodeAt(index) === backslash) {
			index++;
		}
		return isQuote(this.#text.charCodeAt(index));
	}

	/** True if a quote, escaped or not, is followed by a character that may follow a value. */
	#endsAfterQuote(at: number): boolean {
		if (this.#isOuter(at)) {
			return true;
		}
		let index = at;
		while (this.#text.charCodeAt(index) === backslash) {
			index++;
		}
		index++;
		const isEnd = matchesAt(afterValue, this.#text, index) !== null;
		// An escaped quote before a space may be part of a word or its end.
		return isEnd || this.#text[index] === '\\';
	}

	/** Finds user info after `//`, even with characters that should have been encoded. */
	#authority(start: number): void {
		const text = this.#text;
		let end = start;
		while (end < text.length && !isSpace(text.charCodeAt(end)) && !'/?#"<>'.includes(text[end] ?? '')) {
			end++;
		}
		const name = text.slice(start, end);
		const at = name.lastIndexOf('@');
		if (at > 0) {
			this.#hideUserInfo(start, start + at);
		} else if (at === -1 && /^[^:[]*:(?!\d{0,5}$)/.test(name)) {
			const [more] = /^[^\s"@]{0,256}@/.exec(text.slice(end, end + maxNameLength)) ?? [];
			if (more !== undefined) {
				this.#hideUserInfo(start, end + more.length - 1);
			}
		}
	}

	#hideUserInfo(start: number, end: number): void {
		if (end > start && this.#text.slice(start, end) !== redactedMark) {
			this.#hide(start, end);
		}
		this.#userInfo = end;
	}

	/** Handles the characters before an `@`: user info, or a mail address with the rest after the `@`. */
	#at(at: number): void {
		const text = this.#text;
		const min = Math.max(this.#done, this.#userInfo);
		let start = at;
		while (
			start > min &&
			!isSpace(text.charCodeAt(start - 1)) &&
			!beforeUserInfo.has(text[start - 1] ?? '')
		) {
			start--;
		}
		// A password may contain some of the characters that may precede a name.
		const [user = ''] = text.slice(start, at).split(':', 1);
		const sign = (start + user.length === at ? text.slice(start, at) : user).split(beforeUser).at(-1) ?? '';
		start += user.length - sign.length;
		start += noUserInfo.exec(text.slice(start, Math.min(at, start + 20)))?.[0].length ?? 0;
		if (start >= at || text.slice(start, at) === redactedMark) {
			return;
		}
		const isGoingOn = start > 0 && start - 1 === this.#userInfo && text.charCodeAt(start - 1) === atSign;
		if (isGoingOn || text.startsWith('//', start - 2) || text.slice(start, at).includes(':')) {
			this.#hideUserInfo(start, at);
			return;
		}
		const mail = matchesAt(mailDomain, text, at);
		if (mail !== null) {
			this.#hide(start, at + mail[0].length);
		} else if (matchesAt(plainHost, text, at) !== null) {
			this.#hideUserInfo(start, at);
		}
	}

	/** Handles elements: `<password>…</password>`. */
	#element(at: number): void {
		const [opening, name] = matchesAt(element, this.#text, at) ?? [];
		if (opening === undefined || name === undefined) {
			return;
		}
		const called =
			opening.length > name.length + 2 ? (/\s(?:name|key)=["']([^"']+)/i.exec(opening)?.[1] ?? '') : '';
		if (this.#names.has(textOf(called || name))) {
			const start = at + opening.length;
			const near = this.#text.slice(start, start + maxElementLength);
			const closing = near.indexOf(`</${name}`);
			const end = closing === -1 ? near.indexOf('<') : closing;
			const value = end === -1 ? near : near.slice(0, end);
			const isName = /^key$/i.test(called || name) && nextElement.test(near.slice(value.length));
			if (!meaningless.test(value.slice(0, 12).trim()) && (!isName || looksRandom(value))) {
				this.#hide(start, start + value.length);
			}
		}
	}

	/** Hides ident and user, which are between the client and the time. */
	#client(at: number): void {
		const text = this.#text;
		const isLogTime = matchesAt(logTime, text, at) !== null;
		if (text.charCodeAt(at - 1) !== space || (!isLogTime && matchesAt(otherTime, text, at) === null)) {
			return;
		}
		const words: {readonly start: number; readonly text: string}[] = [];
		let end = at - 1;
		for (const word of text
			.slice(Math.max(0, at - maxClientLength), end)
			.split(' ')
			.reverse()
			.slice(0, maxWords)) {
			words.push({start: end - word.length, text: word});
			end -= word.length + 1;
		}
		const isClient = ({text: word}: {readonly text: string}): boolean => {
			const address = word.slice(word.lastIndexOf('"') + 1);
			return [
				address,
				address.replace(/:\d{1,5}$/, ''),
				address.replace(/^\[(.*)\](?::\d{1,5})?$/, '$1'),
			].some(one => parseAddress(one) !== null);
		};
		const client = words.findIndex(isClient);
		if (words.length < 3 || (client !== -1 && client < 2) || (client === -1 && !isLogTime)) {
			return;
		}
		// If no word is an address, the client is a host name, which is hidden, too.
		for (const {start, text: word} of words.slice(0, client === -1 ? 3 : client)) {
			if (word !== '' && !meaningless.test(word) && !plainNumber.test(word)) {
				this.#hide(start, start + word.length);
			}
		}
	}
}

function isQuote(unit: number): boolean {
	return unit === quote || unit === apostrophe || unit === backtick;
}

/** An ampersand as written by JSON or nginx. */
function isAmpersand(text: string, at: number): boolean {
	return text.startsWith('\\u0026', at) || text.startsWith('\\x26', at);
}

/** A name and a `=`. */
const pairStart = /[\w.%[\]~+-]{0,64}(?:=|\s|$)/y;
function startsPair(text: string, at: number): boolean {
	return matchesAt(pairStart, text, at) !== null;
}

/** Characters that may follow the end of a word. */
const wordAfter = /[\s"'`)\]}>;,]|$|[\w.-]{1,64}\s?[=:]|\\/y;
function endsWord(text: string, at: number): boolean {
	return matchesAt(wordAfter, text, at) !== null;
}

/** Decodes a name from bytes. They may be UTF-8 or ISO 8859-1. */
function textOf(name: string): string {
	if (!/[\x80-\xff]/.test(name)) {
		return name;
	}
	const text = Buffer.from(name, 'latin1').toString();
	return text.includes('\ufffd') ? name : text;
}
