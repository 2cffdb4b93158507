import {quote, space} from '../../ascii.js';
import {EntryRecord, unread} from '../entry-record.js';
import type {ScanLine} from '../format.js';
import {readTimeValue} from '../times/notations.js';
import {
	bitOf,
	canSkip,
	maxUnreadableLength,
	noteUnreadable,
	rawQuotes,
	type UnreadableField,
} from '../unreadable.js';
import {afterSpaces, closingQuote, wordEnd} from '../values/words.js';
import {gap, isValuePart, type Pattern, type Reach, type Take, type ValuePart} from './value-part.js';

/**
 * Maximum number of attempts to extend loose parts, per line. A limit for each part would allow exponentially many attempts.
 */
const maxAttempts = 64;

/** The same, for a line that is read tolerantly. */
const maxTolerantAttempts = 512;

/** Separator between two parts: bytes, and gaps of one or more spaces. */
type Delimiter = {
	/** The bytes and gaps in sequence. Empty if the parts are adjacent. */
	readonly parts: ReadonlyArray<Uint8Array | typeof gap>;
	/** First byte of the separator. */
	readonly first: number;
	/** True if that byte is the whole separator. */
	readonly isByte: boolean;
};

/** A part and the separator after it. */
type Step = {
	/** Description of the part and its separator. */
	readonly what: string;
	/** Set for a part that extends to its separator. */
	readonly take: Take;
	/** Set for a part that finds its own end. */
	readonly reach: Reach | undefined;
	readonly maybeQuoted: boolean;
	/** 1 for each byte that it may contain; undefined: any byte. */
	readonly holds: Uint8Array | undefined;
	/** True if the part may contain its separator. */
	readonly isLoose: boolean;
	/** The field that is n/a if the part can't be read. */
	readonly field: UnreadableField | undefined;
	/** Maximum number of spaces in an unreadable value. */
	readonly spaces: number;
	/** Bit of the field in `EntryRecord.skipped`, or of a request in quotes; 0 if the part must be readable. */
	readonly bit: number;
	/** Content of the record before the first attempt. */
	readonly before: EntryRecord;
	/** Undefined at the end of the line. */
	readonly delimiter: Delimiter | undefined;
	/** Description of the separator. */
	readonly after: string;
};

/** A pattern and the line that it is matched with. One object for all lines, so that reading a line allocates none. */
type Scan = {
	readonly steps: readonly Step[];
	/** True if a space and further fields may follow the last part. */
	readonly isOpen: boolean;
	bytes: Buffer;
	end: number;
	record: EntryRecord;
	/** Attempts left for the line. */
	attemptsLeft: number;
};

/**
 * Compiles a pattern into a scanner. A part extends to the first match of its separator; in quotes, to the first unescaped
 * quote. The pattern is analysed only once.
 *
 * @param rest `any`: the last part may be followed by a space and further fields, which later versions have added.
 * @throws TypeError if two parts are adjacent and the first doesn't find its own end
 */
export function compilePattern(pattern: Pattern, rest: 'none' | 'any' = 'none'): ScanLine {
	const firstValuePart = pattern.findIndex(isValuePart);
	const beginParts = firstValuePart === -1 ? pattern : pattern.slice(0, firstValuePart);
	const begin = delimiterOf(beginParts);
	const beginning = shown(beginParts);
	const scan: Scan = {
		steps: stepsOf(pattern),
		isOpen: rest === 'any',
		bytes: Buffer.alloc(0),
		end: 0,
		record: new EntryRecord(),
		attemptsLeft: 0,
	};
	const marks = pattern.reduce((sum, part) => sum + (typeof part === 'string' ? marksOf(part) : 0), 0);
	return (bytes, start, end, record) => {
		const position = afterDelimiter(bytes, start, end, begin);
		if (position === -1) {
			return record.stop(start, beginning);
		}
		scan.bytes = bytes;
		scan.end = end;
		scan.record = record;
		scan.attemptsLeft = record.isTolerant ? maxTolerantAttempts : maxAttempts;
		record.marks = marks;
		return run(scan, 0, position) ? 0 : unread;
	};
}

function marksOf(text: string): number {
	return text.replaceAll(/\s/g, '').length;
}

function stepsOf(pattern: Pattern): readonly Step[] {
	const steps: Step[] = [];
	for (const [index, part] of pattern.entries()) {
		if (!isValuePart(part)) {
			continue;
		}
		const rest = pattern.slice(index + 1);
		const next = rest.findIndex(isValuePart);
		const between = next === -1 ? rest : rest.slice(0, next);
		const hasOwnEnd = 'reach' in part;
		if (between.length === 0 && next !== -1 && !hasOwnEnd) {
			throw new TypeError(`no separator between two pieces: ${part.what}`);
		}
		const isLast = between.length === 0 && next === -1;
		const delimiter = isLast ? undefined : delimiterOf(between);
		const after = isLast ? 'the line’s end' : between.length === 0 ? 'the next part' : shown(between);
		steps.push({
			what: between.length === 0 && !isLast ? part.what : `${part.what}, then ${after}`,
			take: hasOwnEnd ? () => false : part.take,
			reach: hasOwnEnd ? part.reach : undefined,
			maybeQuoted: !hasOwnEnd && part.extent === 'maybe',
			holds: hasOwnEnd || part.holds === undefined ? undefined : tableOf(part.holds),
			isLoose: !hasOwnEnd && part.extent === 'loose',
			field: part.field,
			spaces: delimiter !== undefined && delimiter.first !== space ? maxUnreadableLength : (part.spaces ?? 0),
			bit: bitOfPart(part, delimiter, steps.at(-1)),
			before: new EntryRecord(),
			delimiter,
			after,
		});
	}
	return steps;
}

/** Returns the bit of a part that a tolerant scanner may skip, see `Step.bit`. */
function bitOfPart(valuePart: ValuePart, delimiter: Delimiter | undefined, before: Step | undefined): number {
	if (valuePart.field === undefined) {
		return valuePart.isRequest === true && delimiter?.first === quote ? rawQuotes : 0;
	}
	// It couldn't be distinguished from the words of a loose part before it.
	return before?.isLoose === true && before.delimiter?.first === space && before.delimiter.isByte
		? 0
		: bitOf(valuePart.field);
}

const tables = new Map<string, Uint8Array>();

/** Returns a table with 1 for each of the given characters. */
function tableOf(characters: string): Uint8Array {
	const table = tables.get(characters) ?? new Uint8Array(256);
	for (const byte of Buffer.from(characters, 'latin1')) {
		table[byte] = 1;
	}
	tables.set(characters, table);
	return table;
}

/** Builds the separator between two parts. Merges adjacent strings. */
function delimiterOf(between: Pattern): Delimiter {
	const parts: Array<Uint8Array | typeof gap> = [];
	for (const part of between) {
		if (typeof part !== 'string') {
			parts.push(gap);
			continue;
		}
		const last = parts.at(-1);
		if (last instanceof Uint8Array) {
			parts[parts.length - 1] = Buffer.concat([last, Buffer.from(part)]);
		} else if (part !== '') {
			parts.push(Buffer.from(part));
		}
	}
	const [text] = parts;
	const isText = text instanceof Uint8Array;
	return {
		parts,
		first: isText ? (text[0] ?? space) : space,
		isByte: isText && text.length === 1 && parts.length === 1,
	};
}

function run(scan: Scan, first: number, from: number): boolean {
	const {steps, isOpen, end, record} = scan;
	let position = from;
	for (let index = first; index < steps.length; index++) {
		const step = steps[index] as Step;
		if (record.isTolerant && (record.skipped & ~step.bit) === 0 && step.bit !== 0) {
			return runTolerantly(scan, index, position);
		}
		if (step.isLoose) {
			return runLoose(scan, index, position);
		}
		position = readStep(scan, step, position);
		if (position === -1) {
			return false;
		}
	}
	if (position !== end && !isOpen) {
		record.stop(position, 'the line’s end');
		return false;
	}
	record.knownEnd = position;
	return true;
}

/** Reads a part and its separator. Returns the offset after them, or -1. */
function readStep(scan: Scan, step: Step, start: number): number {
	const {bytes, end, record} = scan;
	let stop: number;
	let closed = 0;
	if (step.reach !== undefined) {
		stop = step.reach(bytes, start, end, record);
		if (stop === -1) {
			return record.stop(start, step.what);
		}
	} else if (step.maybeQuoted && bytes[start] === quote && start < end) {
		stop = closingQuote(bytes, start + 1, end);
		if (stop === -1 || !step.take(bytes, start + 1, stop, record)) {
			return record.stop(start, step.what);
		}
		closed = 1;
	} else {
		stop = findEnd(scan, start, step, step.holds);
		if (stop < 0 || !step.take(bytes, start, stop, record)) {
			return record.stop(start, stop === -1 ? step.after : step.what);
		}
	}
	const next = afterStep(scan, stop + closed, step);
	return next === -1 ? record.stop(stop, step.after) : next;
}

/** Like `run`, from a part on that may contain its separator. */
function runLoose(scan: Scan, index: number, start: number): boolean {
	const {steps, bytes, record} = scan;
	const step = steps[index] as Step;
	let from = start;
	step.before.copyFrom(record);
	const noted = record.misread.length;
	while (scan.attemptsLeft > 0) {
		scan.attemptsLeft--;
		const stop = findEnd(scan, from, step, step.holds);
		if (stop < 0 || !step.take(bytes, start, stop, record)) {
			break;
		}
		const next = afterStep(scan, stop, step);
		if (run(scan, index + 1, next)) {
			return true;
		}
		reset(record, step.before, noted);
		from = stop + 1;
	}
	record.stop(start, step.what);
	return false;
}

/** Discards the parts that were read after the wrong end of a part. */
function reset(record: EntryRecord, before: EntryRecord, noted: number): void {
	record.copyFrom(before);
	record.misread.length = noted;
}

/**
 * Like `run`, from a part on that may be unreadable, or from a request whose quotes may not be escaped. If the rest of the line
 * doesn't match, skips the part, or extends the request to the next quote.
 */
function runTolerantly(scan: Scan, index: number, start: number): boolean {
	const {steps, bytes, record} = scan;
	const step = steps[index] as Step;
	const {field, before} = step;
	const noted = record.misread.length;
	before.copyFrom(record);
	const next = readStep(scan, step, start);
	if (next !== -1 && run(scan, index + 1, next)) {
		return true;
	}
	for (let from = start; scan.attemptsLeft > 0; scan.attemptsLeft--) {
		const stop = findEnd(scan, from, step, undefined);
		if (stop < 0 || !(field === undefined || canSkip(field, bytes, start, stop, step.spaces))) {
			break;
		}
		reset(record, before, noted);
		if (field !== undefined) {
			record.skipped |= step.bit;
		} else if (step.take(bytes, start, stop, record)) {
			record.skipped |= rawQuotes;
		} else {
			break;
		}
		const after = afterStep(scan, stop, step);
		if (after !== -1 && run(scan, index + 1, after)) {
			// The time may be in the notation of another program.
			if (field !== undefined && !(field === 'time' && readTimeValue(bytes, start, stop, record))) {
				noteUnreadable(record, field, bytes, start, stop);
			}
			return true;
		}
		if (step.delimiter === undefined) {
			break;
		}
		from = stop + 1;
	}
	record.stop(start, step.what);
	return false;
}

/** Result of `findEnd`: a byte that the part can't contain precedes its end. */
const notThis = -2;

/** Returns the end of a part: the first match of its separator, -1 if there is no match, or `notThis`. */
function findEnd(
	{bytes, end, isOpen}: Scan,
	start: number,
	{delimiter}: Step,
	holds: Uint8Array | undefined,
): number {
	if (delimiter === undefined) {
		const last = isOpen ? wordEnd(bytes, start, end) : end;
		return holds === undefined || isHeld(bytes, start, last, holds) ? last : notThis;
	}
	const {first, isByte} = delimiter;
	if (first === quote) {
		let position = closingQuote(bytes, start, end);
		while (position !== -1 && afterDelimiter(bytes, position, end, delimiter) === -1) {
			position = closingQuote(bytes, position + 1, end);
		}
		return position;
	}
	for (let index = start; index < end; index++) {
		if (bytes[index] === first && (isByte || afterDelimiter(bytes, index, end, delimiter) !== -1)) {
			return index;
		}
		if (holds !== undefined && holds[bytes[index] ?? 0] === 0) {
			return notThis;
		}
	}
	return -1;
}

function isHeld(bytes: Buffer, start: number, end: number, holds: Uint8Array): boolean {
	let index = start;
	while (index < end && holds[bytes[index] ?? 0] === 1) {
		index++;
	}
	return index === end;
}

/** Returns the offset after the separator of a part that ends at `at`, or -1 if the separator doesn't match there. */
function afterStep({bytes, end, isOpen}: Scan, at: number, {delimiter}: Step): number {
	if (delimiter === undefined) {
		return at === end || isOpen ? at : -1;
	}
	return afterDelimiter(bytes, at, end, delimiter);
}

/** Returns the offset after a separator at `at`, or -1 if it doesn't match. */
function afterDelimiter(bytes: Buffer, at: number, end: number, {parts, first, isByte}: Delimiter): number {
	if (isByte) {
		return at < end && bytes[at] === first ? at + 1 : -1;
	}
	let position = at;
	for (let index = 0; index < parts.length; index++) {
		const part = parts[index];
		if (part instanceof Uint8Array) {
			if (!matches(bytes, position, end, part)) {
				return -1;
			}
			position += part.length;
			continue;
		}
		const start = position;
		position = afterSpaces(bytes, start, end);
		if (position === start) {
			return -1;
		}
	}
	return position;
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

/** Returns a description of a separator. */
function shown(parts: Pattern): string {
	const text = parts.map(part => (typeof part === 'string' ? part : ' ')).join('');
	return text.trim() === '' ? 'a space' : `“${text}”`;
}
