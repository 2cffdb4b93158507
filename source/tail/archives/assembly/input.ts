/** The compressed bytes, as they come. What has been decoded makes room for more. */

/** The most bytes that are written at a time. */
export const inputSize: usize = 64 * 1024;

/** The most that may still be undecoded then: before the codes of a bzip2 block are complete, nothing of them is taken. */
const heldSize: usize = 64 * 1024;

const input: usize = memory.data(<i32>(heldSize + inputSize), 16);

/** What hasn't been decoded stands in `[next, end)`. */
export let next: usize = input;
export let end: usize = input;

let all: u64 = 0;

/** Where at most `inputSize` bytes are to be written; behind what hasn't been decoded. */
export function place(): usize {
	const left = end - next;
	memory.copy(input, next, left);
	next = input;
	end = input + left;
	return end;
}

/** So many bytes have been written there. */
export function written(length: usize): void {
	end += length;
	all += length;
}

/** How many bytes have been decoded. */
export function taken(): f64 {
	return <f64>(all - (end - next));
}

/** What stands before that has been decoded. */
export function take(to: usize): void {
	next = to;
}
