import {ReadStream} from 'node:fs';
import type {Readable} from 'node:stream';
import {newline} from '../ascii.js';
import {ByteWindow} from './archives/kept-text.js';
import {errnoWords} from './files/errno-words.js';
import {foreignProblem, headSize, sniff} from './files/magic-bytes.js';
import {isLastingPipe, openNamedPipe, reopenNamedPipe} from './files/pipes.js';
import type {LogFile} from './log-file.js';
import type {TailContext} from './open/tail-context.js';
import type {PathState, State} from './tail-types.js';

/**
 * Piped input: read as it comes and kept in memory, so that it can be read at any position. Takes no more than
 * `pipedAhead` bytes ahead of the reader; once `keepPiped` bytes are there, the oldest that have been read go.
 */
export class PipedLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly isBackfill: boolean;
	readonly continues = false;
	readonly gone = false;
	#state: State = {state: 'following'};
	readonly #context: TailContext;
	#stream: Readable;
	readonly #reopen: (() => Readable | undefined) | undefined;
	#isOver = false;
	/** Something has come since it was opened last. */
	#hasCome = false;
	#lastByte: number | undefined = newline;
	#timer: NodeJS.Timeout | undefined;
	/** What has come. */
	readonly #window = new ByteWindow();
	#size = 0;
	#readTo = 0;
	#isText = false;

	/** @param reopen Opens it for its next writer, if there may be one: undefined when it is gone. */
	constructor(context: TailContext, path: string, stream: Readable, reopen?: () => Readable | undefined) {
		this.#context = context;
		this.id = context.events.nextId();
		this.path = path;
		this.isBackfill = stream instanceof ReadStream && reopen === undefined;
		this.#stream = stream;
		this.#reopen = reopen;
		context.events.opened(this);
		this.#listen();
	}

	get size(): number {
		return this.#size;
	}

	get pathState(): PathState {
		return {path: this.path, ...this.#state, ...(this.#isOver && {isOver: true})};
	}

	async read(target: Uint8Array, position: number): Promise<number> {
		const length = this.#window.read(target.subarray(0, Math.max(0, this.#size - position)), position);
		this.#readTo = Math.max(this.#readTo, position + length);
		this.#dropOld();
		if (this.#stream.isPaused() && this.#window.end - this.#readTo < this.#context.settings.pipedAhead) {
			this.#stream.resume();
		}

		return length;
	}

	close(): void {
		this.#stop();
		this.#window.clear();
		this.#size = 0;
	}

	/** Nothing more is expected of it. What has come stays readable. */
	finish(): void {
		if (!this.#isOver) {
			this.#tellAll();
			this.#end({state: 'ended'});
		}
	}

	readonly #onData = (chunk: Uint8Array) => {
		this.#hasCome = true;
		this.#lastByte = chunk.at(-1);
		if (this.#state.problem !== undefined) {
			this.#state = {state: 'following'};
			this.#context.events.changed();
		}

		this.#window.append(chunk);
		if (!this.#isText && !this.#decide()) {
			return;
		}

		this.#size = this.#window.end;
		this.#context.events.grown(this);
		this.#dropOld();
		if (this.#window.end - this.#readTo >= this.#context.settings.pipedAhead) {
			this.#stream.pause();
		}
	};

	readonly #onEnd = () => {
		if (this.#isOver) {
			return;
		}

		const next = this.#reopen?.();
		if (next !== undefined) {
			this.#goOn(next);
			return;
		}

		this.finish();
	};

	readonly #onError = (error: unknown) => {
		if (!this.#isOver) {
			this.#end({state: 'unreadable', problem: errnoWords(error)});
		}
	};

	#listen(): void {
		this.#stream
			.on('data', this.#onData)
			.on('end', this.#onEnd)
			.on('close', this.#onEnd)
			.on('error', this.#onError);
	}

	/** Its writer has closed it: goes on with what the next one writes. */
	#goOn(next: Readable): void {
		this.#letGo();
		if (this.#lastByte !== newline) {
			// What the next one writes is another line.
			this.#window.append(Uint8Array.of(newline));
			this.#lastByte = newline;
		}

		this.#tellAll();
		this.#stream = next;
		this.#state = {state: 'following', problem: 'closed by who wrote to it; the next one is waited for'};
		this.#context.events.changed();
		if (this.#hasCome) {
			this.#listen();
		} else {
			// Where it ends again at once, that isn't to use up a core.
			this.#timer = setTimeout(() => this.#listen(), this.#context.settings.retryInterval);
		}

		this.#hasCome = false;
	}

	/** Also what is too little to tell whether it is text. */
	#tellAll(): void {
		if (this.#size < this.#window.end) {
			this.#size = this.#window.end;
			this.#context.events.grown(this);
		}
	}

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
		this.#context.events.ended(this);
		this.#context.events.changed();
	}

	#stop(): void {
		this.#isOver = true;
		clearTimeout(this.#timer);
		this.#letGo();
	}

	#letGo(): void {
		this.#stream.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
		// The listener for errors stays: an error that nobody listens to would end the process.
		this.#stream.destroy();
	}

	#dropOld(): void {
		const {keepPiped} = this.#context.settings;
		while (this.#window.end - this.#window.start > keepPiped && this.#window.drop(this.#readTo)) {}
	}
}

/**
 * Reads the named pipe at a path; what is in the way where it can't be opened.
 * @param isWatched Whether it is read on when another writer comes, should it be there to stay.
 */
export async function pipeAtPath(
	context: TailContext,
	path: string,
	isWatched: boolean,
): Promise<PipedLog | State> {
	try {
		const isLasting = isWatched && (await isLastingPipe(path));
		const reopen = isLasting ? () => reopenNamedPipe(path) : undefined;
		return new PipedLog(context, path, await openNamedPipe(path), reopen);
	} catch (error) {
		return {state: 'unreadable', problem: errnoWords(error)};
	}
}
