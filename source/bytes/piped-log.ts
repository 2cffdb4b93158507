import type {Readable} from 'node:stream';
import {ByteWindow} from './byte-window.js';
import {errnoWords} from './errno-words.js';
import type {PathState, State} from './follow-types.js';
import type {LogFile} from './log-file.js';
import {foreignProblem, headSize, sniff} from './magic-bytes.js';
import type {Stage} from './stage.js';

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
	#state: State = {state: 'following'};
	readonly #stage: Stage;
	readonly #stream: Readable;
	/** What has come. */
	readonly #window = new ByteWindow();
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
		const length = this.#window.read(target.subarray(0, Math.max(0, this.#size - position)), position);
		this.#readTo = Math.max(this.#readTo, position + length);
		this.#dropOld();
		if (this.#stream.isPaused() && this.#window.end - this.#readTo < this.#stage.settings.pipedAhead) {
			this.#stream.resume();
		}

		return length;
	}

	close(): void {
		this.#stop();
		this.#window.clear();
		this.#size = 0;
	}

	readonly #onData = (chunk: Uint8Array) => {
		this.#window.append(chunk);
		if (!this.#isText && !this.#decide()) {
			return;
		}

		this.#size = this.#window.end;
		this.#stage.deliveries.grown(this);
		this.#dropOld();
		if (this.#window.end - this.#readTo >= this.#stage.settings.pipedAhead) {
			this.#stream.pause();
		}
	};

	readonly #onEnd = () => {
		if (this.#state.state === 'following') {
			if (this.#size < this.#window.end) {
				this.#size = this.#window.end;
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
		const head = new Uint8Array(Math.min(headSize, this.#window.end));
		this.#window.read(head, 0);
		const verdict = sniff(head);
		this.#isText = verdict === 'text';
		if (typeof verdict !== 'string') {
			this.#end({state: 'unreadable', problem: foreignProblem(verdict)});
		}

		return this.#isText;
	}

	#end(state: State): void {
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

	#dropOld(): void {
		const {keepPiped} = this.#stage.settings;
		while (this.#window.end - this.#window.start > keepPiped && this.#window.drop(this.#readTo)) {}
	}
}
