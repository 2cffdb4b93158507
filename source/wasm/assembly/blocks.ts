/** Blocks of memory with sizes that are powers of two. Freed blocks are reused, but only merged when all are freed. */

/** Throws an error that tells the user what to do: see `instance.ts`. */
declare function outOfMemory(): void;

/** Size of the smallest block: 4 KiB. */
const smallest: u32 = 12;

/**
 * Minimum growth of the memory, in pages of 64 KiB; at least 25 % of the current memory. Each growth invalidates all views, and
 * V8 counts the whole memory as newly allocated. With steps of 1 MiB it collected garbage 86 times during 5M distinct URLs, now
 * 10 times. Unused pages take no physical memory.
 */
const step: i32 = 16;

/** The first free block of each size. Each free block starts with the address of the next. */
const free: usize = memory.data(32 * sizeof<usize>());

const bottom: usize = (__heap_base + 15) & ~15;
let top: usize = bottom;

/** Bytes after a block that may be read, with any content. Matchers and prefetching read there. */
export const readBehind: i32 = 128;

/** Bytes in use. */
export let used: usize = 0;

/** Returns the exponent of the smallest block with at least `bytes` bytes. */
export function powerOf(bytes: usize): u32 {
	return bytes <= 1 << smallest ? smallest : 32 - clz<u32>(<u32>bytes - 1);
}

/** Returns an uninitialised block of 2^power bytes. */
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

/** Frees a block. */
export function give(at: usize, power: u32): void {
	used -= (<usize>1) << power;
	keep(at, power);
}

/** A block that is allocated on first use and replaced when it is too small. */
@unmanaged
export class Block {
	/** Its address; 0 if it isn't allocated. */
	at: usize;
	/** Its size, as a power of two. */
	power: u32;
}

/** Size of a `Block` in bytes, which must be zero initially. */
export const blockSize: i32 = 8;

/** Returns the address of the block, grown to at least `bytes` bytes. Growing it loses its content. */
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

/** Frees all blocks. */
export function giveAll(): void {
	memory.fill(free, 0, 32 * sizeof<usize>());
	top = bottom;
	used = 0;
}

function keep(at: usize, power: u32): void {
	store<usize>(at, load<usize>(free + (power << 2)));
	store<usize>(free + (power << 2), at);
}
