import {
	backslash,
	closeBrace,
	colon,
	comma,
	dash,
	lowerN,
	lowerU,
	openBrace,
	openBracket,
	quote,
	space,
	upperF,
	upperP,
	upperT,
} from '../../ascii.js';
import {type LineSink, type LinesSink, longestLine, lostEnd} from '../../lines/line-splitter.js';
import {afterSpaces, bareEnd, containerEnd, stringEnd} from '../json/known-values.js';
import {isEscaped} from '../values/words.js';

/** A line is given up whose end doesn't stand within so many bytes of the log. */
export const longestSpan = 256 * 1024;

/**
 * Docker splits lines at 16 KiB: see `copySrc` in https://github.com/moby/moby/blob/master/daemon/logger/copier.go, a few
 * bytes less where a character of several bytes stands there.
 */
const dockerPartSize = 16_380;

/** `\\u00e9` */
const longestEscape = 6;

/** Lengths of the times that containerd and CRI-O write, from `2026-11-20T09:03:07Z` on. */
const shortestTime = 20;
const longestTime = 35;

/** A line that may be a part of another. */
type Part = {
	/** The parts of one line have it in common, and no other lines that stand between them. */
	readonly stream: string;
	/** Where the text stands that the container has written. */
	readonly start: number;
	readonly end: number;
	/** Whether the text goes on in the next line of the stream. */
	readonly isOpen: boolean;
	/** Position of the tag `P` or `F`; -1 in JSON. */
	readonly tag: number;
};

/** Whether a line may be the first part of another. Asked of every line: nothing is allocated or called here. */
function mayGoOn(bytes: Buffer, start: number, end: number): boolean {
	return bytes[start] === openBrace
		? end - start >= dockerPartSize
		: bytes[start + 10] === upperT && bytes[tagPosition(bytes, start)] === upperP;
}

/** Where the tag stands in `2026-11-20T09:03:07Z stdout P …`, if the line is such. */
function tagPosition(bytes: Buffer, start: number): number {
	let timeEnd = start + shortestTime;
	while (bytes[timeEnd] !== space && timeEnd < start + longestTime) {
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

/** Names of the values that tell the streams of Docker's drivers for json-file, journald and Fluentd apart. */
const streamNames = ['stream', 'source', 'PRIORITY', 'CONTAINER_ID_FULL', 'CONTAINER_ID', 'container_id'];

/**
 * A line of Docker's drivers. The one for json-file says that a line goes on by leaving out its line feed, the others have
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
	// A shorter text without a line feed is the last of a container.
	const isDockerPart =
		values.has('stream') && text.end - text.start >= dockerPartSize && !endsWithLineFeed(bytes, text);
	return stream.trim() === ''
		? undefined
		: {stream, ...text, isOpen: isPart ? !isLast : isDockerPart, tag: -1};
}

type Span = {readonly start: number; readonly end: number};

/** Where the values of an object stand, strings without their quotes; undefined where there is no whole object. */
function valuesOf(bytes: Buffer, start: number, end: number): ReadonlyMap<string, Span> | undefined {
	const values = new Map<string, Span>();
	let at = start;
	do {
		const name = afterSpaces(bytes, at + 1, end);
		const nameEnd = stringEnd(bytes, name + 1, end);
		const colonAt = afterSpaces(bytes, nameEnd + 1, end);
		if (bytes[name] !== quote || nameEnd === -1 || bytes[colonAt] !== colon) {
			return undefined;
		}
		const first = afterSpaces(bytes, colonAt + 1, end);
		const isString = bytes[first] === quote;
		const valueStart = isString ? first + 1 : first;
		const valueEnd = isString ? stringEnd(bytes, valueStart, end) : otherEnd(bytes, first, end);
		if (valueEnd === -1) {
			return undefined;
		}
		values.set(bytes.toString('latin1', name + 1, nameEnd), {start: valueStart, end: valueEnd});
		at = afterSpaces(bytes, isString ? valueEnd + 1 : valueEnd, end);
	} while (at < end && bytes[at] === comma);
	return at < end && bytes[at] === closeBrace ? values : undefined;
}

/** Position behind a value that is no string, or -1. */
function otherEnd(bytes: Buffer, start: number, end: number): number {
	return bytes[start] === openBrace || bytes[start] === openBracket
		? containerEnd(bytes, start + 1, end)
		: bareEnd(bytes, start, end);
}

function endsWithLineFeed(bytes: Buffer, {start, end}: Span): boolean {
	return bytes[end - 1] === lowerN && isEscaped(bytes, start, end - 1);
}

/** Whether a line is the first part of another. */
export function isFirstPart(bytes: Buffer, start: number, end: number): boolean {
	return mayGoOn(bytes, start, end) && partOf(bytes, start, end)?.isOpen === true;
}

/** Whether a line is of a container's log, and so may be a part of another. */
export function isPart(bytes: Buffer, start: number, end: number): boolean {
	return partOf(bytes, start, end) !== undefined;
}

/** A line that waits for its other parts, or behind one that does. */
type Held = {
	readonly offset: number;
	/** The line up to the end of its text, and the texts of its other parts. */
	readonly texts: Buffer[];
	/** What stands behind the text: the rest of an object. */
	readonly rest: Buffer;
	/** The stream that it goes on in; undefined once it is finished. */
	stream: string | undefined;
	whole: boolean;
	dropped: number;
};

/**
 * Joins lines that a container runtime has split: the first part, with the texts of the others in it, stands for all of
 * them, at its offset. What takes lines asks for each whether it is held back; joined lines come to it later. It isn't a
 * sink that stands before another: so many calls in each other cost 3 % of the reading of a CRI log.
 *
 * While a line waits for its end, the lines behind it wait: so lines are handed on in the order in which they begin, and
 * whoever begins to read where none waits never begins between two parts.
 *
 * A line whose end is missing isn't whole: when nothing more comes, or the log has gone on for `longestSpan`.
 */
export class SplitLines {
	readonly #sink: LineSink;
	readonly #held: Held[] = [];
	/** Where the line ends that was held back last. */
	#heldTo = 0;
	#isHandingOn = false;
	#handedOnTo = 0;

	/** `sink` takes the lines that were held back, and may be what asks `holds`. */
	constructor(sink: LineSink) {
		this.#sink = sink;
	}

	/** Offset of the first line that waits; undefined when none does. */
	get heldFrom(): number | undefined {
		return this.#held[0]?.offset;
	}

	/** Lines that begin before this offset may stand between the parts of one that was handed on. */
	get handedOnTo(): number {
		return this.#handedOnTo;
	}

	/** Whether a line, see `LineSink`, is held back. Called for each: nothing is allocated where none is split. */
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
		if (!isWaiting || this.#heldTo - (this.heldFrom ?? 0) > longestSpan) {
			this.finish();
		}
		return true;
	}

	/** What takes many lines at once takes none while lines wait. */
	guard(linesSink: LinesSink): LinesSink {
		return (bytes, start, end, offset) =>
			this.#held.length > 0 ? start : linesSink(bytes, start, end, offset);
	}

	/** Hands on what waits: nothing more comes, or it isn't waited for any longer. */
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

	/** Forgets the lines that wait: they will be read again. */
	forget(): void {
		this.#held.length = 0;
	}
}

/** A copy of a line that waits. */
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

/** How much of a text is kept before the rest of its line, without a part of an escape. */
function keptLength(text: Buffer, rest: Buffer): number {
	const room = longestLine - rest.length;
	if (text.length <= room || rest.length === 0) {
		return Math.min(text.length, room);
	}
	for (let at = room - 1; at > room - longestEscape; at--) {
		if (text[at] === backslash && !isEscaped(text, 0, at)) {
			return at + (text[at + 1] === lowerU ? longestEscape : 2) > room ? at : room;
		}
	}
	return room;
}
