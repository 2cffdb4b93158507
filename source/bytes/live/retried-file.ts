import type {BigIntStats} from 'node:fs';
import {reopen} from '../ended/reopen.js';
import {BackOff} from '../files/back-off.js';
import type {ByteSource} from '../files/byte-source.js';
import {errnoWords} from '../files/errno-words.js';
import type {OpenFile} from '../files/open-file.js';
import type {Stage} from './stage.js';

/**
 * An open file that is tried again when it can't be read because a disk or a server has a fault: after longer and
 * longer pauses, and by opening it anew. The user is told when that begins and ends.
 */
export class RetriedFile implements ByteSource {
	readonly #stage: Pick<Stage, 'deliveries' | 'settings'>;
	readonly #path: string;
	readonly #backOff: BackOff;
	#open: OpenFile;
	#isOver = false;
	#problem: string | undefined;

	/** @param path Where it is opened anew. */
	constructor(stage: Pick<Stage, 'deliveries' | 'settings'>, path: string, open: OpenFile) {
		this.#stage = stage;
		this.#path = path;
		this.#open = open;
		this.#backOff = new BackOff(stage.settings.retryInterval);
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
	read(target: Uint8Array, position: number, length: number): Promise<number> {
		return this.#open.read(target, position, length);
	}

	/** An attempt has succeeded. */
	succeeded(): void {
		if (this.#backOff.isFailing) {
			this.#backOff.succeeded();
			const text = 'can be read again, and goes on where it was.';
			this.#stage.deliveries.notice({path: this.#path, text});
		}

		this.#problem = undefined;
	}

	/** An attempt has failed. Never rejects. */
	async failed(error: unknown): Promise<void> {
		const {deliveries, settings} = this.#stage;
		this.#problem = errnoWords(error);
		if (!this.#backOff.isFailing) {
			const text = `${this.#problem}; it is tried again, with pauses of up to half a minute.`;
			deliveries.notice({path: this.#path, text});
		}

		this.#backOff.failed();
		deliveries.changed();
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
