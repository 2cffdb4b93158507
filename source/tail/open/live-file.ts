import type {BigIntStats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Coalesced} from '../files/coalesced.js';
import {isSettled, latestOf} from '../files/file-clock.js';
import type {ByteSource, Identity, OpenFile} from '../files/open-file.js';
import type {ContentGuard} from '../rotation/fingerprint.js';
import type {WrittenTime} from '../rotation/fingerprint-index.js';
import {logNames, uncompressedName} from '../rotation/rotated-files.js';
import type {State} from '../tail-types.js';
import {CurrentLife, type PastBytes, type Unread} from './generation.js';
import type {EndedLife} from './registry.js';
import {EndedFault, RetriedFile} from './retried-file.js';
import type {MissedArchive, Stage} from './tail-context.js';
import type {FollowedFile} from './tailed-file.js';

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
export class LastLook {
	/** Time of the last change that was looked at, and certainly all of it; nanoseconds. */
	#seenChange: bigint | undefined;
	/** When it was written last, by the clock of its file system; nanoseconds. */
	#writtenAt: bigint | undefined;

	/** True when nothing has changed since, given what the system says now. */
	hasAll(stats: BigIntStats): boolean {
		return this.#seenChange === stats.ctimeNs;
	}

	/** True when it has been written to since, given what the system says now; so it has before the first look. */
	isOlder(stats: BigIntStats): boolean {
		return this.#writtenAt !== stats.mtimeNs;
	}

	/** @param now When the stats were taken, or before; milliseconds since 1970. */
	took(stats: BigIntStats, now: number): void {
		this.#writtenAt = stats.mtimeNs;
		this.#seenChange = isSettled(stats.ctimeNs, now) ? stats.ctimeNs : undefined;
	}
}

/** What each member means says `FollowedFile`. */
export class LiveFile implements FollowedFile {
	readonly identity: Identity;
	readonly path: string;
	readonly names: readonly string[];
	deleted = false;
	state: FollowedFile['state'] = 'open';
	truncations = 0;
	isWithheld = false;
	readonly #stage: Stage;
	readonly #looks: Coalesced;
	readonly #hold = new Hold();
	readonly #file: RetriedFile;
	readonly #endedFault: EndedFault;
	/** When the file was made: see `OpenFile`. */
	readonly #birth: bigint;
	/** Why it isn't to be read at all. */
	#objection: string | undefined;
	#life: CurrentLife;
	readonly #last = new LastLook();

	constructor(stage: Stage, open: OpenFile, names: readonly [string, ...string[]], past: PastBytes) {
		this.#stage = stage;
		this.#file = new RetriedFile(stage, names[0], open);
		this.#endedFault = new EndedFault(stage, names[0]);
		this.#birth = open.birth;
		this.identity = open.identity;
		this.path = names[0];
		this.names = names;
		this.#life = this.#begin(Number(open.birth / 1_000_000n), past);
		this.#looks = new Coalesced(() => this.#look(), stage.settings.lookSpacing);
	}

	get problem(): string | undefined {
		return this.#objection ?? (this.state === 'open' ? this.#file.problem : undefined);
	}

	get held(): boolean {
		return this.#hold.isHeld;
	}

	get outcome(): State | undefined {
		const {problem} = this.#endedFault;
		const isFailing = this.state === 'ended' && problem !== undefined;
		return this.#life.outcome ?? (isFailing ? {state: 'ended', problem} : undefined);
	}

	get size(): number {
		return this.#life.size;
	}

	get isNear(): boolean {
		return this.#file.isNear && this.names.length === 1;
	}

	get continues(): boolean {
		return this.#life.continues;
	}

	isKnown(stats: BigIntStats): boolean {
		return (
			this.problem === undefined &&
			this.#life.isTold &&
			this.#life.size === Number(stats.size) &&
			this.#last.hasAll(stats)
		);
	}

	get written(): WrittenTime {
		return this.#life.written;
	}

	get guard(): ContentGuard {
		return this.#life.guard;
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
			await this.look();
		}
	}

	look(): Promise<void> {
		return this.#looks.run();
	}

	hint(): void {
		this.#looks.hint();
	}

	end(): void {
		if (this.state !== 'open') {
			return;
		}

		const {registry} = this.#stage;
		this.state = 'ended';
		registry.remove(this);
		const life = this.#life;
		if (!life.isTold) {
			void this.#file.close();
			return;
		}

		this.#endedFault.inherit(this.#file.problem);
		if (!this.deleted) {
			const {size, guard, isArchive} = life;
			registry.remember(this.identity, {birth: this.#birth, size, guard, isArchive});
		}

		life.end(this.#file.release());
	}

	async close(): Promise<void> {
		await this.#looks.stop();
		this.#life.close();
		if (this.state === 'open') {
			this.state = 'ended';
			await this.#file.close();
		}
	}

	async #look(): Promise<void> {
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
	 *   kernel don't. The next look goes on.
	 */
	async #take(stats: BigIntStats, now: number, attempts = 3): Promise<void> {
		const life = this.#life;
		this.deleted = stats.nlink === 0n;
		life.modified = Number(stats.mtimeMs);
		if (this.isKnown(stats)) {
			return;
		}

		const size = Number(stats.size);
		if (!(await life.goesOn(size))) {
			const current = await this.#file.stat();
			await this.#truncated(Number(current.size));
			return attempts > 0 ? this.#take(current, now, attempts - 1) : undefined;
		}

		if (life.isTold && life.size === 0 && this.#last.isOlder(stats)) {
			this.truncations++;
		}

		this.#last.took(stats, now);
		const unread = await life.examine(size);
		if (unread !== undefined) {
			await this.#refuse(unread);
		}

		if (this.state !== 'open' || this.isWithheld) {
			return;
		}

		const before = life.size;
		life.reach(size);
		if (life.size > before) {
			this.#hold.grew();
		}
	}

	/** It isn't to be read, and so it is closed. */
	async #refuse({state, problem}: Unread): Promise<void> {
		this.state = state;
		this.#objection = problem;
		this.#stage.registry.remove(this);
		this.#life.refuse();
		await this.#file.close();
	}

	/** It was truncated or rewritten, to that size. */
	async #truncated(size: number): Promise<void> {
		const life = this.#life;
		this.truncations++;
		if (life.size === 0) {
			life.startOver();
			return;
		}

		this.#life = this.#begin(Date.now(), {size: 0});
		// It may have been truncated several times: who holds it looks for the copies that were made meanwhile.
		this.isWithheld = this.#hold.isHeld;
		this.#hold.grew();
		await life.endTruncated(size);
	}

	/** @param began Milliseconds since 1970. */
	#begin(began: number, past: PastBytes): CurrentLife {
		const source = {open: this.#file, endedFault: this.#endedFault, look: () => this.look()};
		return new CurrentLife(this.#stage, source, {file: this, began, past});
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
export async function openLiveFile(
	stage: Stage,
	path: string,
	startSize: (open: OpenFile) => number,
	ended: EndedLife | undefined,
): Promise<FollowedFile | undefined> {
	const {registry, settings} = stage;
	const open = await settings.open(path);
	if (open === undefined) {
		return undefined;
	}

	const size = startSize(open);
	let past: PastBytes;
	try {
		past = {size, missed: size === 0 ? await missedArchive(stage, path, open) : undefined};
		if (ended !== undefined && (await ended.guard.isIn(open))) {
			// It had been taken for finished, and was written to again.
			past = {size: ended.size, wasRead: true};
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

	const file = new LiveFile(stage, open, names, past);
	registry.add(file);
	return file;
}

/**
 * What says that the text of a file, which has appeared since the watching began, is new if it is an archive: it is
 * named like one of a log that is read, and was written to meanwhile. Not while it is being compressed: its plain file
 * is read, then.
 */
async function missedArchive(
	{registry}: Stage,
	path: string,
	open: OpenFile,
): Promise<MissedArchive | undefined> {
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
