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
import {mayBeSecretName, type SecretNames} from './secret-name.js';
import {findShapes, looksRandom} from './secret-shapes.js';

/**
 * What a text is: `url`, in which a value goes on to the next `&`; `host`, in which a number behind a colon is a port;
 * or `text` of any other kind, such as a line of a log, in which a value ends where a word does.
 */
export type Kind = 'url' | 'host' | 'text';

/**
 * Told of each place that is to be hidden.
 * @param quoted - where a quote stands as this value, which has none, is to have around what is put in its place
 */
type Hide = (start: number, end: number, quoted?: number) => void;

const ampersand = 38;
const apostrophe = 39;
const backtick = 96;
const atSign = 64;

/** No sign of these is a part of a name. */
const beforeName = new Set('"\'`?&;,=:({)}<>/|\\#@');

function isSpace(unit: number): boolean {
	return unit === space || (unit >= 9 && unit <= 13);
}

function isNameSign(unit: number): boolean {
	return !isSpace(unit) && !beforeName.has(String.fromCharCode(unit));
}

/** What stands before user info that has no scheme; the second may be a part of a password. */
const beforeUserInfo = new Set('"\'`<>?#&/@\\');
const beforeUser = /[(),;={}[\]|]/;

/** What may follow the quote that ends a value, or a value without quotes. */
const afterValue = /[\s,;:)}\]>&"'`|/?#\\]|$/y;

const isWordSign = /[\w\x80-\xff]/;

/** What stands behind a backslash and is no part of a name. */
const escapeEnd = /u[\da-f]{4}|x[\da-f]{2}|[bfnrtv]/iy;

/** What a value that looks random begins with. */
const valueStart = /["']?[\w.~+/=%-]{1,256}/y;

/** UTF-16 units of a name, its quotes included, or of what is looked through for one. */
const longestName = 258;

/** Spaces around `=` and behind a colon. */
const mostSpaces = 64;

/** What tells nothing, and what stands for anything in a search. */
const meaningless = /^(?:|-|\*|null|nil|none|undefined|true|false|REDACTED)$/i;

/**
 * Statuses are numbers that stand under such names as `code`, and so are Heroku's errors, such as `H12`:
 * https://devcenter.heroku.com/articles/error-codes
 */
const status = /^(?:[1-5]\d\d|[HLR]\d\d)$/;

/** Such a number is a port behind such a name. */
const port = /^\d{2,5}$/;
const hostName = /[.-]|^(?:auth|oauth|sso|login|accounts?|sessions?|e?mail|users?|tickets?|cards?)$/i;

/** What is sent as the value of these goes on to the end of a line. */
const header = /(?:^|[-_])(?:cookie2?|authorization)$/i;
const nextCookie = /;\s?[\w.%-]{1,64}=/y;
const nextHeader = /,\s[\w-]{1,40}: /y;
const credentials = /(?:bearer|basic|digest|token|negotiate|ntlm|apikey|aws4-hmac-sha256)[\s+]{1,8}(?=\S)/iy;

/** Names under which the user of a server is told before its host. */
const userName = /^(?:user|username|usr|uid|login|account|mail|email)$/i;

/** What isn't user info before a colon: schemes of addresses, and fields of a search. */
const noUserInfo =
	/^(?:mailto|sips?|xmpp|acct|im|url|agent|referer|user|host|line|forwarded|upstream):[=~]*/i;

/** Not `logo@2x.png`. */
const mailDomain =
	/@(?!\d+(?:\.\d+)?x\.)(?:[a-z\d\x80-\xff-]{1,63}\.){1,8}[a-z\x80-\xff][a-z\d\x80-\xff-]{1,62}/iy;
const plainHost =
	/@(?:localhost\b|\d{1,3}(?:\.\d{1,3}){3}(?!\d)|\[|[a-z\d-]{1,63}:\d{1,5}(?!\w)|[a-z]{2,5}\()/iy;

/** Bytes that are looked through for the end of an element. */
const longestElement = 4096;
const element = /<([\w:.\x80-\xff-]{1,64})(?:\s[^<>]{0,256})?>/y;

/** The end of an element with another one behind it: `<key>token</key><string>…`. */
const nextElement = /^<\/[\w:.-]{1,64}>\s{0,64}<\w/;

/** What stands around a value in a list of names and values, as AWS WAF, HAR and HTML write these. */
const longestPair = 1024;
const valueName = /^(?:value|val|v|content|text)$/i;
const nameMember =
	/["'](?:name|key|header|field|param|parameter|label|n|k)["']\s{0,8}:\s{0,8}["']([^"']{1,256})["']/i;
const nameAttribute = /\b(?:name|id|property)=(?:["']([^"']{1,256})["']|([^\s"'<>]{1,256}))/i;

/** A part of a form, as it is sent. */
const formPart = /\bname="([^"\r\n]{1,256})"[^\r\n]{0,256}\r?\n\r?\n([^\r\n]+)/g;

/** An option of a command with its value behind it. */
const option = /(?<!\S)--?([a-z][\w-]{1,64})\s{1,8}(?!-)(?:["'](?=[^\s"']))?([^\s"']+)/gi;

/** The time in brackets, before which Apache and others write who asked: client, ident, user. */
const logTime = /\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:/y;
const otherTime = /\[(?:\d{4}-\d{2}-\d{2}[T ]|\d{10}[.\]])/y;
const longestClient = 512;
const mostWords = 8;
const plainNumber = /^\d+(?:\.\d+)?$/;

/** A comparison as OData, SQL and sentences have it; without quotes, of a word with a digit: `password is strong` tells none. */
const comparison =
	/([\w.-]{1,64})[\s+~]{1,8}(?:eq|ne|is|was|like|->|<>)[\s+~]{1,8}(?:["'`]([^"'`]+)|((?=[^\s"'`&]{0,64}\d)[^\s"'`&]{4,}))/gi;

const mayCompare = /[\s+~](?:eq|ne|is|was|like|->|<>)[\s+~]/i;

/** The user that an error log of nginx or Apache names: `user "alice": password mismatch`, `user alice not found`. */
const toldUser =
	/\buser\s(?!agent)(?:"([^"]{1,256})"(?=: password mismatch| (?:was )?not found| in )|([^\s:"]{1,256})(?=: (?:auth|password)|\s(?:(?:was )?not found|from\s)))/gi;

/** A name in an element, or a string of PHP, and what stands in the next one. */
const nextString =
	/<(?:key|name)>([^<]{1,256})<\/(?:key|name)>\s{0,8}(?:<\w{1,64}>){1,2}([^<]+)|"([^"]{1,256})"(?:\]=>\s{0,8}string\(\d{1,9}\)\s|;s:\d{1,9}:)"([^"]+)/g;

/** What stands before a password or a token. */
const scheme = /\b(bearer|basic|digest|negotiate)[\s+]{1,8}([\w.~+/=-]+)/gi;

function matchesAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
	sticky.lastIndex = at;
	return sticky.exec(text);
}

/** Finds in a layer of a text what is secret as it stands there; what is encoded in it is another layer. */
export function findSecrets(layer: Layer, kind: Kind, names: SecretNames, hide: Hide): void {
	const {text} = layer;
	new Finder(layer, kind, names, hide).find();
	findShapes(text, hide);
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
	for (const found of text.matchAll(toldUser)) {
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

/** A name, and how it stands before its value. */
type Name = {
	readonly text: string;
	readonly start: number /** Where the quote behind it is. */;
	readonly quote: number | null;
	readonly isSpaced: boolean;
};

/** Looks through a text once. Whatever it looks back at, it looks back at no further than to what it has found before. */
class Finder {
	readonly #text: string;
	readonly #isNew: Layer['isNew'];
	readonly #kind: Kind;
	readonly #names: SecretNames;
	readonly #hide: Hide;
	/** Where the query of a URL begins. */
	readonly #query: number;
	/** Where what was found last ends. */
	#done = 0;
	/** Where the quote is that has been opened and not closed; -1: none is. */
	#open = -1;
	/** Where the user info that was found last ends. */
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

	/** A name and its value around a `=` or a colon. Returns where the value ends, or -1 where nothing is hidden. */
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
			// The end of a password.
			return -1;
		}
		const isArrow = !isColon && text[value] === '>';
		value += isArrow ? 1 : 0;
		if (isColon || isArrow || name.isSpaced || name.quote !== null) {
			const most = value + mostSpaces;
			while (value < most && (isSpace(text.charCodeAt(value)) || text.startsWith('%20', value))) {
				value += text[value] === '%' ? 3 : 1;
			}
		}
		if (!this.#isSecret(name, value) && !this.#isListed(name, at)) {
			return -1;
		}
		// A backslash is no part of a name; with one before it that was encoded, the layer before has had another name.
		const isBehind = this.#text.charCodeAt(name.start - 1) === backslash;
		if (!this.#hasNew(name.start - (isBehind ? 1 : 0), value)) {
			// It was found in the layer before, where its end is what it should be.
			return -1;
		}
		const isBare = isColon && name.quote === null;
		if (isBare && (text[value] === ':' || this.#isOfUser(name, at))) {
			return -1;
		}
		return this.#value(name, at, value, isBare);
	}

	/** Whether the name says that its value is a secret, alone, with the word before, or with what the value looks like. */
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

	/** Hides the value that begins at `start`, unless it tells nothing. Returns where it ends. */
	#value(name: Name, at: number, start: number, isBare: boolean): number {
		const text = this.#text;
		const unit = text.charCodeAt(start);
		const isParameter = this.#kind === 'url' && text.charCodeAt(at) === equals && name.quote === null;
		if (!isParameter && (unit === quote || unit === apostrophe || unit === backtick)) {
			if (this.#isClosing(start, name)) {
				return -1;
			}
			const end = this.#closingQuote(start);
			return this.#told(name, start + 1, end) ? Math.min(text.length, end + 1) : -1;
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
		return this.#told(name, from, end) ? end : -1;
	}

	/** Hides a value that tells something. */
	#told(name: Name, start: number, end: number): boolean {
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

	/** The name that ends before a `=` or a colon; null where there is none. */
	#nameBefore(at: number): Name | null {
		const text = this.#text;
		let end = at;
		while (end > this.#done && at - end < mostSpaces && isSpace(text.charCodeAt(end - 1))) {
			end--;
		}
		const isSpaced = end < at;
		const least = Math.max(this.#done, end - longestName);
		if (end > least && isQuote(text.charCodeAt(end - 1))) {
			if (this.#isEscaped(end - 1)) {
				return null;
			}
			const sign = text[end - 1];
			for (let start = end - 2; start >= least; start--) {
				if (text[start] === sign && !this.#isEscaped(start)) {
					return {text: text.slice(start + 1, end - 1), start, quote: end - 1, isSpaced};
				}
			}
			// A quote that belongs to nothing: `?token'=`.
			end--;
		} else if (text[end - 1] === '}') {
			// `{token}=`
			end--;
		}
		let start = end;
		while (start > least && isNameSign(text.charCodeAt(start - 1))) {
			start--;
		}
		if (start > 0 && text.charCodeAt(start - 1) === backslash && !this.#isEscaped(start - 1)) {
			const letters = matchesAt(escapeEnd, text, start)?.[0].length ?? 0;
			// `\\token` may be a name behind a backslash as well as one behind a tab.
			start += this.#names.has(textOf(text.slice(start, end))) ? 0 : letters;
		}
		return start >= end ? null : {text: text.slice(start, end), start, quote: null, isSpaced};
	}

	/** Whether a quote is one of what stands around the text that is encoded here: nothing in that goes on behind it. */
	#isOuter(at: number): boolean {
		return this.#isNew !== null && this.#isNew[at] === 0 && this.#text.charCodeAt(at) === quote;
	}

	/** Whether something there was encoded in the layer before. */
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

	/** `["name", "value"]`, and names and values of headers in one list, as Node has them. */
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
				this.#told(name, start + 1, end);
			}
		}
	}

	/** Whether a value stands in a list of names and values, under a name that is secret. */
	#isListed({text: name, start, quote: end}: Name, at: number): boolean {
		if (!valueName.test(decodedBytes(name))) {
			return false;
		}
		const before = this.#text.slice(Math.max(0, start - longestPair), start);
		const after = this.#text.slice(at + 1, at + 1 + longestPair);
		const [opening, closing, told] =
			end === null ? (['<', '>', nameAttribute] as const) : (['{', '}', nameMember] as const);
		const around = [before.slice(before.lastIndexOf(opening) + 1), after.split(closing, 1)[0] ?? ''];
		return around.some(text => {
			const found = told.exec(decodedBytes(text));
			return found !== null && this.#names.has(textOf(found[1] ?? found[2] ?? ''));
		});
	}

	/** Whether a word that begins with `user:` or the like is user info before a host. */
	#isOfUser({text: name}: Name, at: number): boolean {
		return (
			at < this.#userInfo ||
			(userName.test(name) && /^[^\s"'/?#&]{1,256}@[\w[(]/.test(this.#text.slice(at + 1, at + longestName)))
		);
	}

	/** Whether a quote behind a name ends what the name stands in: in the URL of a line, for example. */
	#isClosing(at: number, name: Name): boolean {
		return (
			name.quote === null &&
			this.#text.charCodeAt(at) === quote &&
			this.#open !== -1 &&
			matchesAt(afterValue, this.#text, at + 1) !== null
		);
	}

	/** Where the text in quotes that begins at `start` ends. A quote with a letter behind it is a part of it. */
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
				// Twice, it is one that doesn't end the text, in CSV and SQL.
				at++;
			} else if (unit === sign && matchesAt(afterValue, text, at + 1) !== null) {
				return at;
			}
		}
		return text.length;
	}

	#closingBracket(start: number): number {
		const text = this.#text;
		// Where quotes of what stands around are in it, it is of that.
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

	/** Where the value of a parameter ends. One in a path ends with its segment. */
	#parameterEnd(at: number, start: number): number {
		const text = this.#text;
		const isInPath = at < this.#query;
		for (let end = this.#quotedEnd(start); end < text.length; end++) {
			const sign = text[end];
			if (sign === '&' || sign === '#' || (isInPath && (sign === '/' || sign === '?'))) {
				return end;
			}
			if (this.#isOuter(end) || (this.#open !== -1 && this.#isQuoteAt(end) && this.#endsAfterQuote(end))) {
				return end;
			}
			// What holds for the first of several backslashes holds for all: each would look at all behind it.
			while (text.charCodeAt(end) === backslash && text.charCodeAt(end + 1) === backslash) {
				end++;
			}
		}
		return text.length;
	}

	/** Where a value in quotes within a parameter ends; where it begins, when it isn't one. */
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

	/** Where a value without quotes ends. */
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

	/** Whether a quote stands at a place, escaped or not. */
	#isQuoteAt(at: number): boolean {
		let place = at;
		while (this.#text.charCodeAt(place) === backslash) {
			place++;
		}
		return isQuote(this.#text.charCodeAt(place));
	}

	/** Whether a quote, escaped or not, is followed by what may stand behind a value. */
	#endsAfterQuote(at: number): boolean {
		if (this.#isOuter(at)) {
			return true;
		}
		let place = at;
		while (this.#text.charCodeAt(place) === backslash) {
			place++;
		}
		place++;
		const isEnd = matchesAt(afterValue, this.#text, place) !== null;
		// What is escaped and followed by a space may be a part of a word as well as its end.
		return isEnd || this.#text[place] === '\\';
	}

	/** User info in what stands behind `//`, also where it has signs in it that should have been encoded. */
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
			const [more] = /^[^\s"@]{0,256}@/.exec(text.slice(end, end + longestName)) ?? [];
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

	/** What stands before an `@`: user info, or a mail address with what follows. */
	#at(at: number): void {
		const text = this.#text;
		const least = Math.max(this.#done, this.#userInfo);
		let start = at;
		while (
			start > least &&
			!isSpace(text.charCodeAt(start - 1)) &&
			!beforeUserInfo.has(text[start - 1] ?? '')
		) {
			start--;
		}
		// A password may have some of the signs that may stand before a name.
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

	/** `<password>…</password>` */
	#element(at: number): void {
		const [opening, name] = matchesAt(element, this.#text, at) ?? [];
		if (opening === undefined || name === undefined) {
			return;
		}
		const called =
			opening.length > name.length + 2 ? (/\s(?:name|key)=["']([^"']+)/i.exec(opening)?.[1] ?? '') : '';
		if (this.#names.has(textOf(called || name))) {
			const start = at + opening.length;
			const near = this.#text.slice(start, start + longestElement);
			const closing = near.indexOf(`</${name}`);
			const end = closing === -1 ? near.indexOf('<') : closing;
			const value = end === -1 ? near : near.slice(0, end);
			const isName = /^key$/i.test(called || name) && nextElement.test(near.slice(value.length));
			if (!meaningless.test(value.slice(0, 12).trim()) && (!isName || looksRandom(value))) {
				this.#hide(start, start + value.length);
			}
		}
	}

	/** Ident and user, which stand between the client and the time. */
	#client(at: number): void {
		const text = this.#text;
		const isLogTime = matchesAt(logTime, text, at) !== null;
		if (text.charCodeAt(at - 1) !== space || (!isLogTime && matchesAt(otherTime, text, at) === null)) {
			return;
		}
		const words: {readonly start: number; readonly text: string}[] = [];
		let end = at - 1;
		for (const word of text
			.slice(Math.max(0, at - longestClient), end)
			.split(' ')
			.reverse()
			.slice(0, mostWords)) {
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
		// Without an address the client is told by its name.
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

/** How JSON and nginx write an ampersand. */
function isAmpersand(text: string, at: number): boolean {
	return text.startsWith('\\u0026', at) || text.startsWith('\\x26', at);
}

/** A name and a `=`. */
const pairStart = /[\w.%[\]~+-]{0,64}(?:=|\s|$)/y;
function startsPair(text: string, at: number): boolean {
	return matchesAt(pairStart, text, at) !== null;
}

/** What may stand behind the sign that ends a word. */
const wordAfter = /[\s"'`)\]}>;,]|$|[\w.-]{1,64}\s?[=:]|\\/y;
function endsWord(text: string, at: number): boolean {
	return matchesAt(wordAfter, text, at) !== null;
}

/** A name out of a text of bytes, which may be of ISO 8859-1, too. */
function textOf(name: string): string {
	if (!/[\x80-\xff]/.test(name)) {
		return name;
	}
	const text = Buffer.from(name, 'latin1').toString();
	return text.includes('\ufffd') ? name : text;
}
