import type {BigIntStats} from 'node:fs';
import {statSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {BackOff} from './back-off.js';
import {Coalesced} from './coalesced.js';
import {errnoWords, isMissing} from './errno-words.js';
import type {PathState, State} from './follow-types.js';
import {identityOf} from './identity.js';
import type {LiveFile} from './live-file.js';
import {MissedRotations} from './missed-rotations.js';
import {isLastingPipe, openNamedPipe, reopenNamedPipe} from './named-pipe.js';
import {openLiveFile} from './open-live-file.js';
import {PastAtPath} from './past-at-path.js';
import {PipedLog} from './piped-log.js';
import {Refusal} from './refusal.js';
import type {Replaced} from './rotation-chain.js';
import type {Stage} from './stage.js';
import {type Place, placesOf} from './watch-places.js';

/** One path and the file that is there now. A look finds out which one that is, and lets that one look, too. */
export class FollowedPath {
	readonly path: string;
	/** True when the user gave this very path: then it is waited for, also when its file is moved away. */
	lasting = false;
	/** Where file events about it come from. */
	places: readonly Place[] = [];
	readonly #stage: Stage;
	readonly #looks: Coalesced;
	readonly #onPlaces: ((path: FollowedPath) => void) | undefined;
	readonly #past: PastAtPath;
	#file: LiveFile | undefined;
	/** How often its file was truncated, as of the last look. */
	#truncations = 0;
	readonly #missed: MissedRotations | undefined;
	/** The file that the last look has opened. */
	#opened: LiveFile | undefined;
	/** True while nothing is at the path. */
	#isMissing = false;
	readonly #backOff: BackOff;
	#piped: PipedLog | undefined;
	#refusal: Refusal | undefined;
	#placesKnown = false;
	#state: State = {state: 'waiting'};

	/**
	 * @param init.past What is the past in its files: all there is, nothing, or what is there at the first look.
	 * @param init.onPlaces Called when `places` has changed; without it, they are not found out.
	 */
	constructor(
		stage: Stage,
		path: string,
		init: {
			readonly past: 'all' | 'none' | 'unknown';
			readonly onPlaces?: ((path: FollowedPath) => void) | undefined;
		},
	) {
		this.#stage = stage;
		this.path = path;
		this.#past = new PastAtPath(init.past);
		this.#missed = init.past === 'all' ? undefined : new MissedRotations(stage, path);
		this.#onPlaces = init.onPlaces;
		this.#backOff = new BackOff(stage.settings.retryInterval);
		this.#looks = new Coalesced(() => this.#look(), stage.settings.lookSpacing);
	}

	get state(): PathState {
		return this.#piped?.pathState ?? {path: this.path, ...(this.#file?.outcome ?? this.#state)};
	}

	/** True while there is something to read here. */
	get occupied(): boolean {
		return this.#file !== undefined || this.#piped !== undefined;
	}

	/** Bytes known to be in the file that is here. */
	get size(): number {
		return this.#file?.size ?? 0;
	}

	/** True while there is something to read here, or something that can't be read. */
	get present(): boolean {
		return this.occupied || this.#state.state === 'unreadable';
	}

	/** Resolves when a look that began after the call is done. */
	look(): Promise<void> {
		return this.#looks.run();
	}

	hint(): void {
		this.#looks.hint();
	}

	/** Nothing is expected of the file any more: what is there is all. */
	finish(): void {
		this.#file?.end();
		if (this.#file !== undefined) {
			this.#tell({state: 'ended'});
		}
	}

	async stop(): Promise<void> {
		await this.#looks.stop();
		this.#file?.release(this, this.#stage.settings.holdTime);
		this.#file = undefined;
		this.#piped?.close();
	}

	async #look(): Promise<void> {
		if (this.#piped !== undefined) {
			return;
		}

		if (this.#backOff.isPausing) {
			// What is open may still be readable: only its path, or a directory on the way, isn't.
			await this.#file?.look();
			return;
		}

		const before = this.#file;
		this.#opened = undefined;
		const now = Date.now();
		const found = await this.#approach();
		if (found !== 'unchanged') {
			await this.#file?.look();
			this.#tell(found ?? this.#fileState());
		}

		if ((await this.#missed?.looked(now, this.#hasChanged(before), this.#replaced(before))) === false) {
			this.hint();
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
			stats = this.#file?.isNear
				? statSync(this.path, {bigint: true})
				: await stat(this.path, {bigint: true});
		} catch (error) {
			this.#past.looked(undefined);
			return isMissing(error) ? this.#missing(error) : this.#unreachable(error);
		}

		this.#isMissing = false;
		this.#backOff.succeeded();
		const identity = identityOf(stats);
		this.#past.looked(stats);

		if (this.#file?.state === 'open' && this.#file.identity === identity) {
			// With hundreds of quiet files, asking the descriptor, too, would double the idle load.
			const quiet = this.#state.problem === undefined && this.#file.isKnown(stats);
			return quiet ? 'unchanged' : undefined;
		}

		if (stats.isFIFO() && !this.occupied) {
			return this.#pipe();
		}

		if (!stats.isFile()) {
			return stats.isDirectory()
				? {state: 'waiting', problem: 'a directory, not a file'}
				: {state: 'unreadable', problem: 'a device or socket, not a file'};
		}

		return this.#take(stats);
	}

	/** Whether something else is here than at the look before. */
	#hasChanged(before: LiveFile | undefined): boolean {
		const file = this.#file;
		const truncations = file?.truncations ?? 0;
		const isSame = file !== undefined && file === before && truncations === this.#truncations;
		this.#truncations = truncations;
		return !isSame || this.#isMissing;
	}

	/** What is to be known of the file that was here before, if another is that nobody has seen yet. */
	#replaced(before: LiveFile | undefined): Replaced | undefined {
		const file = this.#file;
		const isNew = file !== undefined && file === this.#opened && file !== before && !file.continues;
		// Of a rotated file the log that it is named after is asked. That one is searched among all that are open: at
		// every look of 400 quiet files that took 23 % of a core.
		return before !== undefined && isNew && this.#stage.registry.logOf(this.path) === undefined
			? {identity: before.identity, until: before.written.until, from: file.written.from}
			: undefined;
	}

	/** Its disk or server has a fault: it is tried again, after longer and longer pauses. */
	#unreachable(error: unknown): State {
		const problem = errnoWords(error);
		this.#backOff.failed();
		return {state: 'unreadable', problem};
	}

	async #missing(error: unknown): Promise<State> {
		this.#isMissing = true;
		await this.#file?.look();
		const {holdTime, movedHoldTime} = this.#stage.settings;
		if (this.#file?.deleted) {
			this.#leave(holdTime);
		} else if (this.#file !== undefined && !this.lasting) {
			this.#leave(movedHoldTime);
		}

		return this.#file === undefined
			? {state: 'waiting', problem: errnoWords(error)}
			: {state: 'following', problem: 'renamed or moved away; still reading that file'};
	}

	async #take(stats: BigIntStats): Promise<State | undefined> {
		const {registry, settings} = this.#stage;
		const known = registry.find(identityOf(stats));
		if (known !== undefined) {
			return this.#attach(known);
		}

		if (this.#refusal?.stands(stats)) {
			return this.#refusal.state;
		}

		const ended = registry.whenEnded(stats);
		if (ended?.size === Number(stats.size)) {
			this.#leave(settings.holdTime);
			return {state: ended.isArchive ? 'ended' : 'following'};
		}

		let file: LiveFile | undefined;
		try {
			file = await openLiveFile(this.#stage, this.path, open => this.#past.take(open), ended);
		} catch (error) {
			if (isMissing(error)) {
				return this.#missing(error);
			}

			const state: State = {state: 'unreadable', problem: errnoWords(error)};
			return this.#refuse(stats, state, performance.now() + settings.retryInterval);
		}

		if (file === undefined) {
			// No longer the file that it was a moment ago: the next look sees what it is.
			return this.#state;
		}

		this.#missed?.addNames(file.names);
		this.#opened = file;
		return this.#attach(file, stats);
	}

	async #attach(file: LiveFile, stats?: BigIntStats): Promise<State | undefined> {
		const before = this.#file;
		file.hold(this);
		this.#file = file;
		this.#refusal = undefined;
		this.#placesKnown = false;
		if (before !== undefined) {
			before.release(this, this.#stage.settings.holdTime);
			await before.look();
		}

		await file.look();
		if (file.state !== 'foreign' && file.state !== 'copy') {
			return undefined;
		}

		this.#leave(0);
		// What a copy holds is read, or was: nothing is wrong.
		const state: State =
			file.state === 'copy'
				? {state: 'ended'}
				: {
						state: 'unreadable',
						problem: file.problem ?? 'not text',
						...(!this.lasting && {passedOver: true}),
					};
		return stats === undefined ? state : this.#refuse(stats, state, Number.POSITIVE_INFINITY);
	}

	#leave(holdTime: number): void {
		this.#file?.release(this, holdTime);
		this.#file = undefined;
		this.#placesKnown = false;
	}

	#refuse(stats: BigIntStats, state: State, until: number): State {
		this.#refusal = new Refusal(stats, state, until);
		return this.#refusal.state;
	}

	async #pipe(): Promise<State | undefined> {
		try {
			const isLasting = this.#missed !== undefined && (await isLastingPipe(this.path));
			const reopen = isLasting ? () => reopenNamedPipe(this.path) : undefined;
			this.#piped = new PipedLog(this.#stage, this.path, await openNamedPipe(this.path), reopen);
			return undefined;
		} catch (error) {
			return {state: 'unreadable', problem: errnoWords(error)};
		}
	}

	#fileState(): State {
		const file = this.#file;
		if (file?.problem !== undefined) {
			return {state: 'unreadable', problem: file.problem};
		}

		return file === undefined ? this.#state : {state: file.state === 'ended' ? 'ended' : 'following'};
	}

	#tell(state: State): void {
		if (state.state !== this.#state.state || state.problem !== this.#state.problem) {
			this.#state = state;
			this.#stage.deliveries.changed();
		}
	}
}
