import {decodeToEnd, storedSize} from '../archives/archive-reader.js';
import {ArchiveText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import type {KeptText} from '../archives/kept-text.js';
import {headSize, packedProblem, sniff} from '../files/magic-bytes.js';
import type {LogFile} from '../log-file.js';
import {type Begun, isTelling} from '../rotation/fingerprint-index.js';
import type {State} from '../tail-types.js';
import type {MissedArchive, Stage} from './tail-context.js';

/** The archive, and what is known of it. */
export type LikeArchive = {
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
export class Likeness {
	readonly #known: Begun;
	readonly #compression: Compression;
	readonly #archive: LikeArchive;
	#timer: NodeJS.Timeout | undefined;
	#isComplete = false;
	#isOver = false;

	constructor(known: Begun, compression: Compression, archive: LikeArchive) {
		this.#known = known;
		this.#compression = compression;
		this.#archive = archive;
	}

	/** Compares them once the other has been read, if it is an archive, and this one has been written. */
	start(): void {
		if (this.#known.guard === undefined) {
			void this.#known.extent.final.then(() => this.#compareLater());
		} else {
			// All of it that there is can be known though it is still written to.
			this.#compareLater();
		}
	}

	/** Nothing will be added to the archive. */
	complete(): void {
		this.#isComplete = true;
		if (this.#known.guard !== undefined || this.#known.extent.isOver) {
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
	known: Begun,
): Promise<string | undefined> {
	const {guard, extent} = known;
	const {size, isWhole} =
		guard === undefined || extent.isOver ? await extent.final : {size: guard.size, isWhole: true};
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
	logs: readonly Begun[],
	keptText: KeptText,
): Promise<boolean> {
	const {file, compression, modified, wasWritten} = archive;
	const guards = logs.map(({guard}) => guard).filter(guard => guard !== undefined);
	const isRead = logs.some(({modified: other}) => other?.() === modified);
	const isUnknown = logs.some(log => log.guard === undefined && log.modified === undefined);
	if (isRead || isUnknown) {
		return true;
	}

	if (wasWritten) {
		const size = await storedSize(file, compression);
		if (guards.some(guard => guard.size % 2 ** 32 === size)) {
			return true;
		}
	}

	const text = new ArchiveText(file, compression, keptText);
	const source = {
		read: (target: Uint8Array, position: number, length: number) =>
			text.read(target.subarray(0, length), position),
	};
	try {
		// What stands further back would have to be decoded once more.
		for (const guard of guards.toSorted((a, b) => a.size - b.size)) {
			if (await guard.isIn(source)) {
				return true;
			}
		}
	} finally {
		text.close();
	}

	const {size, isWhole} = await decodeToEnd(file, compression);
	// A log may have been written on after it was compressed.
	return !isWhole || (wasWritten && guards.some(guard => size <= guard.size));
}

/**
 * So many bytes are compared of an archive and a log that begins like it, as far as both go: logs of one server may
 * begin with the same requests of a health check.
 */
const comparedSize = 64 * 1024;

/** What becomes of an archive. `undecided`: it isn't known yet; `known`: it is the same log as that one. */
export type Judgement = 'read' | 'undecided' | {readonly known: Begun} | {readonly outcome: State};

type JudgedArchive = {
	readonly file: LogFile;
	readonly compression: Compression;
	/** When it was written last, milliseconds since 1970. */
	readonly modified: number;
	/** Set when its text is new, unless it is known. */
	readonly missed: MissedArchive | undefined;
};

/**
 * Finds out by how the text of an archive begins whether it is to be read: not when it is no text, and not when it is that
 * of a log which is read already.
 *
 * @param text.head Its first bytes.
 * @param text.isAll Whether no more bytes will come, if these are less than `headSize`.
 * @param text.first Reads its first bytes, at most so many.
 */
export async function judgeBeginning(
	stage: Stage,
	archive: JudgedArchive,
	text: {
		readonly head: Uint8Array;
		readonly isAll: boolean;
		readonly first: (length: number) => Promise<Uint8Array>;
	},
): Promise<Judgement> {
	const {head, isAll, first} = text;
	const verdict = sniff(head);
	if (typeof verdict !== 'string') {
		return {outcome: {state: 'unreadable', problem: packedProblem(archive.compression, verdict)}};
	}

	const {beginnings} = stage;
	const {file, missed} = archive;
	const known = await firstAlike(beginnings.findAll(head, otherThan(file)), first);
	if (known !== undefined && (await isSame(stage, archive, head, known))) {
		return {known};
	}

	if (isAll && !isTelling(head) && missed !== undefined && beginnings.mayBe(head, missed.log)) {
		// Half a line, which is shown once: with the log that it was in.
		return {outcome: {state: 'ended'}};
	}

	return (verdict === 'text' && isTelling(head)) || isAll ? 'read' : 'undecided';
}

/** The first of the logs which begin like that that goes on like it, too, as far as can be read of both. */
async function firstAlike(
	logs: readonly Begun[],
	first: (length: number) => Promise<Uint8Array>,
): Promise<Begun | undefined> {
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
	{beginnings, registry, keptText}: Stage,
	{file, compression, modified, missed}: JudgedArchive,
	head: Uint8Array,
	known: Begun,
): Promise<boolean> {
	if (missed === undefined || head.length < headSize || known.beginning.head.length < headSize) {
		return true;
	}

	const wasWritten = registry.wasWrittenAt(missed.log, BigInt(Math.floor(modified)) * 1_000_000n);
	const logs = beginnings.findAll(head, otherThan(file));
	return isSameLog({file, compression, modified, wasWritten}, logs, keptText);
}

/** The file that a log which begins alike mustn't be in: one that goes on may be what was read of it before. */
function otherThan({identity, continues}: LogFile): string | undefined {
	return continues ? undefined : identity;
}
