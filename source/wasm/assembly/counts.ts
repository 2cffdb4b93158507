// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize} from './blocks';
import {maxRows, values} from './rows';

/** Counts the rows of a segment by number. */

/** The numbers of the rows to count, u16. */
export const counted: usize = memory.data(maxRows * 2, 16);

const numbersBlock = changetype<Block>(memory.data(blockSize, 4));

/** Returns the address of a buffer for `size` counts, u32. Growing it loses its content. */
export function numbersFor(size: u32): usize {
	return blockFor(numbersBlock, <usize>size * 4);
}

/** Counts the first `count` rows of `counted`: each increments the count indexed by its number in `values` plus `base`. */
export function countNumbers(count: u32, width: i32, base: u32): void {
	if (width === 4) {
		countEach<u32>(count, base);
	} else if (width === 2) {
		countEach<u16>(count, base);
	} else {
		countEach<u8>(count, base);
	}
}

function countEach<T>(count: u32, base: u32): void {
	const from = numbersBlock.at + ((<usize>base) << 2);
	for (let at = counted; at < counted + ((<usize>count) << 1); at += 2) {
		const number = <usize>load<T>(values + <usize>load<u16>(at) * sizeof<T>());
		const counter = from + (number << 2);
		store<u32>(counter, load<u32>(counter) + 1);
	}
}
