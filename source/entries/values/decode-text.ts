import {isUtf8} from 'node:buffer';
import {backslash, hash, lowerX} from '../../ascii.js';
import {hexDigit} from './hex-digit.js';
import {withoutJsonEscapes} from './json-escapes.js';

/**
 * How a format writes bytes that it doesn't log as they are. `clf` is what Apache and nginx do in quoted texts:
 * `\xHH` and, Apache only, `\"` `\\` `\n` and the like (nginx writes a quote and a backslash as `\xHH` too, so
 * that one way of undoing serves both).
 * `haproxy`: `#HH`. `json`: what stands in the strings of JSON, and in those that nginx writes without `escape=json`.
 * Sources: ap_escape_logitem in Apache's server/util.c, ngx_http_log_escape in nginx, RFC 8259.
 */
export type Escapes = 'none' | 'clf' | 'haproxy' | 'json';

/** The bytes that a backslash and one of these letters stand for. */
const letters = new Map(
	Object.entries({'"': 34, '\\': 92, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11}).map(([letter, byte]) => [
		letter.charCodeAt(0),
		byte,
	]),
);

/** Undoes the escapes once. An escape that isn't one stays as it stands. */
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

/** Length of the well-formed UTF-8 sequence at `index`, 0 when there is none (Unicode, table 3-7). */
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

/** UTF-8 to text; a byte that is no part of valid UTF-8 becomes a visible `\xNN`. */
export function decodeUtf8(bytes: Buffer): string {
	return isUtf8(bytes) ? bytes.toString('utf8') : decodeBroken(bytes);
}

/** The text that a field's bytes stand for: the log's escapes undone once, then read as UTF-8. */
export function decodeText(bytes: Buffer, escapes: Escapes): string {
	return decodeUtf8(unescaped(bytes, escapes));
}

/** What begins escapes, of those that have one. */
const introducers: Readonly<Record<Escapes, string | null>> = {
	none: null,
	clf: '\\',
	haproxy: '#',
	json: '\\',
};

/**
 * The same of `bytes[start, end)`, at half the time: nearly all texts are well-formed and have no escapes, and what is
 * broken or escaped can be seen in the text.
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
