import type {LogFile} from '../../tail/log-file.js';
import type {Patience} from '../reading/patience.js';
import type {LiveLines} from './live-lines.js';
import type {LogLines} from './log-lines.js';

/** What is read from where, and what takes it. */
type GrowthOptions = {
	readonly lines: Pick<LogLines, 'write' | 'finish' | 'sayLost'>;
	/** Takes the lines that come. */
	readonly live: LiveLines;
	/** Offset of the first byte that is read. */
	readonly position: number;
	readonly patience: Pick<Patience, 'renew' | 'isOver'>;
	/** Free to be used in a step. */
	readonly buffer: Buffer;
	/** Whether nothing is added to the file any more. */
	readonly isEnded: () => boolean;
};

/** Reads what is added to a log. */
export class Growth {
	readonly #file: LogFile;
	readonly #options: GrowthOptions;
	#position: number;
	#isDone = false;

	constructor(file: LogFile, options: GrowthOptions) {
		this.#file = file;
		this.#options = options;
		this.#position = options.position;
	}

	/** Bytes added and not read yet. */
	get lag(): number {
		return this.#isDone ? 0 : Math.max(0, this.#file.size - this.#position);
	}

	/** True while there may be something to do. */
	get isDue(): boolean {
		const {live, isEnded} = this.#options;
		return !this.#isDone && (this.lag > 0 || live.isOverdue || isEnded());
	}

	/** Whether lines that have been read wait for the end of one, which nobody tells of when it doesn't come. */
	get isHolding(): boolean {
		return !this.#isDone && this.#options.live.isHolding;
	}

	/** True when all has been read, or given up, and nothing will be added. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Reads a chunk and hands its lines on. False when there is none, for now at least. */
	async step(): Promise<boolean> {
		const {lines, live, buffer, patience, isEnded} = this.#options;
		if (live.isOverdue) {
			live.handOn();
			return true;
		}
		const room = Math.min(buffer.length, this.#file.size - this.#position);
		const length = room > 0 ? await this.#file.read(buffer.subarray(0, room), this.#position) : 0;
		if (length > 0) {
			this.#position += length;
			patience.renew();
			lines.write(live, buffer, length);
			return true;
		}
		if (isEnded() && (room <= 0 || patience.isOver())) {
			if (room > 0 && !this.#file.gone) {
				lines.sayLost(this.#file.size - this.#position);
			}
			lines.finish(live);
			this.#isDone = true;
			return true;
		}
		return false;
	}
}
