import {Dictionary} from '../../index/dictionary.js';
import type {Segment} from '../../index/segment.js';
import {maxNeedleLength, type Needle, needleFor} from '../../wasm/line-search.js';
import {noIntroducer} from '../../wasm/text-matcher.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {TextMatch} from '../expression.js';
import {judgeAll} from './judged-texts.js';
import type {LineBlock} from './line-block.js';
import type {LineFact} from './line-fact.js';
import {costs} from './logic-nodes.js';
import {ReadRows, rowWords} from './read-rows.js';
import {TextTable} from './text-table.js';
import {type TextTest, textTest} from './text-test.js';

/** The rows of a segment whose lines have been read, and the matching rows. */
class MatchingRows extends ReadRows {
	/** A bit for each row whose line matches. */
	readonly found = new Int32Array(rowWords);

	match(row: number): void {
		this.found[row >>> 5] = (this.found[row >>> 5] ?? 0) | (1 << (row & 31));
	}

	/** Notes that the rows that don't match a wider condition don't match. */
	learnFrom(wider: MatchingRows): void {
		this.setAll(
			wider.read.map((bits, word) => bits & ~(wider.found[word] ?? 0)),
			wider.lost,
		);
	}
}

const span = new TextSpan();

/** The entries whose lines match at least one condition on their text. */
export class LineMatches implements LineFact {
	readonly needsHeader = false;
	readonly #matches: readonly TextMatch[];
	/** Set if each condition is a contained string that can be found without decoding the lines. */
	readonly #needles: readonly Needle[] | undefined;
	readonly #test: TextTest;
	readonly #rows = new WeakMap<Segment, MatchingRows>();

	constructor(matches: readonly TextMatch[]) {
		this.#matches = matches;
		this.#needles = isSearchOfBytes(matches) ? matches.flatMap(match => needleOf(match) ?? []) : undefined;
		this.#test = textTest(matches);
	}

	rowsOf(segment: Segment): MatchingRows {
		let rows = this.#rows.get(segment);
		if (rows === undefined) {
			rows = new MatchingRows();
			this.#rows.set(segment, rows);
		}
		return rows;
	}

	/** Checks that each line that matches these conditions also matches the conditions of `other`. */
	isNarrowerThan(other: LineMatches): boolean {
		return this.#matches.every(match => other.#matches.some(wider => isNarrower(match, wider)));
	}

	/** Learns which lines of the segments don't match the conditions of `wider`: they don't match these conditions, either. */
	learnFrom(wider: LineMatches, segments: readonly Segment[]): void {
		for (const segment of segments) {
			const known = wider.#rows.get(segment);
			if (known !== undefined) {
				this.rowsOf(segment).learnFrom(known);
			}
		}
	}

	/** True if lines must be judged one by one. */
	get isSlow(): boolean {
		return this.#needles === undefined;
	}

	take(block: LineBlock, given: Uint16Array): void {
		const known = this.rowsOf(block.segment);
		const rows = known.unread(given);
		if (this.#needles === undefined) {
			this.#judge(block, rows, known);
		} else {
			for (const needle of this.#needles) {
				search(block, rows, needle, known);
			}
		}
		for (const [row, line] of block.joined) {
			if (rows.includes(row) && this.#test.isMatch({bytes: line, start: 0, end: line.length}, 'none')) {
				known.match(row);
			}
		}
		known.add(rows);
	}

	/** Finds the matching lines. Judges lines like the strings of a column. */
	#judge(block: LineBlock, rows: Uint16Array, known: MatchingRows): void {
		const {isMatch, judges, cost} = this.#test;
		const starts = new Int32Array(rows.length);
		const ends = new Int32Array(rows.length);
		for (let index = 0; index < rows.length; index++) {
			const start = block.startOf(rows[index] ?? 0);
			starts[index] = start;
			ends[index] = block.endOf(start);
		}
		const dictionary = new Dictionary();
		const ids = new Uint32Array(rows.length);
		dictionary.internAll(block.buffer, {starts, ends}, 0, rows.length, ids);
		const table = new TextTable(dictionary, {
			isMatch: id => isMatch(dictionary.locate(id, span), 'none'),
			judge: judgeAll(dictionary, noIntroducer, judges),
			isSlow: cost >= costs.regexp,
		});
		table.widen();
		for (let index = 0; index < rows.length; index++) {
			const row = rows[index] ?? 0;
			if (!block.joined.has(row) && table.has(ids[index] ?? 0)) {
				known.match(row);
			}
		}
		dictionary.release();
	}
}

/**
 * Returns true if the conditions are tested on the bytes of lines. Then only the case of A to Z is ignored. Otherwise lines are
 * decoded, and the case of all letters is ignored.
 */
export function isSearchOfBytes(matches: readonly TextMatch[]): boolean {
	return matches.every(match => needleOf(match) !== undefined);
}

const ascii = /^[\0-\x7f]*$/;

/** Returns the string that a condition searches for; undefined if lines must be decoded to judge it. */
function needleOf(match: TextMatch): Needle | undefined {
	if (match.kind !== 'contains' || !(match.isExact || ascii.test(match.text))) {
		return undefined;
	}
	const bytes = Buffer.from(match.text);
	return bytes.length === 0 || bytes.length > maxNeedleLength ? undefined : needleFor(bytes, !match.isExact);
}

/** Finds the rows whose lines contain a needle. Finds only the lines around its occurrences. */
function search(block: LineBlock, rows: Uint16Array, needle: Needle, known: MatchingRows): void {
	const {buffer} = block;
	const end = block.endOf(block.startOf(rows.at(-1) ?? 0));
	for (let index = 0; index < rows.length; index++) {
		const found = block.search.find(buffer, block.startOf(rows[index] ?? 0), end, needle);
		if (found === -1) {
			return;
		}
		index = lastStart(block, rows, index, found);
		const row = rows[index] ?? 0;
		// The occurrence may be in a later line that isn't among the rows.
		if (found + needle.bytes.length <= block.endOf(block.startOf(row)) && !block.joined.has(row)) {
			known.match(row);
		}
	}
}

/** Returns the index of the last of the rows from `first` on whose line starts at or before `at`. */
function lastStart(block: LineBlock, rows: Uint16Array, first: number, at: number): number {
	let low = first;
	let step = 1;
	while (low + step < rows.length && block.startOf(rows[low + step] ?? 0) <= at) {
		low += step;
		step *= 2;
	}
	let high = Math.min(rows.length, low + step);
	while (high - low > 1) {
		const middle = (low + high) >>> 1;
		if (block.startOf(rows[middle] ?? 0) <= at) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

/** Checks that every string that matches `match` also matches `wider`. False if that isn't obvious. */
function isNarrower(match: TextMatch, wider: TextMatch): boolean {
	if (wider.kind !== 'contains' || !('isExact' in match) || match.kind === 'regexp') {
		return false;
	}
	if (wider.isExact && !match.isExact) {
		return false;
	}
	const isOfBytes = needleOf(wider) !== undefined;
	if (isOfBytes && needleOf(match) === undefined) {
		// A decoded line may match other bytes: the Kelvin sign is a k, and an invalid byte is the text `\xFF`.
		return false;
	}
	const texts = match.kind === 'whole' ? match.parts : [match.text];
	return texts.some(text =>
		(wider.isExact ? text : isOfBytes ? asciiLowerCase(text) : text.toLowerCase()).includes(wider.text),
	);
}

function asciiLowerCase(text: string): string {
	return text.replaceAll(/[A-Z]+/g, capitals => capitals.toLowerCase());
}
