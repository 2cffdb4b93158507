import type {SearchedText} from '../fields/fields.js';
import type {PartsMatch} from './expression.js';

/** Fields that contain URLs. */
const urlFields: ReadonlySet<string> = new Set<SearchedText>(['url', 'referer', 'route', 'param']);

/** Characters that URLs contain only percent-encoded. Braces aren't included, because routes contain them. */
const encoded = /[^\0-\x7f]|[ "<>[\\\]^`|]/;

/** True if URLs contain a string for this field only percent-encoded. */
export function isEncodedInUrls(field: string, text: string): boolean {
	return urlFields.has(field) && encoded.test(text);
}

/**
 * Returns the text that a URL stands for: `/café` for `/caf%C3%A9`, also for its decomposed form `/cafe%CC%81`. A `+` is a space,
 * as in forms. Bytes that aren't UTF-8 become U+FFFD.
 */
export function textOfUrl(url: string): string {
	const spaced = url.replaceAll('+', ' ');
	const decoded = spaced.includes('%')
		? spaced.replaceAll(/(?:%[\da-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
		: spaced;
	return decoded.normalize('NFC');
}

/** Returns the condition on `textOfUrl` that equals a condition on a URL without percent-encoding. */
export function onTextOfUrl(match: PartsMatch): PartsMatch {
	const plain = (text: string): string => text.replaceAll('+', ' ').normalize('NFC');
	return match.kind === 'whole'
		? {...match, parts: match.parts.map(plain)}
		: {...match, text: plain(match.text)};
}
