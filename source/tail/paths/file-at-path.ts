import type {BigIntStats} from 'node:fs';
import {problemAt} from '../files/denied-text.js';
import {isMissing} from '../files/errno-words.js';
import {type Identity, identityOf, type OpenFile} from '../files/open-file.js';
import {openTailedFile} from '../open/open-tailed-file.js';
import type {TailedFile} from '../open/registry.js';
import type {TailContext} from '../open/tail-context.js';
import type {State} from '../tail-types.js';

/** The file that was at the path at the start, with its size in bytes. */
type FirstFile = {readonly identity: Identity; readonly birth: bigint; readonly size: number};

/** Determines the backfill of the files at a path: the content that the first file had at the start. */
export class BackfillAtPath {
	#backfill: 'all' | 'none' | 'unknown' | FirstFile;

	/** @param backfill `all`: the whole content of every file; `none`: nothing; `unknown`: the content at the first poll. */
	constructor(backfill: 'all' | 'none' | 'unknown') {
		this.#backfill = backfill;
	}

	/** Records the result of a poll; undefined if the path was empty. Only the first call counts. */
	polled(stats: BigIntStats | undefined): void {
		if (this.#backfill === 'unknown') {
			this.#backfill =
				stats === undefined
					? 'none'
					: {identity: identityOf(stats), birth: stats.birthtimeNs, size: Number(stats.size)};
		}
	}

	/** Returns the number of backfill bytes of a newly opened file; Infinity for its whole content. */
	take({identity, birth}: Pick<OpenFile, 'identity' | 'birth'>): number {
		const backfill = this.#backfill;
		if (typeof backfill !== 'object') {
			return backfill === 'all' ? Number.POSITIVE_INFINITY : 0;
		}
		if (backfill.identity !== identity || backfill.birth !== birth) {
			return 0;
		}
		// Another file may get this inode later, and not every file system records creation times.
		this.#backfill = 'none';
		return backfill.size;
	}
}

/** The reason why the file at a path can't be read. It is kept so that not every poll tries again. */
class Refusal {
	readonly state: State;
	readonly #identity: Identity;
	readonly #modified: bigint;
	readonly #until: number;

	/** @param until Time of the next attempt, by `performance.now()`. Infinity: not before the file has changed. */
	constructor(stats: BigIntStats, state: State, until: number) {
		this.state = state;
		this.#identity = identityOf(stats);
		this.#modified = stats.mtimeNs;
		this.#until = until;
	}

	/** True while the file is the same and the next attempt isn't due. */
	stands(stats: BigIntStats): boolean {
		return (
			this.#identity === identityOf(stats) &&
			(this.#until === Number.POSITIVE_INFINITY
				? this.#modified === stats.mtimeNs
				: performance.now() < this.#until)
		);
	}
}

/** Listener for the files at a path. */
type FileListener = {
	/** A new file was opened. */
	readonly opened: (file: TailedFile) => void;
	/**
	 * A new file has replaced the previous one. Called before the new file is published: the rotated files that were missed are
	 * older, so they are published first.
	 */
	readonly replacing: (file: TailedFile) => Promise<unknown>;
	/** The path has another file, or is empty. */
	readonly changed: () => void;
};

/** The file at a path. Holds the file, so that it is read until it leaves the path. */
export class FileAtPath {
	readonly #context: TailContext;
	readonly #path: string;
	readonly #backfill: BackfillAtPath;
	readonly #listener: FileListener;
	#file: TailedFile | undefined;
	/** The previous file, while the path is empty. */
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
	 * Takes the regular file that a poll found at the path and that isn't the current one. Resolves with undefined if the file is
	 * read now, with the state if it isn't, or with `moved` if the path has yet another file by now.
	 *
	 * @param isAskedFor True if the user gave this very path.
	 * @throws The system's error if the path has become empty.
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
			file = await openTailedFile(
				this.#context,
				this.#path,
				open => this.#backfill.take(open),
				ended,
				isAskedFor,
			);
		} catch (error) {
			if (isMissing(error)) {
				throw error;
			}
			const state: State = {state: 'unreadable', problem: await problemAt(this.#path, error)};
			return this.#refuse(stats, state, performance.now() + settings.retryInterval);
		}
		if (file === undefined) {
			return 'moved';
		}
		this.#listener.opened(file);
		const state = await this.#attach(file, isAskedFor, true);
		return state === undefined ? undefined : this.#refuse(stats, state, Number.POSITIVE_INFINITY);
	}

	/** The file is no longer at the path. It is read for another `holdTime` ms. */
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
		// The content of a copy is read from the original, so this isn't a problem.
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
			// A copy of this file can only be recognised once its fingerprint is known.
			await file.poll();
			await this.#listener.replacing(file);
		} finally {
			file.isWithheld = false;
		}
	}

	/** @param until Time of the next attempt, see `Refusal`. */
	#refuse(stats: BigIntStats, state: State, until: number): State {
		this.#refusal = new Refusal(stats, state, until);
		return state;
	}
}
