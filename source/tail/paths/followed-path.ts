import {type BigIntStats, statSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Coalesced} from '../files/coalesced.js';
import {type Place, placesOf} from '../files/directory-watcher.js';
import {errnoWords, isMissing} from '../files/errno-words.js';
import {identityOf, isFile} from '../files/open-file.js';
import {BackOff} from '../open/retried-file.js';
import type {TailContext} from '../open/tail-context.js';
import {PipedLog, pipeAtPath} from '../piped-log.js';
import type {PathState, State} from '../tail-types.js';
import {BackfillAtPath, FileAtPath} from './file-at-path.js';
import {PathChanges} from './unseen-rotations.js';

/** What is told of what is no regular file, and no pipe that is read. */
function notReadable(stats: BigIntStats): State {
	if (stats.isDirectory()) {
		return {state: 'waiting', problem: 'a directory, not a file'};
	}
	return {
		state: 'unreadable',
		problem: stats.isFIFO() ? 'a named pipe, where a log was' : 'a device or socket, not a file',
	};
}

/** One path and the file that is there now. A look finds out which one that is, and lets that one poll, too. */
export class FollowedPath {
	readonly path: string;
	/** True when the user gave this very path: then it is waited for, also when its file is moved away. */
	lasting = false;
	/** Where file events about it come from. */
	places: readonly Place[] = [];
	readonly #context: TailContext;
	readonly #polls: Coalesced;
	readonly #onPlaces: ((path: FollowedPath) => void) | undefined;
	readonly #backfill: BackfillAtPath;
	readonly #here: FileAtPath;
	/** Unset for what isn't watched. */
	readonly #changes: PathChanges | undefined;
	/** When the last poll began, milliseconds since 1970. */
	#pollBegan = 0;
	/** True while nothing is at the path. */
	#isMissing = false;
	readonly #backOff: BackOff;
	#piped: PipedLog | undefined;
	#placesKnown = false;
	#state: State = {state: 'waiting'};

	/**
	 * @param init.backfill What is the past in its files: all there is, nothing, or what is there at the first poll.
	 * @param init.onPlaces Called when `places` has changed; without it, they are not found out.
	 */
	constructor(
		context: TailContext,
		path: string,
		init: {
			readonly backfill: 'all' | 'none' | 'unknown';
			readonly onPlaces?: ((path: FollowedPath) => void) | undefined;
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
				this.#placesKnown = false;
			},
		});
		this.#onPlaces = init.onPlaces;
		this.#backOff = new BackOff(context.settings.retryInterval);
		this.#polls = new Coalesced(() => this.#poll(), context.settings.minPollSpacing);
	}

	/** What the user is told of it. */
	get state(): PathState {
		return this.#piped?.pathState ?? {path: this.path, ...(this.#here.file?.outcome ?? this.#state)};
	}

	/** True while there is something to read here. */
	get occupied(): boolean {
		return this.#here.file !== undefined || this.#piped !== undefined;
	}

	/** Bytes known to be in the file that is here. */
	get size(): number {
		return this.#here.file?.size ?? 0;
	}

	/** True while there is something to read here, or something that can't be read. */
	get present(): boolean {
		return this.occupied || this.#state.state === 'unreadable';
	}

	/** True while nothing that could be read has been found here. */
	get isWaiting(): boolean {
		return !this.occupied && this.#state.state === 'waiting';
	}

	/** Resolves when a poll that began after the call is done. */
	poll(): Promise<void> {
		return this.#polls.run();
	}

	/** Something may have happened here: has it looked at soon. */
	schedulePoll(): void {
		this.#polls.schedule();
	}

	/** Nothing is expected of the file any more: what is there is all. */
	finish(): void {
		this.#here.file?.end();
		if (this.#here.file !== undefined) {
			this.#tell({state: 'ended'});
		}
	}

	/** Follows it no more. */
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

			// A log has taken the place of the pipe.
			this.#piped.finish();
			this.#piped = undefined;
		}

		if (this.#backOff.isPausing) {
			// What is open may still be readable: only its path, or a directory on the way, isn't.
			await this.#here.file?.poll();
			await this.#here.file?.reveal();
			return;
		}

		this.#pollBegan = Date.now();
		const found = await this.#approach();
		if (found !== 'unchanged') {
			await this.#here.file?.poll();
			this.#tell(found ?? this.#fileState());
		}

		if ((await this.#changes?.polled(this.#pollBegan, this.#here.file, this.#isMissing)) === false) {
			this.schedulePoll();
		}

		if (this.#changes === undefined) {
			await this.#here.file?.reveal();
		}

		if (this.#onPlaces !== undefined && !this.#placesKnown && this.#piped === undefined) {
			this.#placesKnown = true;
			this.places = await placesOf(this.path);
			this.#onPlaces(this);
		}
	}

	/** Finds out what is at the path and takes it; answers what is in the way, if anything is. */
	async #approach(): Promise<State | 'unchanged' | undefined> {
		let stats: BigIntStats;
		try {
			// By a link it may come to be anywhere, on a server that doesn't answer, say.
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
			// With hundreds of quiet files, asking the descriptor, too, would double the idle load.
			const quiet = this.#state.problem === undefined && this.#here.file.isKnown(stats);
			return quiet ? 'unchanged' : undefined;
		}

		if (stats.isFIFO() && !this.occupied) {
			return this.#pipe();
		}

		if (!stats.isFile()) {
			return notReadable(stats);
		}

		return this.#take(stats);
	}

	/** Its disk or server has a fault: it is tried again, after longer and longer pauses. */
	#unreachable(error: unknown): State {
		const problem = errnoWords(error);
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
			// The next poll sees what is there.
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

	#tell(state: State): void {
		if (state.state !== this.#state.state || state.problem !== this.#state.problem) {
			this.#state = state;
			this.#context.events.changed();
		}
	}
}
