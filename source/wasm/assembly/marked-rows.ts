// biome-ignore lint/style/useImportType: AssemblyScript has no imports of types.
import {Block, blockFor, blockSize} from './blocks';
import {indexes} from './chunks';
import {counted} from './counts';
import {found as bits, maxRows, values} from './rows';

/** Finds the rows whose numbers have a mark. */

const tableBlock = changetype<Block>(memory.data(blockSize, 4));

/** Returns the address of a table of marks by number. Growing it loses its content. */
export function marksFor(bytes: u32): usize {
	return blockFor(tableBlock, <usize>bytes);
}

/** The positions of the found rows in `counted`, u16. Their marks are in `indexes`. */
export const positions: usize = memory.data(maxRows * 2, 16);

/**
 * Finds the rows, among the first `count` of `counted`, whose number in `values`, plus `base`, has a mark other than 0 in the
 * table of `size` marks. Returns their number. Numbers have 1, 2 or 4 bytes, marks 2 or 4. A width of 0 means that all numbers
 * are 0.
 */
export function findMarked(count: u32, width: i32, base: u32, markWidth: i32, size: u32): u32 {
	if (width === 0) {
		memory.fill(values, 0, maxRows);
	}
	if (markWidth === 2) {
		return width === 4
			? find<u32, u16>(count, base, size)
			: width === 2
				? find<u16, u16>(count, base, size)
				: find<u8, u16>(count, base, size);
	}
	return width === 4
		? find<u32, u32>(count, base, size)
		: width === 2
			? find<u16, u32>(count, base, size)
			: find<u8, u32>(count, base, size);
}

function find<T, M>(count: u32, base: u32, size: u32): u32 {
	const table = tableBlock.at;
	let found: usize = 0;
	for (let at: usize = 0; at < <usize>count; at++) {
		const number = <u32>load<T>(values + <usize>load<u16>(counted + (at << 1)) * sizeof<T>()) + base;
		const mark = number < size ? <u32>load<M>(table + <usize>number * sizeof<M>()) : 0;
		// No branch: its mispredictions would take longer than the writes.
		store<u16>(positions + (found << 1), <u16>at);
		store<u32>(indexes + (found << 2), mark);
		found += <usize>(mark !== 0);
	}
	return <u32>found;
}

/**
 * Counts the first `count` of `positions`. Each increments the count, u32, of its mark, of the first or the second group of rows,
 * and of its class. Positions less than `half` are in the first group; `values` has the class of each position, u16, less than
 * `classes`. The counts of mark 1 are at `from`.
 */
export function countMarked(count: u32, half: u32, classes: u32, from: usize): void {
	const bytes = (<usize>classes) << 2;
	for (let at: usize = 0; at < <usize>count; at++) {
		const position = <u32>load<u16>(positions + (at << 1));
		const group = ((<usize>load<u32>(indexes + (at << 2)) - 1) << 1) + <usize>(position >= half);
		const counter = from + group * bytes + ((<usize>load<u16>(values + ((<usize>position) << 1))) << 2);
		store<u32>(counter, load<u32>(counter) + 1);
	}
}

/** Writes the rows from `first` up to but excluding `end` whose bits in `found` are set to `counted`. Returns their number. */
export function listFound(first: u32, end: u32): u32 {
	let to = counted;
	for (let word = first >> 5; word << 5 < end; word++) {
		to = listWord(to, word, load<u32>(bits + ((<usize>word) << 2)), first, end);
	}
	return <u32>((to - counted) >> 1);
}

/** Writes the rows from `first` up to but excluding `end` whose bits in a word are set. Returns the address after them. */
function listWord(address: usize, word: u32, bitsOfWord: u32, first: u32, end: u32): usize {
	let to = address;
	let left = bitsOfWord;
	const row = word << 5;
	if (row < first) {
		left &= (<u32>-1) << (first & 31);
	}
	if (end - row < 32) {
		left &= ~((<u32>-1) << (end & 31));
	}
	for (; left !== 0; left &= left - 1) {
		store<u16>(to, <u16>(row + ctz(left)));
		to += 2;
	}
	return to;
}

const maskBytes: usize = maxRows / 8;

/** Four masks with a bit for each row: selected, within the limits, in the baseline, from a bot. */
export const masks: usize = memory.data(maxRows / 2, 16);

/** The index in `counted` at which each kind of row ends, u32. */
export const kindEnds: usize = memory.data(16, 16);

/**
 * Writes the rows from `first` up to but excluding `end` to `counted`: selected rows of people, of bots, then baseline rows of
 * people, of bots. Ignores rows outside the limits, and selected rows of the baseline.
 */
export function listKinds(first: u32, end: u32): void {
	let to = counted;
	for (let kind: u32 = 0; kind < 4; kind++) {
		for (let word = first >> 5; word << 5 < end; word++) {
			const at = masks + ((<usize>word) << 2);
			const selected = load<u32>(at);
			const side = kind < 2 ? selected : ~selected & load<u32>(at + 2 * maskBytes);
			const bots = load<u32>(at + 3 * maskBytes);
			const wanted = side & load<u32>(at + maskBytes) & ((kind & 1) === 0 ? ~bots : bots);
			if (wanted !== 0) {
				to = listWord(to, word, wanted, first, end);
			}
		}
		store<u32>(kindEnds + ((<usize>kind) << 2), <u32>((to - counted) >> 1));
	}
}

/** Keeps only the `count` found rows in `counted`. */
export function keepFound(count: u32): void {
	for (let at: usize = 0; at < <usize>count; at++) {
		const position = <usize>load<u16>(positions + (at << 1));
		store<u16>(counted + (at << 1), load<u16>(counted + (position << 1)));
	}
}
