import {batchRows, inputSize} from '../../../kernel/assembly/batch';

/** Bytes that the length of a line may take. */
const longestLength: i32 = 3;

/** So much may be written behind the end. */
const slack: i32 = 16;

/** A column of the rows of a batch: the longest is that of the lines themselves. */
export const output: usize = memory.data(inputSize + batchRows * longestLength + slack, 16);

/** Writes a text's length, in groups of seven bits, and the text. Returns where it ends; up to 15 bytes more are written. */
export function putString(to: usize, start: usize, length: usize): usize {
	let at = to;
	let left = <u32>length;
	for (; left > 127; left >>= 7) {
		store<u8>(at++, (left & 127) | 128);
	}
	store<u8>(at++, left);
	for (let index: usize = 0; index < length; index += 16) {
		v128.store(at + index, v128.load(start + index));
	}
	return at + length;
}
