import {damageProblem, endsInTheMiddle} from './archive-problem.js';
import {ArchiveReader, type Damage} from './archive-reader.js';
import {ArchiveText} from './archive-text.js';
import {ArchiveWindow} from './archive-window.js';
import {type Begun, isTelling} from './beginnings.js';
import type {Compression} from './compression.js';
import {Extent} from './extent.js';
import type {State} from './follow-types.js';
import {Likeness} from './likeness.js';
import type {Archive, LogFile} from './log-file.js';
import {headSize, packedProblem, sniff} from './magic-bytes.js';
import {missedText} from './missed-text.js';
import {isSameLog} from './same-log.js';
import type {Stage} from './stage.js';

/** A compressed rotated file that was made since the watching began, and the path of its log. */
export type MissedArchive = {readonly archive: string; readonly log: string};

/**
 * The text of a compressed file. Nothing of it is known before it is read: a read at `size` decodes what comes next.
 * What was decoded longer ago than is kept is decoded once more to be read again.
 */
export class ArchiveLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly continues = false;
	readonly archive: Archive;
	readonly #stage: Stage;
	readonly #file: LogFile;
	readonly #compression: Compression;
	readonly #missed: MissedArchive | undefined;
	readonly #forward: ArchiveWindow;
	/** Decodes once more. */
	readonly #again: ArchiveText;
	#size = 0;
	/** It was found out that it is to be read. */
	#isAccepted = false;
	#isComplete = false;
	/** Nothing comes after what was decoded. */
	#isOver = false;
	#isClosed = false;
	#wasCutSaid = false;
	/** Size of the compressed file for which it was found out whether the text ends in the middle. */
	#checkedSize = 0;
	#outcome: State | undefined;
	readonly #extent = new Extent();
	/** Set when it isn't read because it begins like another log. */
	#likeness: Likeness | undefined;
	#timer: NodeJS.Timeout | undefined;

	/**
	 * @param file The compressed file.
	 * @param modified Answers when that was written last, milliseconds since 1970.
	 * @param missed Set when its text is new, unless it is known.
	 */
	constructor(
		stage: Stage,
		file: LogFile,
		compression: Compression,
		modified: () => number,
		missed?: MissedArchive,
	) {
		this.#stage = stage;
		this.#file = file;
		this.#compression = compression;
		this.#missed = missed;
		this.id = file.id;
		this.path = file.path;
		this.#forward = new ArchiveWindow(new ArchiveReader(file, compression), stage.keptText);
		this.#again = new ArchiveText(file, compression, stage.keptText);
		const {reader} = this.#forward;
		const isOver = () => this.#isOver;
		this.archive = {
			isNew: missed !== undefined,
			get modified() {
				return modified();
			},
			get size() {
				return file.size;
			},
			get left() {
				return isOver() ? 0 : Math.max(0, file.size - reader.position);
			},
		};
	}

	/** How much of the text has been read: no more of it is known. */
	get size(): number {
		return this.#size;
	}

	get gone(): boolean {
		return this.#isClosed || this.#file.gone;
	}

	/** What the user is told about the path, when it isn't what he is told about any file. */
	get outcome(): State | undefined {
		return this.#outcome;
	}

	/** Nothing will be added to the file any more. */
	complete(): void {
		this.#isComplete = true;
		clearTimeout(this.#timer);
		this.#likeness?.complete();
	}

	close(): void {
		this.#isOver = true;
		this.#isClosed = true;
		clearTimeout(this.#timer);
		this.#likeness?.close();
		this.#forward.close();
		this.#again.close();
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		if (this.#isClosed) {
			return 0;
		}

		if (position < this.#size) {
			return this.#readAgain(target.subarray(0, this.#size - position), position);
		}

		const isComplete = this.#isComplete;
		if (position > this.#size || this.#isOver || !(await this.#accept(isComplete))) {
			return 0;
		}

		const length = await this.#forward.read(target, position);
		this.#size = Math.max(this.#size, position + length);
		if (length < target.length) {
			await this.#reachedEnd(isComplete);
		}

		return length;
	}

	async approach(position: number): Promise<number> {
		const isKept = position >= this.#forward.start || position > this.#size;
		return this.#isClosed || isKept ? position : this.#again.approach(position);
	}

	async #readAgain(target: Uint8Array, position: number): Promise<number> {
		const length = position < this.#forward.start ? 0 : await this.#forward.read(target, position);
		return length > 0 || this.#isClosed ? length : this.#again.read(target, position);
	}

	/** Looks at how the text begins. False when it isn't to be read, or it isn't known yet. */
	async #accept(isComplete: boolean): Promise<boolean> {
		if (this.#isAccepted) {
			return true;
		}

		if (this.#missed !== undefined) {
			// What is known of the log must be all that it held until it was rotated.
			await this.#stage.registry.look(this.#missed.log);
		}

		const bytes = new Uint8Array(headSize);
		const head = bytes.subarray(0, await this.#forward.read(bytes, 0));
		if (this.#isAccepted || this.#isOver) {
			return this.#isAccepted;
		}

		const verdict = sniff(head);
		if (typeof verdict !== 'string') {
			this.#finish({state: 'unreadable', problem: packedProblem(this.#compression, verdict)});
			return false;
		}

		const {beginnings} = this.#stage;
		const {identity, continues} = this.#file;
		const known = beginnings.find(head, continues ? undefined : identity);
		if (known !== undefined && (await this.#isSame(head, known))) {
			await this.#skip(known);
			return false;
		}

		if (this.#isAccepted || this.#isOver) {
			return this.#isAccepted;
		}

		const isAll = isComplete || this.#forward.reader.damage !== undefined;
		if (isAll && !isTelling(head) && this.#missed !== undefined && beginnings.mayBe(head, this.#missed.log)) {
			// Half a line, which is shown once: with the log that it was in.
			this.#finish({state: 'ended'});
			return false;
		}

		if ((verdict === 'text' && isTelling(head)) || isAll) {
			this.#isAccepted = true;
			const extent = this.#extent;
			const modified = () => this.archive.modified;
			beginnings.remember({path: this.path, identity, beginning: {head}, isArchive: true, modified, extent});
			this.#sayMissed(head);
		}

		return this.#isAccepted;
	}

	/** Of one that was missed more than the beginning is compared: logs that are written alike begin alike. */
	async #isSame(head: Uint8Array, known: Begun): Promise<boolean> {
		if (this.#missed === undefined || head.length < headSize || known.beginning.head.length < headSize) {
			return true;
		}

		const {beginnings, registry, keptText} = this.#stage;
		const {identity, continues} = this.#file;
		const {modified} = this.archive;
		const wasWritten = registry.wasWrittenAt(this.#missed.log, BigInt(Math.floor(modified)) * 1_000_000n);
		const logs = beginnings.findAll(head, continues ? undefined : identity);
		const archive = {file: this.#file, compression: this.#compression, modified, wasWritten};
		return isSameLog(archive, logs, keptText);
	}

	#sayMissed(head: Uint8Array): void {
		if (this.#missed !== undefined && head.length > 0) {
			const {log, archive} = this.#missed;
			this.#stage.deliveries.notice({path: log, text: missedText(archive)});
		}
	}

	/** It is the same log as one that was read already. */
	async #skip(known: Begun): Promise<void> {
		if (known.path === this.path && this.#missed === undefined) {
			this.#say('begins like the log that was here before, so it is taken for the same and not read again.');
		} else {
			this.#likeness = new Likeness(known, this.#compression, {
				file: this.#file,
				modified: () => this.archive.modified,
				unfinishedTime: () => this.#unfinishedTime(),
				say: problem => this.#say(problem),
			});
			if (this.#isComplete && known.extent.isOver) {
				// Nobody may be there any more who could be told later.
				await this.#likeness.compare();
			} else {
				this.#likeness.start();
			}
		}

		this.#finish({state: 'ended'});
	}

	/** For how long it is still taken for one that is being written, milliseconds. */
	#unfinishedTime(): number {
		const {unfinishedTime} = this.#stage.settings;
		// By another machine's clock it may have been written in the future.
		return Math.min(this.archive.modified + unfinishedTime - Date.now(), unfinishedTime);
	}

	/** All that there is for now has been decoded: finds out whether that is all. */
	async #reachedEnd(isComplete: boolean): Promise<void> {
		const {damage} = this.#forward.reader;
		if (this.#isOver) {
			return;
		}

		if (damage !== undefined) {
			this.#damaged(damage);
		} else if (this.#file.gone && this.archive.left > 0) {
			const problem = `${this.archive.left} of its bytes can no longer be read, so what is in them is missing.`;
			this.#say(problem);
			this.#finish({state: 'ended', problem});
		} else if (this.archive.left === 0 && this.#checkedSize !== this.archive.size) {
			const wait = this.#unfinishedTime();
			if (isComplete || wait <= 0) {
				await this.#check();
			} else {
				clearTimeout(this.#timer);
				this.#timer = setTimeout(() => void this.#check(), wait).unref();
			}
		}
	}

	/** An archive that is being written ends in the middle for a while; one that isn't, has lost its end. */
	async #check(): Promise<void> {
		const {size} = this.archive;
		const isComplete = !this.#wasCutSaid && this.archive.left === 0 && (await this.#forward.isComplete());
		if (isComplete) {
			this.#extent.settle({size: this.#size, isWhole: true});
		}

		if (isComplete || this.#wasCutSaid || this.archive.left > 0 || this.#isOver) {
			this.#checkedSize = size;
			return;
		}

		this.#checkedSize = size;
		this.#wasCutSaid = true;
		const problem = endsInTheMiddle(this.#size);
		this.#extent.settle({size: this.#size, isWhole: false});
		if (this.#isComplete) {
			this.#say(problem);
			this.#finish({state: 'ended', problem});
		} else {
			this.#say(`${problem} What may be added to it will be read.`);
		}
	}

	#damaged(damage: Damage): void {
		const problem = damageProblem(damage, this.#compression, this.#size);
		if (this.#size === 0) {
			this.#finish({state: 'unreadable', problem});
			return;
		}

		this.#say(problem);
		// What stands behind a complete text belongs to something else: nothing of the log is missing.
		this.#finish(damage === 'trailing' ? {state: 'ended'} : {state: 'ended', problem});
	}

	#finish(outcome: State): void {
		this.#isOver = true;
		this.#outcome = outcome;
		this.#extent.settle({size: this.#size, isWhole: outcome.problem === undefined});
		clearTimeout(this.#timer);
		if (this.#size === 0) {
			this.#forward.close();
		}

		this.#stage.deliveries.ended(this);
		this.#stage.deliveries.changed();
	}

	#say(text: string): void {
		this.#stage.deliveries.notice({path: this.path, text});
	}
}
