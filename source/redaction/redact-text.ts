import {redactedMark} from '../query/redacted-mark.js';
import {findSecrets, type Kind} from './find-secrets.js';
import {isDeeper, type Layer, layersOf} from './layers.js';
import {SecretNames} from './secret-name.js';
import {mayHoldShape} from './secret-shapes.js';
import {addressesIn} from './short-address.js';

/** A range of a string and its replacement. If `quote` is set, the replacement is enclosed in the quote at that range. */
export type Hidden = {
	readonly start: number;
	readonly end: number;
	readonly instead: string;
	readonly quote?: {readonly start: number; readonly end: number} | undefined;
};

/** A string with known hidden ranges. In each occurrence within another string, exactly these ranges are hidden. */
export type KnownText = {
	/** One character per byte. */
	readonly text: string;
	readonly hidden: readonly Hidden[];
	/** True if only occurrences as a whole word count. */
	readonly isWord: boolean;
};

/** A string that doesn't match contains no secret. */
const suspect =
	/[=@:%\\<&#[\uff1a\uff1d]|\d\.\d|[-_]\d{1,3}[-_]\d|[\da-f]--|[\s+~](?:eq|ne|is|was|like|->|<>)[\s+~]|["'],\s?["']|\buser\s|(?:basic|bearer|digest|negotiate)[\s+]|(?:^|\s)--?[a-z]|\xef[\xbc\xbd]/i;

/** Escapes in a string with too many nested encodings, and the characters that end the hidden part around an escape. */
const unread = /%[\da-f]{2}|\\[\\"'/uxX\d]|&#?\w{1,8};/gi;
const unreadEnds = new Set(' \t\n\r"\'&?/=,;');

function unreadIn(layer: Layer): readonly Hidden[] {
	const {text} = layer;
	const hidden: Hidden[] = [];
	let done = 0;
	for (const {index, 0: found} of text.matchAll(unread)) {
		if (index < done) {
			continue;
		}
		let start = index;
		let end = index + found.length;
		while (start > done && !unreadEnds.has(text[start - 1] ?? '')) {
			start--;
		}
		while (end < text.length && !unreadEnds.has(text[end] ?? '')) {
			end++;
		}
		hidden.push(hiddenIn(layer)(start, end, redactedMark));
		done = end;
	}
	return hidden;
}

/** Returns the ranges that don't begin in one of the regions. */
function outside(found: readonly Hidden[], regions: readonly Hidden[]): readonly Hidden[] {
	const sorted = merged(regions);
	let next = 0;
	return [...found]
		.sort((a, b) => a.start - b.start)
		.filter(({start}) => {
			while ((sorted[next]?.end ?? Number.POSITIVE_INFINITY) <= start) {
				next++;
			}
			return start < (sorted[next]?.start ?? Number.POSITIVE_INFINITY);
		});
}

function hiddenIn({starts}: Layer) {
	return (start: number, end: number, instead: string, quote?: Hidden['quote']): Hidden => {
		const at = (offset: number): number => (starts === null ? offset : (starts[offset] ?? 0));
		return {
			start: at(start),
			end: at(end),
			instead,
			...(quote && {quote: {start: at(quote.start), end: at(quote.end)}}),
		};
	};
}

/** Removes ranges within other ranges and joins overlapping ones. */
function merged(hidden: readonly Hidden[]): readonly Hidden[] {
	const result: Hidden[] = [];
	for (const one of [...hidden].sort((a, b) => a.start - b.start || b.end - a.end)) {
		const last = result.at(-1);
		if (last === undefined || one.start >= last.end) {
			result.push(one);
		} else if (one.end > last.end) {
			result[result.length - 1] = {start: last.start, end: one.end, instead: redactedMark};
		} else if (one.start === last.start && one.end === last.end && last.instead !== redactedMark) {
			result[result.length - 1] = one;
		}
	}
	return result;
}

/**
 * Returns the part of a URL to put before a parameter that is redacted without its URL. A parameter without a name may be a
 * token, as in `/verify?zQ706ukK7z`, so it is redacted as if it followed such a path.
 */
export function beforeParameter(text: string): string {
	return text.includes('=') ? '?' : '/verify?';
}

/** Returns the string with its hidden ranges replaced. */
export function withoutHidden(text: string, hidden: readonly Hidden[]): string {
	if (hidden.length === 0) {
		return text;
	}
	let shown = '';
	let at = 0;
	for (const {start, end, instead, quote} of merged(hidden)) {
		const sign = quote === undefined ? '' : text.slice(quote.start, quote.end);
		shown += `${text.slice(at, start)}${sign}${instead}${sign}`;
		at = end;
	}
	return shown + text.slice(at);
}

/** Returns the offsets of `wanted` in a string, in linear time (Knuth-Morris-Pratt). */
function textsAt(text: string, wanted: string): readonly number[] {
	const offsets: number[] = [];
	const borders = new Int32Array(wanted.length);
	for (let at = 1, length = 0; at < wanted.length; at++) {
		while (length > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length)) {
			length = borders[length - 1] ?? 0;
		}
		length += wanted.charCodeAt(at) === wanted.charCodeAt(length) ? 1 : 0;
		borders[at] = length;
	}
	for (let at = 0, length = 0; at < text.length; at++) {
		while (length > 0 && text.charCodeAt(at) !== wanted.charCodeAt(length)) {
			length = borders[length - 1] ?? 0;
		}
		length += text.charCodeAt(at) === wanted.charCodeAt(length) ? 1 : 0;
		if (length === wanted.length) {
			offsets.push(at + 1 - length);
			length = 0;
		}
	}
	return offsets;
}

const beside = /[\s|<>"'=:,;()[\]{}\\]/;

function wordsAt(text: string, wanted: string): readonly number[] {
	return textsAt(text, wanted).filter(at => {
		const after = at + wanted.length;
		return (
			(at === 0 || beside.test(text[at - 1] ?? '')) &&
			(after === text.length || beside.test(text[after] ?? ''))
		);
	});
}

/** Redacts strings. */
export class TextRedactor {
	readonly #names: SecretNames;

	constructor(names = new SecretNames()) {
		this.#names = names;
	}

	/**
	 * Returns the ranges of all secrets in a string, in every layer of its encodings.
	 * @param known - strings with known secrets that may occur in it
	 */
	hiddenIn(text: string, kind: Kind, isBytes = false, known: readonly KnownText[] = []): readonly Hidden[] {
		if (known.length === 0 && !suspect.test(text) && !mayHoldShape(text)) {
			return [];
		}
		const hidden: Hidden[] = [];
		const found: Hidden[] = [];
		const regions: Hidden[] = [];
		const layers = layersOf(text, isBytes);
		for (const layer of layers) {
			const hiddenAt = hiddenIn(layer);
			for (const one of known) {
				for (const at of one.isWord ? wordsAt(layer.text, one.text) : textsAt(layer.text, one.text)) {
					regions.push(hiddenAt(at, at + one.text.length, ''));
					hidden.push(
						...one.hidden.map(({start, end, instead, quote}) =>
							hiddenAt(
								at + start,
								at + end,
								instead,
								quote && {start: at + quote.start, end: at + quote.end},
							),
						),
					);
				}
			}
			findSecrets(layer, kind, this.#names, (start, end, quoted) => {
				const quote = quoted === undefined ? undefined : {start: quoted, end: quoted + 1};
				found.push(hiddenAt(start, end, redactedMark, quote));
			});
			for (const {start, end, instead} of addressesIn(layer.text)) {
				found.push(hiddenAt(start, end, instead));
			}
		}
		const last = isDeeper(layers) ? layers.at(-1) : undefined;
		if (last !== undefined) {
			found.push(...unreadIn(last));
		}
		return [...hidden, ...(regions.length === 0 ? found : outside(found, regions))];
	}

	/**
	 * Redacts a string of this kind.
	 * - `url`: values of parameters with secret names, also in paths, fragments, JSON, and nested URLs in any encoding; user info;
	 *   addresses are shortened.
	 * - `host`: the same in a host name, with or without a port.
	 * - `text`: the same in any string, such as a line of unknown format: parameters, cookies, headers and fields by their names, user
	 *   info, mail addresses, web tokens, addresses, and the client and user in a log.
	 */
	redact(text: string, kind: Kind): string {
		return withoutHidden(text, this.hiddenIn(text, kind));
	}
}
