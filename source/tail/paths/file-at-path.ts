import type {BigIntStats} from 'node:fs';
import {errnoWords, isMissing} from '../files/errno-words.js';
import {type Identity, identityOf, type OpenFile} from '../files/open-file.js';
import {openTailedFile} from '../open/open-tailed-file.js';
import type {TailedFile} from '../open/registry.js';
import type {TailContext} from '../open/tail-context.js';
import type {State} from '../tail-types.js';

/** The file that was there at the start, and how much of it. */
type FirstFile = {readonly identity: Identity; readonly birth: bigint; readonly size: number};

/** How much of what is opened at a path is the past: of the file that was there at the start, what it held then. */
export class BackfillAtPath {
	#backfill: 'all' | 'none' | 'unknown' | FirstFile;

	/** @param backfill All there is in whatever file, nothing, or what is there at the first poll. */
	constructor(backfill: 'all' | 'none' | 'unknown') {
		this.#backfill = backfill;
	}

	/** A look has found this, or nothing. The first one counts. */
	polled(stats: BigIntStats | undefined): void {
		if (this.#backfill === 'unknown') {
			this.#backfill =
				stats === undefined
					? 'none'
					: {identity: identityOf(stats), birth: stats.birthtimeNs, size: Number(stats.size)};
		}
	}

	/** Bytes of a file, now opened, that are the past; Infinity: all there are. */
	take({identity, birth}: Pick<OpenFile, 'identity' | 'birth'>): number {
		const backfill = this.#backfill;
		if (typeof backfill !== 'object') {
			return backfill === 'all' ? Number.POSITIVE_INFINITY : 0;
		}

		if (backfill.identity !== identity || backfill.birth !== birth) {
			return 0;
		}

		// Later another file may have that inode, and not every file system tells when it was made.
		this.#backfill = 'none';
		return backfill.size;
	}
}

/** Why the file that is at a path can't be read: remembered, so that it isn't tried again at every poll. */
class Refusal {
	readonly state: State;
	readonly #identity: Identity;
	readonly #modified: bigint;
	readonly #until: number;

	/** @param until When to try again, by `performance.now()`; Infinity: not before the file has changed. */
	constructor(stats: BigIntStats, state: State, until: number) {
		this.state = state;
		this.#identity = identityOf(stats);
		this.#modified = stats.mtimeNs;
		this.#until = until;
	}

	/** True while the file is the same and it isn't time to try again. */
	stands(stats: BigIntStats): boolean {
		return (
			this.#identity === identityOf(stats) &&
			(this.#until === Number.POSITIVE_INFINITY
				? this.#modified === stats.mtimeNs
				: performance.now() < this.#until)
		);
	}
}

/** What is told of the files at a path. */
type FileListener = {
	/** One was opened that nobody has seen before. */
	readonly opened: (file: TailedFile) => void;
	/** Called before anybody is told of what it holds, where another was there before: what was missed was written first. */
	readonly replacing: (file: TailedFile) => Promise<unknown>;
	/** Another is there, or none any more. */
	readonly changed: () => void;
};

/** The file that is read at a path. It is held, so that it is read on while it is there. */
export class FileAtPath {
	readonly #context: TailContext;
	readonly #path: string;
	readonly #backfill: BackfillAtPath;
	readonly #listener: FileListener;
	#file: TailedFile | undefined;
	/** What was there before, when nothing is. */
	#left: TailedFile | undefined;
	#refusal: Refusal | undefined;

	constructor(context: TailContext, path: string, backfill: BackfillAtPath, listener: FileListener) {
		this.#context = context;
		this.#path = path;
		this.#backfill = backfill;
		this.#listener = listener;
	}

	get file(): TailedFile | undefined {
		return this.#file;
	}

	/**
	 * A regular file was found at the path, another than the one that is read: takes it in its place, if it is to be read.
	 * Resolves with what keeps it from being read, if anything does; `moved`: yet another file is there by now. Rejects
	 * with the system's error when nothing is there any more.
	 *
	 * @param isAskedFor The user gave this very path.
	 */
	async take(stats: BigIntStats, isAskedFor: boolean): Promise<State | 'moved' | undefined> {
		const {registry, settings} = this.#context;
		const known = registry.find(identityOf(stats));
		if (known !== undefined) {
			return this.#attach(known, isAskedFor);
		}

		if (this.#refusal?.stands(stats)) {
			return this.#refusal.state;
		}

		const ended = registry.whenEnded(stats);
		if (ended?.size === Number(stats.size)) {
			this.leave(settings.holdTime);
			return {state: ended.isArchive ? 'ended' : 'following'};
		}

		let file: TailedFile | undefined;
		try {
			file = await openTailedFile(this.#context, this.#path, open => this.#backfill.take(open), ended);
		} catch (error) {
			if (isMissing(error)) {
				throw error;
			}

			const state: State = {state: 'unreadable', problem: errnoWords(error)};
			return this.#refuse(stats, state, performance.now() + settings.retryInterval);
		}

		if (file === undefined) {
			return 'moved';
		}

		this.#listener.opened(file);
		const state = await this.#attach(file, isAskedFor, true);
		return state === undefined ? undefined : this.#refuse(stats, state, Number.POSITIVE_INFINITY);
	}

	/** What was read there is there no more. It is read on for that many milliseconds. */
	leave(holdTime: number): void {
		this.#file?.release(this, holdTime);
		this.#left = this.#file;
		this.#file = undefined;
		this.#listener.changed();
	}

	async #attach(file: TailedFile, isAskedFor: boolean, isNew = false): Promise<State | undefined> {
		const before = this.#file ?? this.#left;
		this.#file?.release(this, this.#context.settings.holdTime);
		file.hold(this);
		this.#file = file;
		this.#left = undefined;
		this.#refusal = undefined;
		this.#listener.changed();
		if (before !== undefined) {
			await before.poll();
			if (isNew) {
				await this.#pollAhead(file);
			}
		}

		await file.poll();
		if (file.state !== 'foreign' && file.state !== 'copy') {
			return undefined;
		}

		this.leave(0);
		// What a copy holds is read, or was: nothing is wrong.
		return file.state === 'copy'
			? {state: 'ended'}
			: {
					state: 'unreadable',
					problem: file.problem ?? 'not text',
					...(!isAskedFor && {passedOver: true}),
				};
	}

	async #pollAhead(file: TailedFile): Promise<void> {
		file.isWithheld = true;
		try {
			// To know a copy of it, it must be known.
			await file.poll();
			await this.#listener.replacing(file);
		} finally {
			file.isWithheld = false;
		}
	}

	/** @param until When to try again: see `Refusal`. */
	#refuse(stats: BigIntStats, state: State, until: number): State {
		this.#refusal = new Refusal(stats, state, until);
		return state;
	}
}
