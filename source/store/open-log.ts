import type {LogFile} from '../bytes/log-file.js';
import type {EntryIndex} from '../index/entry-index.js';
import {TokenKey} from '../index/token.js';
import {FingerprintSearch} from './fingerprint-search.js';
import {LineIntake} from './line-intake.js';
import {LiveLines} from './live-lines.js';
import type {Ordinals} from './ordinals.js';
import {Past} from './past.js';
import type {PastHelper} from './past-helper.js';
import {PastLines} from './past-lines.js';
import type {ReadSizes} from './read-sizes.js';
import {readTail, takeTail} from './tail.js';

export type OpenLogOptions = {
	readonly index: EntryIndex;
	/** The name of the source that the tokens are made with. */
	readonly source: string;
	/** Whether to read what was written before. */
	readonly past: boolean;
	/** Buffers that all logs share, because only one is read at a time. */
	readonly buffers: {readonly live: Buffer; readonly past: [Buffer, Buffer]};
	readonly sizes: ReadSizes;
	/** Reads blocks of the past on another core. */
	readonly helper: PastHelper;
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
	/** Undefined once it has found. */
	#search: FingerprintSearch | undefined;
	#key: TokenKey | undefined;
	/** What the key was made of. */
	#identity: {readonly fingerprint: string; readonly ordinal: number} | undefined;
	/** What is added; undefined before the beginning, and once all has been read. */
	#live: LiveLines | undefined;
	#past: Past | undefined;
	#began = false;
	/** The next byte to be read of what is added. */
	#position = 0;
	#liveFrom = 0;
	#wasLossSaid = false;

	constructor(file: LogFile, options: OpenLogOptions) {
		const {index, source, sizes} = options;
		this.file = file;
		this.#options = options;
		this.#intake = new LineIntake(this.#say);
		this.#search = new FingerprintSearch(sizes.head);
		this.number = index.addFile({source, path: file.path});
		this.#pastLines = new PastLines(this.#intake, () => index.writer(this.number, false));
	}

	/** Lines that no format reads. */
	get unrecognised(): number {
		return this.#intake.unrecognised;
	}

	/** What tokens are made with; there is none before the first entry. */
	get key(): TokenKey | undefined {
		return this.#key;
	}

	/** Offset of the first line that was written, or completed, since we watch. */
	get liveFrom(): number {
		return this.#liveFrom;
	}

	/** Bytes of the past that are still to be read. */
	get pastLeft(): number {
		return this.#began ? (this.#past?.left ?? 0) : this.file.startSize;
	}

	/** What is left of the past is older than this, about. Milliseconds since 1970. */
	get pastTime(): number {
		return this.#pastLines.time;
	}

	/** True while the buffers of the past are in use by this log: it must go on before another one can. */
	get isInPast(): boolean {
		return this.#past?.isInBlock ?? false;
	}

	/** Bytes added and not read yet. */
	get lag(): number {
		return this.#live === undefined ? 0 : Math.max(0, this.file.size - this.#position);
	}

	/** True when everything has been read and nothing will be added. */
	get finished(): boolean {
		return this.#began && this.#live === undefined && this.pastLeft === 0;
	}

	/** True once `begin` is done. */
	get began(): boolean {
		return this.#began;
	}

	/** Reads the end of what was there at the start, once. */
	async begin(): Promise<boolean> {
		if (this.#began) {
			return false;
		}
		const {startSize} = this.file;
		if (startSize === 0) {
			this.#live = this.#liveLines(0, false);
		} else {
			await this.#beginAt(startSize);
		}
		this.#began = true;
		return true;
	}

	/** Reads a chunk of what was added. */
	async readLive(): Promise<boolean> {
		const live = this.#live;
		if (live === undefined) {
			return false;
		}
		const buffer = this.#options.buffers.live;
		const room = Math.min(buffer.length, this.file.size - this.#position);
		const length = room > 0 ? await this.file.read(buffer.subarray(0, room), this.#position) : 0;
		if (length > 0) {
			this.#position += length;
			this.#search?.write(buffer, length);
			this.#takeKey();
			live.write(buffer, length);
			return true;
		}
		if (this.ended) {
			this.#search?.finish();
			this.#takeKey();
			this.#search = undefined;
			live.finish();
			this.#live = undefined;
			return true;
		}
		return false;
	}

	/** Reads a chunk of the past. */
	async readPast(): Promise<boolean> {
		const past = this.#past;
		if (past === undefined || past.left === 0) {
			return false;
		}
		const hasWorked = await past.step();
		if (past.lost > 0 && !this.#wasLossSaid) {
			this.#wasLossSaid = true;
			this.#sayLost(past.lost);
		}
		return hasWorked;
	}

	/** Leaves the rest of the past unread. */
	async leavePast(): Promise<void> {
		await this.#past?.close();
		this.#past = undefined;
	}

	/** Nobody will ask for it any more: a log to come may have its tokens. */
	forget(): void {
		if (this.#identity !== undefined) {
			this.#options.ordinals.release(this.#identity.fingerprint, this.#identity.ordinal);
		}
	}

	/** Takes the tail; what follows is live, what stands before it the past. */
	async #beginAt(startSize: number): Promise<void> {
		const {past, buffers, sizes} = this.#options;
		await this.#search?.read(this.file, startSize, buffers.live);
		const tail = await readTail(this.file, startSize, sizes.tail, sizes.largestTail);
		const isComplete = this.ended && this.file.size === startSize;
		if (isComplete) {
			this.#search?.finish();
		}
		this.#takeKey();
		this.#position = startSize;
		if (tail === undefined) {
			this.#sayLost(startSize);
			this.#liveFrom = startSize;
			this.#live = this.#liveLines(startSize, false);
			return;
		}
		const target = this.#pastLines;
		const {pastEnd, liveFrom, unfinished} = takeTail(tail, past ? target : undefined, isComplete);
		this.#liveFrom = liveFrom;
		this.#live = this.#liveLines(liveFrom, tail.start === undefined);
		this.#live.write(unfinished, unfinished.length);
		if (past) {
			this.#past = this.#openPast(pastEnd);
		}
	}

	#openPast(end: number): Past {
		const {buffers, sizes, helper, wake, index} = this.#options;
		const target = this.#pastLines;
		return new Past(this.file, {
			end,
			buffers: buffers.past,
			sizes,
			target,
			helper,
			adopt: ({block, unrecognised, wasCut}, time) => {
				index.adopt(this.number, block);
				this.#intake.add(unrecognised, wasCut);
				target.wentBackTo(time);
			},
			wake,
		});
	}

	#liveLines(offset: number, inRest: boolean): LiveLines {
		const writer = this.#options.index.writer(this.number, true);
		return new LiveLines({intake: this.#intake, writer, offset, inRest, say: this.#say});
	}

	#takeKey(): void {
		const fingerprint = this.#search?.found;
		if (fingerprint !== undefined) {
			const {source, ordinals} = this.#options;
			const ordinal = ordinals.take(fingerprint);
			this.#identity = {fingerprint, ordinal};
			this.#key = new TokenKey(source, fingerprint, ordinal);
			this.#search = undefined;
		}
	}

	readonly #say = (text: string): void => this.#options.say(this.file.path, text);

	#sayLost(bytes: number): void {
		this.#say(`${bytes} bytes that were there before can no longer be read, so their lines are missing.`);
	}
}
