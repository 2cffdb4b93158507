import {quote, space} from '../../ascii.js';
import {EntryRecord, unread} from '../entry-record.js';
import type {Scan} from '../format.js';
import {closingQuote} from '../values/words.js';
import {gap, type Pattern, type Take} from './piece.js';

/**
 * How often pieces of one line are tried to go further, all loose pieces together: each by itself would make it a power
 * of their number.
 */
const mostAttempts = 64;

/** A piece and what comes after it: bytes, one or more spaces, or (undefined) the end of the line. */
type Step = {
	/** What it is, and what comes after it, in words. */
	readonly what: string;
	readonly take: Take;
	readonly maybeQuoted: boolean;
	/** Set where it may go further; what the record held before it was tried is kept there. */
	readonly loose: EntryRecord | undefined;
	readonly delimiter: Uint8Array | typeof gap | undefined;
	/** What comes after it, in words. */
	readonly after: string;
};

/**
 * Makes a scanner of a pattern. Each piece reaches to where what comes after it first stands; in quotes, to the quote
 * that isn't escaped. Which piece is what is found out once: reading a line makes no object.
 *
 * @param rest Whether more may follow after the last piece, behind a space: fields that were added later.
 * @throws TypeError when two pieces have nothing between them
 */
export function compilePattern(parts: Pattern, rest: 'none' | 'any' = 'none'): Scan {
	const pattern = joined(parts);
	const begin = typeof pattern[0] === 'string' ? Buffer.from(pattern[0]) : Buffer.alloc(0);
	const beginning = shown(pattern[0] as string);
	const steps = stepsOf(pattern.slice(typeof pattern[0] === 'string' ? 1 : 0));
	const isOpen = rest === 'any';
	return (bytes, start, end, record) => {
		if (!matches(bytes, start, end, begin)) {
			return record.stop(start, beginning);
		}
		attemptsLeft = mostAttempts;
		return run(steps, 0, isOpen, bytes, start + begin.length, end, record) ? 0 : unread;
	};
}

/** With texts that follow each other made one. */
function joined(parts: Pattern): Pattern {
	const pattern: Array<Pattern[number]> = [];
	for (const part of parts) {
		const last = pattern.at(-1);
		if (typeof part === 'string' && typeof last === 'string') {
			pattern[pattern.length - 1] = last + part;
		} else {
			pattern.push(part);
		}
	}
	return pattern;
}

/** Of the line that is being read. */
let attemptsLeft = 0;

function stepsOf(pattern: Pattern): readonly Step[] {
	const steps: Step[] = [];
	for (const [index, part] of pattern.entries()) {
		if (typeof part === 'string' || part === gap || !('open' in part)) {
			continue;
		}
		const next = pattern[index + 1];
		if (next !== undefined && typeof next !== 'string' && next !== gap) {
			throw new TypeError(`nothing stands between two pieces: ${part.what}`);
		}
		steps.push({
			what: `${part.what}, then ${shown(next)}`,
			take: part.open(),
			maybeQuoted: part.extent === 'maybe',
			loose: part.extent === 'loose' ? new EntryRecord() : undefined,
			delimiter: typeof next === 'string' ? Buffer.from(next) : next,
			after: shown(next),
		});
	}
	return steps;
}

function run(
	steps: readonly Step[],
	first: number,
	isOpen: boolean,
	bytes: Buffer,
	from: number,
	end: number,
	record: EntryRecord,
): boolean {
	let position = from;
	for (let index = first; index < steps.length; index++) {
		const step = steps[index] as Step;
		if (step.loose !== undefined) {
			return runLoose(steps, index, isOpen, bytes, position, end, record);
		}
		const start = position;
		let stop: number;
		if (step.maybeQuoted && bytes[start] === quote && start < end) {
			stop = closingQuote(bytes, start + 1, end);
			if (stop === -1 || !step.take(bytes, start + 1, stop, record)) {
				record.stop(start, step.what);
				return false;
			}
			position = afterDelimiter(bytes, stop + 1, end, step.delimiter, isOpen);
		} else {
			stop = findDelimiter(bytes, start, end, step.delimiter, isOpen);
			if (stop === -1 || !step.take(bytes, start, stop, record)) {
				record.stop(start, stop === -1 ? step.after : step.what);
				return false;
			}
			position = afterDelimiter(bytes, stop, end, step.delimiter, isOpen);
		}
		if (position === -1) {
			record.stop(stop, step.after);
			return false;
		}
	}
	if (position !== end && !isOpen) {
		record.stop(position, shown(undefined));
		return false;
	}
	return true;
}

/** The same from a piece on that may hold what comes after it. */
function runLoose(
	steps: readonly Step[],
	index: number,
	isOpen: boolean,
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
): boolean {
	const step = steps[index] as Step;
	let from = start;
	step.loose?.copyFrom(record);
	while (attemptsLeft > 0) {
		attemptsLeft--;
		const stop = findDelimiter(bytes, from, end, step.delimiter, isOpen);
		if (stop === -1 || !step.take(bytes, start, stop, record)) {
			break;
		}
		const next = afterDelimiter(bytes, stop, end, step.delimiter, isOpen);
		if (run(steps, index + 1, isOpen, bytes, next, end, record)) {
			return true;
		}
		if (step.loose !== undefined) {
			// What was read behind it isn't what it was taken for.
			record.copyFrom(step.loose);
		}
		from = stop + 1;
	}
	record.stop(start, step.what);
	return false;
}

/** Where the delimiter stands first, or -1. */
function findDelimiter(
	bytes: Buffer,
	start: number,
	end: number,
	delimiter: Step['delimiter'],
	isOpen: boolean,
): number {
	if (delimiter === undefined && !isOpen) {
		return end;
	}
	const text = delimiter === undefined || delimiter === gap ? undefined : (delimiter as Uint8Array);
	const first = text === undefined ? space : (text[0] ?? space);
	if (first === quote && text !== undefined) {
		let position = closingQuote(bytes, start, end);
		while (position !== -1 && !matches(bytes, position, end, text)) {
			position = closingQuote(bytes, position + 1, end);
		}
		return position;
	}
	for (let index = start; index < end; index++) {
		if (bytes[index] === first && (text === undefined || matches(bytes, index, end, text))) {
			return index;
		}
	}
	return delimiter === undefined ? end : -1;
}

/** The position after the delimiter that stands at a place, or -1 when it doesn't. */
function afterDelimiter(
	bytes: Buffer,
	at: number,
	end: number,
	delimiter: Step['delimiter'],
	isOpen: boolean,
): number {
	if (delimiter === undefined) {
		return at === end || isOpen ? at : -1;
	}
	if (delimiter === gap) {
		let index = at;
		while (index < end && bytes[index] === space) {
			index++;
		}
		return index > at ? index : -1;
	}
	const text = delimiter as Uint8Array;
	return matches(bytes, at, end, text) ? at + text.length : -1;
}

function matches(bytes: Buffer, at: number, end: number, text: Uint8Array): boolean {
	if (at + text.length > end) {
		return false;
	}
	for (let index = 0; index < text.length; index++) {
		if (bytes[at + index] !== text[index]) {
			return false;
		}
	}
	return true;
}

function shown(part: Pattern[number] | undefined): string {
	if (part === undefined) {
		return 'the line’s end';
	}
	return typeof part !== 'string' || part === ' ' ? 'a space' : `“${part}”`;
}
