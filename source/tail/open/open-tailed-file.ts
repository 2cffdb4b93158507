import type {BigIntStats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Coalesced} from '../files/coalesced.js';
import {ContentEnd} from '../files/content-end.js';
import {type Identity, isSettled, maxTimeOf, type OpenFile} from '../files/open-file.js';
import type {Fingerprint} from '../rotation/fingerprint.js';
import type {WrittenTime} from '../rotation/fingerprint-index.js';
import {logNames, uncompressedName} from '../rotation/rotated-files.js';
import type {State} from '../tail-types.js';
import {Generation, type GenerationStart, type Unread} from './generation.js';
import type {EndedGeneration, TailedFile} from './registry.js';
import {RetriedFile} from './retried-file.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** Determines how long a file is read: while followed paths hold it, then for the hold time, and longer if it still grows. */
export class Hold {
	readonly #holders = new Set<object>();
	/** Minimum time between the last growth or release and the end, in ms. */
	#holdTime = 0;
	#lastSign = 0;

	/** True while the file has holders. */
	get isHeld(): boolean {
		return this.#holders.size > 0;
	}

	/** True once the file has had no holder and no growth for the hold time. */
	get isOver(): boolean {
		return !this.isHeld && performance.now() - this.#lastSign >= this.#holdTime;
	}

	/** Adds a holder. */
	hold(holder: object): void {
		this.#holders.add(holder);
	}

	/**
	 * Removes a holder.
	 *
	 * @param holdTime Time that the file is still read without a holder, in ms.
	 */
	release(holder: object, holdTime: number): void {
		this.#holders.delete(holder);
		this.#holdTime = holdTime;
		this.grew();
	}

	/** Records growth of the file. */
	grew(): void {
		this.#lastSign = performance.now();
	}
}

/** Stats of a file at the last poll. */
class LastPoll {
	/** Time of the last change, in ns. Set only if no later change can have the same time. */
	#seenChange: bigint | undefined;
	/** Time of the last write by the clock of the file system, in ns. */
	#writtenAt: bigint | undefined;
	#size: bigint | undefined;
	/** End of the content, see `ContentEnd`. */
	#contentEnd = 0;

	/** End of the content at the last poll. */
	get contentEnd(): number {
		return this.#contentEnd;
	}

	/** Returns true if `stats` shows no change since the last poll. */
	hasAll(stats: BigIntStats): boolean {
		return this.#seenChange === stats.ctimeNs && this.#size === stats.size;
	}

	/** Returns true if `stats` shows a write since the last poll, or if there has been no poll. */
	isOlder(stats: BigIntStats): boolean {
		return this.#writtenAt !== stats.mtimeNs;
	}

	/** @param now Time of the stats or earlier, in ms since 1970. */
	took(stats: BigIntStats, contentEnd: number, now: number): void {
		this.#size = stats.size;
		this.#contentEnd = contentEnd;
		this.#writtenAt = stats.mtimeNs;
		this.#seenChange = isSettled(stats.ctimeNs, now) ? stats.ctimeNs : undefined;
	}
}

/** Implements `TailedFile`, which documents the members. */
export class OpenTailedFile implements TailedFile {
	readonly identity: Identity;
	readonly birth: bigint;
	readonly path: string;
	readonly names: readonly string[];
	deleted = false;
	state: TailedFile['state'] = 'open';
	truncations = 0;
	isWithheld = false;
	readonly #context: TailContext;
	readonly #polls: Coalesced;
	readonly #hold = new Hold();
	readonly #file: RetriedFile;
	/** The reason why the file must not be read at all. */
	#objection: string | undefined;
	readonly #isAskedFor: boolean;
	#generation: Generation;
	readonly #last = new LastPoll();
	#contentEnd = new ContentEnd();

	constructor(
		context: TailContext,
		open: OpenFile,
		names: readonly [string, ...string[]],
		start: GenerationStart,
	) {
		this.#context = context;
		this.#file = new RetriedFile(context, names[0], open);
		this.birth = open.birth;
		this.identity = open.identity;
		this.path = names[0];
		this.names = names;
		this.#isAskedFor = start.isAskedFor ?? false;
		this.#generation = this.#begin(Number(open.birth / 1_000_000n), start);
		this.#polls = new Coalesced(() => this.#poll(), context.settings.minPollSpacing);
	}

	get problem(): string | undefined {
		return this.#objection ?? (this.state === 'open' ? this.#file.problem : undefined);
	}

	get held(): boolean {
		return this.#hold.isHeld;
	}

	get outcome(): State | undefined {
		return this.#generation.outcome;
	}

	get size(): number {
		return this.#generation.size;
	}

	get isNear(): boolean {
		return this.#file.isNear && this.names.length === 1;
	}

	get continues(): boolean {
		return this.#generation.continues;
	}

	isKnown(stats: BigIntStats): boolean {
		return (
			this.problem === undefined &&
			this.#generation.isReported &&
			this.#generation.size === this.#last.contentEnd &&
			this.#last.hasAll(stats)
		);
	}

	get written(): WrittenTime {
		return this.#generation.written;
	}

	get fingerprint(): Fingerprint {
		return this.#generation.fingerprint;
	}

	hold(holder: object): void {
		this.#hold.hold(holder);
	}

	release(holder: object, holdTime: number): void {
		this.#hold.release(holder, holdTime);
		if (!this.#hold.isHeld) {
			this.isWithheld = false;
		}
	}

	async reveal(): Promise<void> {
		if (this.isWithheld) {
			this.isWithheld = false;
			await this.poll();
		}
	}

	poll(): Promise<void> {
		return this.#polls.run();
	}

	schedulePoll(): void {
		this.#polls.schedule();
	}

	end(): void {
		if (this.state !== 'open') {
			return;
		}
		const {registry} = this.#context;
		this.state = 'ended';
		registry.remove(this);
		const generation = this.#generation;
		if (!generation.isReported) {
			void this.#file.close();
			return;
		}
		if (!this.deleted) {
			const {size, fingerprint, isArchive} = generation;
			registry.remember(this.identity, {birth: this.birth, size, fingerprint, isArchive});
		}
		generation.end(this.#file.release(), this.#file.problem);
	}

	async close(): Promise<void> {
		await this.#polls.stop();
		this.#generation.close();
		if (this.state === 'open') {
			this.state = 'ended';
			await this.#file.close();
		}
	}

	async #poll(): Promise<void> {
		if (this.state !== 'open' || this.#file.isPausing) {
			return;
		}
		try {
			const now = Date.now();
			await this.#take(await this.#file.stat(), now);
			if (this.state === 'open') {
				this.#file.succeeded();
			}
		} catch (error) {
			// The descriptor of a file that ended in the meantime may be closed.
			if (this.state === 'open') {
				await this.#file.failed(error);
			}
		}
		if (this.#hold.isOver) {
			this.end();
		}
	}

	/**
	 * @param now Time of the stats or earlier, in ms since 1970.
	 * @param attempts Maximum number of restarts. Some files, such as files of the kernel, never have as many bytes as their size
	 * says. The next poll continues.
	 */
	async #take(stats: BigIntStats, now: number, attempts = 3): Promise<void> {
		const generation = this.#generation;
		this.deleted = stats.nlink === 0n;
		generation.modified = Number(stats.mtimeMs);
		if (this.isKnown(stats)) {
			return;
		}
		const size = await this.#contentEnd.find(this.#file, Number(stats.size));
		if (!(await generation.goesOn(size))) {
			if (!this.#context.isFollowing && generation.size > 0) {
				// The new generation isn't part of the content that was found.
				this.end();
				return;
			}
			const current = await this.#file.stat();
			await this.#truncated(Number(current.size));
			return attempts > 0 ? this.#take(current, now, attempts - 1) : undefined;
		}
		if (generation.isReported && generation.size === 0 && this.#last.isOlder(stats)) {
			this.truncations++;
		}
		this.#last.took(stats, size, now);
		const unread = await generation.examine(size);
		if (unread !== undefined) {
			await this.#refuse(unread);
		}
		if (this.state !== 'open' || this.isWithheld) {
			return;
		}
		const before = generation.size;
		generation.reach(size);
		if (generation.size > before) {
			this.#hold.grew();
		}
	}

	/** Closes a file that must not be read. */
	async #refuse({state, problem}: Unread): Promise<void> {
		this.state = state;
		this.#objection = problem;
		this.#context.registry.remove(this);
		this.#generation.refuse();
		await this.#file.close();
	}

	/** Starts a new generation after the file was truncated or rewritten to `size` bytes. */
	async #truncated(size: number): Promise<void> {
		const generation = this.#generation;
		this.#contentEnd = new ContentEnd();
		this.truncations++;
		if (generation.size === 0) {
			generation.startOver();
			return;
		}
		this.#generation = this.#begin(Date.now(), {size: 0, isAskedFor: this.#isAskedFor});
		// The file may have been truncated several times. Its holder first searches for copies made in between.
		this.isWithheld = this.#hold.isHeld;
		this.#hold.grew();
		await generation.endTruncated(size);
	}

	/** @param began Start of the generation, in ms since 1970. */
	#begin(began: number, start: GenerationStart): Generation {
		const source = {open: this.#file, poll: () => this.poll()};
		return new Generation(this.#context, source, {file: this, began, start});
	}
}

/**
 * Opens the file at a path, or returns the open file if it is open by another name. Undefined if the path doesn't have a regular
 * file, or if another path has read the file to its end in the meantime.
 *
 * @param startSize Returns the number of backfill bytes of the opened file.
 * @param ended State of the file when it ended, if it was read before.
 * @param isAskedFor True if the user gave this very path.
 * @throws The system's error.
 */
export async function openTailedFile(
	context: TailContext,
	path: string,
	startSize: (open: OpenFile) => number,
	ended: EndedGeneration | undefined,
	isAskedFor = false,
): Promise<TailedFile | undefined> {
	const {registry, settings} = context;
	const open = await settings.open(path);
	if (open === undefined) {
		return undefined;
	}
	const size = startSize(open);
	let start: GenerationStart;
	try {
		start = {size, isAskedFor, unseen: size === 0 ? await unseenArchive(context, path, open) : undefined};
		if (ended !== undefined && (await ended.fingerprint.isIn(open))) {
			// The file counted as finished and was then written to again.
			start = {size: ended.size, isAskedFor, wasRead: true};
		}
	} catch (error) {
		await open.close();
		throw error;
	}
	const names = await logNames(path);
	const stats = await open.stat().catch(() => undefined);
	const other = registry.find(open.identity);
	if (other !== undefined) {
		await open.close();
		return other;
	}
	const endedNow = stats && registry.whenEnded(stats);
	if (stats === undefined || (endedNow !== undefined && endedNow !== ended)) {
		// Another path may have read the file to its end in the meantime.
		await open.close();
		return undefined;
	}
	const file = new OpenTailedFile(context, open, names, start);
	registry.add(file);
	return file;
}

/**
 * Returns the archive and its log if a file that appeared after the tail started may be an archive with new text: it has the name
 * of an archive of a followed log and was written after the start. Undefined while the compression is in progress, because the
 * plain file is read then.
 */
async function unseenArchive(
	{registry}: TailContext,
	path: string,
	open: OpenFile,
): Promise<UnseenArchive | undefined> {
	const log = registry.compressedFrom(path);
	const before = uncompressedName(path);
	if (log === undefined || before === undefined || maxTimeOf((await open.stat()).mtimeNs) < registry.since) {
		return undefined;
	}
	const isBeingMade = await stat(before).then(
		() => true,
		() => false,
	);
	return isBeingMade ? undefined : {archive: path, log};
}
