import {ArchiveLog} from './archive-log.js';
import type {Beginnings} from './beginnings.js';
import {Coalesced} from './coalesced.js';
import {type Compression, canDecode} from './compression.js';
import type {Deliveries} from './deliveries.js';
import type {EndedFiles} from './ended-files.js';
import {errnoWords} from './errno-words.js';
import type {FollowSettings} from './follow-settings.js';
import type {Identity} from './identity.js';
import type {KeptText} from './kept-text.js';
import type {LogFile} from './log-file.js';
import {LogLife} from './log-life.js';
import {foreignProblem, headSize, sniff} from './magic-bytes.js';
import type {OpenFile} from './open-file.js';
import type {State} from './refusal.js';
import type {Registry} from './registry.js';

/** What the parts of this stage share. */
export type Stage = {
	readonly settings: FollowSettings;
	readonly deliveries: Deliveries;
	readonly registry: Registry;
	readonly endedFiles: EndedFiles;
	readonly beginnings: Beginnings;
	readonly keptText: KeptText;
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
	/** Why it can't be read, at the moment or at all. */
	problem: string | undefined;
	/** No name of it is left. */
	deleted = false;
	/** `foreign`: not text; `ended`: not looked at any more. */
	state: 'open' | 'foreign' | 'ended' = 'open';
	readonly #stage: Stage;
	readonly #open: OpenFile;
	readonly #looks: Coalesced;
	readonly #holders = new Set<object>();
	#life: LogLife | undefined;
	/** How it is compressed, if it is. */
	#compression: Compression | undefined;
	/** The text of a compressed file: what others know of in place of `#life`. */
	#archive: ArchiveLog | undefined;
	#modified = 0;
	#startSize: number;
	/** The first bytes; undefined until there are enough to tell that it is text. */
	#head: Uint8Array | undefined;
	/** The beginning that is remembered with the life. */
	#remembered: Uint8Array | undefined;
	/** Ends at the earliest this long after the last growth and the last holder's leaving. */
	#holdTime = 0;
	#lastSign = 0;

	/** @param startSize How much of it is the past; at most its size counts. */
	constructor(stage: Stage, open: OpenFile, path: string, startSize: number) {
		this.#stage = stage;
		this.#open = open;
		this.identity = open.identity;
		this.path = path;
		this.#startSize = startSize;
		this.#looks = new Coalesced(() => this.#look(), stage.settings.lookSpacing);
	}

	get held(): boolean {
		return this.#holders.size > 0;
	}

	/** What is special about the file, if anything. */
	get outcome(): State | undefined {
		return this.#archive?.outcome;
	}

	/** True when a look at the file wouldn't find anything new, given its size now. */
	isKnownToHave(size: number): boolean {
		return this.problem === undefined && this.#life?.size === size;
	}

	hold(holder: object): void {
		this.#holders.add(holder);
	}

	release(holder: object, holdTime: number): void {
		this.#holders.delete(holder);
		this.#holdTime = holdTime;
		this.#lastSign = performance.now();
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
			void this.#open.close();
			return;
		}

		if (!this.deleted) {
			registry.remember(this.identity, {birth: this.#open.birth, size: life.size});
		}

		const {path} = this;
		const head = this.#head ?? new Uint8Array();
		life.readFrom(endedFiles.adopt(this.#open, {path, head, size: life.size}));
		this.#archive?.complete();
		deliveries.ended(this.#told(life));
	}

	/** Closes the descriptor without a word to anyone. */
	async close(): Promise<void> {
		await this.#looks.stop();
		this.#life?.readFrom(undefined);
		this.#archive?.close();
		if (this.state === 'open') {
			this.state = 'ended';
			await this.#open.close();
		}
	}

	async #look(): Promise<void> {
		if (this.state !== 'open') {
			return;
		}

		try {
			const stats = await this.#open.stat();
			this.deleted = stats.nlink === 0n;
			this.#modified = Number(stats.mtimeMs);
			await this.#takeSize(Number(stats.size));
			this.problem = this.state === 'open' ? undefined : this.problem;
		} catch (error) {
			this.problem = errnoWords(error);
		}

		if (!this.held && performance.now() - this.#lastSign >= this.#holdTime) {
			this.end();
		}
	}

	async #takeSize(size: number): Promise<void> {
		if (this.#life !== undefined && size < this.#life.size) {
			this.#truncated(this.#life, size);
		}

		if (size > 0 && this.#head === undefined && !(await this.#isText())) {
			return;
		}

		const readable = this.#head === undefined ? 0 : size;
		if (this.#life === undefined) {
			this.#life = this.#begin(readable);
		} else if (readable > this.#life.size) {
			this.#lastSign = performance.now();
			this.#life.grow(readable);
			this.#stage.deliveries.grown(this.#told(this.#life));
		}

		await this.#rememberHead(this.#life);
	}

	/** Lets be remembered how the life begins, as soon and as far as that is known. */
	async #rememberHead(life: LogLife): Promise<void> {
		const known = this.#head?.length ?? headSize;
		if (known < headSize && life.size > known) {
			this.#head = await this.#open.head(headSize);
		}

		if (this.#head !== undefined && this.#head !== this.#remembered && this.#archive === undefined) {
			this.#remembered = this.#head;
			const {path, identity} = this;
			this.#stage.beginnings.remember(life, {path, identity, head: this.#head});
		}
	}

	/** What others know of the life. */
	#told(life: LogLife): LogFile {
		return this.#archive ?? life;
	}

	/** False when the first bytes say that it is something else; then it is closed. */
	async #isText(): Promise<boolean> {
		const head = await this.#open.head(headSize);
		const verdict = sniff(head);
		if (typeof verdict === 'object' && verdict.compression !== undefined && canDecode(verdict.compression)) {
			this.#head = head;
			this.#compression = verdict.compression;
			if (this.#life !== undefined) {
				// It was empty, and so couldn't be told from a log that isn't compressed.
				this.#stage.deliveries.ended(this.#life);
				this.#life = undefined;
			}
		} else if (verdict === 'text') {
			this.#head = head;
		} else if (verdict !== 'undecided') {
			this.state = 'foreign';
			this.problem = foreignProblem(verdict);
			this.#stage.registry.remove(this);
			if (this.#life !== undefined) {
				this.#life.readFrom(undefined);
				this.#stage.deliveries.ended(this.#life);
			}

			await this.#open.close();
			return false;
		}

		return true;
	}

	#begin(size: number): LogLife {
		const life = new LogLife({
			id: this.#stage.deliveries.nextId(),
			path: this.path,
			startSize: Math.min(this.#startSize, size),
			identity: this.identity,
			size,
			source: this.#open,
			onFailure: error => this.#readFailed(error),
		});
		if (this.#compression !== undefined) {
			this.#archive = new ArchiveLog(this.#stage, life, this.#compression, () => this.#modified);
		}

		this.#stage.deliveries.opened(this.#told(life));
		return life;
	}

	#truncated(life: LogLife, size: number): void {
		const {deliveries} = this.#stage;
		life.readFrom(undefined);
		deliveries.ended(this.#told(life));
		const unread = life.unread === 0 ? '' : ` ${life.unread} bytes of it had not been read yet.`;
		deliveries.notice({
			path: this.path,
			text:
				`truncated from ${life.size} to ${size} bytes, so it is read again from its start.${unread}` +
				' Lines written just before may be lost, an unknown amount.',
		});
		this.#life = undefined;
		this.#archive = undefined;
		this.#compression = undefined;
		this.#head = undefined;
		this.#startSize = 0;
		this.#lastSign = performance.now();
	}

	#readFailed(error: unknown): void {
		if (error !== undefined) {
			this.problem = errnoWords(error);
			this.#stage.deliveries.changed();
		}

		this.hint();
	}
}
