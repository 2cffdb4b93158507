import type {Compression} from '../archives/compression.js';
import {headSize, packedProblem, sniff} from '../files/magic-bytes.js';
import type {State} from '../follow-types.js';
import type {LogFile} from '../log-file.js';
import {type Begun, isTelling} from '../recognition/beginnings.js';
import {isSameLog} from '../recognition/same-log.js';
import type {MissedArchive} from './missed-archive.js';
import type {Stage} from './stage.js';

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
