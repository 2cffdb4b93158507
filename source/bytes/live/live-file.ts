import type {BigIntStats} from 'node:fs';
import {Coalesced} from '../files/coalesced.js';
import type {Identity} from '../files/identity.js';
import type {OpenFile} from '../files/open-file.js';
import type {State} from '../follow-types.js';
import type {ContentGuard} from '../recognition/content-guard.js';
import type {WrittenTime} from '../recognition/written-times.js';
import {CurrentLife, type PastBytes} from './current-life.js';
import {EndedFault} from './ended-fault.js';
import type {Unread} from './examine.js';
import {Hold} from './hold.js';
import {LastLook} from './last-look.js';
import {RetriedFile} from './retried-file.js';
import type {Stage} from './stage.js';

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
	/**
	 * How many times it was truncated, or may have been: written to while it was empty, it may have held something in
	 * between that nobody has seen.
	 */
	truncations = 0;
	/** While that is true, nobody is told of what it holds: what was missed before is told first. See `reveal`. */
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

	/** Why it can't be read, at the moment or at all. */
	get problem(): string | undefined {
		return this.#objection ?? (this.state === 'open' ? this.#file.problem : undefined);
	}

	/** True while somebody who follows a path holds it. */
	get held(): boolean {
		return this.#hold.isHeld;
	}

	/** What has become of an archive, or of a file that has ended, if that isn't what becomes of any file. */
	get outcome(): State | undefined {
		const {problem} = this.#endedFault;
		const isFailing = this.state === 'ended' && problem !== undefined;
		return this.#life.outcome ?? (isFailing ? {state: 'ended', problem} : undefined);
	}

	/** Bytes known to be in it. */
	get size(): number {
		return this.#life.size;
	}

	/** Whether asking for the state of what is at its path never takes long, going by what is there now. */
	get isNear(): boolean {
		return this.#file.isNear && this.names.length === 1;
	}

	/** True when what it held at first was read before, as another file. */
	get continues(): boolean {
		return this.#life.continues;
	}

	/** True when a look at the file wouldn't find anything new, given what the system says of it now. */
	isKnown(stats: BigIntStats): boolean {
		return (
			this.problem === undefined &&
			this.#life.isTold &&
			this.#life.size === Number(stats.size) &&
			this.#last.hasAll(stats)
		);
	}

	/** When its life was written, as of the last look. */
	get written(): WrittenTime {
		return this.#life.written;
	}

	/** What its life is recognised by. */
	get guard(): ContentGuard {
		return this.#life.guard;
	}

	/** See `Hold`. */
	hold(holder: object): void {
		this.#hold.hold(holder);
	}

	/** See `Hold`. */
	release(holder: object, holdTime: number): void {
		this.#hold.release(holder, holdTime);
		if (!this.#hold.isHeld) {
			this.isWithheld = false;
		}
	}

	/** What was missed has been told: what it holds is to be, too. */
	async reveal(): Promise<void> {
		if (this.isWithheld) {
			this.isWithheld = false;
			await this.look();
		}
	}

	/** Resolves when a look that began after the call is done. */
	look(): Promise<void> {
		return this.#looks.run();
	}

	/** Something may have happened to it: has it looked at soon. */
	hint(): void {
		this.#looks.hint();
	}

	/** Nothing more is expected of the file. What it holds stays readable. */
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

	/** Closes the descriptor without a word to anyone. */
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

	/** @param now When the stats were taken, or before; milliseconds since 1970. */
	async #take(stats: BigIntStats, now: number): Promise<void> {
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
			return this.#take(current, now);
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
