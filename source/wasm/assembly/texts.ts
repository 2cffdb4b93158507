import {beginningFound, findBeginning, keepBeginning} from './beginnings';
import {give, giveAll, powerOf, take} from './blocks';
import {hashOf} from './hash';
import {clearLists} from './lists';
import {
	bytesAt,
	isTextAt,
	lengthFound,
	putAlone,
	putShared,
	room,
	sizeAlone,
	sizeShared,
	spare,
} from './text-records';

/** Distinct texts, numbered from 1 in the order of their first coming: an open hash table, with all bytes compared. */
@unmanaged
export class Texts {
	/**
	 * Numbers of texts by hash, u32, at least three eighths of them free, which is 0. The bits above those that a number has
	 * are those of the hash: most of what isn't there is told without looking at a text.
	 */
	slots: usize;
	/** How many slots there are, as a power of two. */
	power: u32;
	/** Addresses of the pages that say where texts are: see `pageTexts`. */
	pages: usize;
	pagesPower: u32;
	size: u32;
	/** Where the next text comes, and where the room for texts ends. */
	next: usize;
	end: usize;
	/** Bytes of all texts. */
	bytes: u32;
	/** What is known of their beginnings: see `beginnings.ts`; 0 while nothing is. */
	beginnings: usize;
	/** How many texts were looked up together with others. */
	lookups: u64;
}

/** A page has the addresses of so many texts, by number, then their hashes, u32 each. */
export const pageTexts: u32 = 512;
const pagePower: u32 = 12;

/** Room for texts is taken in blocks of so many bytes, as powers of two: the first, and those after it. */
const firstRoom: u32 = 12;
const laterRoom: u32 = 16;

const mostTables: i32 = 16;
const tableSize: i32 = 48;
const tables: usize = memory.data(mostTables * tableSize, 16);
let tableCount: i32 = 0;

/** Makes an empty table, and returns its address. */
export function openTable(): usize {
	if (tableCount === mostTables) {
		unreachable();
	}
	const table = tables + tableCount++ * tableSize;
	memory.fill(table, 0, tableSize);
	return table;
}

/** Forgets all tables and all lists, and gives all memory back. */
export function clear(): void {
	// First: what is given back one by one must not be given back already.
	clearLists();
	tableCount = 0;
	giveAll();
}

/** How many texts a table has. */
export function sizeOf(table: usize): u32 {
	return changetype<Texts>(table).size;
}

/** How many bytes the texts of a table have. */
export function bytesOf(table: usize): u32 {
	return changetype<Texts>(table).bytes;
}

/**
 * Copies the texts from number `first` on to `[to, end)`, one behind the other, as many as there is room for and `most`
 * allows; where each ends, `before` added to the place among them, goes to `ends`, u32. Returns how many.
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
		const bytes = bytesAt(placeOf(texts.pages, first + count), room);
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

/** Where the pages of a table are. They change as texts come. */
export function pagesOf(table: usize): usize {
	return changetype<Texts>(table).pages;
}

/** The address of a text, by the pages of its table. */
export function placeOf(pages: usize, id: u32): usize {
	return <usize>load<u32>(pageOf(pages, id) + ((<usize>(id % pageTexts)) << 2));
}

function hashAt(pages: usize, id: u32): u32 {
	return load<u32>(pageOf(pages, id) + ((<usize>(pageTexts + (id % pageTexts))) << 2));
}

function pageOf(pages: usize, id: u32): usize {
	return <usize>load<u32>(pages + ((<usize>(id / pageTexts)) << 2));
}

/** The number of the text `[start, end)`; 0 when it isn't there. */
export function find(table: usize, start: usize, end: usize): u32 {
	const texts = changetype<Texts>(table);
	if (start === end || texts.size === 0) {
		return 0;
	}
	const length = end - start;
	return numberIn(texts, start, length, hashOf(start, length));
}

/** The slot where the search for a text ended that isn't there. */
let freeSlot: usize = 0;

/** The number of a text; 0 when it isn't there. */
export function numberIn(texts: Texts, start: usize, length: usize, hash: u32): u32 {
	const mask: u32 = (1 << texts.power) - 1;
	let index = hash & mask;
	while (true) {
		freeSlot = texts.slots + ((<usize>index) << 2);
		const slot = load<u32>(freeSlot);
		if (slot === 0) {
			return 0;
		}
		if (((slot ^ hash) & ~mask) === 0 && isTextAt(placeOf(texts.pages, slot & mask), start, length)) {
			return slot & mask;
		}
		index = (index + 1) & mask;
	}
}

/** Makes room for the first texts. */
export function begin(texts: Texts): void {
	texts.power = 10;
	texts.slots = take(12);
	memory.fill(texts.slots, 0, 1 << 12);
	texts.pagesPower = 12;
	texts.pages = take(12);
	store<u32>(texts.pages, <u32>take(pagePower));
	texts.next = take(firstRoom);
	texts.end = texts.next + (1 << firstRoom);
}

/** Adds the text at a place that was looked for just now; returns its number. */
export function add(texts: Texts, place: usize, length: usize, hash: u32): u32 {
	const id = ++texts.size;
	texts.bytes += <u32>length;
	store<u32>(freeSlot, (hash & ~((1 << texts.power) - 1)) | id);
	if (id % pageTexts === 0) {
		addPage(texts, id / pageTexts);
	}
	const at = pageOf(texts.pages, id) + ((<usize>(id % pageTexts)) << 2);
	store<u32>(at, <u32>place);
	store<u32>(at + (pageTexts << 2), hash);
	if (id > 5 << (texts.power - 3)) {
		widen(texts);
	}
	return id;
}

/** Keeps the text that is looked up as number `index / 4`; returns its place. */
export function keep(texts: Texts, start: usize, length: usize, index: usize): usize {
	const known = texts.beginnings;
	if (known === 0) {
		return keepAlone(texts, start, length);
	}
	const at = findBeginning(known, start, index);
	const size: usize = at === 0 ? 0 : sizeShared(length, beginningFound);
	if (size === 0) {
		const place = keepAlone(texts, start, length);
		keepBeginning(known, index, place);
		return place;
	}
	const place = roomFor(texts, size);
	putShared(place, start, length, beginningFound, at);
	return place;
}

/** Keeps a text by itself; returns its place. */
export function keepAlone(texts: Texts, start: usize, length: usize): usize {
	const place = roomFor(texts, sizeAlone(length));
	putAlone(place, start, length);
	return place;
}

/** Room for so many bytes of texts, with some to spare. */
function roomFor(texts: Texts, bytes: usize): usize {
	if (texts.next + bytes + spare > texts.end) {
		if (bytes + spare > (<usize>1) << laterRoom) {
			return take(powerOf(bytes + spare));
		}
		texts.next = take(laterRoom);
		texts.end = texts.next + (1 << laterRoom);
	}
	const place = texts.next;
	texts.next += bytes;
	return place;
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
