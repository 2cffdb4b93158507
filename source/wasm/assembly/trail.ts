/**
 * The keys of the last object, for objects with the same keys in the same order. First, the positions of all values are found: each
 * key takes the same branches. In a lookup, branches differ by key and value, and processors guess many of them wrong. Then the values
 * are read, sort by sort. A line of Caddy takes 15 % less time.
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

/** The field of a skipped string, and instead of a number of a name. */
const noField: u32 = 255;
const noBit: u32 = 255;

/** Maximum numbers of keys, of bytes of a literal, and of bytes between a value and the next key. */
const maxSteps: usize = 96;
const maxLiteral: usize = 32;
const maxGap: usize = 8;

/** A key. */
@unmanaged
class Step {
	/** The address of its literal, and the position of the last 16 bytes in it. */
	literal: usize;
	rest: usize;
	/** Bits of the bytes after it, among 16, if it is shorter. */
	behind: u32;
	length: usize;
	/** Four times the number of marks in it, and of marks that close the value. */
	marks: usize;
	closing: usize;
	/** The distance of the next key from the mark after the literal; that after the value, if the value has other marks. */
	distance: i32;
	/** The text between the value and the next key, as the last bytes of a word; its length, and a mask for the word. */
	gapLength: usize;
	gap: u64;
	gapMask: u64;
	/** True if the value is an object or a list; the byte that opens it, or 0 if that is a part of the literal. */
	isContainer: u32;
	opening: u32;
}

/** A value of the current object: its range, and the first mark from its start on. */
@unmanaged
class Found {
	start: usize;
	end: usize;
	mark: usize;
}

/** A value that must be read or checked, and the bit of its name if it isn't empty. */
@unmanaged
class Value {
	found: Found;
	kind: u32;
	parameter: u32;
	isString: u32;
	flag: u64;
}

const stepSize: usize = offsetof<Step>();
const steps: usize = memory.data(96 * 56, 16);
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
		const literal = step.literal;
		const rest = step.rest;
		const same = v128.and(
			i8x16.eq(v128.load(position), v128.load(literal)),
			i8x16.eq(v128.load(position + rest), v128.load(literal + rest)),
		);
		if ((i8x16.bitmask(same) | step.behind) !== 0xffff) {
			return 0;
		}
		const value = position + step.length;
		mark += step.marks;
		const it = changetype<Found>(slot);
		it.start = value;
		it.mark = mark;
		let innerEnd: usize = 0;
		if (step.isContainer !== 0) {
			const isOpened = step.opening === 0 || byte(value) === step.opening;
			innerEnd = isOpened ? containerEnd(value + <usize>(step.opening !== 0), mark) : 0;
			if (innerEnd === 0) {
				return 0;
			}
			mark = markAfter;
		}
		position = markAt(mark, 0) + step.distance;
		const valueEnd = position - step.gapLength;
		const isOther = ((load<u64>(position - 8) ^ step.gap) & step.gapMask) !== 0;
		if (isOther || (innerEnd !== 0 && innerEnd !== valueEnd)) {
			return 0;
		}
		it.end = valueEnd;
		mark += step.closing;
		slot += foundSize;
	}
	trailMark = mark;
	return readValues(at, delta, names) ? position : 0;
}

/** Reads the values that were found. Returns false if one isn't read here, or a name has two; sets `trailNames`. */
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
		const field = select<u32>(textCount, value.parameter, isNone !== 0);
		const cell = <usize>(field * fieldSize) + at;
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
 * next key's node at `followerAt`; node 0 has the index of the first key's node at `firstFollower`. An object has no trail if it has a
 * key twice, an escape outside of inner objects, a long literal, or much space between keys.
 */
export function keepTrail(start: usize, first: usize, firstFollower: usize, followerAt: usize): void {
	stepsEnd = steps;
	textsEnd = texts;
	scalarsEnd = scalars;
	nothingsEnd = nothings;
	othersEnd = others;
	always = 0;
	let position = start;
	let mark = first;
	let node = nodeAt(nodes + firstFollower);
	for (let count: usize = 0; count < maxSteps; count++) {
		const length = <usize>load<u8>(node, 2);
		if (length > maxLiteral || !matches(node, position)) {
			return;
		}
		const kind = <u32>load<u8>(node);
		const isString = load<u8>(node, 10) !== 0;
		const value = position + length;
		const valueMark = mark + ((<usize>load<u8>(node, 3)) << 2);
		const isAny = kind === any && (byte(value) === openBrace || byte(value) === openBracket);
		const isContainer = isAny || kind === inside;
		let end = value;
		mark = valueMark;
		if (isString) {
			end = markAt(mark, 0);
			if (byte(end) !== quote) {
				return;
			}
		} else if (isContainer) {
			end = containerEnd(value + <usize>isAny, mark);
			mark = markAfter;
		} else if (kind !== within && kind !== exact) {
			end = scalarEnd(value);
		}
		const closing: usize = isString ? 4 : 0;
		const next = nodeAt(node + followerAt);
		const nextMark = markAt(mark + closing, 0);
		const isLast = byte(nextMark) !== quote;
		if (!isLast && next === nodes) {
			return;
		}
		const nextStart = isLast ? nextMark : nextMark - quoteOf(next);
		const gapLength = nextStart - end;
		if (gapLength > maxGap) {
			return;
		}
		const step = changetype<Step>(steps + count * stepSize);
		step.literal = node + literalAt;
		step.rest = max(length, 16) - 16;
		step.behind = length < 16 ? (0xffff << (<u32>length)) & 0xffff : 0;
		step.length = length;
		step.marks = (<usize>load<u8>(node, 3)) << 2;
		step.closing = closing;
		step.distance = <i32>(nextStart - markAt(mark, 0));
		step.gapLength = gapLength;
		step.gap = load<u64>(nextStart - 8);
		step.gapMask = gapLength === 0 ? 0 : (<u64>-1) << (<u64>(64 - (gapLength << 3)));
		step.isContainer = <u32>isContainer;
		step.opening = isAny ? byte(value) : 0;
		keepValue(node, found + count * foundSize, isContainer);
		mark += closing;
		position = nextStart;
		if (isLast) {
			stepsEnd = steps + (count + 1) * stepSize;
			return;
		}
		node = next;
	}
}

/** Keeps how the value of a key is read. */
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
			// Without a field, the range is written after those of the fields.
			const field = parameter === noField ? <u32>textCount : parameter;
			textsEnd = addValue(textsEnd, slot, kind, field, isString, flag);
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
