import {isUtf8} from 'node:buffer';
import {letterBytes, withoutJsonEscapes} from './json-escapes.js';

/**
 * Escaping of bytes in a format.
 *
 * - `clf`: quoted strings of Apache and nginx. Both write `\xHH`. Only Apache also writes `\"` `\\` `\n` and the like; nginx
 *   writes a quote and a backslash as `\xHH`, so one decoder serves both.
 * - `haproxy`: `#HH`.
 * - `json`: strings of JSON. nginx writes these escapes even without `escape=json`.
 *
 * Sources: ap_escape_logitem in Apache's server/util.c, ngx_http_log_escape in nginx, RFC 8259.
 */
export type Escapes = 'none' | 'clf' | 'haproxy' | 'json';

/** The escapes of Apache and nginx: a letter, or `\xHH`. */
const clfEscapes = /\\(?:(["\\bfnrtv])|x([\dA-Fa-f]{2}))/g;

/** HAProxy's `#HH`: lf_encode_chunk in its src/log.c. */
const haproxyEscapes = /#()([\dA-Fa-f]{2})/g;

/** Undoes escapes once, in text with a character for each byte. An invalid escape stays unchanged. */
function withoutEscapes(text: string, escapes: RegExp): string {
	return text.replace(escapes, (_, letter?: string, byte = '') =>
		letter ? (letterBytes[letter] ?? '') : String.fromCharCode(Number.parseInt(byte as string, 16)),
	);
}

/** A well-formed sequence of UTF-8 of two bytes or more (Unicode, table 3-7), or another byte beyond ASCII. */
const sequence =
	/[\xC2-\xDF][\x80-\xBF]|(?:\xE0[\xA0-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]|\xED[\x80-\x9F])[\x80-\xBF]|(?:\xF0[\x90-\xBF]|[\xF1-\xF3][\x80-\xBF]|\xF4[\x80-\x8F])[\x80-\xBF]{2}|([\x80-\xFF])/g;

/** Decodes UTF-8. A byte that isn't part of valid UTF-8 becomes a visible `\xNN`. */
export function decodeUtf8(bytes: Buffer): string {
	if (isUtf8(bytes)) {
		return bytes.toString('utf8');
	}
	const visible = bytes
		.toString('latin1')
		.replace(sequence, (valid: string, broken?: string) =>
			broken === undefined ? valid : `\\x${broken.charCodeAt(0).toString(16).toUpperCase()}`,
		);
	return Buffer.from(visible, 'latin1').toString('utf8');
}

/** Decodes the bytes of a field: undoes the log's escapes once, then decodes UTF-8. */
export function decodeText(bytes: Buffer, escapes: Escapes): string {
	return decodeUtf8(unescaped(bytes, escapes));
}

/** First character of escapes. */
const introducers: Readonly<Record<Escapes, string | null>> = {
	none: null,
	clf: '\\',
	haproxy: '#',
	json: '\\',
};

/**
 * Decodes `bytes[start, end)` like `decodeText`, in half the time. Nearly all values are well-formed and have no escapes, and the
 * decoded string shows the ones that are broken or escaped.
 */
export function decodeTextAt(bytes: Buffer, start: number, end: number, escapes: Escapes): string {
	const text = bytes.toString('utf8', start, end);
	const introducer = introducers[escapes];
	return text.includes('\ufffd') || (introducer !== null && text.includes(introducer))
		? decodeText(bytes.subarray(start, end), escapes)
		: text;
}

function unescaped(bytes: Buffer, escapes: Escapes): Buffer {
	const introducer = introducers[escapes];
	if (introducer === null || !bytes.includes(introducer)) {
		return bytes;
	}
	if (escapes === 'json') {
		return withoutJsonEscapes(bytes);
	}
	const text = bytes.toString('latin1');
	return Buffer.from(withoutEscapes(text, escapes === 'haproxy' ? haproxyEscapes : clfEscapes), 'latin1');
}
