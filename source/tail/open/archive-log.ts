import {ArchiveEnd, type Ending} from '../archives/archive-end.js';
import {decodeToEnd} from '../archives/archive-reader.js';
import {DecodedText} from '../archives/archive-text.js';
import type {Compression} from '../archives/compression.js';
import {headSize} from '../files/magic-bytes.js';
import type {Archive, LogFile} from '../log-file.js';
import {Extent, type KnownLog} from '../rotation/fingerprint-index.js';
import {unseenText} from '../rotation/rotation-chain.js';
import type {State} from '../tail-types.js';
import {ArchiveComparison, identifyArchive} from './known-archive.js';
import type {TailContext, UnseenArchive} from './tail-context.js';

/** The text of a compressed file. Its size isn't known in advance: a read at `size` decodes the next bytes. */
export class ArchiveLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly continues = false;
	readonly archive: Archive;
	readonly #context: TailContext;
	readonly #file: LogFile;
	readonly #compression: Compression;
	readonly #unseen: UnseenArchive | undefined;
	readonly #text: DecodedText;
	readonly #end: ArchiveEnd;
	/** True once the archive has been accepted for reading. */
	#isAccepted = false;
	#isComplete = false;
	/** True once no text follows the decoded text. */
	#isOver = false;
	#isClosed = false;
	#outcome: State | undefined;
	readonly #extent = new Extent();
	/** Set if the archive isn't read because it starts with the same bytes as another log. */
	#likeness: ArchiveComparison | undefined;

	/**
	 * @param file The compressed file.
	 * @param modified Returns the time of its last write, in ms since 1970.
	 * @param unseen Set if the text is new, provided that it isn't the text of a known log.
	 */
	constructor(
		context: TailContext,
		file: LogFile,
		compression: Compression,
		modified: () => number,
		unseen?: UnseenArchive,
	) {
		this.#context = context;
		this.#file = file;
		this.#compression = compression;
		this.#unseen = unseen;
		this.id = file.id;
		this.path = file.path;
		const text = new DecodedText(file, compression, context.keptText);
		this.#text = text;
		this.#end = new ArchiveEnd(file, text, compression, ending => this.#ended(ending));
		const isOver = () => this.#isOver;
		this.archive = {
			isNew: unseen !== undefined,
			get modified() {
				return modified();
			},
			get size() {
				return file.size;
			},
			get left() {
				return isOver() ? 0 : text.left;
			},
			textIn: async limit => {
				const packed = {read: (...args: Parameters<LogFile['read']>) => file.read(...args), size: limit};
				return (await decodeToEnd(packed, compression)).size;
			},
		};
	}

	/** Number of bytes of text decoded so far. The total isn't known. */
	get size(): number {
		return this.#text.size;
	}

	get isGone(): boolean {
		return this.#isClosed || this.#file.isGone;
	}

	/** State of the path, as shown to the user, if it differs from a plain file's state. */
	get outcome(): State | undefined {
		return this.#outcome;
	}

	/** The compressed file won't grow again. */
	complete(): void {
		this.#isComplete = true;
		this.#end.complete();
		this.#likeness?.complete();
	}

	close(): void {
		this.#isOver = true;
		this.#isClosed = true;
		this.#end.stop();
		this.#likeness?.close();
		this.#text.close();
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		if (this.#isClosed) {
			return 0;
		}
		const {size} = this.#text;
		if (position < size) {
			return this.#text.readAgain(target, position);
		}
		const isComplete = this.#isComplete;
		if (position > size || this.#isOver || !(await this.#accept(isComplete))) {
			return 0;
		}
		const length = await this.#text.readOn(target, position);
		if (length < target.length && !this.#isOver) {
			await this.#end.reached(isComplete ? 0 : this.#unfinishedTime());
		}
		return length;
	}

	approach(position: number): Promise<number> {
		return this.#text.approach(position);
	}

	/** Checks the beginning of the text. Returns false if the archive must not be read, or if that isn't known yet. */
	async #accept(isComplete: boolean): Promise<boolean> {
		if (this.#isAccepted) {
			return true;
		}
		if (this.#unseen !== undefined) {
			// The comparison needs the whole log up to its rotation.
			await this.#context.registry.poll(this.#unseen.log);
		}
		const head = await this.#text.head(headSize);
		if (this.#isAccepted || this.#isOver) {
			return this.#isAccepted;
		}
		const {modified} = this.archive;
		const verdict = await identifyArchive(
			this.#context,
			{file: this.#file, compression: this.#compression, modified, unseen: this.#unseen},
			{
				head,
				isAll: isComplete || this.#text.damage !== undefined,
				first: length => this.#text.first(length),
			},
		);
		if (this.#isAccepted || this.#isOver) {
			return this.#isAccepted;
		}
		if (verdict === 'read') {
			this.#take(head);
		} else if (verdict !== 'undecided') {
			await ('known' in verdict ? this.#skip(verdict.known) : this.#finish(verdict.outcome));
		}
		return this.#isAccepted;
	}

	/** Accepts the archive and remembers its beginning. */
	#take(head: Uint8Array): void {
		this.#isAccepted = true;
		const {fingerprintIndex, events} = this.#context;
		const {path} = this;
		const {identity} = this.#file;
		const modified = () => this.archive.modified;
		const extent = this.#extent;
		const text = new WeakRef(this.#text);
		const first = async (length: number) => (await text.deref()?.first(length)) ?? new Uint8Array();
		fingerprintIndex.remember({path, identity, beginning: {head}, isArchive: true, modified, extent, first});
		if (this.#unseen !== undefined && head.length > 0) {
			const {log, archive} = this.#unseen;
			events.notice({path: log, text: unseenText(archive)});
		}
	}

	/** Doesn't read the archive because it is a log that was already read. */
	async #skip(known: KnownLog): Promise<void> {
		if (known.path === this.path && this.#unseen === undefined) {
			this.#report(
				'starts with the same bytes as the previous log at this path, so it is treated as the same log and not read again.',
			);
		} else {
			this.#likeness = new ArchiveComparison(known, this.#compression, {
				file: this.#file,
				modified: () => this.archive.modified,
				unfinishedTime: () => this.#unfinishedTime(),
				report: problem => this.#report(problem),
			});
			if (this.#isComplete && known.extent.isOver) {
				// Compare now: the listener may be gone before a delayed comparison ends.
				await this.#likeness.compare();
			} else {
				this.#likeness.start();
			}
		}
		this.#finish({state: 'ended'});
	}

	/** Returns the time, in ms, for which the archive still counts as being written. */
	#unfinishedTime(): number {
		const {unfinishedTime} = this.#context.settings;
		// The clock of another machine may have dated the write in the future.
		return Math.min(this.archive.modified + unfinishedTime - Date.now(), unfinishedTime);
	}

	#ended({isWhole, text, outcome}: Ending): void {
		if (this.#isOver) {
			return;
		}
		if (text !== undefined) {
			this.#report(text);
		}
		this.#extent.settle({size: this.size, isWhole});
		if (outcome !== undefined) {
			this.#finish(outcome);
		}
	}

	#finish(outcome: State): void {
		this.#isOver = true;
		this.#outcome = outcome;
		this.#extent.settle({size: this.size, isWhole: outcome.problem === undefined});
		this.#end.stop();
		this.#text.finish();
		this.#context.events.ended(this);
		this.#context.events.changed();
	}

	#report(text: string): void {
		this.#context.events.notice({path: this.path, text});
	}
}
