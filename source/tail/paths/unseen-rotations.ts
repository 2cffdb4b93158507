import {basename, extname} from 'node:path';
import {errnoWords} from '../files/errno-words.js';
import {headSize} from '../files/magic-bytes.js';
import {identityOf, maxTimeOf, type OpenFile, reopen, tick} from '../files/open-file.js';
import {examine, type GenerationStart} from '../open/generation.js';
import {OpenTailedFile} from '../open/open-tailed-file.js';
import type {TailedFile} from '../open/registry.js';
import type {TailContext} from '../open/tail-context.js';
import type {PossibleCopy} from '../rotation/fingerprint-index.js';
import {
	logNames,
	namingSchemes,
	type RotatedFile,
	type RotatedFiles,
	rotatedFiles,
} from '../rotation/rotated-files.js';
import {
	gapText,
	isGapless,
	lockedText,
	type Replaced,
	unreadText,
	unseenText,
} from '../rotation/rotation-chain.js';

/** `read`: the file is read; `left`: it is not; `moved`: the path has another file by now, because rotation continues. */
type Outcome = 'read' | 'left' | 'moved';

/**
 * Reads a rotated file as a part of the log at `path`, unless it is a copy of a log that is read. Sends a notice if the file
 * can't be opened or read.
 */
export async function readUnseen(context: TailContext, path: string, rotated: RotatedFile): Promise<Outcome> {
	const {fingerprintIndex, settings} = context;
	const found = await openSame(context, path, rotated, copy => fingerprintIndex.originalOf(copy));
	if (typeof found === 'string') {
		return found;
	}
	const {open, answer: original} = found;
	if (original !== undefined) {
		await open.close();
		return 'left';
	}
	// The file may be a copy in progress that is still empty, so it is read for the hold time.
	return readOn(context, path, open, {size: 0, foundAt: rotated.path}, settings.holdTime);
}

/**
 * The same for a compressed file. Whether its text is known is determined when it is read. Sends a notice if the file has an
 * unsupported format, unless the log was read before it was compressed.
 */
export async function readUnseenArchive(
	context: TailContext,
	path: string,
	rotated: RotatedFile,
): Promise<Outcome> {
	const {registry, events, fingerprintIndex} = context;
	const found = await openSame(context, path, rotated, copy => examine(fingerprintIndex, copy, true));
	if (typeof found === 'string') {
		return found;
	}
	const {open, answer: kind} = found;
	const {path: archive, stats} = rotated;
	if (typeof kind === 'string' && kind !== 'text' && kind !== 'undecided') {
		// No process writes to this file any longer, so it needs no hold time.
		return readOn(context, path, open, {size: 0, unseen: {archive, log: path}}, 0);
	}
	await open.close();
	if (typeof kind === 'object') {
		await registry.poll(path);
		if (!registry.wasWrittenAt(path, stats.mtimeNs)) {
			events.notice({path, text: unreadText(archive, kind.problem)});
		}
	}
	return 'left';
}

/** Opens a rotated file and reads as much of it as `question` needs. Sends a notice if that fails. */
async function openSame<T>(
	{settings, events}: TailContext,
	log: string,
	{path, stats}: RotatedFile,
	question: (file: PossibleCopy) => Promise<T>,
): Promise<{readonly open: OpenFile; readonly answer: T} | 'left' | 'moved'> {
	let open: OpenFile | undefined;
	try {
		open = await reopen(settings.open, path, {identity: identityOf(stats)});
		if (open === undefined) {
			return 'moved';
		}
		const {identity, birth} = open;
		const head = await open.head(headSize);
		const size = Number(stats.size);
		return {
			open,
			answer: await question({path, identity, birth, source: open, size, head, isAskedFor: false}),
		};
	} catch (error) {
		await open?.close();
		events.notice({path: log, text: lockedText(path, errnoWords(error))});
		return 'left';
	}
}

async function readOn(
	context: TailContext,
	path: string,
	open: OpenFile,
	start: GenerationStart,
	holdTime: number,
): Promise<Outcome> {
	const {registry} = context;
	const stats = await open.stat().catch(() => undefined);
	// The file may have been opened by another path a moment ago, or read to its end.
	if (stats === undefined || registry.find(open.identity) !== undefined || registry.whenEnded(stats)) {
		await open.close();
		return stats === undefined ? 'moved' : 'left';
	}
	const file = new OpenTailedFile(context, open, [path], start);
	registry.add(file);
	file.release(file, holdTime);
	await file.poll();
	return 'read';
}

/** After a pause between polls longer than this, in ms, a notice reports that files in between may have been missed. */
const maxPause = 5000;

/**
 * Reads unseen rotations: files that were at a path and were rotated away between two polls. They are recognised by their names
 * and creation times, so this fails on file systems that don't record creation times.
 */
export class UnseenRotations {
	readonly #context: TailContext;
	readonly #path: string;
	/** Log names of the last search for rotated files, see `logNames`. */
	#names: readonly string[] = [];
	/** All files that were at the path before this moment have been seen. In ms since 1970. */
	#seenUntil: number | undefined;
	#isDue = false;
	/** Naming schemes of the rotated files, learned from the files that were found by their content or their inode. */
	#schemes: readonly string[] = [];
	/** Set after a long pause between polls until it is known whether all files of that time were found. */
	#unconfirmed: {readonly replaced: Replaced; readonly pause: number} | undefined;

	constructor(context: TailContext, path: string) {
		this.#context = context;
		this.#path = path;
	}

	/** Adds names that rotated files may be derived from. */
	addNames(names: readonly string[]): void {
		this.#names = [...new Set([...this.#names, ...names])];
	}

	/**
	 * Called after a poll of the path. Resolves with false if rotation continued during the search, which must then be repeated.
	 *
	 * @param at Start of the poll, in ms since 1970.
	 * @param hasChanged True if the result differs from the previous poll.
	 * @param replaced Set if the path has a new file.
	 * @param isTruncated True if the file was truncated.
	 */
	async polled(at: number, hasChanged: boolean, replaced?: Replaced, isTruncated = false): Promise<boolean> {
		const since = this.#seenUntil;
		const pause = since === undefined ? 0 : Date.now() - since;
		if (replaced !== undefined && pause > maxPause) {
			this.#unconfirmed ??= {replaced, pause};
		}
		if (since !== undefined && (hasChanged || this.#isDue)) {
			// A link may have been retargeted after its target was rotated, so the previous names count, too.
			const names = await logNames(this.#path);
			const all = [...new Set([...names, ...this.#names])];
			if (replaced !== undefined || isTruncated) {
				const learned = await namingSchemes(all, file => this.#isPart(file, all));
				this.#schemes = [...new Set([...this.#schemes, ...learned])];
			}
			this.#isDue = !(await this.#read(all, since));
			this.#names = this.#isDue ? all : names;
		}
		this.#seenUntil = this.#isDue ? since : at;
		return !this.#isDue;
	}

	async #read(names: readonly string[], since: number): Promise<boolean> {
		const {events} = this.#context;
		const {plain, compressed} = await rotatedFiles(names, this.#schemes);
		const read: string[] = [];
		let isComplete = true;
		for (const rotated of plain.toReversed()) {
			if (this.#wasMade(rotated, since)) {
				// The previous file may have been replaced only a moment ago. Its last lines are older, so they are published first.
				await this.#context.registry.poll(this.#path);
				const outcome = await readUnseen(this.#context, this.#path, rotated);
				isComplete &&= outcome !== 'moved';
				// An empty file is followed, too. But no lines are known to be missing from it, so the notice doesn't mention it.
				read.push(...(outcome === 'read' && rotated.stats.size > 0n ? [rotated.path] : []));
			}
		}
		const gap = isComplete ? this.#gap(names, {plain, compressed}, since) : undefined;
		if (gap !== undefined || read.length > 0) {
			const files = read.join(', ');
			events.notice({
				path: this.#path,
				text: gap === undefined ? unseenText(files) : gapText(gap, files),
			});
		}
		for (const rotated of compressed.toReversed()) {
			// Compressing keeps the modification time of the log, so an archive of yesterday's log isn't a missed one.
			if (this.#wasMade(rotated, since) && maxTimeOf(rotated.stats.mtimeNs) >= since - tick) {
				const outcome = await readUnseenArchive(this.#context, this.#path, rotated);
				isComplete &&= outcome !== 'moved';
			}
		}
		return isComplete;
	}

	/** Returns the pause between polls, in ms, if a file of that time may be missing. */
	#gap(names: readonly string[], files: RotatedFiles, since: number): number | undefined {
		const unconfirmed = this.#unconfirmed;
		this.#unconfirmed = undefined;
		const isSeen =
			unconfirmed === undefined ||
			names.some(name => isGapless(name, files, unconfirmed.replaced, since - tick));
		return isSeen ? undefined : unconfirmed.pause;
	}

	/** Returns true if the file was at the path, or has the content that was truncated there. */
	#isPart({path, stats}: RotatedFile, names: readonly string[]): boolean {
		const {registry} = this.#context;
		const open = registry.find(identityOf(stats));
		if (open !== undefined) {
			return open.names.some(name => names.includes(name));
		}
		const isNamedAlike = names.some(name => basename(path).startsWith(basename(name, extname(name))));
		return isNamedAlike && registry.whenEnded(stats) !== undefined;
	}

	/** Returns true if the file was made after `since` and hasn't been read. */
	#wasMade({stats}: RotatedFile, since: number): boolean {
		const {registry} = this.#context;
		return (
			stats.birthtimeNs / 1_000_000n >= BigInt(since - tick) &&
			registry.find(identityOf(stats)) === undefined &&
			registry.whenEnded(stats) === undefined
		);
	}
}

/** Detects changes at a path between two polls. After a change, rotations may have been missed. */
export class PathChanges {
	readonly #context: TailContext;
	readonly #path: string;
	readonly #unseen: UnseenRotations;
	/** The file at the last poll, and its number of truncations at that time. */
	#file: TailedFile | undefined;
	#truncations = 0;
	/** The file that was opened since the last poll. */
	#opened: TailedFile | undefined;

	constructor(context: TailContext, path: string) {
		this.#context = context;
		this.#path = path;
		this.#unseen = new UnseenRotations(context, path);
	}

	/** A new file was opened at the path. */
	opened(file: TailedFile): void {
		this.#opened = file;
		this.#unseen.addNames(file.names);
	}

	/**
	 * `file` was opened instead of another file and isn't published yet. Reads the missed rotated files, which are published first.
	 */
	async replacing(at: number, file: TailedFile): Promise<void> {
		await this.#unseen.polled(at, true, this.#take(file).replaced);
	}

	/**
	 * Called after a poll of the path. Reads files that were put there and rotated away since the previous poll, then publishes the
	 * current file. Resolves with false if rotation continued during the search, which must then be repeated.
	 *
	 * @param at Start of the poll, in ms since 1970.
	 * @param file The current file.
	 * @param isMissing True if the path is empty.
	 */
	async polled(at: number, file: TailedFile | undefined, isMissing: boolean): Promise<boolean> {
		const {isSame, replaced, isTruncated} = this.#take(file);
		const isDone = await this.#unseen.polled(at, !isSame || isMissing, replaced, isTruncated);
		await file?.reveal();
		return isDone;
	}

	#take(file: TailedFile | undefined): {
		readonly isSame: boolean;
		readonly replaced: Replaced | undefined;
		readonly isTruncated: boolean;
	} {
		const truncations = file?.truncations ?? 0;
		const isOld = file !== undefined && file === this.#file;
		const isTruncated = isOld && truncations !== this.#truncations;
		const isSame = isOld && !isTruncated;
		const replaced = this.#replaced(file);
		this.#file = file;
		this.#truncations = truncations;
		this.#opened = undefined;
		return {isSame, replaced, isTruncated};
	}

	/** Returns facts about the previous file if `file` is new and has replaced it. */
	#replaced(file: TailedFile | undefined): Replaced | undefined {
		const before = this.#file;
		const isNew = file !== undefined && file === this.#opened && file !== before && !file.continues;
		// Skip a rotated file: its changes are found through the log that it is named after. `logOf` searches all open files, so call
		// it last: at every poll of 400 quiet files it took 23 % of a core.
		return before !== undefined && isNew && this.#context.registry.logOf(this.#path) === undefined
			? {identity: before.identity, until: before.written.until, from: file.written.from}
			: undefined;
	}
}
