import type {ClientChoice} from '../../entries/client-choice.js';
import type {LogFile} from '../../tail/log-file.js';
import type {ArchivePast} from '../past/archive-past.js';
import {Past} from '../past/past.js';
import type {PastHelper} from '../past/past-helper.js';
import type {HeaderSearch} from '../reading/header-search.js';
import {Patience} from '../reading/patience.js';
import type {ReadSizes} from '../reading/read-sizes.js';
import type {LogLines} from './log-lines.js';

/** What the past of a log is read with. */
type LogPastOptions = {
	readonly lines: LogLines;
	readonly sizes: ReadSizes;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** How clients are chosen; without it, they are as they were read. */
	readonly client?: ClientChoice | undefined;
	/** Shared by all logs: see `isInBlock`. */
	readonly buffers: [Buffer, Buffer];
	/** Reads blocks on another core. */
	readonly helper: PastHelper;
	/** There is something to do again. */
	readonly wake: () => void;
};

/**
 * The past of a log, once it is known where that ends, until it is left: read in blocks from there back to the
 * beginning, or as an archive, which can only be read forward. There is none where nothing was there at the start.
 */
export class LogPast {
	readonly #file: LogFile;
	readonly #options: LogPastOptions;
	#plain: Past | undefined;
	#archive: ArchivePast | undefined;
	/** Bytes that can't be read any more, as far as that was said. */
	#lossSaid = 0;

	constructor(file: LogFile, options: LogPastOptions) {
		this.#file = file;
		this.#options = options;
	}

	/** That of an archive, unless it is left out. */
	get archive(): ArchivePast | undefined {
		return this.#archive;
	}

	/** Bytes that are still to be read; of an archive those of the file. */
	get left(): number {
		return (this.#plain ?? this.#archive)?.left ?? 0;
	}

	/** True when all of it has been read, or left. */
	get isDone(): boolean {
		return (this.#plain ?? this.#archive)?.isDone ?? true;
	}

	/** True while the buffers are in use: it must go on before that of another log can. */
	get isInBlock(): boolean {
		return this.#plain?.isInBlock ?? false;
	}

	/** True while another thread has something of it: that may be newer than what has been read. */
	get hasAway(): boolean {
		return this.#plain?.hasAway ?? false;
	}

	/**
	 * It ends there, and is to be read.
	 * @param headers - only where lines depend on a header
	 */
	endsAt(end: number, headers: HeaderSearch | undefined): void {
		const {lines, sizes, format, client, buffers, helper, wake} = this.#options;
		this.#plain = new Past(this.#file, {
			...{end, sizes, headers, helper, format, client, buffers},
			target: lines.past,
			// What is added can be read while the past can't, and the other way round.
			patience: new Patience(this.#file),
			wanted: () => lines.wanted,
			adopt: (...block) => lines.adopt(...block),
			wake: () => {
				this.sayHoles();
				wake();
			},
		});
	}

	/** It is an archive, and is to be read. */
	isIn(archive: ArchivePast): void {
		this.#archive = archive;
	}

	/** It has been read; what is appended to the archive is no past. Returns what reads it on. */
	release(): ArchivePast | undefined {
		const archive = this.#archive;
		this.#archive = undefined;
		return archive;
	}

	/** Reads a chunk; false when there is none, for now at least. */
	async step(): Promise<boolean> {
		if (this.#archive !== undefined) {
			return this.#archive.step();
		}
		const past = this.#plain;
		if (past === undefined || past.left === 0) {
			return false;
		}
		const hasWorked = await past.step();
		const {lost} = past;
		if (lost > this.#lossSaid) {
			this.#options.lines.sayLost(lost - this.#lossSaid);
			this.#lossSaid = lost;
		}
		this.sayHoles();
		return hasWorked;
	}

	/** Leaves the rest unread. */
	async leave(): Promise<void> {
		await (this.#plain ?? this.#archive)?.close();
		this.#plain = undefined;
		this.#archive = undefined;
		this.sayHoles();
	}

	/** Says how much was skipped in it, once all of it has been read. */
	sayHoles(): void {
		if ((this.#plain?.left ?? 0) === 0) {
			this.#options.lines.sayHoles();
		}
	}
}
