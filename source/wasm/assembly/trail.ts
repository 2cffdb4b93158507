/**
 * The keys of the last object, for objects with the same keys in the same order. First, it locates all values; each key takes the
 * same branches. In a lookup, branches differ by key and value, and the CPU mispredicts many. Then it reads the values, grouped
 * by sort. A line of Caddy takes 15 % less time.
 */

import {textCount, textEnds, textStarts} from './batch';
import {fieldSize} from './cells';
import {containerEnd, readValue, scalarEnd} from './json-values';
import {byte, matches} from './line-pieces';
import {markAfter, markAt} from './marks';
import {literalAt, nodeSize, nodes} from './nodes';

const quote: u32 = 34;
const plus: u32 = 43;
const dash: u32 = 45;
const openBracket: u32 = 91;
const openBrace: u32 = 123;

/** Kinds: see entries/layout-steps.ts. */
const within: u32 = 34;
const text: u32 = 35;
const scalar: u32 = 36;
const any: u32 = 38;
const inside: u32 = 39;
const exact: u32 = 52;

/** Parameter of skipped strings, and bit number of a key without a bit in sets of names. */
const noField: u32 = 255;
const noBit: u32 = 255;

/** Maximum numbers of keys, and of bytes between two values. */
const maxSteps: usize = 96;
const maxText: usize = 48;

/** The bytes between two values: the end of the first value, and the key of the second. */
@unmanaged
class Step {
	/** Number of bytes, and offset of the last 16. If there are fewer than 16, `behind` has bits for the bytes after them. */
	length: usize;
	rest: usize;
	behind: u32;
	/** Four times the number of marks in the bytes. */
	marks: usize;
	/** Distance from the next mark to the end of the second value. If that is a container, from the mark after the container. */
	distance: i32;
	/** True if the value is an object or a list. */
	isContainer: u32;
}

/** A value of the current object: its range, and the first mark from its start on. */
@unmanaged
class Found {
	start: usize;
	end: usize;
	mark: usize;
}

/** A value to read or check, and the bit of its name if it isn't empty. The parameter of a string is the offset of its cells. */
@unmanaged
class Value {
	found: Found;
	kind: u32;
	parameter: u32;
	isString: u32;
	flag: u64;
}

/** The bytes follow the step. */
const textAt: usize = offsetof<Step>();
const stepSize: usize = textAt + maxText;
const steps: usize = memory.data(96 * (24 + 48), 16);
let stepsEnd: usize = steps;

const foundSize: usize = offsetof<Found>();
const found: usize = memory.data(96 * 12, 16);

/** Values by their sort: strings, scalars, values that are a part of the literal, and other values. */
const valueSize: usize = offsetof<Value>();
const texts: usize = memory.data(96 * 24, 16);
const scalars: usize = memory.data(96 * 24, 16);
const nothings: usize = memory.data(96 * 24, 16);
const others: usize = memory.data(96 * 24, 16);
let textsEnd: usize = texts;
let scalarsEnd: usize = scalars;
let nothingsEnd: usize = nothings;
let othersEnd: usize = others;

/** Bits of the names that all objects with these keys have. */
let always: u64 = 0;

/** The mark of the line feed after the last object, and the bits of its names. */
export let trailMark: usize = 0;
export let trailNames: u64 = 0;

export function hasTrail(): bool {
	return stepsEnd !== steps;
}

export function clearTrail(): void {
	stepsEnd = steps;
}

/**
 * Reads an object whose first brace ends before an address. Returns its end. Returns 0 if it has other keys, or values that
 * aren't read here. `names`: the bits of names that every object has.
 */
export function followTrail(start: usize, first: usize, at: usize, delta: usize, names: u64): usize {
	let position = start;
	let mark = first;
	let slot = found;
	const end = stepsEnd;
	for (let address = steps; address < end; address += stepSize) {
		const step = changetype<Step>(address);
		const length = step.length;
		const rest = step.rest;
		const same = v128.and(
			i8x16.eq(v128.load(position), v128.load(address, textAt)),
			i8x16.eq(v128.load(position + rest), v128.load(address + rest, textAt)),
		);
		if ((i8x16.bitmask(same) | step.behind) !== 0xffff) {
			return 0;
		}
		if (length > 32 && !i8x16.all_true(i8x16.eq(v128.load(position, 16), v128.load(address + 16, textAt)))) {
			return 0;
		}
		const value = position + length;
		mark += step.marks;
		const it = changetype<Found>(slot);
		it.start = value;
		it.mark = mark;
		if (step.isContainer !== 0) {
			const innerEnd = containerEnd(value, mark);
			mark = markAfter;
			if (innerEnd === 0 || innerEnd !== markAt(mark, 0) + step.distance) {
				return 0;
			}
		}
		position = markAt(mark, 0) + step.distance;
		it.end = position;
		slot += foundSize;
	}
	trailMark = mark;
	return readValues(at, delta, names) ? position : 0;
}

/** Reads the located values. Returns false if one can't be read here, or a name has two values; sets `trailNames`. */
function readValues(at: usize, delta: usize, names: u64): bool {
	let seen = names | always;
	let seenTwice: u64 = 0;
	let differences: usize = 0;
	for (let address = texts; address < textsEnd; address += valueSize) {
		const value = changetype<Value>(address);
		const start = value.found.start;
		const end = value.found.end;
		// Without a branch: referers make it unpredictable.
		const isNone = <u32>(end === start) | (<u32>(end - start === 1) & <u32>(byte(start) === dash));
		const cell = <usize>select<u32>(textCount * fieldSize, value.parameter, isNone !== 0) + at;
		store<u32>(textStarts + cell, <u32>(start - delta));
		store<u32>(textEnds + cell, <u32>(end - delta));
		const flag = value.flag & (<u64>isNone - 1);
		seenTwice |= seen & flag;
		seen |= flag;
	}
	for (let address = scalars; address < scalarsEnd; address += valueSize) {
		const value = changetype<Value>(address);
		const start = value.found.start;
		const end = value.found.end;
		differences |= (scalarEnd(start) ^ end) | <usize>(start === end);
		const isIgnored = <u32>(byte(start) - 48 > 9) & <u32>(byte(start) !== plus);
		const flag = value.flag & (<u64>isIgnored - 1);
		seenTwice |= seen & flag;
		seen |= flag;
	}
	for (let address = nothings; address < nothingsEnd; address += valueSize) {
		const value = changetype<Value>(address);
		differences |= value.found.start ^ value.found.end;
	}
	for (let address = others; address < othersEnd; address += valueSize) {
		const value = changetype<Value>(address);
		const start = value.found.start;
		const end = value.found.end;
		const first = byte(start);
		if (value.isString !== 0) {
			if (end === start || (end === start + 1 && first === dash)) {
				continue;
			}
		} else if (first === quote || first === openBrace || first === openBracket) {
			return false;
		}
		if (readValue(value.kind, value.parameter, start, value.found.mark, at, delta) !== end) {
			return false;
		}
		seenTwice |= seen & value.flag;
		seen |= value.flag;
	}
	trailNames = seen;
	return differences === 0 && seenTwice === 0;
}

/**
 * Keeps the keys of an object that was just read, whose first brace ends before an address. Each key's node has the index of the
 * next key's node at `followerAt`; node 0 has the index of the first key's node at `firstFollower`. An object has no trail if it
 * has a key twice, an escape outside of inner objects, or more than `maxText` bytes between two values.
 */
export function keepTrail(start: usize, first: usize, firstFollower: usize, followerAt: usize): void {
	stepsEnd = steps;
	textsEnd = texts;
	scalarsEnd = scalars;
	nothingsEnd = nothings;
	othersEnd = others;
	always = 0;
	/** The end of the last value, and the marks that close it. */
	let from = start;
	let closing: usize = 0;
	let position = start;
	let mark = first;
	let node = nodeAt(nodes + firstFollower);
	for (let count: usize = 0; count < maxSteps - 1; count++) {
		if (position < from || !matches(node, position)) {
			return;
		}
		const kind = <u32>load<u8>(node);
		const isString = load<u8>(node, 10) !== 0;
		const after = position + <usize>load<u8>(node, 2);
		const isAny = kind === any && (byte(after) === openBrace || byte(after) === openBracket);
		const isContainer = isAny || kind === inside;
		const value = after + <usize>isAny;
		const marks = closing + ((<usize>load<u8>(node, 3)) << 2);
		mark += marks;
		let end = value;
		let last = mark;
		if (isString) {
			end = markAt(mark, 0);
			if (byte(end) !== quote) {
				return;
			}
		} else if (isContainer) {
			end = containerEnd(value, mark);
			last = markAfter;
		} else if (kind !== within && kind !== exact) {
			end = scalarEnd(value);
		}
		if (!keepStep(count, from, value - from, marks, <i32>(end - markAt(last, 0)), isContainer)) {
			return;
		}
		keepValue(node, found + count * foundSize, isContainer);
		from = end;
		mark = last;
		closing = isString ? 4 : 0;
		node = nodeAt(node + followerAt);
		const next = markAt(mark + closing, 0);
		if (byte(next) !== quote) {
			// The bytes after the last value, and an empty value before the line feed.
			if (keepStep(count + 1, from, next - from, closing, 0, false)) {
				const slot = found + (count + 1) * foundSize;
				nothingsEnd = addValue(nothingsEnd, slot, within, 0, false, 0);
				stepsEnd = steps + (count + 2) * stepSize;
			}
			return;
		}
		if (node === nodes) {
			return;
		}
		position = next - quoteOf(node);
	}
}

/** Keeps the bytes between two values. Returns false if there are too many. */
function keepStep(
	index: usize,
	start: usize,
	length: usize,
	marks: usize,
	distance: i32,
	isContainer: bool,
): bool {
	const address = steps + index * stepSize;
	const step = changetype<Step>(address);
	step.length = length;
	step.rest = max(length, 16) - 16;
	step.behind = length < 16 ? (0xffff << (<u32>length)) & 0xffff : 0;
	step.marks = marks;
	step.distance = distance;
	step.isContainer = <u32>isContainer;
	memory.copy(address + textAt, start, min(length, maxText));
	return length <= maxText;
}

/** Adds the value of a key to the values of its sort. */
function keepValue(node: usize, slot: usize, isContainer: bool): void {
	const kind = <u32>load<u8>(node);
	const parameter = <u32>load<u8>(node, 1);
	const bit = <u32>load<u8>(node, 8);
	const sign = <u32>load<u8>(node, 9);
	const isString = load<u8>(node, 10) !== 0;
	const flag: u64 = bit === noBit ? 0 : (<u64>1) << (<u64>bit);
	always |= sign === noBit ? 0 : (<u64>1) << (<u64>sign);
	if (isContainer) {
		always |= flag;
	} else if (isString && kind === text) {
		if (parameter !== noField || flag !== 0) {
			// Without a field, the range is written after the cells of all fields.
			const field = parameter === noField ? <u32>textCount : parameter;
			textsEnd = addValue(textsEnd, slot, kind, field * fieldSize, isString, flag);
		}
	} else if (!isString && (kind === scalar || kind === any)) {
		scalarsEnd = addValue(scalarsEnd, slot, kind, parameter, isString, flag);
	} else if (!isString && (kind === within || kind === exact)) {
		always |= kind === exact ? flag : 0;
		nothingsEnd = addValue(nothingsEnd, slot, kind, parameter, isString, flag);
	} else {
		othersEnd = addValue(othersEnd, slot, kind, parameter, isString, flag);
	}
}

/** Adds a value to the values of a sort. Returns their new end. */
function addValue(end: usize, slot: usize, kind: u32, parameter: u32, isString: bool, flag: u64): usize {
	const value = changetype<Value>(end);
	value.found = changetype<Found>(slot);
	value.kind = kind;
	value.parameter = parameter;
	value.isString = <u32>isString;
	value.flag = flag;
	return end + valueSize;
}

/** Returns the position of the first quote in the literal of a key. */
function quoteOf(node: usize): usize {
	let at = node + literalAt;
	while (byte(at) !== quote) {
		at++;
	}
	return at - node - literalAt;
}

/** Returns the node whose index is at an address. */
function nodeAt(address: usize): usize {
	return nodes + <usize>load<u16>(address) * nodeSize;
}
