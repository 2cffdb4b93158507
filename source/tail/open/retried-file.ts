import type {BigIntStats} from 'node:fs';
import {errnoWords} from '../files/errno-words.js';
import {type ByteSource, type OpenFile, reopen} from '../files/open-file.js';
import type {TailContext} from './tail-context.js';

/** The longest pause between two attempts is this many times the first. */
const longestFactor = 32;

/** Longer and longer pauses between attempts at something that fails: each twice as long as the one before. */
export class BackOff {
	readonly #firstPause: number;
	#factor = 0;
	#until = 0;

	/** @param firstPause Milliseconds. */
	constructor(firstPause: number) {
		this.#firstPause = firstPause;
	}

	/** True while it isn't time for another attempt. */
	get isPausing(): boolean {
		return performance.now() < this.#until;
	}

	/** True after a failure, until an attempt has succeeded. */
	get isFailing(): boolean {
		return this.#factor > 0;
	}

	/** An attempt has failed. */
	failed(): void {
		if (!this.isPausing) {
			this.#factor = Math.min(longestFactor, Math.max(1, this.#factor * 2));
			this.#until = performance.now() + this.#firstPause * this.#factor;
		}
	}

	/** An attempt has succeeded. */
	succeeded(): void {
		this.#factor = 0;
		this.#until = 0;
	}
}

/**
 * An open file that is tried again when it can't be read because a disk or a server has a fault: after longer and
 * longer pauses, and by opening it anew. The user is told when that begins and ends.
 */
export class RetriedFile implements ByteSource {
	readonly #context: Pick<TailContext, 'events' | 'settings'>;
	readonly #path: string;
	readonly #backOff: BackOff;
	#open: OpenFile;
	#isOver = false;
	#problem: string | undefined;

	/** @param path Where it is opened anew. */
	constructor(context: Pick<TailContext, 'events' | 'settings'>, path: string, open: OpenFile) {
		this.#context = context;
		this.#path = path;
		this.#open = open;
		this.#backOff = new BackOff(context.settings.retryInterval);
	}

	/** True while it isn't time for another attempt. */
	get isPausing(): boolean {
		return this.#backOff.isPausing;
	}

	/** Why it can't be read at the moment. */
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

	/** An attempt has succeeded. */
	succeeded(): void {
		if (this.#backOff.isFailing) {
			this.#backOff.succeeded();
			const text = 'can be read again, and goes on where it was.';
			this.#context.events.notice({path: this.#path, text});
		}

		this.#problem = undefined;
	}

	/** An attempt has failed. Never rejects. */
	async failed(error: unknown): Promise<void> {
		const {events, settings} = this.#context;
		this.#problem = errnoWords(error);
		if (!this.#backOff.isFailing) {
			const text = `${this.#problem}; it is tried again, with pauses of up to half a minute.`;
			events.notice({path: this.#path, text});
		}

		this.#backOff.failed();
		events.changed();
		// Its server may have forgotten the descriptor.
		const open = await reopen(settings.open, this.#path, this.#open).catch(() => undefined);
		if (open !== undefined) {
			const stale = this.#isOver ? open : this.#open;
			this.#open = this.#isOver ? this.#open : open;
			await stale.close();
		}
	}

	/** Gives the descriptor away: it isn't opened anew any more, nor closed. */
	release(): OpenFile {
		this.#isOver = true;
		return this.#open;
	}

	async close(): Promise<void> {
		await this.release().close();
	}
}

/**
 * A fault of a disk or server that keeps what is left of a file from being read after the file has ended: nobody looks
 * at it any more, so only whoever reads it finds out, and gives it up after half a minute.
 */
export class EndedFault {
	readonly #events: TailContext['events'];
	readonly #path: string;
	#problem: string | undefined;

	constructor({events}: Pick<TailContext, 'events'>, path: string) {
		this.#events = events;
		this.#path = path;
	}

	/** Why it can't be read at the moment, or could not until it was given up. */
	get problem(): string | undefined {
		return this.#problem;
	}

	/** It had the fault when it ended, and the user knows. */
	inherit(problem: string | undefined): void {
		this.#problem = problem;
	}

	/** An attempt has failed. */
	failed(error: unknown): void {
		if (this.#problem === undefined) {
			this.#problem = errnoWords(error);
			this.#tell(`${this.#problem}; what is still to be read of it is tried again for half a minute.`);
		}
	}

	/** An attempt has succeeded. */
	succeeded(): void {
		if (this.#problem !== undefined) {
			this.#problem = undefined;
			this.#tell('can be read again, and goes on where it was.');
		}
	}

	#tell(text: string): void {
		this.#events.notice({path: this.#path, text});
		this.#events.changed();
	}
}
