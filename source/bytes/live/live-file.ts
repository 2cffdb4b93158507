import type {BigIntStats} from 'node:fs';
import type {ByteSource} from '../files/byte-source.js';
import {Coalesced} from '../files/coalesced.js';
import type {Identity} from '../files/identity.js';
import type {OpenFile} from '../files/open-file.js';
import type {State} from '../follow-types.js';
import type {ContentGuard} from '../recognition/content-guard.js';
import type {WrittenTime} from '../recognition/written-times.js';
import {CurrentLife, type PastBytes} from './current-life.js';
import {EndedFault} from './ended-fault.js';
import type {Unread} from './examine.js';
import type {FollowedFile} from './followed-file.js';
import {Hold} from './hold.js';
import {LastLook} from './last-look.js';
import {RetriedFile} from './retried-file.js';
import type {Stage} from './stage.js';

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
