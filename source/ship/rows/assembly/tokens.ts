import {offsets} from '../../../kernel/assembly/batch';
import {output} from './output';

/** As in index/token.ts. */
const halfBits: u64 = 26;
const halfMask: u32 = (1 << 26) - 1;
const rounds: i32 = 6;
const digits: usize = 13;

/** The words that tokens are made with: u32. */
export const tokenWords: usize = memory.data(rounds * 4, 16);

/**
 * FixedString(13): the tokens of so many rows of a batch, from the first on; `base` is the offset of the input. Returns
 * their bytes.
 */
export function writeTokens(first: i32, count: i32, base: f64): i32 {
	let at = output;
	for (let row = first; row < first + count; row++) {
		const offset = <u64>base + <u64>load<u32>(offsets + ((<usize>row) << 2));
		let left = <u32>(offset >> halfBits);
		let right = <u32>offset & halfMask;
		for (let round = 0; round < rounds; round++) {
			const next = left ^ scramble(right, load<u32>(tokenWords + ((<usize>round) << 2)));
			left = right;
			right = next;
		}
		const token = ((<u64>left) << halfBits) | <u64>right;
		for (let digit: usize = 0; digit < digits; digit++) {
			const value = <u32>(token >> <u64>(4 * (digits - 1 - digit))) & 15;
			store<u8>(at + digit, value + (value < 10 ? 48 : 87));
		}
		at += digits;
	}
	return <i32>(at - output);
}

function scramble(value: u32, key: u32): u32 {
	let hash = value ^ key;
	hash = (hash ^ (hash >> 16)) * 0x85eb_ca6b;
	hash = (hash ^ (hash >> 13)) * 0xc2b2_ae35;
	return (hash ^ (hash >> 16)) & halfMask;
}
