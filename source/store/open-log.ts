import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Archive, LogFile} from '../bytes/log-file.js';
import {type LogHeader, noHeader} from '../entries/log-header.js';
import type {EntryIndex} from '../index/entry-index.js';
import type {EntrySink} from '../index/entry-sink.js';
import type {TokenKey} from '../index/token.js';
import {ArchivePast} from './archive-past.js';
import {HeaderSearch} from './header-search.js';
import {LastOffsets} from './last-offsets.js';
import {LineIntake} from './line-intake.js';
import {LiveLines} from './live-lines.js';
import {LogKey} from './log-key.js';
import type {Ordinals} from './ordinals.js';
import {Past} from './past.js';
import {longestWait} from './past-block.js';
import type {PastHelper} from './past-helper.js';
import {PastLines} from './past-lines.js';
import type {ReadSizes} from './read-sizes.js';
import {readTail, type Tail, takeTail} from './tail.js';
import type {OffsetSink, UnrecognisedPlaces} from './unrecognised-places.js';

/** What all logs of a store share. */
export type OpenLogOptions = {
	readonly index: EntryIndex;
	/** The name of the source that the tokens are made with. */
	readonly source: string;
	/** The format that lines are read in: see `chosenReaders`. */
	readonly format?: string | undefined;
	/** Whether to read what was written before. */
	readonly past: boolean;
	/** Buffers that all logs share, because only one is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly past: [Buffer, Buffer]};
	readonly sizes: ReadSizes;
	/** Reads blocks of the past on another core. */
	readonly helper: PastHelper;
	/** Remembers where the lines stand that no format reads. */
	readonly places: UnrecognisedPlaces;
	/** Called when there is something to do again. */
	readonly wake: () => void;
	/** Tell logs with the same fingerprint apart. */
	readonly ordinals: Ordinals;
	/** Told what the user should know of a file. */
	readonly say: (path: string, text: string) => void;
};

/**
 * A log on its way into the index: first its end, then what is added to it, and behind that its past. Each method
 * does a small piece of the work and returns whether there was any.
 */
export class OpenLog {
	readonly file: LogFile;
	/** The number that the index has for the file. */
	readonly number: number;
	/** Nothing will be added to the file. */
	ended = false;
	readonly #options: OpenLogOptions;
	readonly #intake: LineIntake;
	readonly #pastLines: PastLines;
	readonly #key: LogKey;
	/** What is added; undefined before the beginning, and once all has been read. */
	#live: LiveLines | undefined;
	#past: Past | undefined;
	/** The same for an archive. */
	#archivePast: ArchivePast | undefined;
	/** The same for an archive whose text is new: it is read as what is added to others. */
	#archiveLive: ArchivePast | undefined;
	#began = false;
	/** Kept while the header in force at its beginning is searched for. */
	#tail: Tail | undefined;
	/** Only where lines depend on a header. */
	#headers: HeaderSearch | undefined;
	/** The next byte to be read of what is added. */
	#position = 0;
	#liveFrom = 0;
	#wasLossSaid = false;
	#wereHolesSaid = false;
	/** Since when its end can't be read, by `performance.now()`. */
	#failingSince: number | undefined;

	constructor(file: LogFile, options: OpenLogOptions) {
		const {index, source, format, sizes, places, ordinals} = options;
		this.file = file;
		this.#options = options;
		this.#intake = new LineIntake(this.#say, format);
		this.#key = new LogKey(file, {source, format, ordinals, head: sizes.head});
		this.number = index.addFile({source, path: file.path});
		this.#pastLines = new PastLines(
			this.#intake,
			() => index.writer(this.number, false),
			(offsets, time) => places.addPast({log: this.number, time, offsets}),
		);
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#intake.unrecognised;
	}

	/** Lines that are understood and are no requests. */
	get notRequests(): number {
		return this.#intake.notRequests;
	}

	/** What tokens are made with; there is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key.key;
	}

	/** Offset of the first line that was written, or completed, since we watch. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Bytes of the past; of an archive those of the file. */
	get pastSize(): number {
		const {archive, startSize} = this.file;
		return archive === undefined ? startSize : archive.isNew ? 0 : archive.size;
	}

	/** Bytes of the past that are still to be read. */
	get pastLeft(): number {
		if (!this.#began) {
			return this.file.archive === undefined || this.#options.past ? this.pastSize : 0;
		}
		return (this.#past ?? this.#archivePast)?.left ?? 0;
	}

	/** The past of an archive, unless it is left out. */
	get archivePast(): ArchivePast | undefined {
		return this.#archivePast;
	}

	/** What is left of the past is older than this, about. Milliseconds since 1970. */
	get pastTime(): number {
		return this.#pastLines.time;
	}

	/** True while the buffers of the past are in use by this log: it must go on before another one can. */
	get isInPast(): boolean {
		return this.#past?.isInBlock ?? false;
	}

	/** True while another thread has something of the past: it may be newer than what has been read. */
	get hasPastAway(): boolean {
		return this.#past?.hasAway ?? false;
	}

	/** Bytes added and not read yet; of an archive those of the file. */
	get lag(): number {
		const archive = this.#archiveLive;
		if (archive !== undefined) {
			return archive.isStuck ? (this.file.archive?.left ?? 0) : archive.left;
		}
		return this.#live === undefined ? 0 : Math.max(0, this.file.size - this.#position);
	}

	/** True when everything has been read and nothing will be added. */
	get finished(): boolean {
		const archive = this.#archiveLive ?? this.#archivePast;
		return this.#began && this.#live === undefined && ((this.#past ?? archive)?.isDone ?? true);
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
		if (archive?.isNew) {
			this.#archiveLive = this.#openArchive(archive);
			this.#began = true;
		} else if (archive !== undefined) {
			this.#liveFrom = Number.POSITIVE_INFINITY;
			this.#archivePast = this.#options.past ? this.#openArchive(archive) : undefined;
			this.#began = true;
		} else if (startSize === 0) {
			this.#live = this.#liveLines(0, false, noHeader);
			this.#began = true;
		} else {
			return this.#beginAt(startSize);
		}
		return true;
	}

	/** Reads a chunk of what was added. */
	async readLive(): Promise<boolean> {
		if (this.#archiveLive?.isDue) {
			return this.#archiveLive.step();
		}
		const live = this.#live;
		if (live === undefined) {
			return false;
		}
		const buffer = this.#options.buffers.live;
		const room = Math.min(buffer.length, this.file.size - this.#position);
		const length = room > 0 ? await this.file.read(buffer.subarray(0, room), this.#position) : 0;
		if (length > 0) {
			this.#position += length;
			this.#failingSince = undefined;
			this.#write(live, buffer, length);
			return true;
		}
		if (this.ended && (room <= 0 || this.#isGivenUp())) {
			if (room > 0 && !this.file.gone) {
				this.#sayLost(this.file.size - this.#position);
			}
			this.#finish(live);
			this.#live = undefined;
			return true;
		}
		return false;
	}

	/** Reads a chunk of the past. */
	async readPast(): Promise<boolean> {
		if (this.#archivePast !== undefined) {
			return this.#archivePast.step();
		}
		const past = this.#past;
		if (past === undefined || past.left === 0) {
			return false;
		}
		const hasWorked = await past.step();
		if (past.lost > 0 && !this.#wasLossSaid) {
			this.#wasLossSaid = true;
			this.#sayLost(past.lost);
		}
		this.#sayHoles();
		return hasWorked;
	}

	/** Leaves the rest of the past unread. */
	async leavePast(): Promise<void> {
		await (this.#past ?? this.#archivePast)?.close();
		this.#past = undefined;
		this.#archivePast = undefined;
		this.#sayHoles();
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	forget(): void {
		this.#key.release();
	}

	/** Takes the tail; what follows is live, what stands before it the past. */
	async #beginAt(startSize: number): Promise<boolean> {
		const {buffers, sizes} = this.#options;
		const past = this.#options.past && !this.file.continues;
		// Without its beginning the log would get other tokens than it has the next time.
		const isBeginningRead = await this.#key.read(startSize, buffers.live);
		this.#headers ??= this.#key.isHeaded ? new HeaderSearch() : undefined;
		this.#tail ??= isBeginningRead
			? await readTail(this.file, startSize, sizes.tail, sizes.largestTail)
			: undefined;
		const tail = this.#tail;
		const isComplete = this.ended && this.file.size === startSize;
		const header = tail === undefined ? 'unreadable' : await this.#headerOf(tail, past, isComplete);
		if (header === 'looking') {
			this.#failingSince = undefined;
			return true;
		}
		if (header === 'unreadable' && !this.#isGivenUp()) {
			return false;
		}
		this.#began = true;
		this.#tail = undefined;
		if (isComplete) {
			this.#key.finish();
		}
		this.#position = startSize;
		if (tail === undefined || header === 'unreadable') {
			this.#sayLost(startSize);
			this.#liveFrom = startSize;
			this.#live = this.#liveLines(startSize, false, noHeader);
			return true;
		}
		const target = this.#pastLines;
		target.headed(header);
		const {pastEnd, liveFrom, unfinished} = takeTail(tail, past ? target : undefined, isComplete);
		this.#liveFrom = liveFrom;
		this.#live = this.#liveLines(liveFrom, tail.start === undefined, target.header);
		this.#live.write(unfinished, unfinished.length);
		if (past) {
			this.#past = this.#openPast(pastEnd);
		}
		this.#sayHoles();
		return true;
	}

	/** The header in force at the first line that is read: of the tail, or of what is live where the past isn't read. */
	async #headerOf(
		tail: Tail,
		past: boolean,
		isComplete: boolean,
	): Promise<LogHeader | 'looking' | 'unreadable'> {
		if (this.#headers === undefined) {
			return noHeader;
		}
		const {bytes, offset, start = bytes.length} = tail;
		const first = past ? offset + start : takeTail(tail, undefined, isComplete).liveFrom;
		return this.#headers.look(this.file, first, this.#options.buffers.live);
	}

	/** Whether it is of no use to wait for a file that can't be read. */
	#isGivenUp(): boolean {
		const now = performance.now();
		this.#failingSince ??= now;
		return this.file.gone || now - this.#failingSince > longestWait;
	}

	#openPast(end: number): Past {
		const {buffers, sizes, helper, wake, index, places} = this.#options;
		const target = this.#pastLines;
		return new Past(this.file, {
			end,
			buffers: buffers.past,
			sizes,
			target,
			headers: this.#headers,
			helper,
			format: this.#options.format,
			adopt: async (read, time, isGivenUp) => {
				const {block, unrecognised, unrecognisedAt, notRequests, newest, holes, cut} = read;
				const adopting = index.adopting(this.number, block);
				let adopted = adopting.next();
				for (; adopted.done !== true; adopted = adopting.next()) {
					await nextTurn();
					if (isGivenUp()) {
						return false;
					}
				}
				if (!adopted.value) {
					return false;
				}
				this.#intake.add(unrecognised, notRequests, cut);
				places.addPast({log: this.number, time: newest, offsets: unrecognisedAt});
				target.wentBackTo(time);
				target.skipped(holes);
				return true;
			},
			wake: () => {
				this.#sayHoles();
				wake();
			},
		});
	}

	#openArchive(archive: Archive): ArchivePast {
		const {sizes, wake, index, places} = this.#options;
		const log = this.number;
		const unrecognised = new LastOffsets();
		const lines = archive.isNew
			? this.#liveLines(0, false, noHeader)
			: this.#lines(0, false, noHeader, index.writer(log, false), unrecognised);
		const tellPlaces = (): void => {
			const offsets = unrecognised.take();
			if (offsets.length > 0) {
				places.addPast({log, time: archive.modified, offsets});
			}
		};
		return new ArchivePast(this.file, archive, {
			chunk: sizes.chunk,
			write: (bytes, length) => {
				this.#write(lines, bytes, length);
				tellPlaces();
			},
			finish: lost => {
				this.#finish(lines);
				tellPlaces();
				if (lost > 0) {
					this.#sayLost(lost);
				}
			},
			isEnded: () => this.ended,
			longestWait,
			wake,
		});
	}

	/** Brings the bytes that come next in the file into the index. */
	#write(lines: LiveLines, bytes: Buffer, length: number): void {
		this.#key.write(bytes, length);
		lines.write(bytes, length);
	}

	#finish(lines: LiveLines): void {
		this.#key.finish();
		lines.finish();
	}

	#liveLines(offset: number, inRest: boolean, header: LogHeader): LiveLines {
		const {index, places} = this.#options;
		const writer = index.writer(this.number, true);
		return this.#lines(offset, inRest, header, writer, places.written(this.number));
	}

	#lines(
		offset: number,
		inRest: boolean,
		header: LogHeader,
		writer: EntrySink,
		unrecognised: OffsetSink,
	): LiveLines {
		return new LiveLines({
			intake: this.#intake,
			writer,
			unrecognised,
			offset,
			inRest,
			header,
			say: this.#say,
		});
	}

	readonly #say = (text: string): void => this.#options.say(this.file.path, text);

	/** Says how much was skipped in the past, once all of it has been read. */
	#sayHoles(): void {
		const {holes} = this.#pastLines;
		if (holes > 0 && !this.#wereHolesSaid && (this.#past?.left ?? 0) === 0) {
			this.#wereHolesSaid = true;
			const text = `skipped ${holes} NULs in what was there before, as when it is truncated while the server writes on`;
			this.#say(`${text} where it was.`);
		}
	}

	#sayLost(bytes: number): void {
		this.#say(`${bytes} bytes that were there before can no longer be read, so their lines are missing.`);
	}
}
