import {noHeader} from '../../entries/log-header.js';
import type {TokenKey} from '../../index/token.js';
import type {Archive, LogFile} from '../../tail/log-file.js';
import {ArchivePast} from '../past/archive-past.js';
import type {PastHelper} from '../past/past-helper.js';
import {Patience} from '../reading/patience.js';
import {Growth} from './growth.js';
import type {LiveLines} from './live-lines.js';
import {LogBeginning} from './log-beginning.js';
import {LogLines, type LogLinesOptions} from './log-lines.js';
import {LogPast} from './log-past.js';
import {openArchive} from './open-archive.js';

/** What all logs of a store share. */
export type OpenLogOptions = LogLinesOptions & {
	/** Whether to read what was written before. */
	readonly past: boolean;
	/** Buffers that all logs share, because only one is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly past: [Buffer, Buffer]};
	/** Reads blocks of the past on another core. */
	readonly helper: PastHelper;
	/** Called when there is something to do again. */
	readonly wake: () => void;
	/** Whether files are followed. */
	readonly follow: boolean;
	/** Whether all that it holds counts as written since we watch. */
	readonly isNew?: boolean;
};

/**
 * A log on its way into the index: first its end, then what is added to it, and behind that its past. Each method
 * does a small piece of the work and returns whether there was any.
 */
export class OpenLog {
	readonly file: LogFile;
	/** Identity of the file that it was in at first: truncated, it may go on in its copy. */
	readonly openedIn: string | undefined;
	/** Nothing will be added to the file. */
	ended = false;
	readonly #options: OpenLogOptions;
	readonly #lines: LogLines;
	readonly #patience: Patience;
	/** Undefined where nothing was there at the start, and when that has been begun with. */
	#beginning: LogBeginning | undefined;
	/**
	 * What is added: for an archive whose text is new, all of it. Undefined before the beginning, and once all has been
	 * read.
	 */
	#live: Growth | ArchivePast | undefined;
	readonly #past: LogPast;
	/** Whether all that it holds was written since we watch, or counts so. */
	readonly #isNew: boolean;
	#began = false;
	#liveFrom = 0;

	/** @param before What the same file held before it was truncated. */
	constructor(file: LogFile, options: OpenLogOptions, before?: OpenLog) {
		this.file = file;
		this.openedIn = file.identity;
		this.#options = options;
		this.#lines = new LogLines(file, options, before === undefined ? undefined : before.#lines);
		this.#patience = new Patience(file);
		// What was read before, and is written to again, goes on where it was.
		this.#isNew = file.archive?.isNew || (options.isNew === true && !file.continues);
		const {sizes, format, client, buffers, helper, wake} = options;
		this.#past = new LogPast(file, {
			...{lines: this.#lines, sizes, format, client, helper, wake},
			buffers: buffers.past,
		});
	}

	/** The number that the index has for the file. */
	get number(): number {
		return this.#lines.number;
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#lines.unrecognised;
	}

	/** Lines that are understood and are no requests. */
	get notRequests(): number {
		return this.#lines.notRequests;
	}

	/** What tokens are made with; there is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#lines.key.key;
	}

	/** Offset of the first line that was written, or completed, since we watch. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Bytes of the past; of an archive those of the file. */
	get pastSize(): number {
		const {archive, startSize} = this.file;
		return this.#isNew ? 0 : (archive?.size ?? startSize);
	}

	/** Bytes of the past that are still to be read. */
	get pastLeft(): number {
		if (!this.#began) {
			return this.file.archive === undefined || this.#options.past ? this.pastSize : 0;
		}
		return this.#past.left;
	}

	/** The past of an archive, unless it is left out. */
	get archivePast(): ArchivePast | undefined {
		return this.#past.archive;
	}

	/** What is left of the past is older than this, about. Milliseconds since 1970. */
	get pastTime(): number {
		return this.#lines.past.time;
	}

	/** True while the buffers of the past are in use by this log: it must go on before another one can. */
	get isInPast(): boolean {
		return this.#past.isInBlock;
	}

	/** True while another thread has something of the past: it may be newer than what has been read. */
	get hasPastAway(): boolean {
		return this.#past.hasAway;
	}

	/** Bytes added and not read yet; of an archive those of the file. */
	get lag(): number {
		return this.#live?.lag ?? 0;
	}

	/** True when everything has been read and nothing will be added. */
	get finished(): boolean {
		return this.#began && this.#live === undefined && this.#past.isDone;
	}

	/** True once `begin` is done. */
	get began(): boolean {
		return this.#began;
	}

	/**
	 * Reads the end of what was there at the start, once, in some steps; false, and to be tried again, when it can't be
	 * read just now.
	 */
	async begin(): Promise<boolean> {
		if (this.#began) {
			return false;
		}
		const {startSize, archive} = this.file;
		if (archive !== undefined) {
			this.#beginArchive(archive);
			this.#began = true;
		} else if (startSize === 0 || this.#isNew) {
			this.#live = this.#growth(this.#lines.live(0, false, noHeader), 0);
			this.#began = true;
		} else {
			return this.#begin(startSize);
		}
		return true;
	}

	/** Whether there may be something added that can be read. */
	get isLiveDue(): boolean {
		return this.#live?.isDue ?? false;
	}

	/** Whether what was added is being decoded: it says when there is something of it to be read. */
	get isDecoding(): boolean {
		return this.#live instanceof ArchivePast && this.#live.isDecoding;
	}

	/** Whether lines that were read wait for the end of one that a container runtime has split. */
	get isHolding(): boolean {
		return this.#live instanceof Growth && this.#live.isHolding;
	}

	/** Reads a chunk of what was added. */
	async readLive(): Promise<boolean> {
		const live = this.#live;
		if (!live?.isDue) {
			return false;
		}
		const hasWorked = await live.step();
		if (live.isDone) {
			this.#live = undefined;
		}
		return hasWorked;
	}

	/** Reads a chunk of the past. */
	async readPast(): Promise<boolean> {
		return this.#past.step();
	}

	/** Leaves the rest of the past unread. */
	async leavePast(): Promise<void> {
		await this.#past.leave();
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	forget(): void {
		this.#lines.key.release();
	}

	/** Takes the end of what was there; false when it can't be read just now. */
	async #begin(startSize: number): Promise<boolean> {
		const {buffers, sizes, past} = this.#options;
		this.#beginning ??= new LogBeginning(this.file, {
			...{lines: this.#lines, patience: this.#patience, startSize, sizes},
			past: past && !this.file.continues,
			buffer: buffers.live,
		});
		const begun = await this.#beginning.step(this.ended && this.file.size === startSize);
		if (begun === 'looking' || begun === 'unreadable') {
			return begun === 'looking';
		}
		const {live, liveFrom, pastEnd, headers} = begun;
		this.#began = true;
		this.#beginning = undefined;
		this.#live = this.#growth(live, startSize);
		this.#liveFrom = liveFrom;
		if (pastEnd !== undefined) {
			this.#past.endsAt(pastEnd, headers);
		}
		this.#past.sayHoles();
		return true;
	}

	#growth(live: LiveLines, position: number): Growth {
		const {buffers} = this.#options;
		return new Growth(this.file, {
			...{lines: this.#lines, live, position, patience: this.#patience},
			buffer: buffers.live,
			isEnded: () => this.ended,
		});
	}

	#beginArchive(archive: Archive): void {
		const {sizes, wake, past, follow} = this.#options;
		const target = this.#lines.archived(archive, {new: this.#isNew, wanted: past});
		const options = {
			...{lines: this.#lines, target, chunk: sizes.chunk, wake},
			isEnded: () => this.ended,
		};
		if (this.#isNew) {
			this.#live = openArchive(this.file, archive, options);
			return;
		}
		this.#liveFrom = Number.POSITIVE_INFINITY;
		const goOnLive = (): void => {
			this.#liveFrom = target.goOnLive();
		};
		if (past) {
			const pastRead = (): void => {
				goOnLive();
				this.#live = this.#past.release();
			};
			this.#past.isIn(openArchive(this.file, archive, {...options, ...(follow && {pastRead})}));
		} else if (follow) {
			this.#live = openArchive(this.file, archive, {
				...{...options, pastRead: goOnLive},
				unwanted: archive.size,
			});
		}
	}
}
