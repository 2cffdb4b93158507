import {decodeToEnd, storedSize} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import {headSize, packedProblem, sniff} from '../files/magic-bytes.js';
import type {LogFile} from '../log-file.js';
import {isDistinctive, type KnownLog} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** The archive, and what is known of it. */
type ComparedArchive = {
	/** The compressed file. */
	readonly file: LogFile;
	/** Answers when that was written last. */
	readonly modified: () => number;
	/** Answers for how long it is still taken for one that is being written, milliseconds. */
	readonly unfinishedTime: () => number;
	/** Told what the user is to know. */
	readonly say: (problem: string) => void;
};

/** An archive that isn't read because it begins like another log: finds out whether it is the same. */
export class ArchiveComparison {
	readonly #known: KnownLog;
	readonly #compression: Compression;
	readonly #archive: ComparedArchive;
	#timer: NodeJS.Timeout | undefined;
	#isComplete = false;
	#isOver = false;

	constructor(known: KnownLog, compression: Compression, archive: ComparedArchive) {
		this.#known = known;
		this.#compression = compression;
		this.#archive = archive;
	}

	/** Compares them once the other has been read, if it is an archive, and this one has been written. */
	start(): void {
		if (this.#known.fingerprint === undefined) {
			void this.#known.extent.final.then(() => this.#compareLater());
		} else {
			// All of it that there is can be known though it is still written to.
			this.#compareLater();
		}
	}

	/** Nothing will be added to the archive. */
	complete(): void {
		this.#isComplete = true;
		if (this.#known.fingerprint !== undefined || this.#known.extent.isOver) {
			this.#compareLater();
		}
	}

	/** Compares them now, the other having been read. */
	async compare(): Promise<void> {
		if (this.#isOver) {
			return;
		}

		this.close();
		const {file, say} = this.#archive;
		const problem = await likenessProblem(file, this.#compression, this.#known);
		if (problem !== undefined && !file.gone) {
			say(problem);
		}
	}

	close(): void {
		this.#isOver = true;
		clearTimeout(this.#timer);
	}

	#compareLater(): void {
		if (this.#isOver) {
			return;
		}

		const {modified, unfinishedTime} = this.#archive;
		const before = modified();
		const compare = () => {
			if (modified() === before) {
				void this.compare();
			} else {
				this.#compareLater();
			}
		};
		clearTimeout(this.#timer);
		this.#timer = setTimeout(compare, this.#isComplete ? 0 : Math.max(0, unfinishedTime())).unref();
	}
}

/**
 * What the user is to know of an archive that isn't read because another log begins like it, once that one has been
 * read: that it holds something else, or more than could be read of the other; undefined when it is plainly the same.
 */
async function likenessProblem(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
	known: KnownLog,
): Promise<string | undefined> {
	const {fingerprint, extent} = known;
	const {size, isWhole} =
		fingerprint === undefined || extent.isOver ? await extent.final : {size: fingerprint.size, isWhole: true};
	const advice = 'so it is taken for the same and not read. Give it alone to read it.';
	if (!isWhole) {
		return `begins like ${known.path}, of which only ${size} bytes of text could be read, ${advice}`;
	}

	// Where the archive says how large its text is, it isn't decoded only for this.
	if ((await storedSize(file, compression)) === size % 2 ** 32) {
		return undefined;
	}

	const {size: text} = await decodeToEnd(file, compression);
	// A log that isn't compressed may have been written on after it was.
	const isSame = known.isArchive ? text === size : text <= size;
	return isSame
		? undefined
		: `begins like ${known.path}, but holds ${text} bytes of text and not ${size}, ${advice}`;
}

/**
 * Whether the text of an archive that was missed is that of one of the logs that begin like it, or it can't be told:
 * then it isn't one more. It is decoded only where its time and size leave that open.
 *
 * @param archive.modified When it was written last, milliseconds since 1970.
 * @param archive.wasWritten Whether one of the logs was written at that time.
 */
export async function isSameLog(
	archive: {
		readonly file: Pick<LogFile, 'read' | 'size'>;
		readonly compression: Compression;
		readonly modified: number;
		readonly wasWritten: boolean;
	},
	logs: readonly KnownLog[],
	keptText: KeptText,
): Promise<boolean> {
	const {file, compression, modified, wasWritten} = archive;
	const fingerprints = logs
		.map(({fingerprint}) => fingerprint)
		.filter(fingerprint => fingerprint !== undefined);
	const isRead = logs.some(({modified: other}) => other?.() === modified);
	const isUnknown = logs.some(log => log.fingerprint === undefined && log.modified === undefined);
	if (isRead || isUnknown) {
		return true;
	}

	if (wasWritten) {
		const size = await storedSize(file, compression);
		if (fingerprints.some(fingerprint => fingerprint.size % 2 ** 32 === size)) {
			return true;
		}
	}

	const text = new ArchiveText(file, compression, keptText);
	try {
		// What stands further back would have to be decoded once more.
		for (const fingerprint of fingerprints.toSorted((a, b) => a.size - b.size)) {
			if (await fingerprint.isIn(text)) {
				return true;
			}
		}
	} finally {
		text.close();
	}

	const {size, isWhole} = await decodeToEnd(file, compression);
	// A log may have been written on after it was compressed.
	return !isWhole || (wasWritten && fingerprints.some(fingerprint => size <= fingerprint.size));
}

/**
 * So many bytes are compared of an archive and a log that begins like it, as far as both go: logs of one server may
 * begin with the same requests of a health check.
 */
const comparedSize = 64 * 1024;

/** What becomes of an archive. `undecided`: it isn't known yet; `known`: it is the same log as that one. */
type ArchiveVerdict = 'read' | 'undecided' | {readonly known: KnownLog} | {readonly outcome: State};

type ExaminedArchive = {
	readonly file: LogFile;
	readonly compression: Compression;
	/** When it was written last, milliseconds since 1970. */
	readonly modified: number;
	/** Set when its text is new, unless it is known. */
	readonly unseen: UnseenArchive | undefined;
};

/**
 * Finds out by how the text of an archive begins whether it is to be read: not when it is no text, and not when it is that
 * of a log which is read already.
 *
 * @param text.head Its first bytes.
 * @param text.isAll Whether no more bytes will come, if these are less than `headSize`.
 * @param text.first Reads its first bytes, at most so many.
 */
export async function identifyArchive(
	context: TailContext,
	archive: ExaminedArchive,
	text: {
		readonly head: Uint8Array;
		readonly isAll: boolean;
		readonly first: (length: number) => Promise<Uint8Array>;
	},
): Promise<ArchiveVerdict> {
	const {head, isAll, first} = text;
	const verdict = sniff(head);
	if (typeof verdict !== 'string') {
		return {outcome: {state: 'unreadable', problem: packedProblem(archive.compression, verdict)}};
	}

	const {fingerprintIndex} = context;
	const {file, unseen} = archive;
	const known = await firstAlike(fingerprintIndex.findAll(head, otherThan(file)), first);
	if (known !== undefined && (await isSame(context, archive, head, known))) {
		return {known};
	}

	if (isAll && !isDistinctive(head) && unseen !== undefined && fingerprintIndex.mayBe(head, unseen.log)) {
		// Half a line, which is shown once: with the log that it was in.
		return {outcome: {state: 'ended'}};
	}

	return (verdict === 'text' && isDistinctive(head)) || isAll ? 'read' : 'undecided';
}

/** The first of the logs which begin like that that goes on like it, too, as far as can be read of both. */
async function firstAlike(
	logs: readonly KnownLog[],
	first: (length: number) => Promise<Uint8Array>,
): Promise<KnownLog | undefined> {
	let bytes: Uint8Array | undefined;
	for (const log of logs) {
		const others = (await log.first?.(comparedSize)) ?? new Uint8Array();
		bytes ??= others.length > headSize ? await first(comparedSize) : undefined;
		const length = Math.min(others.length, bytes?.length ?? 0);
		if (Buffer.compare(others.subarray(0, length), bytes?.subarray(0, length) ?? new Uint8Array()) === 0) {
			return log;
		}
	}

	return undefined;
}

/** Of one that was missed more than the beginning is compared: logs that are written alike begin alike. */
async function isSame(
	{fingerprintIndex, registry, keptText}: TailContext,
	{file, compression, modified, unseen}: ExaminedArchive,
	head: Uint8Array,
	known: KnownLog,
): Promise<boolean> {
	if (unseen === undefined || head.length < headSize || known.beginning.head.length < headSize) {
		return true;
	}

	const wasWritten = registry.wasWrittenAt(unseen.log, BigInt(Math.floor(modified)) * 1_000_000n);
	const logs = fingerprintIndex.findAll(head, otherThan(file));
	return isSameLog({file, compression, modified, wasWritten}, logs, keptText);
}

/** The file that a log which begins alike mustn't be in: one that goes on may be what was read of it before. */
function otherThan({identity, continues}: LogFile): string | undefined {
	return continues ? undefined : identity;
}
