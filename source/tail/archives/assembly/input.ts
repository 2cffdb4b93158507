/** The input buffer. Decoded bytes make space for new ones. */

/** Maximum number of bytes written at a time. */
export const inputSize: usize = 64 * 1024;

/**
 * Maximum number of undecoded bytes before a write. A bzip2 block takes none until its codes are complete, which need at most
 * 32 KiB.
 */
export const heldSize: usize = 64 * 1024;

const input: usize = memory.data(<i32>(heldSize + inputSize), 16);

/** The undecoded bytes are in `[next, end)`. */
export let next: usize = input;
export let end: usize = input;

let all: u64 = 0;

/** Returns the address for at most `inputSize` new bytes, after the undecoded bytes. */
export function inputAddress(): usize {
	const left = end - next;
	memory.copy(input, next, left);
	next = input;
	end = input + left;
	return end;
}

/** Adds `length` bytes that were written there. */
export function written(length: usize): void {
	end += length;
	all += length;
}

/** Returns the number of decoded bytes. */
export function taken(): f64 {
	return <f64>(all - (end - next));
}

/** Marks the bytes before `to` as decoded. */
export function take(to: usize): void {
	next = to;
}
