import type {Kernel} from './kernel.js';
import type {StepTable} from './step-table.js';

/** Result for a string. `alone` means that JavaScript must check it separately, `unknown` that it hasn't been judged. */
export const judgement = {no: 0, yes: 1, alone: 2, unknown: 3} as const;

/** Maximum number of strings judged per call. */
export const maxJudged = 4096;

/** Value of the introducer if strings have no escapes. */
export const noIntroducer = 255;

/** A range of strings in a kernel's table, by id, and the byte that introduces escapes in them. */
type MatchedTexts = {
	readonly kernel: Kernel;
	readonly table: number;
	readonly first: number;
	/** The id after the last one; at most `maxJudged` strings are judged. */
	readonly end: number;
	readonly introducer: number;
};

/**
 * Judges strings and stores the results in `judgements`. Can only judge ASCII strings without escapes. Returns the first id that
 * hasn't been judged, from which the caller must continue; undefined if it can no longer judge.
 */
export type TextMatcher = (texts: MatchedTexts) => number | undefined;

/** Returns the results of the last call, by position among its strings: see `judgement`. Valid until the next call. */
export function judgements({exports, bytes}: Kernel, count: number): Uint8Array {
	const at = exports.judgements.value;
	return bytes.subarray(at, at + count);
}

/**
 * Creates a matcher for strings that consist of `parts` with anything in between. If `isFolded`, the parts have no capitals and
 * case is ignored. Parts with bytes beyond ASCII match no string. The matcher returns undefined if the parts are too long.
 */
export function partsJudge(parts: readonly Uint8Array[], isFolded: boolean): TextMatcher {
	const all = Buffer.concat(parts);
	let sum = 0;
	const ends = Uint32Array.from(parts, ({length}) => {
		sum += length;
		return sum;
	});
	return ({kernel: {exports, bytes, words}, table, first, end, introducer}) => {
		if (all.length > exports.partsSize.value || parts.length > exports.maxParts.value) {
			return undefined;
		}
		bytes.set(all, exports.parts.value);
		words.set(ends, exports.partEnds.value / 4);
		return exports.judgeParts(table, first, end, parts.length, isFolded, introducer);
	};
}

/** Creates a matcher that marks strings as `alone` if they contain the introducer or the byte `other`, or aren't ASCII. */
export function escapesJudge(other: number): TextMatcher {
	return ({kernel: {exports}, table, first, end, introducer}) =>
		exports.judgeEscaped(table, first, end, introducer, other);
}

/** Creates a matcher for addresses with the same first `bits` bits as a 16-byte address. */
export function networkJudge(address: Uint8Array, bits: number): TextMatcher {
	const view = new DataView(address.buffer, address.byteOffset);
	const [a, b, c, d] = [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
	return ({kernel: {exports}, table, first, end}) =>
		exports.judgeNetwork(table, first, end, a, b, c, d, bits);
}

/** The step table loaded in each kernel. */
const loaded = new WeakMap<Kernel, StepTable>();

/** Creates a matcher for strings that an automaton accepts. */
export function stepsJudge(steps: StepTable): TextMatcher {
	return ({kernel, table, first, end, introducer}) => {
		const {exports} = kernel;
		if (steps.isFull) {
			return undefined;
		}
		if (loaded.get(kernel) !== steps) {
			load(kernel, steps);
		}
		const came = exports.judgeBySteps(table, first, end, steps.start, steps.endKind, introducer);
		const unknown = exports.unknownAt.value;
		if (unknown !== 0) {
			steps.find(unknown);
			load(kernel, steps);
		}
		return came;
	};
}

function load(kernel: Kernel, steps: StepTable): void {
	const {exports, bytes, words} = kernel;
	words.set(steps.cells, exports.steps.value / 4);
	const {kinds} = steps;
	bytes.set(new Uint8Array(kinds.buffer, kinds.byteOffset, kinds.byteLength), exports.kinds.value);
	loaded.set(kernel, steps);
}
