import {decodeToEnd, storedSize} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import {headSize, packedProblem, sniff} from '../files/magic-bytes.js';
import type {LogFile} from '../log-file.js';
import {isDistinctive, type KnownLog} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** The archive of a comparison. */
type ComparedArchive = {
	/** The compressed file. */
	readonly file: LogFile;
	/** Returns the time of its last write. */
	readonly modified: () => number;
	/** Returns the time, in ms, for which it still counts as being written. */
	readonly unfinishedTime: () => number;
	/** Sends a notice to the user. */
	readonly report: (problem: string) => void;
};

/**
 * Compares an archive with a known log. The archive isn't read because both start with the same bytes; the comparison determines
 * whether they really are the same.
 */
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

	/**
	 * Schedules the comparison: after the archive has been written and, if the known log is an archive, after that has been read.
	 */
	start(): void {
		if (this.#known.fingerprint === undefined) {
			void this.#known.extent.final.then(() => this.#compareLater());
		} else {
			// The fingerprint covers the known content, even of a log that still grows.
			this.#compareLater();
		}
	}

	/** The archive won't grow again. */
	complete(): void {
		this.#isComplete = true;
		if (this.#known.fingerprint !== undefined || this.#known.extent.isOver) {
			this.#compareLater();
		}
	}

	/** Compares now. Waits until the known log, if it is an archive, has been read. */
	async compare(): Promise<void> {
		if (this.#isOver) {
			return;
		}
		this.close();
		const {file, report} = this.#archive;
		const problem = await likenessProblem(file, this.#compression, this.#known);
		if (problem !== undefined && !file.isGone) {
			report(problem);
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
 * Returns the notice for an archive that isn't read because it starts with the same bytes as another log, if it has other
 * content, or more than could be read of the log. Undefined if they are the same. Waits until the log, if it is an archive, has
 * been read.
 */
async function likenessProblem(
	file: Pick<LogFile, 'read' | 'size'>,
	compression: Compression,
	known: KnownLog,
): Promise<string | undefined> {
	const {fingerprint, extent} = known;
	const {size, isWhole} =
		fingerprint === undefined || extent.isOver ? await extent.final : {size: fingerprint.size, isWhole: true};
	const decision = `starts with the same bytes as ${known.path}, so it is treated as the same log and not read`;
	const advice = 'To read it, pass it alone.';
	if (!isWhole) {
		return `${decision}, although only ${size} bytes of text of ${known.path} could be read. ${advice}`;
	}
	// If the archive stores the size of its text, it needn't be decoded.
	if ((await storedSize(file, compression)) === size % 2 ** 32) {
		return undefined;
	}
	const {size: text} = await decodeToEnd(file, compression);
	// An uncompressed log may have grown after it was compressed.
	const isSame = known.isArchive ? text === size : text <= size;
	return isSame ? undefined : `${decision}, although it has ${text} bytes of text and not ${size}. ${advice}`;
}

/**
 * Returns true if the text of a missed archive is one of the logs that start with the same bytes, or if that can't be determined.
 * Such an archive must not be read. Decodes the archive only if its time and size don't decide.
 *
 * @param archive.modified Time of its last write, in ms since 1970.
 * @param archive.wasWritten True if one of the logs was written at that time.
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
		// Sorted by size: otherwise earlier text would have to be decoded again.
		for (const fingerprint of fingerprints.toSorted((a, b) => a.size - b.size)) {
			if (await fingerprint.isIn(text)) {
				return true;
			}
		}
	} finally {
		text.close();
	}
	const {size, isWhole} = await decodeToEnd(file, compression);
	// A log may have grown after it was compressed.
	return !isWhole || (wasWritten && fingerprints.some(fingerprint => size <= fingerprint.size));
}

/**
 * Maximum number of bytes compared between an archive and a log with the same beginning. Logs of one server may begin with the
 * same health-check requests, so the first bytes are not enough.
 */
const comparedSize = 64 * 1024;

/** Decision about an archive. `undecided`: more bytes are needed; `known`: it is the same log as that one. */
type ArchiveVerdict = 'read' | 'undecided' | {readonly known: KnownLog} | {readonly outcome: State};

type ExaminedArchive = {
	readonly file: LogFile;
	readonly compression: Compression;
	/** Time of its last write, in ms since 1970. */
	readonly modified: number;
	/** Set if the text is new, provided that it isn't the text of a known log. */
	readonly unseen: UnseenArchive | undefined;
};

/**
 * Decides from the beginning of its text whether an archive must be read. An archive is skipped if it doesn't contain text or if
 * its log is already read.
 *
 * @param text.head The first bytes of the text.
 * @param text.isAll True if no bytes follow a `head` shorter than `headSize`.
 * @param text.first Reads at most the first `length` bytes of the text.
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
		// Half a line, which is shown only once, with the log that contained it.
		return {outcome: {state: 'ended'}};
	}
	return (verdict === 'text' && isDistinctive(head)) || isAll ? 'read' : 'undecided';
}

/** Returns the first of these logs whose following bytes also match, up to the end of the shorter content. */
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

/**
 * Returns true if an archive with the same beginning is the known log. Compares more only for a missed archive and full heads,
 * because logs of the same server may start with the same bytes.
 */
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

/**
 * Returns the identity that a log with the same beginning must not have. Undefined for a file that continues another generation,
 * because that log may be the part that was read before.
 */
function otherThan({identity, continues}: LogFile): string | undefined {
	return continues ? undefined : identity;
}
