import {backslash, lowerU, lowerX} from '../../ascii.js';

/** The bytes of letters that may follow a backslash: RFC 8259, 7, and `\v` of Apache. */
export const letterBytes: Readonly<Record<string, string>> = {
	'"': '"',
	'\\': '\\',
	'/': '/',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
};

/** The same for JSON, by byte; 0 for other bytes. */
const letters = new Uint8Array(256);
for (const letter of '"\\/bfnrt') {
	letters[letter.charCodeAt(0)] = letterBytes[letter]?.charCodeAt(0) ?? 0;
}

/** Length of the longest escape, such as `\\u00e9`. */
export const maxEscapeLength = 6;

/** `\xHH`, `\uHHHH`, or two of the latter for a pair of surrogates. */
const numberEscape =
	/^\\(?:x([\dA-Fa-f]{2})|u((?![Dd][89A-Fa-f])[\dA-Fa-f]{4}|[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}))/;

/**
 * Undoes the escapes of the JSON string `bytes[start, end)` once. Writes the result to `target` from `at` on, where `end - start`
 * bytes must be free. Returns the offset after it. `\xHH`, which nginx writes without `escape=json`, is a byte. Unpaired
 * surrogates and invalid escapes stay unchanged.
 */
export function unescapeJson(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
	let written = at;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		const next = byte === backslash && index + 1 < end ? (bytes[index + 1] ?? 0) : 0;
		const letter = letters[next] ?? 0;
		if (letter !== 0) {
			target[written++] = letter;
			index++;
		} else if (next === lowerU || next === lowerX) {
			const text = bytes.toString('latin1', index, Math.min(index + 2 * maxEscapeLength, end));
			const [all = '\\', hex, units] = numberEscape.exec(text) ?? [];
			const codes = (hex ?? units)?.split('\\u').map(code => Number.parseInt(code, 16)) ?? [backslash];
			const encoding = units === undefined ? 'latin1' : 'utf8';
			written += target.write(String.fromCharCode(...codes), written, encoding);
			index += all.length - 1;
		} else {
			target[written++] = byte;
		}
	}
	return written;
}

/** Returns the decoded bytes of a JSON string. */
export function withoutJsonEscapes(bytes: Buffer): Buffer {
	const target = Buffer.allocUnsafe(bytes.length);
	return target.subarray(0, unescapeJson(bytes, 0, bytes.length, target, 0));
}
