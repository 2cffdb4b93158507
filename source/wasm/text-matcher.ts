import type {Kernel} from './kernel.js';
import type {StepTable} from './step-table.js';

/** What is known of a text: `alone` has to be asked about by itself, `unknown` hasn't been judged. */
export const judgement = {no: 0, yes: 1, alone: 2, unknown: 3} as const;

/** The most texts that are judged in one go. */
export const mostJudged = 4096;

/** Stands for the byte that begins escapes where nothing does. */
export const noIntroducer = 255;

/** Texts of a table of a kernel, by their numbers, and the byte that begins escapes in them. */
type MatchedTexts = {
	readonly kernel: Kernel;
	readonly table: number;
	readonly first: number;
	/** Behind the last one; no more than `mostJudged` are judged. */
	readonly end: number;
	readonly introducer: number;
};

/**
 * Judges texts, of which only those can be told that stand for themselves: ASCII without escapes. Returns the number that
 * it has come to, without which it has to go on; `judgements` has what was found. Undefined when it can't judge any more.
 */
export type TextMatcher = (texts: MatchedTexts) => number | undefined;

/** What the last texts that were judged are, by their place among these: see `judgement`. Good until the next are. */
export function judgements({exports, bytes}: Kernel, count: number): Uint8Array {
	const at = exports.judgements.value;
	return bytes.subarray(at, at + count);
}

/**
 * The judge of texts that are some parts with anything between them; where `isFolded` the parts have no capitals, and
 * case makes no difference. A byte beyond ASCII stands in none of the texts. Parts that are too long can't be judged.
 */
export function partsJudge(parts: readonly Uint8Array[], isFolded: boolean): TextMatcher {
	const all = Buffer.concat(parts);
	let sum = 0;
	const ends = Uint32Array.from(parts, ({length}) => {
		sum += length;
		return sum;
	});
	return ({kernel: {exports, bytes, words}, table, first, end, introducer}) => {
		if (all.length > exports.partsSize.value || parts.length > exports.mostParts.value) {
			return undefined;
		}
		bytes.set(all, exports.parts.value);
		words.set(ends, exports.partEnds.value / 4);
		return exports.judgeParts(table, first, end, parts.length, isFolded, introducer);
	};
}

/** The judge of texts that begin no escapes, neither as they are asked about nor by another byte: it only leaves those. */
export function escapesJudge(other: number): TextMatcher {
	return ({kernel: {exports}, table, first, end, introducer}) =>
		exports.judgeEscaped(table, first, end, introducer, other);
}

/** The judge of texts that are addresses whose first `bits` bits are those of an address of 16 bytes. */
export function networkJudge(address: Uint8Array, bits: number): TextMatcher {
	const view = new DataView(address.buffer, address.byteOffset);
	const [a, b, c, d] = [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
	return ({kernel: {exports}, table, first, end}) =>
		exports.judgeNetwork(table, first, end, a, b, c, d, bits);
}

/** The steps that each kernel has. */
const loaded = new WeakMap<Kernel, StepTable>();

/** The judge of texts that an automaton takes. */
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
