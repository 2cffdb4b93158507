import {type BigIntStats, statSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Coalesced} from '../files/coalesced.js';
import {problemAt} from '../files/denied-text.js';
import {type WatchedName, watchedNames} from '../files/directory-watcher.js';
import {errnoWords, isMissing} from '../files/errno-words.js';
import {identityOf, isFile} from '../files/open-file.js';
import {BackOff} from '../open/retried-file.js';
import type {TailContext} from '../open/tail-context.js';
import {PipedLog, pipeAtPath} from '../piped-log.js';
import type {PathState, State} from '../tail-types.js';
import {BackfillAtPath, FileAtPath} from './file-at-path.js';
import {PathChanges} from './unseen-rotations.js';

/** Returns the state of a path that is neither a regular file nor a pipe that is read. */
function notReadable(stats: BigIntStats): State {
	if (stats.isDirectory()) {
		return {state: 'waiting', problem: 'a directory, not a file'};
	}
	return {
		state: 'unreadable',
		problem: stats.isFIFO() ? 'a named pipe, where a log was' : 'a device or socket, not a file',
	};
}

/** One path and its current file. A poll determines the current file, then polls that file, too. */
export class FollowedPath {
	readonly path: string;
	/** True if the user gave this very path. The tail then waits for a file, even after the file was moved away. */
	lasting = false;
	/** Directory entries whose events concern this path. */
	watchedNames: readonly WatchedName[] = [];
	readonly #context: TailContext;
	readonly #polls: Coalesced;
	readonly #onNames: ((path: FollowedPath) => void) | undefined;
	readonly #backfill: BackfillAtPath;
	readonly #here: FileAtPath;
	/** Undefined if the path isn't followed. */
	readonly #changes: PathChanges | undefined;
	/** Start of the last poll, in ms since 1970. */
	#pollBegan = 0;
	/** True while the path is empty. */
	#isMissing = false;
	readonly #backOff: BackOff;
	#piped: PipedLog | undefined;
	#namesKnown = false;
	#state: State = {state: 'waiting'};

	/**
	 * @param init.backfill Backfill of the files: `all` their content, `none`, or the content at the first poll (`unknown`).
	 * @param init.onNames Called when `watchedNames` has changed. If missing, `watchedNames` stays empty.
	 */
	constructor(
		context: TailContext,
		path: string,
		init: {
			readonly backfill: 'all' | 'none' | 'unknown';
			readonly onNames?: ((path: FollowedPath) => void) | undefined;
		},
	) {
		this.#context = context;
		this.path = path;
		this.#backfill = new BackfillAtPath(init.backfill);
		this.#changes = init.backfill === 'all' ? undefined : new PathChanges(context, path);
		this.#here = new FileAtPath(context, path, this.#backfill, {
			opened: file => this.#changes?.opened(file),
			replacing: async file => this.#changes?.replacing(this.#pollBegan, file),
			changed: () => {
				this.#namesKnown = false;
			},
		});
		this.#onNames = init.onNames;
		this.#backOff = new BackOff(context.settings.retryInterval);
		this.#polls = new Coalesced(() => this.#poll(), context.settings.minPollSpacing);
	}

	/** State of the path, as shown to the user. */
	get state(): PathState {
		return this.#piped?.pathState ?? {path: this.path, ...(this.#here.file?.outcome ?? this.#state)};
	}

	/** True while the path has a file or pipe that is read. */
	get occupied(): boolean {
		return this.#here.file !== undefined || this.#piped !== undefined;
	}

	/** Known size of the current file, in bytes. */
	get size(): number {
		return this.#here.file?.size ?? 0;
	}

	/** True while the path has something, readable or not. */
	get present(): boolean {
		return this.occupied || this.#state.state === 'unreadable';
	}

	/** True while the tail waits for a file or pipe at the path. */
	get isWaiting(): boolean {
		return !this.occupied && this.#state.state === 'waiting';
	}

	/** Resolves when a poll that began after the call is done. */
	poll(): Promise<void> {
		return this.#polls.run();
	}

	/** Schedules a poll because the path may have changed. */
	schedulePoll(): void {
		this.#polls.schedule();
	}

	/** Ends the file: its current content is complete. */
	finish(): void {
		this.#here.file?.end();
		if (this.#here.file !== undefined) {
			this.#setState({state: 'ended'});
		}
	}

	/** Stops following the path. */
	async stop(): Promise<void> {
		await this.#polls.stop();
		this.#here.leave(this.#context.settings.holdTime);
		this.#piped?.close();
	}

	async #poll(): Promise<void> {
		if (this.#piped !== undefined) {
			if (!(await isFile(this.path))) {
				return;
			}
			// A log has replaced the pipe.
			this.#piped.finish();
			this.#piped = undefined;
		}
		if (this.#backOff.isPausing) {
			// Only the path, or a directory in it, is unreachable. The open file may still be readable.
			await this.#here.file?.poll();
			await this.#here.file?.reveal();
			return;
		}
		this.#pollBegan = Date.now();
		const found = await this.#approach();
		if (found !== 'unchanged') {
			await this.#here.file?.poll();
			this.#setState(found ?? this.#fileState());
		}
		if ((await this.#changes?.polled(this.#pollBegan, this.#here.file, this.#isMissing)) === false) {
			this.schedulePoll();
		}
		if (this.#changes === undefined) {
			await this.#here.file?.reveal();
		}
		if (this.#onNames !== undefined && !this.#namesKnown && this.#piped === undefined) {
			this.#namesKnown = true;
			this.watchedNames = await watchedNames(this.path);
			this.#onNames(this);
		}
	}

	/** Finds the file at the path and takes it. Returns the state if it can't be read. */
	async #approach(): Promise<State | 'unchanged' | undefined> {
		let stats: BigIntStats;
		try {
			// A link may lead anywhere by now, for example to a server that doesn't respond. So the call is synchronous only if
			// `isNear`.
			stats = this.#here.file?.isNear
				? statSync(this.path, {bigint: true})
				: await stat(this.path, {bigint: true});
		} catch (error) {
			this.#backfill.polled(undefined);
			return isMissing(error) ? this.#missing(error) : this.#unreachable(error);
		}
		this.#isMissing = false;
		this.#backOff.succeeded();
		const identity = identityOf(stats);
		this.#backfill.polled(stats);

		if (this.#here.file?.state === 'open' && this.#here.file.identity === identity) {
			// With hundreds of quiet files, a second stat of the descriptor would double the idle load.
			const isUnchanged = this.#state.problem === undefined && this.#here.file.isKnown(stats);
			return isUnchanged ? 'unchanged' : undefined;
		}
		if (stats.isFIFO() && !this.occupied) {
			return this.#pipe();
		}
		if (!stats.isFile()) {
			return notReadable(stats);
		}
		return this.#take(stats);
	}

	/** The disk or server has a fault: retries after longer and longer pauses. */
	async #unreachable(error: unknown): Promise<State> {
		const problem = await problemAt(this.path, error);
		this.#backOff.failed();
		return {state: 'unreadable', problem};
	}

	async #missing(error: unknown): Promise<State> {
		this.#isMissing = true;
		await this.#here.file?.poll();
		const {holdTime, movedHoldTime} = this.#context.settings;
		if (this.#here.file?.deleted) {
			this.#here.leave(holdTime);
		} else if (this.#here.file !== undefined && !this.lasting) {
			this.#here.leave(movedHoldTime);
		}
		return this.#here.file === undefined
			? {state: 'waiting', problem: errnoWords(error)}
			: {state: 'following', problem: 'renamed or moved away; still reading that file'};
	}

	async #take(stats: BigIntStats): Promise<State | undefined> {
		try {
			const found = await this.#here.take(stats, this.lasting);
			// The next poll finds the current file.
			return found === 'moved' ? this.#state : found;
		} catch (error) {
			if (isMissing(error)) {
				return this.#missing(error);
			}
			throw error;
		}
	}

	async #pipe(): Promise<State | undefined> {
		const found = await pipeAtPath(this.#context, this.path, this.#changes !== undefined);
		if (!(found instanceof PipedLog)) {
			return found;
		}
		this.#piped = found;
		return undefined;
	}

	#fileState(): State {
		const file = this.#here.file;
		if (file?.problem !== undefined) {
			return {state: 'unreadable', problem: file.problem};
		}
		return file === undefined ? this.#state : {state: file.state === 'ended' ? 'ended' : 'following'};
	}

	#setState(state: State): void {
		if (state.state !== this.#state.state || state.problem !== this.#state.problem) {
			this.#state = state;
			this.#context.events.changed();
		}
	}
}
