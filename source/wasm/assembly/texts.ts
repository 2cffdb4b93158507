import {beginningFound, findBeginning, keepBeginning} from './beginnings';
import {give, giveAll, powerOf, take} from './blocks';
import {hashOf} from './hash';
import {clearLists} from './lists';
import {
	buffer,
	bytesAt,
	isTextAt,
	lengthFound,
	putAlone,
	putShared,
	sizeAlone,
	sizeShared,
	spare,
} from './text-records';

/** Distinct strings, numbered from 1 by first occurrence: a hash table with open addressing that compares all bytes. */
@unmanaged
export class Texts {
	/**
	 * Ids of strings by hash, u32; 0 in free slots, at least 3/8 of all slots. The bits above an id are bits of the hash: they
	 * reject most missing strings without a comparison.
	 */
	slots: usize;
	/** Number of slots, as a power of two. */
	power: u32;
	/** Addresses of the pages with the addresses of strings: see `pageTexts`. */
	pages: usize;
	pagesPower: u32;
	size: u32;
	/** Address of the next string, and the end of the current block. */
	next: usize;
	end: usize;
	/** Bytes of all strings. */
	bytes: u32;
	/** The table of known beginnings: see `beginnings.ts`; 0 while unused. */
	beginnings: usize;
	/** Id of the first string that is stored without its beginning; 0 if all are complete. */
	firstShared: u32;
	/** Length of the longest string that is stored complete. */
	longest: u32;
	/** Number of strings looked up in batches. */
	lookups: u64;
}

/** Number of strings per page. A page contains their addresses, by id, then their hashes, u32 each. */
const pageTexts: u32 = 512;
const pagePower: u32 = 12;

/** Sizes of the blocks for strings, as powers of two: the first block, and later blocks. */
const firstPower: u32 = 12;
const laterPower: u32 = 16;

/** Size of a later block for strings, in bytes. A longer string has a separate block. */
export const blockOfTexts: u32 = 1 << laterPower;

const maxTables: i32 = 16;
const tableSize: i32 = 56;
const tables: usize = memory.data(maxTables * tableSize, 16);
let tableCount: i32 = 0;

/** Creates an empty table and returns its address. */
export function openTable(): usize {
	if (tableCount === maxTables) {
		unreachable();
	}
	const table = tables + tableCount++ * tableSize;
	memory.fill(table, 0, tableSize);
	return table;
}

/** Deletes all tables and all lists and frees all memory. */
export function clear(): void {
	// Lists come first: a block must not be freed again after `giveAll`.
	clearLists();
	tableCount = 0;
	giveAll();
}

/** Returns the number of strings in a table. */
export function sizeOf(table: usize): u32 {
	return changetype<Texts>(table).size;
}

/** Returns the total bytes of the strings in a table. */
export function bytesOf(table: usize): u32 {
	return changetype<Texts>(table).bytes;
}

/**
 * Copies up to `most` strings, from id `first` on, concatenated to `[to, end)` until it is full. Writes the end of each, relative
 * to `to` and plus `before`, to `ends`, u32. Returns the number of strings.
 */
export function copyTexts(
	table: usize,
	first: u32,
	most: u32,
	to: usize,
	end: usize,
	ends: usize,
	before: u32,
): u32 {
	const texts = changetype<Texts>(table);
	let count: u32 = 0;
	let at = to;
	for (; count < most && first + count <= texts.size; count++) {
		const bytes = bytesAt(addressOf(texts.pages, first + count), buffer);
		const length = lengthFound;
		if (at + length > end) {
			break;
		}
		memory.copy(at, bytes, length);
		at += length;
		store<u32>(ends + ((<usize>count) << 2), before + <u32>(at - to));
	}
	return count;
}

/** Returns the address of a table's pages. It changes when strings are added. */
export function pagesOf(table: usize): usize {
	return changetype<Texts>(table).pages;
}

/** Returns the address of a string from the pages of its table. */
export function addressOf(pages: usize, id: u32): usize {
	return <usize>load<u32>(pageOf(pages, id) + ((<usize>(id % pageTexts)) << 2));
}

function hashAt(pages: usize, id: u32): u32 {
	return load<u32>(pageOf(pages, id) + ((<usize>(pageTexts + (id % pageTexts))) << 2));
}

/** Returns the address of the page with a string's address. */
function pageOf(pages: usize, id: u32): usize {
	return <usize>load<u32>(pages + ((<usize>(id / pageTexts)) << 2));
}

/** Returns the id of the string `[start, end)`; 0 if it is missing. */
export function find(table: usize, start: usize, end: usize): u32 {
	const texts = changetype<Texts>(table);
	if (start === end || texts.size === 0) {
		return 0;
	}
	const length = end - start;
	return numberIn(texts, start, length, hashOf(start, length));
}

/** The free slot at which the last unsuccessful search ended. */
let freeSlot: usize = 0;

/** Returns the id of a string; 0 if it is missing. */
export function numberIn(texts: Texts, start: usize, length: usize, hash: u32): u32 {
	const mask: u32 = (1 << texts.power) - 1;
	let index = hash & mask;
	while (true) {
		freeSlot = texts.slots + ((<usize>index) << 2);
		const slot = load<u32>(freeSlot);
		if (slot === 0) {
			return 0;
		}
		if (((slot ^ hash) & ~mask) === 0 && isTextAt(addressOf(texts.pages, slot & mask), start, length)) {
			return slot & mask;
		}
		index = (index + 1) & mask;
	}
}

/** Allocates the blocks for the first strings. */
export function begin(texts: Texts): void {
	texts.power = 10;
	texts.slots = take(12);
	memory.fill(texts.slots, 0, 1 << 12);
	texts.pagesPower = 12;
	texts.pages = take(12);
	store<u32>(texts.pages, <u32>take(pagePower));
	texts.next = take(firstPower);
	texts.end = texts.next + (1 << firstPower);
}

/** Adds the string at an address after an unsuccessful search for it. Returns its id. */
export function add(texts: Texts, record: usize, length: usize, hash: u32): u32 {
	const id = ++texts.size;
	texts.bytes += <u32>length;
	store<u32>(freeSlot, (hash & ~((1 << texts.power) - 1)) | id);
	if (id % pageTexts === 0) {
		addPage(texts, id / pageTexts);
	}
	const at = pageOf(texts.pages, id) + ((<usize>(id % pageTexts)) << 2);
	store<u32>(at, <u32>record);
	store<u32>(at + (pageTexts << 2), hash);
	if (id > 5 << (texts.power - 3)) {
		widen(texts);
	}
	return id;
}

/** Stores the string that is looked up as number `index / 4`. Returns its address. */
export function keep(texts: Texts, start: usize, length: usize, index: usize): usize {
	const known = texts.beginnings;
	if (known === 0) {
		return keepAlone(texts, start, length);
	}
	const at = findBeginning(known, start, index);
	const size: usize = at === 0 ? 0 : sizeShared(length, beginningFound);
	if (size === 0) {
		const record = keepAlone(texts, start, length);
		keepBeginning(known, index, record);
		return record;
	}
	const record = allocate(texts, size);
	putShared(record, start, length, beginningFound, at);
	if (texts.firstShared === 0) {
		texts.firstShared = texts.size + 1;
	}
	return record;
}

/** Stores a string with all its bytes. Returns its address. */
export function keepAlone(texts: Texts, start: usize, length: usize): usize {
	const record = allocate(texts, sizeAlone(length));
	putAlone(record, start, length);
	texts.longest = max(texts.longest, <u32>length);
	return record;
}

/** Allocates `bytes` bytes for strings, with `spare` writable bytes after them. */
function allocate(texts: Texts, bytes: usize): usize {
	if (texts.next + bytes + spare > texts.end) {
		if (bytes + spare > (<usize>1) << laterPower) {
			return take(powerOf(bytes + spare));
		}
		texts.next = take(laterPower);
		texts.end = texts.next + (1 << laterPower);
	}
	const record = texts.next;
	texts.next += bytes;
	return record;
}

function addPage(texts: Texts, page: u32): void {
	if ((<usize>page) << 2 === (<usize>1) << texts.pagesPower) {
		const pages = take(texts.pagesPower + 1);
		memory.copy(pages, texts.pages, (<usize>1) << texts.pagesPower);
		give(texts.pages, texts.pagesPower++);
		texts.pages = pages;
	}
	store<u32>(texts.pages + ((<usize>page) << 2), <u32>take(pagePower));
}

function widen(texts: Texts): void {
	give(texts.slots, texts.power + 2);
	texts.power++;
	texts.slots = take(texts.power + 2);
	memory.fill(texts.slots, 0, (<usize>4) << texts.power);
	const mask: u32 = (1 << texts.power) - 1;
	for (let id: u32 = 1; id <= texts.size; id++) {
		const hash = hashAt(texts.pages, id);
		let index = hash & mask;
		while (load<u32>(texts.slots + ((<usize>index) << 2)) !== 0) {
			index = (index + 1) & mask;
		}
		store<u32>(texts.slots + ((<usize>index) << 2), (hash & ~mask) | id);
	}
}
