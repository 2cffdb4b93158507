/** Lines in JSON strings, as Docker writes them. */

import {unescapedAt} from './batch';
import {byte, digitAt} from './line-pieces';
import {markAt} from './marks';

const newline: u32 = 10;
const space: u32 = 32;
const quote: u32 = 34;
const backslash: u32 = 92;
const lowerN: u32 = 110;
const lowerU: u32 = 117;
const del: u32 = 127;

/** `00` as a little-endian word. */
const twoZeros: u32 = 0x3030;

/** Marks of the last unescaped line. */
const maxMarks: usize = 1024;
export const innerMarks: usize = memory.data(1024 * 4, 16);

/**
 * Copies a string without its escapes to a distance of `unescapedAt`, and finds the marks of the copy. The content of the string
 * starts at `start`; its first mark is at `first`. It must end with an escaped line feed. Returns the mark of that escape; 0 if
 * the string ends otherwise, or has escapes that Docker doesn't write in requests.
 */
export function unescapeLine(start: usize, first: usize): usize {
	let target = start + unescapedAt;
	let at = start;
	let mark = first;
	for (let count: usize = 0; count < maxMarks; ) {
		const next = markAt(mark, 0);
		if (byte(next) !== backslash) {
			return 0;
		}
		// Copies up to 15 bytes more, which are overwritten.
		for (let offset: usize = 0; offset < next - at; offset += 16) {
			v128.store(target + offset, v128.load(at + offset));
		}
		target += next - at;
		const escaped = byte(next + 1);
		if (escaped === quote || escaped === backslash) {
			store<u32>(innerMarks + (count++ << 2), <u32>target);
			store<u8>(target++, <u8>escaped);
			mark += 8;
			at = next + 2;
		} else if (escaped === lowerN && byte(next + 2) === quote) {
			store<u32>(innerMarks + (count << 2), <u32>target);
			store<u8>(target, <u8>newline);
			return mark;
		} else if (escaped === lowerU && <u32>load<u16>(next + 2) === twoZeros) {
			const character = <u32>((digitAt(next + 4) << 4) | digitAt(next + 5));
			if (character < space || character >= del || character === quote || character === backslash) {
				return 0;
			}
			store<u8>(target++, <u8>character);
			mark += 4;
			at = next + 6;
		} else {
			return 0;
		}
	}
	return 0;
}
