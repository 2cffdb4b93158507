/**
 * bzip2: a header, blocks, and an end with the checksum of all blocks. The only specification is the program; the format is
 * described in https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf. A block is decoded as a whole, and its
 * checksum verified, before any of its text is returned.
 */
import {end, heldSize, next, take} from './input';
import {damaged, ended, hungry, otherFormat, pieceSize, setPiece, unsupported, wrongChecksum} from './output';

/** Stages of decoding. */
const header: i32 = 0;
const blockStart: i32 = 1;
const codes: i32 = 2;
const symbols: i32 = 3;
const text: i32 = 4;
const over: i32 = 5;
let stage: i32 = header;

const blockMagic: u64 = 0x314159265359;
const endMagic: u64 = 0x177245385090;

const maxBlockSize: i32 = 900_000;
const maxGroups: i32 = 6;
/** Further selectors are never used, because a block has no more symbols. lbzip2 writes them as padding. */
const maxSelectors: i32 = 18_002;
const groupSize: i32 = 50;
const maxCodeLength: i32 = 20;
/** Codes up to this length are decoded by one table lookup. */
const shortCode: i32 = 10;
const maxSymbols: i32 = 258;

/** Bits read from the input and not yet decoded: the lowest `bitCount` bits of `bits`. */
let bits: u64 = 0;
let bitCount: i32 = 0;
/** True if the input ended before the requested bits. */
let isShort: bool = false;

let blockSize: i32 = 0;
let blockChecksum: u32 = 0;
let checksum: u32 = 0;
let origin: i32 = 0;
let symbolCount: i32 = 0;

const bytesUsed: usize = memory.data(256);
const moved: usize = memory.data(256, 16);
const selectors: usize = memory.data(maxSelectors);
let selectorCount: i32 = 0;
const lengths: usize = memory.data(maxSymbols);
/**
 * Indexed by group and the next bits. The lower 9 bits are the symbol, the higher ones the length of its code; u16. 0 if the code
 * is longer than `shortCode`.
 */
const shortCodes: usize = memory.data(maxGroups << (shortCode + 1), 16);
/**
 * Indexed by group and length: the largest code of that length, and the number to add to a code to get its index in `sorted`;
 * i32.
 */
const limits: usize = memory.data(maxGroups * (maxCodeLength + 1) * 4, 16);
const bases: usize = memory.data(maxGroups * (maxCodeLength + 1) * 4, 16);
/** Indexed by group: its symbols, sorted by code length; u16. */
const sorted: usize = memory.data(maxGroups * maxSymbols * 2, 16);

/** State of the symbol decoder: the run being counted, and the number of symbols left in the current group. */
let runLength: i32 = 0;
let runWeight: i32 = 0;
let selector: i32 = 0;
let groupLeft: i32 = 0;
let group: i32 = 0;

/** Number of known bytes of the block. */
let count: i32 = 0;
const counts: usize = memory.data(256 * 4, 16);
/** The block: its bytes in sorted order and, in the higher bits, the index of the next one; u32. */
const chain: usize = memory.data(maxBlockSize * 4, 16);
/** The bytes in text order, with repeated bytes still as counts. */
const plain: usize = memory.data(maxBlockSize, 16);

/** State of the text output: index of the next byte, the last byte, how often it has occurred, and how often it still repeats. */
let plainAt: i32 = 0;
let last: i32 = 0;
let same: i32 = 0;
let repeats: i32 = 0;
const output: usize = memory.data(<i32>pieceSize, 16);

/** CRC-32 with the highest bit first. */
const table: usize = memory.data(256 * 4, 16);

export function openBzip2(): void {
	for (let byte: u32 = 0; byte < 256; byte++) {
		let value = byte << 24;
		for (let bit = 0; bit < 8; bit++) {
			value = (value << 1) ^ (<i32>value < 0 ? 0x04c11db7 : 0);
		}
		store<u32>(table + ((<usize>byte) << 2), value);
	}
}

export function decodeBzip2(): i32 {
	let status = goOn;
	while (status === goOn) {
		if (stage === header) {
			status = readHeader();
		} else if (stage === blockStart) {
			status = readBlockStart();
		} else if (stage === codes) {
			status = readCodes();
		} else if (stage === symbols) {
			status = readSymbols();
		} else if (stage === text) {
			status = giveText();
		} else {
			status = ended;
		}
	}
	return status;
}

/** Status: the stage is complete and the next one can begin. */
const goOn: i32 = -1;

function readHeader(): i32 {
	if (end - next < 4) {
		return hungry;
	}
	const level = <i32>load<u8>(next + 3) - 48;
	if (load<u8>(next) !== 66 || load<u8>(next + 1) !== 90 || load<u8>(next + 2) !== 104) {
		return otherFormat;
	}
	if (level < 1 || level > 9) {
		return otherFormat;
	}
	take(next + 4);
	blockSize = level * 100_000;
	stage = blockStart;
	return goOn;
}

function readBlockStart(): i32 {
	const from = next;
	const fromBits = bits;
	const fromCount = bitCount;
	isShort = false;
	const magic = ((<u64>readBits(24)) << 24) | readBits(24);
	const its = (readBits(16) << 16) | readBits(16);
	if (isShort) {
		giveBack(from, fromBits, fromCount);
		return hungry;
	}
	if (magic === endMagic) {
		// The remaining bits are padding of the last byte. There can't be a complete byte left, because more bits were read than
		// `bits` can hold.
		stage = over;
		return its === checksum ? ended : wrongChecksum;
	}
	if (magic !== blockMagic) {
		return damaged;
	}
	blockChecksum = its;
	stage = codes;
	return goOn;
}

/** If the input ends inside the codes, they are read again from the first one. */
function readCodes(): i32 {
	const from = next;
	const fromBits = bits;
	const fromCount = bitCount;
	isShort = false;
	const status = codesRead();
	if (isShort) {
		giveBack(from, fromBits, fromCount);
		// A code can go on for ever: its length may rise and fall.
		return end - next > heldSize ? damaged : hungry;
	}
	if (status === goOn) {
		stage = symbols;
		count = 0;
		runLength = 0;
		runWeight = 1;
		selector = 0;
		groupLeft = 0;
		memory.fill(counts, 0, 256 * 4);
	}
	return status;
}

function codesRead(): i32 {
	// Versions before 0.9.5 (1999) randomised blocks.
	const isShuffled = readBits(1) !== 0;
	origin = <i32>readBits(24);
	let used = 0;
	const rows = readBits(16);
	for (let row = 0; row < 16; row++) {
		const columns = (rows >> (15 - row)) & 1 ? readBits(16) : 0;
		for (let column = 0; column < 16; column++) {
			if ((columns >> (15 - column)) & 1) {
				store<u8>(bytesUsed + used, <u8>((row << 4) | column));
				used++;
			}
		}
	}
	const groups = <i32>readBits(3);
	const given = <i32>readBits(15);
	if (isShort) {
		return hungry;
	}
	if (isShuffled) {
		return unsupported;
	}
	if (used === 0 || groups < 2 || groups > maxGroups || given === 0) {
		return damaged;
	}
	symbolCount = used + 2;
	let order: u32 = 0x543210;
	for (let index = 0; index < given; index++) {
		let rank = 0;
		while (readBits(1) !== 0) {
			rank++;
			if (rank >= groups) {
				return damaged;
			}
		}
		if (isShort) {
			return hungry;
		}
		const shift = rank << 2;
		const chosen = (order >> shift) & 15;
		const before = order & ((1 << shift) - 1);
		order = (order & ~((16 << shift) - 1)) | (before << 4) | chosen;
		if (index < maxSelectors) {
			store<u8>(selectors + index, <u8>chosen);
		}
	}
	selectorCount = min(given, maxSelectors);
	for (let index = 0; index < groups; index++) {
		const status = codeLengthsRead(index);
		if (status !== goOn) {
			return status;
		}
	}
	for (let index = 0; index < used; index++) {
		store<u8>(moved + index, load<u8>(bytesUsed + index));
	}
	return goOn;
}

function codeLengthsRead(index: i32): i32 {
	let length = <i32>readBits(5);
	for (let symbol = 0; symbol < symbolCount; symbol++) {
		for (;;) {
			if (isShort) {
				return hungry;
			}
			if (length < 1 || length > maxCodeLength) {
				return damaged;
			}
			if (readBits(1) === 0) {
				break;
			}
			length += readBits(1) === 0 ? 1 : -1;
		}
		store<u8>(lengths + symbol, <u8>length);
	}
	return isShort ? hungry : codesMade(index);
}

/** Assigns canonical codes: consecutive numbers, sorted by length, then by symbol. */
function codesMade(index: i32): i32 {
	const short = shortCodes + ((<usize>index) << (shortCode + 1));
	const limit = limits + index * (maxCodeLength + 1) * 4;
	const base = bases + index * (maxCodeLength + 1) * 4;
	const order = sorted + index * maxSymbols * 2;
	memory.fill(short, 0, 2 << shortCode);
	let code = 0;
	let rank = 0;
	for (let length = 1; length <= maxCodeLength; length++) {
		code <<= 1;
		store<i32>(base + (length << 2), rank - code);
		for (let symbol = 0; symbol < symbolCount; symbol++) {
			if (<i32>load<u8>(lengths + symbol) !== length) {
				continue;
			}
			if (code >= 1 << length) {
				return damaged;
			}
			store<u16>(order + (rank << 1), <u16>symbol);
			if (length <= shortCode) {
				const spread = 1 << (shortCode - length);
				const entry = <u16>((length << 9) | symbol);
				for (let at = 0; at < spread; at++) {
					store<u16>(short + (((code << (shortCode - length)) + at) << 1), entry);
				}
			}
			code++;
			rank++;
		}
		store<i32>(limit + (length << 2), code - 1);
	}
	return goOn;
}

function readSymbols(): i32 {
	let its = bits;
	let left = bitCount;
	let at = next;
	let known = count;
	let status = goOn;
	const stop = symbolCount - 1;
	for (;;) {
		if (groupLeft === 0) {
			if (selector === selectorCount) {
				status = damaged;
				break;
			}
			group = load<u8>(selectors + selector);
			selector++;
			groupLeft = groupSize;
		}
		while (left <= 56 && at < end) {
			its = (its << 8) | load<u8>(at);
			at++;
			left += 8;
		}
		const ahead =
			<i32>(left >= maxCodeLength ? its >> (left - maxCodeLength) : its << (maxCodeLength - left)) & 0xfffff;
		const entry = <i32>(
			load<u16>(
				shortCodes + ((<usize>group) << (shortCode + 1)) + ((ahead >> (maxCodeLength - shortCode)) << 1),
			)
		);
		let length = entry >> 9;
		let symbol = entry & 0x1ff;
		if (entry === 0) {
			length = shortCode + 1;
			const row = group * (maxCodeLength + 1);
			while (
				length <= maxCodeLength &&
				ahead >> (maxCodeLength - length) > load<i32>(limits + ((row + length) << 2))
			) {
				length++;
			}
			if (length <= maxCodeLength) {
				const rank = (ahead >> (maxCodeLength - length)) + load<i32>(bases + ((row + length) << 2));
				symbol = load<u16>(sorted + ((group * maxSymbols + rank) << 1));
			}
		}
		if (length > min(left, maxCodeLength)) {
			status = left < maxCodeLength ? hungry : damaged;
			break;
		}
		left -= length;
		groupLeft--;
		if (symbol < 2) {
			// Run lengths are written with the digits 1 and 2, lowest first.
			if (runWeight > maxBlockSize) {
				status = damaged;
				break;
			}
			runLength += runWeight << symbol;
			runWeight <<= 1;
			continue;
		}
		if (runLength > 0) {
			if (runLength > blockSize - known) {
				status = damaged;
				break;
			}
			const byte = <u32>load<u8>(moved);
			store<u32>(counts + (byte << 2), load<u32>(counts + (byte << 2)) + runLength);
			for (let to = known + runLength; known < to; known++) {
				store<u32>(chain + ((<usize>known) << 2), byte);
			}
			runLength = 0;
			runWeight = 1;
		}
		if (symbol === stop) {
			break;
		}
		if (known === blockSize) {
			status = damaged;
			break;
		}
		let rank = <usize>symbol - 1;
		const byte = <u32>load<u8>(moved + rank);
		for (; rank > 0; rank--) {
			store<u8>(moved + rank, load<u8>(moved + rank - 1));
		}
		store<u8>(moved, <u8>byte);
		store<u32>(counts + (byte << 2), load<u32>(counts + (byte << 2)) + 1);
		store<u32>(chain + ((<usize>known) << 2), byte);
		known++;
	}
	bits = its;
	bitCount = left;
	take(at);
	count = known;
	return status === goOn ? sortBack() : status;
}

/** Inverts the Burrows-Wheeler transform and verifies the checksum. */
function sortBack(): i32 {
	if (origin >= count) {
		return damaged;
	}
	let sum: u32 = 0;
	for (let byte: usize = 0; byte < 256; byte++) {
		const its = load<u32>(counts + (byte << 2));
		store<u32>(counts + (byte << 2), sum);
		sum += its;
	}
	for (let index: u32 = 0; index < <u32>count; index++) {
		const counter = counts + ((<usize>load<u32>(chain + ((<usize>index) << 2)) & 0xff) << 2);
		const to = chain + ((<usize>load<u32>(counter)) << 2);
		store<u32>(counter, load<u32>(counter) + 1);
		store<u32>(to, load<u32>(to) | (index << 8));
	}
	let found: u32 = 0xffffffff;
	let at = load<u32>(chain + ((<usize>origin) << 2)) >> 8;
	let before: u32 = 256;
	let run = 0;
	for (let index = 0; index < count; index++) {
		const step = load<u32>(chain + ((<usize>at) << 2));
		const byte = step & 0xff;
		at = step >> 8;
		store<u8>(plain + index, <u8>byte);
		if (run === 4) {
			// After four equal bytes, the next byte is the number of further repetitions.
			for (let more = byte; more > 0; more--) {
				found = (found << 8) ^ load<u32>(table + (((found >> 24) ^ before) << 2));
			}
			run = 0;
			before = 256;
			continue;
		}
		found = (found << 8) ^ load<u32>(table + (((found >> 24) ^ byte) << 2));
		run = byte === before ? run + 1 : 1;
		before = byte;
	}
	if (~found !== blockChecksum) {
		return damaged;
	}
	checksum = ((checksum << 1) | (checksum >> 31)) ^ blockChecksum;
	plainAt = 0;
	last = 256;
	same = 0;
	repeats = 0;
	stage = text;
	return goOn;
}

function giveText(): i32 {
	let to = output;
	const full = output + pieceSize;
	while (to < full) {
		if (repeats > 0) {
			const length = min(<usize>repeats, full - to);
			memory.fill(to, <u8>last, length);
			to += length;
			repeats -= <i32>length;
			if (repeats === 0) {
				last = 256;
			}
			continue;
		}
		if (plainAt === count) {
			break;
		}
		const byte = <i32>load<u8>(plain + plainAt);
		plainAt++;
		if (same === 4) {
			repeats = byte;
			same = 0;
			if (byte === 0) {
				last = 256;
			}
			continue;
		}
		same = byte === last ? same + 1 : 1;
		last = byte;
		store<u8>(to, <u8>byte);
		to++;
	}
	if (to === output) {
		stage = blockStart;
		return goOn;
	}
	return setPiece(output, to);
}

/** Reads at most 24 bits. Sets `isShort` if there are fewer. */
function readBits(wanted: i32): u32 {
	while (bitCount < wanted) {
		if (next === end) {
			isShort = true;
			return 0;
		}
		bits = (bits << 8) | load<u8>(next);
		take(next + 1);
		bitCount += 8;
	}
	bitCount -= wanted;
	return <u32>((bits >> bitCount) & ((1 << wanted) - 1));
}

function giveBack(at: usize, itsBits: u64, itsCount: i32): void {
	take(at);
	bits = itsBits;
	bitCount = itsCount;
}
