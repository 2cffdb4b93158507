/** Lists of ids, one for each field. They map another thread's ids of strings to the ids here. */
import {ids, textCount} from './batch';
import {give, take} from './blocks';
import {column, extentOfWholes, narrowed} from './columns';

@unmanaged
class List {
	/** Address of the ids, u32; 0 while the list is empty. The first id, of the missing string, is 0. */
	at: usize;
	/** Capacity in bytes, as a power of two. */
	power: u32;
	size: u32;
}

const listSize: i32 = 12;
const lists: usize = memory.data(textCount * listSize, 4);

const firstPower: u32 = 12;

function listOf(field: i32): List {
	return changetype<List>(lists + field * listSize);
}

/** Frees the memory of all lists. */
export function clearLists(): void {
	for (let field = 0; field < textCount; field++) {
		const list = listOf(field);
		if (list.at !== 0) {
			give(list.at, list.power);
		}
	}
	memory.fill(lists, 0, textCount * listSize);
}

/** Appends the first `count` of `ids` to a list. */
export function listIds(field: i32, count: i32): void {
	const list = listOf(field);
	if (list.at === 0) {
		list.power = firstPower;
		list.at = take(firstPower);
		list.size = 1;
		store<u32>(list.at, 0);
	}
	const added = (<usize>count) << 2;
	while (((<usize>list.size) << 2) + added > (<usize>1) << list.power) {
		const larger = take(list.power + 1);
		memory.copy(larger, list.at, (<usize>list.size) << 2);
		give(list.at, list.power);
		list.at = larger;
		list.power++;
	}
	memory.copy(list.at + ((<usize>list.size) << 2), ids, added);
	list.size += count;
}

/** Returns the number of ids in a list after the first. */
export function listed(field: i32): u32 {
	const size = listOf(field).size;
	return size === 0 ? 0 : size - 1;
}

/** Returns an id of a list; 0 if the index is out of range. */
export function listedAt(field: i32, index: u32): u32 {
	const list = listOf(field);
	return index < list.size ? load<u32>(list.at + ((<usize>index) << 2)) : 0;
}

/**
 * Maps `base` plus each of the first `count` numbers of `narrowed`, which have `bytes` bytes each, through a list. Writes the
 * result to `column` and finds its extent. No number may be beyond the end of the list.
 */
export function mapListed(field: i32, base: u32, count: i32, bytes: i32): void {
	const numbers = listOf(field).at + ((<usize>base) << 2);
	if (bytes === 1) {
		map<u8>(numbers, count);
	} else if (bytes === 2) {
		map<u16>(numbers, count);
	} else {
		map<u32>(numbers, count);
	}
	extentOfWholes(count);
}

function map<T>(numbers: usize, count: i32): void {
	const size = sizeof<T>();
	let from = narrowed;
	let to = column;
	const end = column + ((<usize>count) << 2);
	// Four at a time takes 20 % less time.
	for (; to + 16 <= end; to += 16, from += 4 * size) {
		store<u32>(to, load<u32>(numbers + ((<usize>load<T>(from)) << 2)));
		store<u32>(to, load<u32>(numbers + ((<usize>load<T>(from + size)) << 2)), 4);
		store<u32>(to, load<u32>(numbers + ((<usize>load<T>(from + 2 * size)) << 2)), 8);
		store<u32>(to, load<u32>(numbers + ((<usize>load<T>(from + 3 * size)) << 2)), 12);
	}
	for (; to < end; to += 4, from += size) {
		store<u32>(to, load<u32>(numbers + ((<usize>load<T>(from)) << 2)));
	}
}
