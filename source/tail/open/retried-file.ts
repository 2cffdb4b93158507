import type {BigIntStats} from 'node:fs';
import {errnoWords} from '../files/errno-words.js';
import {type ByteSource, type OpenFile, reopen} from '../files/open-file.js';
import type {TailContext} from './tail-context.js';

/** Maximum pause between two attempts, as a multiple of the first pause. */
const maxFactor = 32;

/** Exponential back-off: after each failure the pause doubles. */
export class BackOff {
	readonly #firstPause: number;
	#factor = 0;
	#until = 0;

	/** @param firstPause In ms. */
	constructor(firstPause: number) {
		this.#firstPause = firstPause;
	}

	/** True until the next attempt is due. */
	get isPausing(): boolean {
		return performance.now() < this.#until;
	}

	/** True after a failure, until an attempt succeeds. */
	get isFailing(): boolean {
		return this.#factor > 0;
	}

	/** Records a failed attempt. */
	failed(): void {
		if (!this.isPausing) {
			this.#factor = Math.min(maxFactor, Math.max(1, this.#factor * 2));
			this.#until = performance.now() + this.#firstPause * this.#factor;
		}
	}

	/** Records a successful attempt. */
	succeeded(): void {
		this.#factor = 0;
		this.#until = 0;
	}
}

/**
 * An open file that is retried after a fault of its disk or server: with longer and longer pauses, and by reopening it. Sends a
 * notice when the fault begins and when it ends.
 */
export class RetriedFile implements ByteSource {
	readonly #context: Pick<TailContext, 'events' | 'settings'>;
	readonly #path: string;
	readonly #backOff: BackOff;
	#open: OpenFile;
	#isOver = false;
	#problem: string | undefined;

	/** @param path Path by which the file is reopened. */
	constructor(context: Pick<TailContext, 'events' | 'settings'>, path: string, open: OpenFile) {
		this.#context = context;
		this.#path = path;
		this.#open = open;
		this.#backOff = new BackOff(context.settings.retryInterval);
	}

	/** True until the next attempt is due. */
	get isPausing(): boolean {
		return this.#backOff.isPausing;
	}

	/** The reason why the file can't be read at the moment. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** See `OpenFile`. */
	get isNear(): boolean {
		return this.#problem === undefined && this.#open.isNear;
	}

	/** See `OpenFile`. */
	stat(): Promise<BigIntStats> {
		return this.#open.stat();
	}

	/** See `OpenFile`. */
	read(target: Uint8Array, position: number): Promise<number> {
		return this.#open.read(target, position);
	}

	/** Records a successful attempt. */
	succeeded(): void {
		if (this.#backOff.isFailing) {
			this.#backOff.succeeded();
			const text = 'can be read again; reading continues.';
			this.#context.events.notice({path: this.#path, text});
		}
		this.#problem = undefined;
	}

	/** Records a failed attempt and reopens the file. Never rejects. */
	async failed(error: unknown): Promise<void> {
		const {events, settings} = this.#context;
		this.#problem = errnoWords(error);
		if (!this.#backOff.isFailing) {
			const text = `${this.#problem}; retrying, with pauses of up to 30 s.`;
			events.notice({path: this.#path, text});
		}
		this.#backOff.failed();
		events.changed();
		// The server may have forgotten the descriptor.
		const open = await reopen(settings.open, this.#path, this.#open).catch(() => undefined);
		if (open !== undefined) {
			const stale = this.#isOver ? open : this.#open;
			this.#open = this.#isOver ? this.#open : open;
			await stale.close();
		}
	}

	/** Transfers the descriptor to the caller: this object neither reopens nor closes it from now on. */
	release(): OpenFile {
		this.#isOver = true;
		return this.#open;
	}

	async close(): Promise<void> {
		await this.release().close();
	}
}

/**
 * A disk or server fault that affects the unread rest of a file after the file has ended. Such a file isn't polled, so only the
 * reader notices the fault. The reader gives up after 30 s.
 */
export class EndedFault {
	readonly #events: TailContext['events'];
	readonly #path: string;
	#problem: string | undefined;

	constructor({events}: Pick<TailContext, 'events'>, path: string) {
		this.#events = events;
		this.#path = path;
	}

	/** The reason why the file can't be read at the moment, or couldn't be read when the reader gave up. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** Adopts a fault that the file had when it ended and that the user knows about. */
	inherit(problem: string | undefined): void {
		this.#problem = problem;
	}

	/** Records a failed attempt. */
	failed(error: unknown): void {
		if (this.#problem === undefined) {
			this.#problem = errnoWords(error);
			this.#report(`${this.#problem}; retrying its unread rest for 30 s.`);
		}
	}

	/** Records a successful attempt. */
	succeeded(): void {
		if (this.#problem !== undefined) {
			this.#problem = undefined;
			this.#report('can be read again; reading continues.');
		}
	}

	#report(text: string): void {
		this.#events.notice({path: this.#path, text});
		this.#events.changed();
	}
}
