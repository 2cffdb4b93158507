import {isUtf8} from 'node:buffer';
import {backslash, hash, lowerX} from '../../ascii.js';
import {hexDigit} from './hex-digit.js';
import {withoutJsonEscapes} from './json-escapes.js';

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

/** Byte of each letter that may follow a backslash. */
const letters = new Map(
	Object.entries({'"': 34, '\\': 92, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11}).map(([letter, byte]) => [
		letter.charCodeAt(0),
		byte,
	]),
);

/** Undoes the escapes once. An invalid escape stays unchanged. */
function withoutEscapes(bytes: Buffer): Buffer {
	const target = Buffer.allocUnsafe(bytes.length);
	let length = 0;
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index] ?? 0;
		const next = bytes[index + 1];
		if (byte !== backslash || next === undefined) {
			target[length++] = byte;
			continue;
		}
		const letter = letters.get(next);
		const high = next === lowerX ? hexDigit(bytes[index + 2]) : -1;
		const low = high === -1 ? -1 : hexDigit(bytes[index + 3]);
		if (letter !== undefined) {
			target[length++] = letter;
			index++;
		} else if (low !== -1) {
			target[length++] = high * 16 + low;
			index += 3;
		} else {
			target[length++] = byte;
		}
	}
	return target.subarray(0, length);
}

/** Undoes HAProxy's `#HH`: lf_encode_chunk in its src/log.c. */
function withoutHashes(bytes: Buffer): Buffer {
	const target = Buffer.allocUnsafe(bytes.length);
	let length = 0;
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index] ?? 0;
		const high = byte === hash ? hexDigit(bytes[index + 1]) : -1;
		const low = high === -1 ? -1 : hexDigit(bytes[index + 2]);
		target[length++] = low === -1 ? byte : high * 16 + low;
		index += low === -1 ? 0 : 2;
	}
	return target.subarray(0, length);
}

/** Returns the length of the well-formed UTF-8 sequence at `index`, or 0 if it isn't well-formed (Unicode, table 3-7). */
function sequenceLength(bytes: Buffer, index: number): number {
	const lead = bytes[index] ?? 0;
	const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
	return length > 0 && index + length <= bytes.length && isUtf8(bytes.subarray(index, index + length))
		? length
		: 0;
}

function decodeBroken(bytes: Buffer): string {
	let text = '';
	let from = 0;
	for (let index = 0; index < bytes.length; ) {
		const length = sequenceLength(bytes, index);
		if (length === 0) {
			const hex = (bytes[index] ?? 0).toString(16).toUpperCase();
			text += `${bytes.toString('utf8', from, index)}\\x${hex}`;
			from = index + 1;
		}
		index += Math.max(1, length);
	}
	return text + bytes.toString('utf8', from);
}

/** Decodes UTF-8. A byte that isn't part of valid UTF-8 becomes a visible `\xNN`. */
export function decodeUtf8(bytes: Buffer): string {
	return isUtf8(bytes) ? bytes.toString('utf8') : decodeBroken(bytes);
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
	if (escapes === 'clf' && bytes.includes(backslash)) {
		return withoutEscapes(bytes);
	}
	if (escapes === 'json' && bytes.includes(backslash)) {
		return withoutJsonEscapes(bytes);
	}
	return escapes === 'haproxy' && bytes.includes(hash) ? withoutHashes(bytes) : bytes;
}
