/** Builds the shape of an unknown path, like `foldPath` of `routes`, for ASCII. */

/** Classes of bytes: a digit, a letter that is a hexadecimal digit, another letter; 0 for other bytes. */
const digit: u8 = 1;
const hexLetter: u8 = 2;
const letter: u8 = 4;

/** Minimum number of hexadecimal digits that can't be a word, and the minimum if they include letters and digits. */
const longHex: usize = 16;
const mixedHex: usize = 8;

/** Length of a UUID. */
const uuidLength: usize = 36;

/** `{id}`, and the six bytes of `{hash}`. */
const id: u32 = 0x7d64_697b;
const hashBegin: u32 = 0x7361_687b;
const hashEnd: u16 = 0x7d68;

/**
 * Writes the shape of the path `[start, end)` to `to`. Returns its length; 0 if it exceeds `longest` bytes, in which case these
 * bytes are undefined.
 */
export function foldPath(start: usize, end: usize, to: usize, longest: usize): usize {
	const stop = to + longest;
	let out = to;
	for (let at = start; at < end; ) {
		const byte = load<u8>(at);
		if (kindOf(byte) === 0) {
			// Percent-encoded bytes aren't numbers: after %20 a new word begins.
			const length: usize = byte === 37 && isEncoded(at, end) ? 3 : 1;
			if (out + length > stop) {
				return 0;
			}
			for (let index: usize = 0; index < length; index++) {
				store<u8>(out++, load<u8>(at++));
			}
			continue;
		}
		let seen: u32 = 0;
		const word = at;
		for (; at < end; at++) {
			const kind = kindOf(load<u8>(at));
			if (kind === 0) {
				break;
			}
			seen |= kind;
		}
		const length = at - word;
		if (seen < letter) {
			const isUuid = length === mixedHex && isUuidAt(word, end);
			if (isUuid || seen !== digit) {
				if (isUuid || length >= longHex || (length >= mixedHex && seen === (digit | hexLetter))) {
					if (out + 6 > stop) {
						return 0;
					}
					store<u32>(out, hashBegin);
					store<u16>(out, hashEnd, 4);
					out += 6;
					at = isUuid ? word + uuidLength : at;
					continue;
				}
			} else {
				if (out + 4 > stop) {
					return 0;
				}
				store<u32>(out, id);
				out += 4;
				continue;
			}
		}
		if (out + length > stop) {
			return 0;
		}
		memory.copy(out, word, length);
		out += length;
	}
	return out - to;
}

/** The class of each byte. */
const kinds: usize = memory.data(256);
memory.fill(kinds + 48, digit, 10);
memory.fill(kinds + 65, hexLetter, 6);
memory.fill(kinds + 71, letter, 20);
memory.fill(kinds + 97, hexLetter, 6);
memory.fill(kinds + 103, letter, 20);

function kindOf(byte: u8): u32 {
	return load<u8>(kinds + <usize>byte);
}

function isHex(at: usize): bool {
	const kind = kindOf(load<u8>(at));
	return kind === digit || kind === hexLetter;
}

function isEncoded(at: usize, end: usize): bool {
	return at + 2 < end && isHex(at + 1) && isHex(at + 2);
}

/** Checks that eight hexadecimal digits are the beginning of a UUID. */
function isUuidAt(start: usize, end: usize): bool {
	if (start + uuidLength > end) {
		return false;
	}
	for (let index = mixedHex; index < uuidLength; index++) {
		const isDash = index === 8 || index === 13 || index === 18 || index === 23;
		if (isDash ? load<u8>(start + index) !== 45 : !isHex(start + index)) {
			return false;
		}
	}
	return start + uuidLength === end || kindOf(load<u8>(start + uuidLength)) === 0;
}
