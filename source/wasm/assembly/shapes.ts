/** Shapes of URLs, as written by `ShapeTable`, and the comparison of paths with them. */

/** Buffer for the shapes. */
export const shapesSize: i32 = 1 << 13;
export const shapes: usize = memory.data(shapesSize, 16);

/** For each ASCII byte, a bit for each kind of parameter that may contain it. Bit 7 marks digits. */
export const byteKinds: usize = memory.data(128);
const isDigit: u32 = 128;

/** A path. Its references are byte offsets from `shapes`. */
@unmanaged
class Shape {
	/** Number of parts, each after a slash. */
	slashes: u32;
	/** Offset of the descriptions of its parts. */
	parts: u32;
	/** Offset of the names of its integer parameters. */
	names: u32;
	nameCount: u32;
}

/** A part between two slashes: a literal, or a parameter with a literal before and after it. */
@unmanaged
class Part {
	before: u32;
	beforeLength: u32;
	behind: u32;
	behindLength: u32;
	/** The bit of its kind; 0 if there is no parameter. */
	kind: u32;
	least: u32;
	most: u32;
	mayBeNumber: u32;
}

@unmanaged
class Name {
	text: u32;
	length: u32;
}

/** Maximum number of slashes in a path. */
const maxSlashes: u32 = 32;

/** Addresses of the slashes of the path split last, and its end. */
const ends: usize = memory.data((maxSlashes + 1) * sizeof<usize>(), 16);
let slashes: u32 = 0;
export let pathEnd: usize = 0;

/**
 * Splits the path of a URL `[start, end)` into parts. Returns false if JavaScript must examine the URL: it has bytes beyond
 * ASCII, the introducer of escapes or a fragment, doesn't begin with a slash, or has more than `maxSlashes` slashes.
 */
export function splitPath(start: usize, end: usize, introducer: u8): bool {
	const mark = i8x16.splat(introducer);
	slashes = 0;
	pathEnd = 0;
	for (let at = start; at < end; at += 64) {
		const valid: u64 = end - at >= 64 ? -1 : ((<u64>1) << (<u64>(end - at))) - 1;
		if ((marksIn(at, mark) & valid) !== 0) {
			return false;
		}
		if (pathEnd === 0) {
			let found = bytesIn(at, 47) & valid;
			const question = bytesIn(at, 63) & valid;
			if (question !== 0) {
				pathEnd = at + <usize>ctz(question);
				found &= (question & -question) - 1;
			}
			for (; found !== 0; found &= found - 1) {
				if (slashes < maxSlashes) {
					store<usize>(ends + ((<usize>slashes) << 2), at + <usize>ctz(found));
				}
				slashes++;
			}
		}
	}
	pathEnd = pathEnd === 0 ? end : pathEnd;
	store<usize>(ends + ((<usize>min(slashes, maxSlashes)) << 2), pathEnd);
	return slashes <= maxSlashes && load<u8>(start) === 47;
}

/** Returns a bit for each of 64 bytes, set if it equals `byte`. */
function bytesIn(at: usize, byte: u8): u64 {
	const wanted = i8x16.splat(byte);
	return joined(
		i8x16.eq(v128.load(at), wanted),
		i8x16.eq(v128.load(at, 16), wanted),
		i8x16.eq(v128.load(at, 32), wanted),
		i8x16.eq(v128.load(at, 48), wanted),
	);
}

function marksIn(at: usize, mark: v128): u64 {
	return joined(
		marked(v128.load(at), mark),
		marked(v128.load(at, 16), mark),
		marked(v128.load(at, 32), mark),
		marked(v128.load(at, 48), mark),
	);
}

function marked(bytes: v128, mark: v128): v128 {
	return v128.or(bytes, v128.or(i8x16.eq(bytes, mark), i8x16.eq(bytes, i8x16.splat(35))));
}

function joined(a: v128, b: v128, c: v128, d: v128): u64 {
	const low = <u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16);
	const high = <u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16);
	return <u64>low | ((<u64>high) << 32);
}

/** Returns the number, from 1 on, of the first of `count` shapes that matches the path split last; 0 if no shape matches. */
export function shapeOf(count: u32): u32 {
	for (let number: u32 = 0; number < count; number++) {
		if (hasShape(changetype<Shape>(shapes + <usize>number * offsetof<Shape>()))) {
			return number + 1;
		}
	}
	return 0;
}

function hasShape(shape: Shape): bool {
	if (shape.slashes !== slashes) {
		return false;
	}
	for (let index: usize = 0; index < <usize>slashes; index++) {
		const part = changetype<Part>(shapes + <usize>shape.parts + index * offsetof<Part>());
		if (!isPart(part, load<usize>(ends + (index << 2)) + 1, load<usize>(ends + (index << 2), 4))) {
			return false;
		}
	}
	return true;
}

function isPart(part: Part, start: usize, end: usize): bool {
	const length = <u32>(end - start);
	const around = part.beforeLength + part.behindLength;
	if (length < around || !isAt(start, part.before, part.beforeLength)) {
		return false;
	}
	if (part.kind === 0) {
		return length === around;
	}
	const to = end - part.behindLength;
	if (
		length - around < part.least ||
		length - around > part.most ||
		!isAt(to, part.behind, part.behindLength)
	) {
		return false;
	}
	let kinds = part.kind | isDigit;
	for (let at = start + part.beforeLength; at < to && kinds !== 0; at++) {
		kinds &= <u32>load<u8>(byteKinds + <usize>load<u8>(at));
	}
	return (kinds & part.kind) !== 0 && (part.mayBeNumber !== 0 || (kinds & isDigit) === 0);
}

/** Checks that a literal of the shapes is at an address. */
function isAt(at: usize, text: u32, length: u32): bool {
	for (let index: usize = 0; index < <usize>length; index++) {
		if (load<u8>(at + index) !== load<u8>(shapes + <usize>text + index)) {
			return false;
		}
	}
	return true;
}

/**
 * Finds the first parameter of the URL split last, which ends before `end`, that should be an integer and isn't. Returns its
 * position among the names of the shape, from 1 on; 0 if all are integers.
 */
export function oddParameter(number: u32, end: usize): u32 {
	const shape = changetype<Shape>(shapes + <usize>(number - 1) * offsetof<Shape>());
	if (shape.nameCount === 0) {
		return 0;
	}
	for (let at = pathEnd + 1; at < end; ) {
		let next = at;
		while (next < end && load<u8>(next) !== 38) {
			next++;
		}
		for (let index: u32 = 0; index < shape.nameCount; index++) {
			const name = changetype<Name>(shapes + <usize>shape.names + <usize>index * offsetof<Name>());
			const nameEnd = at + name.length;
			if (
				nameEnd <= next &&
				(nameEnd === next || load<u8>(nameEnd) === 61) &&
				isAt(at, name.text, name.length)
			) {
				if (!isInteger(nameEnd + 1, next)) {
					return index + 1;
				}
				break;
			}
		}
		at = next + 1;
	}
	return 0;
}

function isInteger(start: usize, end: usize): bool {
	let at = start < end && load<u8>(start) === 45 ? start + 1 : start;
	if (at >= end) {
		return false;
	}
	for (; at < end; at++) {
		if (load<u8>(at) - 48 > 9) {
			return false;
		}
	}
	return true;
}
