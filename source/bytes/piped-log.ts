import type {Readable} from 'node:stream';
import {errnoWords} from './errno-words.js';
import type {PathState} from './follow-types.js';
import type {LogFile} from './log-file.js';
import {foreignProblem, headSize, sniff} from './magic-bytes.js';
import type {Stage} from './stage.js';

/** Small writes make small chunks: copied together into blocks, they cost no more than their bytes. */
const blockSize = 256 * 1024;

/**
 * Piped input: read as it comes and kept in memory, so that it can be read at any position. Takes no more than
 * `pipedAhead` bytes ahead of the reader; once `keepPiped` bytes are there, the oldest that have been read go.
 */
export class PipedLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly continues = false;
	readonly gone = false;
	#state: Omit<PathState, 'path'> = {state: 'following'};
	readonly #stage: Stage;
	readonly #stream: Readable;
	readonly #blocks: Uint8Array[] = [];
	/** Number of the first block that is kept. */
	#firstBlock = 0;
	#received = 0;
	#size = 0;
	#readTo = 0;
	#isText = false;

	constructor(stage: Stage, path: string, stream: Readable) {
		this.#stage = stage;
		this.id = stage.deliveries.nextId();
		this.path = path;
		this.#stream = stream;
		stage.deliveries.opened(this);
		stream
			.on('data', this.#onData)
			.on('end', this.#onEnd)
			.on('close', this.#onEnd)
			.on('error', this.#onError);
	}

	get size(): number {
		return this.#size;
	}

	get pathState(): PathState {
		return {path: this.path, ...this.#state};
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const end = Math.min(position + target.length, this.#size);
		let at = position;
		while (at < end) {
			const offset = at % blockSize;
			const block = this.#blocks[Math.floor(at / blockSize) - this.#firstBlock];
			if (block === undefined) {
				break;
			}

			const length = Math.min(blockSize - offset, end - at);
			target.set(block.subarray(offset, offset + length), at - position);
			at += length;
		}

		this.#readTo = Math.max(this.#readTo, at);
		this.#dropOld();
		if (this.#stream.isPaused() && this.#received - this.#readTo < this.#stage.settings.pipedAhead) {
			this.#stream.resume();
		}

		return at - position;
	}

	close(): void {
		this.#stop();
		this.#blocks.length = 0;
		this.#size = 0;
	}

	readonly #onData = (chunk: Uint8Array) => {
		this.#keep(chunk);
		if (!this.#isText && !this.#decide()) {
			return;
		}

		this.#size = this.#received;
		this.#stage.deliveries.grown(this);
		this.#dropOld();
		if (this.#received - this.#readTo >= this.#stage.settings.pipedAhead) {
			this.#stream.pause();
		}
	};

	readonly #onEnd = () => {
		if (this.#state.state === 'following') {
			if (this.#size < this.#received) {
				this.#size = this.#received;
				this.#stage.deliveries.grown(this);
			}

			this.#end({state: 'ended'});
		}
	};

	readonly #onError = (error: unknown) => {
		if (this.#state.state === 'following') {
			this.#end({state: 'unreadable', problem: errnoWords(error)});
		}
	};

	/** True when what has come so far is text. */
	#decide(): boolean {
		const verdict = sniff(
			(this.#blocks[0] ?? new Uint8Array()).subarray(0, Math.min(headSize, this.#received)),
		);
		this.#isText = verdict === 'text';
		if (typeof verdict !== 'string') {
			this.#end({state: 'unreadable', problem: foreignProblem(verdict)});
		}

		return this.#isText;
	}

	#end(state: Omit<PathState, 'path'>): void {
		this.#state = state;
		this.#stop();
		this.#stage.deliveries.ended(this);
		this.#stage.deliveries.changed();
	}

	#stop(): void {
		this.#stream.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
		// The listener for errors stays: an error that nobody listens to would end the process.
		this.#stream.destroy();
	}

	#keep(chunk: Uint8Array): void {
		for (let taken = 0; taken < chunk.length; ) {
			const offset = this.#received % blockSize;
			if (offset === 0) {
				this.#blocks.push(new Uint8Array(blockSize));
			}

			const part = chunk.subarray(taken, taken + blockSize - offset);
			this.#blocks.at(-1)?.set(part, offset);
			taken += part.length;
			this.#received += part.length;
		}
	}

	#dropOld(): void {
		const {keepPiped} = this.#stage.settings;
		while (
			this.#received - this.#firstBlock * blockSize > keepPiped &&
			(this.#firstBlock + 1) * blockSize <= this.#readTo
		) {
			this.#blocks.shift();
			this.#firstBlock++;
		}
	}
}
