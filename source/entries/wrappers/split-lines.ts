import {
	backslash,
	colon,
	dash,
	lowerN,
	lowerU,
	openBrace,
	quote,
	space,
	upperF,
	upperP,
	upperT,
} from '../../ascii.js';
import {type LineSink, type LinesSink, lostEnd, maxLineLength} from '../../lines/line-splitter.js';
import {commonTable} from '../json/known-names.js';
import {NamedValues} from '../json/named-values.js';
import {maxEscapeLength} from '../values/json-escapes.js';
import {isEscaped} from '../values/words.js';

/** Maximum number of log bytes between the start of a split line and its end. The end of a longer line counts as lost. */
export const maxSpanLength = 256 * 1024;

/**
 * Minimum size of a part in Docker's logs. Docker splits lines at 16 KiB: see `copySrc` in
 * https://github.com/moby/moby/blob/master/daemon/logger/copier.go, or a few bytes earlier so as not to split a multi-byte
 * character.
 */
const dockerPartSize = 16_380;

/** Minimum and maximum length of the times that containerd and CRI-O write, such as `2026-11-20T09:03:07Z`. */
const minTimeLength = 20;
const maxTimeLength = 35;

/** A line that may be a part of a split line. */
type Part = {
	/** Key that the parts of one line have in common, and that other lines between them don't have. */
	readonly stream: string;
	/** Range of the text that the container wrote. */
	readonly start: number;
	readonly end: number;
	/** True if the text continues in the next line of the stream. */
	readonly isOpen: boolean;
	/** Offset of the tag `P` or `F`; -1 in JSON. */
	readonly tag: number;
};

/**
 * Quick check whether a line may be the first part of a split line. Runs for every line, so it allocates nothing and avoids
 * calls.
 */
function mayGoOn(bytes: Buffer, start: number, end: number): boolean {
	return bytes[start] === openBrace
		? end - start >= dockerPartSize
		: bytes[start + 10] === upperT && bytes[tagPosition(bytes, start)] === upperP;
}

/** Returns the offset of the tag in `2026-11-20T09:03:07Z stdout P …`, if the line has that form. */
function tagPosition(bytes: Buffer, start: number): number {
	let timeEnd = start + minTimeLength;
	while (bytes[timeEnd] !== space && timeEnd < start + maxTimeLength) {
		timeEnd++;
	}
	return timeEnd + ' stdout '.length;
}

function partOf(bytes: Buffer, start: number, end: number): Part | undefined {
	return bytes[start] === openBrace ? jsonPart(bytes, start, end) : criPart(bytes, start, end);
}

/** See https://github.com/kubernetes/design-proposals-archive/blob/main/node/kubelet-cri-logging.md. */
function criPart(bytes: Buffer, start: number, end: number): Part | undefined {
	const tag = tagPosition(bytes, start);
	const stream = bytes.toString('latin1', tag - 8, tag);
	const isTagged =
		tag + 1 < end &&
		bytes[start + 4] === dash &&
		bytes[start + 10] === upperT &&
		(stream === ' stdout ' || stream === ' stderr ') &&
		(bytes[tag] === upperP || bytes[tag] === upperF) &&
		(bytes[tag + 1] === space || bytes[tag + 1] === colon);
	const tagEnd = isTagged ? bytes.indexOf(space, tag) : -1;
	return tagEnd === -1 || tagEnd >= end
		? undefined
		: {stream, start: tagEnd + 1, end, isOpen: bytes[tag] === upperP, tag};
}

/** Names of the values that distinguish streams in the output of Docker's drivers for json-file, journald and Fluentd. */
const streamNames = ['stream', 'source', 'PRIORITY', 'CONTAINER_ID_FULL', 'CONTAINER_ID', 'container_id'];

/**
 * Parses a line of Docker's drivers. The json-file driver marks a partial line by omitting its line feed. The other drivers have
 * fields for it: see https://docs.docker.com/engine/logging/drivers/journald/ and, in https://github.com/moby/moby,
 * daemon/logger/journald/journald.go and daemon/logger/fluentd/fluentd.go.
 */
function jsonPart(bytes: Buffer, start: number, end: number): Part | undefined {
	const values = valuesOf(bytes, start, end);
	const text = values?.get('log') ?? values?.get('MESSAGE');
	if (values === undefined || text === undefined || bytes[text.start - 1] !== quote) {
		return undefined;
	}
	const value = (name: string): string | undefined => {
		const span = values.get(name);
		return span && bytes.toString('latin1', span.start, span.end);
	};
	const id = value('partial_id') ?? value('CONTAINER_PARTIAL_ID');
	const stream = id ?? streamNames.map(value).join(' ');
	const isPart = (value('partial_message') ?? value('CONTAINER_PARTIAL_MESSAGE')) === 'true';
	const isLast = (value('partial_last') ?? value('CONTAINER_PARTIAL_LAST')) === 'true';
	// A shorter text without a line feed is a container's last output.
	const isDockerPart =
		values.has('stream') && text.end - text.start >= dockerPartSize && !endsWithLineFeed(bytes, text);
	return stream.trim() === ''
		? undefined
		: {stream, ...text, isOpen: isPart ? !isLast : isDockerPart, tag: -1};
}

type Span = {readonly start: number; readonly end: number};

/** Created for the first object. */
let named: NamedValues | undefined;

/** Returns the ranges of an object's values, strings without their quotes; undefined if the object isn't complete. */
function valuesOf(bytes: Buffer, start: number, end: number): ReadonlyMap<string, Span> | undefined {
	named ??= new NamedValues(commonTable());
	named.read('object', bytes, start, end);
	const {count, ends, faults, isCut, nameStarts, nameEnds, outers, starts} = named;
	if (isCut || faults.length > 0) {
		return undefined;
	}
	const values = new Map<string, Span>();
	for (let index = 1; index < count; index++) {
		if (outers[index] === 0) {
			const name = bytes.toString('latin1', nameStarts[index], nameEnds[index]);
			values.set(name, {start: starts[index] ?? 0, end: ends[index] ?? 0});
		}
	}
	return values;
}

function endsWithLineFeed(bytes: Buffer, {start, end}: Span): boolean {
	return bytes[end - 1] === lowerN && isEscaped(bytes, start, end - 1);
}

/** Checks that a line is the first part of a split line. */
export function isFirstPart(bytes: Buffer, start: number, end: number): boolean {
	return mayGoOn(bytes, start, end) && partOf(bytes, start, end)?.isOpen === true;
}

/** Checks that a line is from a container's log, so that it may be a part of a split line. */
export function isPart(bytes: Buffer, start: number, end: number): boolean {
	return partOf(bytes, start, end) !== undefined;
}

/** A line that waits for its other parts, or that follows such a line. */
type Held = {
	readonly offset: number;
	/** The line up to the end of its text, followed by the text of each further part. */
	readonly texts: Buffer[];
	/** Bytes after the text: the rest of an object. */
	readonly rest: Buffer;
	/** The stream in which it continues; undefined once it is complete. */
	stream: string | undefined;
	whole: boolean;
	dropped: number;
};

/**
 * Joins lines that a container runtime has split. The text of each further part is inserted into the first part, and the joined
 * line has the offset of the first part. The line sink calls `holds` for each line, and receives the joined lines later.
 * `SplitLines` doesn't wrap the sink: the nested calls took 3 % of the time to read a CRI log.
 *
 * While a line waits for its end, the lines after it wait, too. So lines arrive sorted by offset. A reader never starts between
 * two parts if it starts at an offset before which all lines have been passed on.
 *
 * A line is incomplete if its end is missing because the log ends, or because `maxSpanLength` bytes have followed its start.
 */
export class SplitLines {
	readonly #sink: LineSink;
	readonly #held: Held[] = [];
	/** End offset of the last delayed line. */
	#heldTo = 0;
	#isHandingOn = false;
	#handedOnTo = 0;

	/** @param sink Receives the delayed lines. It may be the caller of `holds`. */
	constructor(sink: LineSink) {
		this.#sink = sink;
	}

	/** Offset of the first waiting line; undefined if no line waits. */
	get heldFrom(): number | undefined {
		return this.#held[0]?.offset;
	}

	/** Lines that start before this offset may be between the parts of a line that was already passed to the sink. */
	get handedOnTo(): number {
		return this.#handedOnTo;
	}

	/**
	 * Returns true if it keeps the line, see `LineSink`, and will pass it to the sink later. Called for each line: allocates
	 * nothing unless lines are split.
	 */
	holds(bytes: Buffer, start: number, end: number, offset: number, whole: boolean, dropped: number): boolean {
		if (this.#isHandingOn || (this.#held.length === 0 && !isFirstPart(bytes, start, end))) {
			return false;
		}
		const part = partOf(bytes, start, end);
		const first = part && this.#held.find(({stream}) => stream === part.stream);
		if (first === undefined || part === undefined) {
			this.#held.push(heldLine(bytes.subarray(start, end), offset, whole, dropped));
		} else {
			first.texts.push(Buffer.from(bytes.subarray(part.start, part.end)));
			first.whole &&= whole;
			first.dropped += dropped;
			first.stream = part.isOpen ? first.stream : undefined;
		}
		this.#heldTo = offset + end - start;
		const isWaiting = this.#held.some(({stream}) => stream !== undefined);
		if (!isWaiting || this.#heldTo - (this.heldFrom ?? 0) > maxSpanLength) {
			this.finish();
		}
		return true;
	}

	/** Wraps a sink for many lines, so that it accepts none while lines wait. */
	guard(linesSink: LinesSink): LinesSink {
		return (bytes, start, end, offset) =>
			this.#held.length > 0 ? start : linesSink(bytes, start, end, offset);
	}

	/** Passes the waiting lines to the sink, complete or not. */
	finish(): void {
		this.#isHandingOn = true;
		for (const {offset, texts, rest, stream, whole, dropped} of this.#held.splice(0)) {
			const text = Buffer.concat(texts);
			const length = keptLength(text, rest);
			const isWhole = whole && stream === undefined && length === text.length;
			const cut = dropped + text.length - length;
			const line = Buffer.concat([text.subarray(0, length), rest]);
			this.#sink(line, 0, line.length, offset, isWhole, stream === undefined ? cut : lostEnd);
			this.#handedOnTo = this.#heldTo;
		}
		this.#isHandingOn = false;
	}

	/** Drops the waiting lines, which will be read again. */
	forget(): void {
		this.#held.length = 0;
	}
}

/** Returns a copy of a waiting line. */
function heldLine(line: Buffer, offset: number, whole: boolean, dropped: number): Held {
	const copy = Buffer.from(line);
	const part = partOf(copy, 0, copy.length);
	if (part?.isOpen !== true) {
		return {offset, texts: [copy], rest: Buffer.alloc(0), stream: undefined, whole, dropped};
	}
	if (part.tag !== -1) {
		copy[part.tag] = upperF;
	}
	const {stream, end} = part;
	return {offset, texts: [copy.subarray(0, end)], rest: copy.subarray(end), stream, whole, dropped};
}

/** Returns the length of the longest prefix of `text` that fits before the rest of its line and doesn't cut an escape. */
function keptLength(text: Buffer, rest: Buffer): number {
	const left = maxLineLength - rest.length;
	if (text.length <= left || rest.length === 0) {
		return Math.min(text.length, left);
	}
	for (let at = left - 1; at > left - maxEscapeLength; at--) {
		if (text[at] === backslash && !isEscaped(text, 0, at)) {
			return at + (text[at + 1] === lowerU ? maxEscapeLength : 2) > left ? at : left;
		}
	}
	return left;
}
