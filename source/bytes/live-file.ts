import type {BigIntStats} from 'node:fs';
import {ArchiveLog, type MissedArchive} from './archive-log.js';
import {Coalesced} from './coalesced.js';
import type {Compression} from './compression.js';
import {ContentGuard} from './content-guard.js';
import {EndedFault} from './ended-fault.js';
import {examine} from './examine.js';
import {Extent} from './extent.js';
import {isSettled} from './file-clock.js';
import type {State} from './follow-types.js';
import {Hold} from './hold.js';
import type {Identity} from './identity.js';
import type {LogFile} from './log-file.js';
import {LogLife} from './log-life.js';
import type {OpenFile} from './open-file.js';
import {RetriedFile} from './retried-file.js';
import type {Stage} from './stage.js';
import {endTruncated} from './truncation.js';
import type {WrittenTime} from './written-times.js';

/** How much of a file is the past. */
export type PastBytes = {
	/** At most its size. */
	readonly size: number;
	/** It was read before, as another life. */
	readonly wasRead?: boolean;
	/** Set when its text is new if it is an archive, unless that is known. */
	readonly missed?: MissedArchive | undefined;
};

/**
 * A file that is open and looked at for growth, whatever its name is by now. It has one life after the other:
 * being truncated ends one and begins the next. Those who follow a path at which the file is are its holders;
 * once there are none, it is read for a while longer and then ends.
 */
export class LiveFile {
	readonly identity: Identity;
	/** The path by which it was found. */
	readonly path: string;
	/** What rotated files of it are named after: see `logNames`. */
	readonly names: readonly string[];
	/** No name of it is left. */
	deleted = false;
	/** `foreign`: not text; `copy`: of another log, and `problem` says of which; `ended`: not looked at any more. */
	state: 'open' | 'foreign' | 'copy' | 'ended' = 'open';
	/** How many times it was truncated. */
	truncations = 0;
	readonly #stage: Stage;
	readonly #looks: Coalesced;
	readonly #hold = new Hold();
	readonly #file: RetriedFile;
	readonly #endedFault: EndedFault;
	/** When the file was made: see `OpenFile`. */
	readonly #birth: bigint;
	/** Why it isn't to be read at all. */
	#objection: string | undefined;
	#life: LogLife | undefined;
	/** How far that is read. */
	#extent = new Extent();
	/** How it is compressed, if it is. */
	#compression: Compression | undefined;
	/** The text of a compressed file: what others know of in place of `#life`. */
	#archive: ArchiveLog | undefined;
	/** When its life began, and when it was written last, milliseconds since 1970. */
	#began: number;
	#modified = 0;
	#past: PastBytes;
	#guard = new ContentGuard();
	/** True once the first bytes have said that it is to be read: a text, or compressed, and no copy. */
	#isExamined = false;
	/** Time of the last change that was looked at, and certainly all of it; nanoseconds. */
	#seenChange: bigint | undefined;

	constructor(stage: Stage, open: OpenFile, names: readonly [string, ...string[]], past: PastBytes) {
		this.#stage = stage;
		this.#file = new RetriedFile(stage, names[0], open);
		this.#endedFault = new EndedFault(stage, names[0]);
		this.#birth = open.birth;
		this.#began = Number(open.birth / 1_000_000n);
		this.identity = open.identity;
		this.path = names[0];
		this.names = names;
		this.#past = past;
		this.#looks = new Coalesced(() => this.#look(), stage.settings.lookSpacing);
	}

	/** Why it can't be read, at the moment or at all. */
	get problem(): string | undefined {
		return this.#objection ?? (this.state === 'open' ? this.#file.problem : undefined);
	}

	get held(): boolean {
		return this.#hold.isHeld;
	}

	/** What has become of an archive, or of a file that has ended, if that isn't what becomes of any file. */
	get outcome(): State | undefined {
		const {problem} = this.#endedFault;
		const isFailing = this.state === 'ended' && problem !== undefined;
		return this.#archive?.outcome ?? (isFailing ? {state: 'ended', problem} : undefined);
	}

	/** Bytes known to be in it. */
	get size(): number {
		return this.#life?.size ?? 0;
	}

	/** Whether asking for the state of what is at its path never takes long, going by what is there now. */
	get isNear(): boolean {
		return this.#file.isNear && this.names.length === 1;
	}

	get isArchive(): boolean {
		return this.#compression !== undefined;
	}

	/** True when what it held at first was read before, as another file. */
	get continues(): boolean {
		return this.#past.wasRead ?? false;
	}

	/** True when a look at the file wouldn't find anything new, given what the system says of it now. */
	isKnown(stats: BigIntStats): boolean {
		return (
			this.problem === undefined &&
			this.#life?.size === Number(stats.size) &&
			this.#seenChange === stats.ctimeNs
		);
	}

	/** When its life was written, as of the last look. */
	get written(): WrittenTime {
		return {from: this.#began, until: this.#modified};
	}

	/** What its life is recognised by. */
	get guard(): ContentGuard {
		return this.#guard;
	}

	hold(holder: object): void {
		this.#hold.hold(holder);
	}

	release(holder: object, holdTime: number): void {
		this.#hold.release(holder, holdTime);
	}

	/** Resolves when a look that began after the call is done. */
	look(): Promise<void> {
		return this.#looks.run();
	}

	hint(): void {
		this.#looks.hint();
	}

	/** Nothing more is expected of the file. What it holds stays readable. */
	end(): void {
		if (this.state !== 'open') {
			return;
		}

		const {registry, endedFiles, deliveries} = this.#stage;
		this.state = 'ended';
		registry.remove(this);
		const life = this.#life;
		if (life === undefined) {
			void this.#file.close();
			return;
		}

		const {path, names} = this;
		const guard = this.#guard;
		this.#endedFault.inherit(this.#file.problem);
		if (!this.deleted) {
			const isArchive = this.#archive !== undefined;
			registry.remember(this.identity, {birth: this.#birth, size: life.size, guard, isArchive});
		}

		registry.rememberLife({names, guard});
		registry.written.add(names, this.written);
		life.readFrom(
			endedFiles.adopt(this.#file.release(), {
				path,
				names,
				guard,
				size: life.size,
				isNeeded: () => life.unread > 0,
			}),
		);
		this.#archive?.complete();
		this.#extent.settle({size: life.size, isWhole: true});
		deliveries.ended(this.#told(life));
	}

	/** Closes the descriptor without a word to anyone. */
	async close(): Promise<void> {
		await this.#looks.stop();
		this.#life?.readFrom(undefined);
		this.#archive?.close();
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

	/** @param now When the stats were taken, or before; milliseconds since 1970. */
	async #take(stats: BigIntStats, now: number): Promise<void> {
		this.deleted = stats.nlink === 0n;
		this.#modified = Number(stats.mtimeMs);
		if (this.isKnown(stats)) {
			return;
		}

		const size = Number(stats.size);
		if (size < this.#guard.size || !(await this.#guard.advance(this.#file, size))) {
			const current = await this.#file.stat();
			await this.#truncated(Number(current.size));
			return this.#take(current, now);
		}

		this.#seenChange = isSettled(stats.ctimeNs, now) ? stats.ctimeNs : undefined;
		if (size > 0 && !this.#isExamined) {
			await this.#examine(size);
			if (this.state !== 'open') {
				return;
			}
		}

		const readable = this.#isExamined ? size : 0;
		if (this.#life === undefined) {
			this.#begin(readable);
		} else if (readable > this.#life.size) {
			this.#hold.grew();
			this.#life.grow(readable);
			this.#stage.deliveries.grown(this.#told(this.#life));
		}
	}

	/** Finds out by the first bytes what it is. What isn't to be read is closed. */
	async #examine(size: number): Promise<void> {
		const {registry} = this.#stage;
		const candidate = {path: this.path, source: this.#file, size, head: this.#guard.head};
		const verdict = await examine(registry, candidate, this.#past.wasRead ? 'own' : this);
		this.#isExamined = verdict === 'text' || verdict === 'gzip' || verdict === 'zstd';
		if (typeof verdict === 'string') {
			this.#compression = verdict === 'text' || verdict === 'undecided' ? undefined : verdict;
			if (this.#compression !== undefined && this.#life !== undefined) {
				// It was empty, and so couldn't be told from a log that isn't compressed.
				this.#stage.deliveries.ended(this.#life);
				this.#life = undefined;
			}

			return;
		}

		this.state = verdict.state;
		this.#objection = verdict.problem;
		registry.remove(this);
		if (this.#life !== undefined) {
			this.#life.readFrom(undefined);
			this.#stage.deliveries.ended(this.#life);
		}

		await this.#file.close();
	}

	#begin(size: number): void {
		const guard = this.#guard;
		const life = new LogLife({
			id: this.#stage.deliveries.nextId(),
			path: this.path,
			startSize: Math.min(this.#past.size, size),
			continues: this.#past.wasRead ?? false,
			identity: this.identity,
			size,
			source: {read: (target, position, length) => this.#read(guard, target, position, length)},
			onFailure: error => this.#readFailed(life, error),
			onSuccess: () => {
				if (!this.#isLooked(life)) {
					this.#endedFault.succeeded();
				}
			},
		});
		this.#life = life;
		if (this.#compression === undefined) {
			const {path, identity} = this;
			this.#extent = new Extent();
			const {beginnings} = this.#stage;
			beginnings.remember({path, identity, beginning: guard, guard, isArchive: false, extent: this.#extent});
		} else {
			const {missed} = this.#past;
			const modified = () => this.#modified;
			this.#archive = new ArchiveLog(this.#stage, life, this.#compression, modified, missed);
		}

		this.#stage.deliveries.opened(this.#told(life));
	}

	/** What others know of the life. */
	#told(life: LogLife): LogFile {
		return this.#archive ?? life;
	}

	/** The bytes of a life: between a look and a read the file may have begun another. */
	async #read(guard: ContentGuard, target: Uint8Array, position: number, length: number): Promise<number> {
		if (this.#file.isPausing) {
			return 0;
		}

		const file = this.#file;
		const count = await file.read(target, position, length);
		return count > 0 && guard === this.#guard && (await guard.begins(file)) ? count : 0;
	}

	async #truncated(size: number): Promise<void> {
		const life = this.#life;
		const guard = this.#guard;
		this.#isExamined = false;
		if (life === undefined || life.size === 0) {
			// Too little had come to tell what it is: it is the same life that goes on.
			guard.forget();
			return;
		}

		const told = this.#told(life);
		this.#archive?.complete();
		this.#guard = new ContentGuard();
		this.#compression = undefined;
		this.#life = undefined;
		this.#archive = undefined;
		this.#past = {size: 0};
		this.#hold.grew();
		this.truncations++;
		// Until now copies of that life may have been made.
		const now = Date.now();
		this.#stage.registry.written.add(this.names, {from: this.#began, until: now});
		this.#began = now;
		const extent = this.#extent;
		await endTruncated(this.#stage, life, {told, names: this.names, guard, size});
		extent.settle({size: life.size, isWhole: true});
	}

	async #readFailed(life: LogLife, error: unknown): Promise<void> {
		if (error === undefined) {
			await this.look();
		} else if (this.#isLooked(life)) {
			await this.#file.failed(error);
		} else {
			this.#endedFault.failed(error);
		}
	}

	/** Whether a look at the file finds out when it can be read again. */
	#isLooked(life: LogLife): boolean {
		return this.state === 'open' && life === this.#life;
	}
}
