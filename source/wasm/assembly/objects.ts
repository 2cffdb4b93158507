/** JSON objects in lines with a learned layout: keys in any order, each with a known kind of value. */

import {flags, formats, textEnds, textStarts} from './batch';
import {fieldSize, forwardedFor, put} from './cells';
import {findClient} from './find-client';
import {clearFields, readValue} from './json-values';
import {byte, masks, matches} from './line-pieces';
import {markAfter, markAt} from './marks';
import {literalAt, nodeSize, nodes} from './nodes';
import {clearTrail, followTrail, hasTrail, keepTrail, trailMark, trailNames} from './trail';

const newline: u32 = 10;
const carriageReturn: u32 = 13;
const space: u32 = 32;
const quote: u32 = 34;
const plus: u32 = 43;
const comma: u32 = 44;
const dash: u32 = 45;
const openBracket: u32 = 91;
const closeBracket: u32 = 93;
const openBrace: u32 = 123;
const closeBrace: u32 = 125;

/** Kinds: see entries/layout-steps.ts. */
const within: u32 = 34;
const text: u32 = 35;
const scalar: u32 = 36;

/** Parameter of strings that are skipped. */
const noField: u32 = 255;

/** Bit number of a key without a bit in sets of names. */
const noBit: u32 = 255;

/** A bit in each set of names. A key whose value has always been empty has it, too: its first value counts as a duplicate. */
const alwaysSeen: u64 = (<u64>1) << 63;

/** Flags of a key: the bytes with which its value mustn't begin. */
const noText: u32 = 1;
const noObject: u32 = 2;
const noList: u32 = 4;

/** Maximum depth of objects in which keys are looked up. Equals `maxDepth` in entries/object-layout.ts. */
const maxDepth: i32 = 6;

/** Groups of keys of the objects around an address, from the outermost on. */
const groups: usize = memory.data((6 + 1) * 4);

/** For each hash of a key and its group, the node with the longest literal. */
const bucketBits: i32 = 10;
const buckets: usize = memory.data(2 << 10);

/**
 * Offsets: in a node, of the key that followed in the last object; in node 0, of that object's first key. Most programs keep one
 * order.
 */
const followerAt: usize = 6;
const firstFollower: usize = 14;

/** The first node of a key, the first node of a set of names, and the node after the sets. */
let firstKey: usize = nodes;
let firstNames: usize = nodes;
let lastNames: usize = nodes;
/** The fields that some set of names lacks. */
let lacking: u32 = 0;

/** For each hash of a set of names, the address of the node found last. Which of a few sets an object has can't be predicted. */
const recentPower: u32 = 4;
const recentNames: usize = memory.data(4 << 4, 16);

/** The golden ratio as a fraction of 2^64, as in intern.ts. */
const recentFactor: u64 = ((<u64>0x9e37_79b9) << 32) | 0x7f4a_7c15;

/** Prepares new nodes of keys. */
export function indexKeys(): void {
	firstKey = nodes + <usize>load<u16>(nodes, 8) * nodeSize;
	firstNames = nodes + <usize>load<u16>(nodes, 10) * nodeSize;
	lastNames = nodes + <usize>load<u16>(nodes, 12) * nodeSize;
	lacking = 0;
	for (let names = firstNames; names < lastNames; names += nodeSize) {
		lacking |= load<u32>(names, 12);
	}
	for (let index: usize = 0; index < 1 << recentPower; index++) {
		store<u32>(recentNames + (index << 2), <u32>firstNames);
	}
	memory.fill(buckets, 0, 2 << bucketBits);
	clearTrail();
	wait = 0;
	pause = 1;
	for (let node = firstKey; node < firstNames; node += nodeSize) {
		let start = node + literalAt;
		while (byte(start) !== quote) {
			start++;
		}
		let end = start + 1;
		while (byte(end) !== quote) {
			end++;
		}
		let link = bucketOf(<u32>load<u16>(node, 4), start, end);
		// Longer literals come first: `"status":"` before `"status":`.
		for (
			let other = nodeAt(link);
			other !== nodes && load<u8>(other, 2) > load<u8>(node, 2);
			other = nodeAt(link)
		) {
			link = other + 14;
		}
		store<u16>(node, load<u16>(link), 14);
		store<u16>(link, <u16>((node - nodes) / nodeSize));
	}
}

/** Returns the node whose index is at an address. */
function nodeAt(address: usize): usize {
	return nodes + <usize>load<u16>(address) * nodeSize;
}

/** Returns the bucket of a key between the quotes at two addresses. */
function bucketOf(group: u32, start: usize, end: usize): usize {
	const length = <u32>(end - start);
	const head = length < 3 ? <u32>load<u16>(start) : load<u32>(start);
	const tail = length < 3 ? 0 : load<u32>(end - 3);
	const hash = (head * 0x9e37_79b1) ^ ((tail + group * 0x0101 + (length << 24)) * 0x85eb_ca77);
	return buckets + ((<usize>((hash * 0xc2b2_ae3d) >> (32 - bucketBits))) << 1);
}

/** Number of objects to read before one becomes the trail, and the number after the next object with other keys. */
let wait: u32 = 0;
let pause: u32 = 1;
const maxPause: u32 = 64;

/**
 * Reads an object whose first brace ends before an address. Returns the address of the line feed after it, or 0 if it has keys,
 * values or a set of names that aren't known; sets `lineMark` to the mark of the line feed.
 */
export function readObject(start: usize, first: usize, at: usize, delta: usize): usize {
	clearFields(lacking, at);
	if (hasTrail()) {
		const end = followTrail(start, first, at, delta, alwaysSeen);
		if (end !== 0) {
			const lineEnd = endOfLine(end, trailMark, trailNames, at, delta);
			if (lineEnd !== 0) {
				pause = 1;
				return lineEnd;
			}
		}
		clearTrail();
		clearFields(lacking, at);
		wait = pause;
		pause = min(pause << 1, maxPause);
	}
	const lineEnd = readKeys(start, first, at, delta);
	if (lineEnd !== 0) {
		if (wait <= 1) {
			keepTrail(start, first, firstFollower, followerAt);
		}
		wait -= <u32>(wait !== 0);
	}
	return lineEnd;
}

/** Does the same by looking up each key. */
function readKeys(start: usize, first: usize, at: usize, delta: usize): usize {
	let position = start;
	let mark = first;
	let group: u32 = 0;
	let depth = 0;
	let seen: u64 = alwaysSeen;
	let follower = nodes + firstFollower;
	while (position !== 0) {
		let node = nodeAt(follower);
		if (!follows(node, group, position)) {
			node = keyAt(group, position, mark);
			if (node === nodes) {
				return 0;
			}
			store<u16>(follower, <u16>((node - nodes) / nodeSize));
		}
		follower = node + followerAt;
		const value = position + <usize>load<u8>(node, 2);
		mark += (<usize>load<u8>(node, 3)) << 2;
		const kind = <u32>load<u8>(node);
		const sign = <u32>load<u8>(node, 9);
		if (sign !== noBit) {
			seen |= (<u64>1) << (<u64>sign);
		}
		if (kind === within) {
			if (depth === maxDepth) {
				return 0;
			}
			store<u32>(groups + ((<usize>depth) << 2), group);
			depth++;
			group = <u32>load<u16>(node, 12);
			position = afterSpaces(value);
			if (byte(position) !== closeBrace) {
				position = value;
				continue;
			}
		} else {
			const parameter = <u32>load<u8>(node, 1);
			const closing = <u32>load<u8>(node, 10);
			const next = markAt(mark, 0);
			const isString = closing !== 0 && byte(next) === quote;
			if (isString && isNone(value, next)) {
				position = next;
			} else {
				const bit = <u32>load<u8>(node, 8);
				if (isString && kind === text) {
					position = next;
					if (parameter !== noField) {
						put(parameter, at, value - delta, next - delta);
					}
				} else {
					position = readValue(kind, parameter, value, mark, at, delta);
					mark = markAfter;
					if (position === 0) {
						return 0;
					}
				}
				if (bit !== noBit && !isIgnored(kind, value)) {
					const flag = (<u64>1) << (<u64>bit);
					if ((seen & flag) !== 0) {
						return 0;
					}
					seen |= flag;
				}
			}
			if (closing !== 0) {
				if (markAt(mark, 0) !== position || byte(position) !== quote) {
					return 0;
				}
				mark += 4;
				position++;
				if (closing === 2 && byte(position++) !== closeBracket) {
					return 0;
				}
			}
			// A comma follows most values.
			if (byte(position) === comma) {
				position++;
				continue;
			}
			position = afterSpaces(position);
		}
		while (byte(position) === closeBrace) {
			position++;
			if (depth === 0) {
				return endOfLine(position, mark, seen, at, delta);
			}
			depth--;
			group = load<u32>(groups + ((<usize>depth) << 2));
			position = afterSpaces(position);
		}
		position = byte(position) === comma ? position + 1 : 0;
	}
	return 0;
}

/** Checks that the object had a known set of names and that the line ends after it. Returns the address of the line feed, or 0. */
function endOfLine(end: usize, mark: usize, seen: u64, at: usize, delta: usize): usize {
	const lineEnd = markAt(mark, 0);
	if (
		byte(lineEnd) !== newline ||
		!(end === lineEnd || (end + 1 === lineEnd && byte(end) === carriageReturn))
	) {
		return 0;
	}
	const recent = recentNames + ((<usize>((seen * recentFactor) >> (64 - recentPower))) << 2);
	let names = <usize>load<u32>(recent);
	if (load<u64>(names, literalAt) !== seen) {
		names = firstNames;
		while (names < lastNames && load<u64>(names, literalAt) !== seen) {
			names += nodeSize;
		}
		if (names === lastNames) {
			return 0;
		}
		store<u32>(recent, <u32>names);
	}
	// In mode peer, forwarded addresses don't matter.
	if (load<u8>(nodes) !== 0) {
		const cell = <usize>(forwardedFor * fieldSize) + at;
		const listEnd = <usize>load<u32>(textEnds + cell);
		if (
			listEnd !== 0 &&
			!findClient(<usize>load<u32>(textStarts + cell) + delta, listEnd + delta, at, delta)
		) {
			return 0;
		}
	}
	store<u32>(formats + at, load<u32>(names, 8));
	store<u32>(flags + at, 0);
	lineMark = mark;
	return lineEnd;
}

/** The mark of the line feed of the last object. */
export let lineMark: usize = 0;

/** Like `fits`, for the key that followed in the last object. It is inlined: a call for each key takes 10 % of the time. */
function follows(node: usize, group: u32, at: usize): bool {
	const length = <usize>load<u8>(node, 2);
	if (<u32>load<u16>(node, 4) !== group) {
		return false;
	}
	if (length > 32) {
		return fits(node, group, at);
	}
	const literal = node + literalAt;
	const compared = min(length, 16);
	const rest = length - compared;
	const first = v128.xor(v128.load(at), v128.load(literal));
	const last = v128.xor(v128.load(at + rest), v128.load(literal + rest));
	const mask = v128.load(masks + 16 - compared);
	return !v128.any_true(v128.and(v128.or(first, last), mask)) && allows(node, at + length);
}

/** Checks that a key of a group is at an address. */
function fits(node: usize, group: u32, at: usize): bool {
	return (
		<u32>load<u16>(node, 4) === group && matches(node, at) && allows(node, at + <usize>load<u8>(node, 2))
	);
}

/** Checks that the value at an address doesn't begin with a byte that the key excludes. */
function allows(node: usize, at: usize): bool {
	const excluded = <u32>load<u8>(node, 11);
	if (excluded === 0) {
		return true;
	}
	const first = byte(at);
	const found =
		first === quote ? noText : first === openBrace ? noObject : first === openBracket ? noList : 0;
	return (found & excluded) === 0;
}

/** Finds the key between the next two marks; `nodes` if it is unknown. */
function keyAt(group: u32, at: usize, mark: usize): usize {
	const start = markAt(mark, 0);
	const end = markAt(mark, 1);
	if (byte(start) !== quote || byte(end) !== quote || start < at) {
		return nodes;
	}
	let node = nodeAt(bucketOf(group, start, end));
	while (node !== nodes && !fits(node, group, at)) {
		node = nodeAt(node + 14);
	}
	return node;
}

/** Checks for an empty string or a dash, which TypeScript ignores. */
function isNone(start: usize, end: usize): bool {
	return end === start || (end === start + 1 && byte(start) === dash);
}

/** Checks for a word without quotes, which TypeScript ignores. */
function isIgnored(kind: u32, start: usize): bool {
	return kind === scalar && byte(start) - 48 > 9 && byte(start) !== plus;
}

function afterSpaces(start: usize): usize {
	let at = start;
	while (byte(at) === space) {
		at++;
	}
	return at;
}
