import {give, giveAll, powerOf, take} from './blocks';
import {hashOf, upTo} from './hash';

/** Distinct texts, numbered from 1 in the order of their first coming: an open hash table, with all bytes compared. */
@unmanaged
export class Texts {
	/** Addresses of texts by hash, u32; 0 is free. A power of two, at least twice the texts. */
	slots: usize;
	/** How many slots there are, as a power of two. */
	power: u32;
	/** Addresses of texts by number, u32. */
	places: usize;
	placesPower: u32;
	size: u32;
	/** Where the next text comes, and where the room for texts ends. */
	next: usize;
	end: usize;
	/** Bytes of all texts. */
	bytes: u32;
}

/** Before the bytes of a text: its hash, its length, its number, u32 each. */
export const headerSize: usize = 12;

/** Room for texts is taken in blocks of so many bytes, as powers of two: the first, and those after it. */
const firstPage: u32 = 12;
const laterPage: u32 = 16;

const mostTables: i32 = 16;
const tables: usize = memory.data(mostTables * 32, 16);
let tableCount: i32 = 0;

/** Makes an empty table, and returns its address. */
export function openTable(): usize {
	if (tableCount === mostTables) {
		unreachable();
	}
	const table = tables + tableCount++ * 32;
	memory.fill(table, 0, 32);
	return table;
}

/** Forgets all tables, and gives all memory back. */
export function clear(): void {
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
 * allows; where each ends, counted from `before` bytes before `to`, goes to `ends`, u32. Returns how many.
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
		const place = <usize>load<u32>(texts.places + ((<usize>(first + count)) << 2));
		const length = <usize>load<u32>(place, 4);
		if (at + length > end) {
			break;
		}
		memory.copy(at, place + headerSize, length);
		at += length;
		store<u32>(ends + ((<usize>count) << 2), before + <u32>(at - to));
	}
	return count;
}

/** Where the addresses of a table's texts are, by number. They change as texts come. */
export function placesOf(table: usize): usize {
	return changetype<Texts>(table).places;
}

/** The number of the text `[start, end)`; 0 when it isn't there. */
export function find(table: usize, start: usize, end: usize): u32 {
	const texts = changetype<Texts>(table);
	if (start === end || texts.size === 0) {
		return 0;
	}
	const length = end - start;
	const place = <usize>load<u32>(slotOf(texts, start, length, hashOf(start, length)));
	return place === 0 ? 0 : load<u32>(place, 8);
}

/** The number of a text, a new one for a new text. */
export function numberOf(texts: Texts, start: usize, length: usize, hash: u32): u32 {
	const slot = slotOf(texts, start, length, hash);
	const place = <usize>load<u32>(slot);
	return place === 0 ? add(texts, slot, start, length, hash) : load<u32>(place, 8);
}

/** The address of the slot of a text, or of the free one where it would come. */
function slotOf(texts: Texts, start: usize, length: usize, hash: u32): usize {
	const mask: u32 = (1 << texts.power) - 1;
	let slot = hash & mask;
	while (true) {
		const at = texts.slots + ((<usize>slot) << 2);
		const place = <usize>load<u32>(at);
		if (place === 0 || isAt(place, start, length, hash)) {
			return at;
		}
		slot = (slot + 1) & mask;
	}
}

/** Whether the text at a place is the one at `start`. */
export function isAt(place: usize, start: usize, length: usize, hash: u32): bool {
	if (load<u32>(place) !== hash || <usize>load<u32>(place, 4) !== length) {
		return false;
	}
	const own = place + headerSize;
	let index: usize = 0;
	for (; index + 16 <= length; index += 16) {
		if (v128.any_true(v128.xor(v128.load(own + index), v128.load(start + index)))) {
			return false;
		}
	}
	for (; index + 8 <= length; index += 8) {
		if (load<u64>(own + index) !== load<u64>(start + index)) {
			return false;
		}
	}
	return (
		index === length || ((load<u64>(own + index) ^ load<u64>(start + index)) & upTo(length - index)) === 0
	);
}

/** Makes room for the first texts. */
export function begin(texts: Texts): void {
	texts.power = 10;
	texts.slots = take(12);
	memory.fill(texts.slots, 0, 1 << 12);
	texts.placesPower = 12;
	texts.places = take(12);
	texts.next = take(firstPage);
	texts.end = texts.next + (1 << firstPage);
}

function add(texts: Texts, slot: usize, start: usize, length: usize, hash: u32): u32 {
	const place = roomFor(texts, (headerSize + length + 3) & ~3);
	const id = ++texts.size;
	texts.bytes += <u32>length;
	store<u32>(place, hash);
	store<u32>(place, <u32>length, 4);
	store<u32>(place, id, 8);
	memory.copy(place + headerSize, start, length);
	store<u32>(slot, <u32>place);
	if ((<usize>id + 1) * 4 > (<usize>1) << texts.placesPower) {
		const places = take(texts.placesPower + 1);
		memory.copy(places, texts.places, (<usize>1) << texts.placesPower);
		give(texts.places, texts.placesPower++);
		texts.places = places;
	}
	store<u32>(texts.places + ((<usize>id) << 2), <u32>place);
	if (id << 1 > 1 << texts.power) {
		widen(texts);
	}
	return id;
}

function roomFor(texts: Texts, bytes: usize): usize {
	if (bytes > (<usize>1) << laterPage) {
		return take(powerOf(bytes));
	}
	if (texts.next + bytes > texts.end) {
		texts.next = take(laterPage);
		texts.end = texts.next + (1 << laterPage);
	}
	const place = texts.next;
	texts.next += bytes;
	return place;
}

function widen(texts: Texts): void {
	give(texts.slots, texts.power + 2);
	texts.power++;
	texts.slots = take(texts.power + 2);
	memory.fill(texts.slots, 0, (<usize>4) << texts.power);
	const mask: u32 = (1 << texts.power) - 1;
	for (let id: usize = 1; id <= <usize>texts.size; id++) {
		const place = load<u32>(texts.places + (id << 2));
		let slot = load<u32>(<usize>place) & mask;
		while (load<u32>(texts.slots + ((<usize>slot) << 2)) !== 0) {
			slot = (slot + 1) & mask;
		}
		store<u32>(texts.slots + ((<usize>slot) << 2), place);
	}
}
