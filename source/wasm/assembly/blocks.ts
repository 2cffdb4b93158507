/** Blocks of memory, of sizes that are powers of two. What is given back is taken again, and only for all at once cleared. */

/** Throws the error that says what to do: see `instance.ts`. */
declare function outOfMemory(): void;

/** The smallest block: 4 KiB. */
const smallest: u32 = 12;

/**
 * Memory is asked for in steps of so many pages of 64 KiB, at least, and of a quarter of what there is: each step makes new
 * views necessary, and is for V8 as much new memory as there is then. With steps of 1 MiB it collected garbage 86 times
 * while 5M distinct URLs came, 10 times now. What isn't used of a step takes no room.
 */
const step: i32 = 16;

/** The first of the free blocks of each size; each begins with the address of the next. */
const free: usize = memory.data(32 * sizeof<usize>());

const bottom: usize = (__heap_base + 15) & ~15;
let top: usize = bottom;

/** So many bytes behind a block may be read, whatever is there: what judges texts does, and what looks ahead at them. */
export const readBehind: i32 = 128;

/** Bytes in use. */
export let used: usize = 0;

/** The least power of two that is `bytes` or more. */
export function powerOf(bytes: usize): u32 {
	return bytes <= 1 << smallest ? smallest : 32 - clz<u32>(<u32>bytes - 1);
}

/** A block of 2^power bytes, with anything in it. */
export function take(power: u32): usize {
	for (let other = power; other < 32; other++) {
		const found = load<usize>(free + (other << 2));
		if (found !== 0) {
			used += (<usize>1) << power;
			store<usize>(free + (other << 2), load<usize>(found));
			for (let half = other; half > power; ) {
				half--;
				keep(found + ((<usize>1) << half), half);
			}
			return found;
		}
	}
	const at = top;
	const end = <u64>at + ((<u64>1) << power);
	const missing = <i32>((end + 0xffff + <u64>readBehind) >> 16) - memory.size();
	const more = max(missing, max(step, memory.size() >> 2));
	if (missing > 0 && memory.grow(more) < 0 && memory.grow(missing) < 0) {
		outOfMemory();
	}
	used += (<usize>1) << power;
	top = <usize>end;
	return at;
}

/** Gives a block back. */
export function give(at: usize, power: u32): void {
	used -= (<usize>1) << power;
	keep(at, power);
}

/** A block that is taken when it is first needed, and a larger one instead where it is too small. */
@unmanaged
export class Block {
	/** Where it is; 0 without a block. */
	at: usize;
	/** Its size, as a power of two. */
	power: u32;
}

/** Bytes of a `Block`: of zeros at first. */
export const blockSize: i32 = 8;

/** Makes room for so many bytes. What stood there is lost when it grows. */
export function blockFor(block: Block, bytes: usize): usize {
	if (block.at === 0 || bytes > (<usize>1) << block.power) {
		if (block.at !== 0) {
			give(block.at, block.power);
			block.at = 0;
		}
		block.power = powerOf(bytes);
		block.at = take(block.power);
	}
	return block.at;
}

/** Gives all blocks back. */
export function giveAll(): void {
	memory.fill(free, 0, 32 * sizeof<usize>());
	top = bottom;
	used = 0;
}

function keep(at: usize, power: u32): void {
	store<usize>(at, load<usize>(free + (power << 2)));
	store<usize>(free + (power << 2), at);
}
