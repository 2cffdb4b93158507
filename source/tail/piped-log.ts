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
 * Piped input, kept in memory so that it can be read at any offset. Reads at most `pipedAhead` bytes ahead of the reader. Beyond
 * `keepPiped` bytes, it drops the oldest bytes that have been read.
 */
export class PipedLog implements LogFile {
	readonly id: number;
	readonly path: string;
	readonly startSize = 0;
	readonly isBackfill: boolean;
	readonly continues = false;
	readonly isGone = false;
	#state: State = {state: 'following'};
	readonly #context: TailContext;
	#stream: Readable;
	readonly #reopen: (() => Readable | undefined) | undefined;
	#isOver = false;
	/** True if data has arrived since the last opening. */
	#hasCome = false;
	#lastByte: number | undefined = newline;
	#timer: NodeJS.Timeout | undefined;
	/** The input that is in memory. */
	readonly #window = new ByteWindow();
	#size = 0;
	#readTo = 0;
	#isText = false;

	/**
	 * @param reopen Opens the pipe for its next writer. Returns undefined if the pipe is gone. Missing if there can't be
	 * another writer.
	 */
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

	/** Ends the input. The data so far stays readable. */
	finish(): void {
		if (!this.#isOver) {
			this.#publishAll();
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

	/** The writer has closed the pipe: continues with the next writer. */
	#goOn(next: Readable): void {
		this.#letGo();
		if (this.#lastByte !== newline) {
			// The next writer begins a new line.
			this.#window.append(Uint8Array.of(newline));
			this.#lastByte = newline;
		}
		this.#publishAll();
		this.#stream = next;
		this.#state = {state: 'following', problem: 'its writer has closed it; waiting for the next one'};
		this.#context.events.changed();
		if (this.#hasCome) {
			this.#listen();
		} else {
			// A pipe that ends again at once must not use up a core.
			this.#timer = setTimeout(() => this.#listen(), this.#context.settings.retryInterval);
		}
		this.#hasCome = false;
	}

	/** Publishes all data, even if it is too short to show whether it is text. */
	#publishAll(): void {
		if (this.#size < this.#window.end) {
			this.#size = this.#window.end;
			this.#context.events.grown(this);
		}
	}

	/** Checks whether the data so far is text. Ends the input if it is another format. */
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
		// The error listener stays: an unhandled error event would end the process.
		this.#stream.destroy();
	}

	#dropOld(): void {
		const {keepPiped} = this.#context.settings;
		while (this.#window.end - this.#window.start > keepPiped && this.#window.drop(this.#readTo)) {}
	}
}

/**
 * Opens the named pipe at a path. Returns the problem if that fails.
 *
 * @param isWatched True to continue with further writers, if the pipe is a permanent one.
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
