import type {BigIntStats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Coalesced} from '../files/coalesced.js';
import {type ByteSource, type Identity, isSettled, latestOf, type OpenFile} from '../files/open-file.js';
import type {Fingerprint} from '../rotation/fingerprint.js';
import type {WrittenTime} from '../rotation/fingerprint-index.js';
import {logNames, uncompressedName} from '../rotation/rotated-files.js';
import type {State} from '../tail-types.js';
import {Generation, type GenerationStart, type Unread} from './generation.js';
import type {EndedGeneration, TailedFile} from './registry.js';
import {RetriedFile} from './retried-file.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/**
 * How long a file is read: while those who follow a path at which it is hold it; then for a while, and for as long as
 * it grows.
 */
export class Hold {
	readonly #holders = new Set<object>();
	/** It is over at the earliest this long after the last growth and the last holder's leaving. */
	#holdTime = 0;
	#lastSign = 0;

	/** True while somebody holds it. */
	get isHeld(): boolean {
		return this.#holders.size > 0;
	}

	/** True once nobody has held it, and it hasn't grown, for long enough. */
	get isOver(): boolean {
		return !this.isHeld && performance.now() - this.#lastSign >= this.#holdTime;
	}

	/** Has somebody hold it. */
	hold(holder: object): void {
		this.#holders.add(holder);
	}

	/**
	 * Somebody holds it no more.
	 *
	 * @param holdTime For how long it is read all the same, milliseconds.
	 */
	release(holder: object, holdTime: number): void {
		this.#holders.delete(holder);
		this.#holdTime = holdTime;
		this.grew();
	}

	/** The file has grown. */
	grew(): void {
		this.#lastSign = performance.now();
	}
}

/** What the system said of a file when it was looked at last. */
class LastPoll {
	/** Time of the last change that was looked at, and certainly all of it; nanoseconds. */
	#seenChange: bigint | undefined;
	/** When it was written last, by the clock of its file system; nanoseconds. */
	#writtenAt: bigint | undefined;

	/** True when nothing has changed since, given what the system says now. */
	hasAll(stats: BigIntStats): boolean {
		return this.#seenChange === stats.ctimeNs;
	}

	/** True when it has been written to since, given what the system says now; so it has before the first poll. */
	isOlder(stats: BigIntStats): boolean {
		return this.#writtenAt !== stats.mtimeNs;
	}

	/** @param now When the stats were taken, or before; milliseconds since 1970. */
	took(stats: BigIntStats, now: number): void {
		this.#writtenAt = stats.mtimeNs;
		this.#seenChange = isSettled(stats.ctimeNs, now) ? stats.ctimeNs : undefined;
	}
}

/** What each member means says `TailedFile`. */
export class OpenTailedFile implements TailedFile {
	readonly identity: Identity;
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
	/** When the file was made: see `OpenFile`. */
	readonly #birth: bigint;
	/** Why it isn't to be read at all. */
	#objection: string | undefined;
	#generation: Generation;
	readonly #last = new LastPoll();

	constructor(
		context: TailContext,
		open: OpenFile,
		names: readonly [string, ...string[]],
		start: GenerationStart,
	) {
		this.#context = context;
		this.#file = new RetriedFile(context, names[0], open);
		this.#birth = open.birth;
		this.identity = open.identity;
		this.path = names[0];
		this.names = names;
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
			this.#generation.isTold &&
			this.#generation.size === Number(stats.size) &&
			this.#last.hasAll(stats)
		);
	}

	get written(): WrittenTime {
		return this.#generation.written;
	}

	get fingerprint(): Fingerprint {
		return this.#generation.fingerprint;
	}

	get bytes(): ByteSource {
		return this.#file;
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
		if (!generation.isTold) {
			void this.#file.close();
			return;
		}

		if (!this.deleted) {
			const {size, fingerprint, isArchive} = generation;
			registry.remember(this.identity, {birth: this.#birth, size, fingerprint, isArchive});
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
			await this.#file.failed(error);
		}

		if (this.#hold.isOver) {
			this.end();
		}
	}

	/**
	 * @param now When the stats were taken, or before; milliseconds since 1970.
	 * @param attempts How often it may begin anew: a file may never hold as much as it is said to have, as those of the
	 *   kernel don't. The next poll goes on.
	 */
	async #take(stats: BigIntStats, now: number, attempts = 3): Promise<void> {
		const generation = this.#generation;
		this.deleted = stats.nlink === 0n;
		generation.modified = Number(stats.mtimeMs);
		if (this.isKnown(stats)) {
			return;
		}

		const size = Number(stats.size);
		if (!(await generation.goesOn(size))) {
			const current = await this.#file.stat();
			await this.#truncated(Number(current.size));
			return attempts > 0 ? this.#take(current, now, attempts - 1) : undefined;
		}

		if (generation.isTold && generation.size === 0 && this.#last.isOlder(stats)) {
			this.truncations++;
		}

		this.#last.took(stats, now);
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

	/** It isn't to be read, and so it is closed. */
	async #refuse({state, problem}: Unread): Promise<void> {
		this.state = state;
		this.#objection = problem;
		this.#context.registry.remove(this);
		this.#generation.refuse();
		await this.#file.close();
	}

	/** It was truncated or rewritten, to that size. */
	async #truncated(size: number): Promise<void> {
		const generation = this.#generation;
		this.truncations++;
		if (generation.size === 0) {
			generation.startOver();
			return;
		}

		this.#generation = this.#begin(Date.now(), {size: 0});
		// It may have been truncated several times: who holds it looks for the copies that were made meanwhile.
		this.isWithheld = this.#hold.isHeld;
		this.#hold.grew();
		await generation.endTruncated(size);
	}

	/** @param began Milliseconds since 1970. */
	#begin(began: number, start: GenerationStart): Generation {
		const source = {open: this.#file, poll: () => this.poll()};
		return new Generation(this.#context, source, {file: this, began, start});
	}
}

/**
 * The file at a path, opened if it isn't open already by another name. Undefined when what is there is no regular file, or
 * another one than a moment ago.
 * Rejects with the system's error.
 *
 * @param startSize How much of the file that was opened is the past.
 * @param ended How the file was when it ended, if it has been read before.
 */
export async function openTailedFile(
	context: TailContext,
	path: string,
	startSize: (open: OpenFile) => number,
	ended: EndedGeneration | undefined,
): Promise<TailedFile | undefined> {
	const {registry, settings} = context;
	const open = await settings.open(path);
	if (open === undefined) {
		return undefined;
	}

	const size = startSize(open);
	let start: GenerationStart;
	try {
		start = {size, unseen: size === 0 ? await unseenArchive(context, path, open) : undefined};
		if (ended !== undefined && (await ended.fingerprint.isIn(open))) {
			// It had been taken for finished, and was written to again.
			start = {size: ended.size, wasRead: true};
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
		// By another path it may have been read to its end meanwhile.
		await open.close();
		return undefined;
	}

	const file = new OpenTailedFile(context, open, names, start);
	registry.add(file);
	return file;
}

/**
 * What says that the text of a file, which has appeared since the watching began, is new if it is an archive: it is
 * named like one of a log that is read, and was written to meanwhile. Not while it is being compressed: its plain file
 * is read, then.
 */
async function unseenArchive(
	{registry}: TailContext,
	path: string,
	open: OpenFile,
): Promise<UnseenArchive | undefined> {
	const log = registry.compressedFrom(path);
	const before = uncompressedName(path);
	if (log === undefined || before === undefined || latestOf((await open.stat()).mtimeNs) < registry.since) {
		return undefined;
	}

	const isBeingMade = await stat(before).then(
		() => true,
		() => false,
	);
	return isBeingMade ? undefined : {archive: path, log};
}
