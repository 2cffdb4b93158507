import {decodeText, type Escapes} from '../../../entries/values/decode-text.js';

/** A string with one character for each byte (latin1). The bytes of a log may not be UTF-8, and decoding would change them. */
export type ByteText = string;

/** Returns the UTF-8 bytes of a string. */
export function byteText(text: string): ByteText {
	return isAscii(text) ? text : Buffer.from(text).toString('latin1');
}

/** Returns the text of bytes in UTF-8. */
export function textOf(bytes: ByteText): string {
	return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString();
}

function isAscii(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		if (text.charCodeAt(index) > 127) {
			return false;
		}
	}
	return true;
}

/** The first byte of escape sequences; a non-ASCII byte if there are no escapes. */
const escapeBytes: Readonly<Record<Escapes, number>> = {none: 255, clf: 92, json: 92, haproxy: 35};

/** Returns the decoded string in `bytes[start, end)`. Most need no decoding: ASCII without the first byte of escape sequences. */
export function decodedBytes(bytes: Buffer, start: number, end: number, escapes: Escapes): ByteText {
	const escapeByte = escapeBytes[escapes];
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte > 127 || byte === escapeByte) {
			return byteText(decodeText(bytes.subarray(start, end), escapes));
		}
	}
	return bytes.toString('latin1', start, end);
}
