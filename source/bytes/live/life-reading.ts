import type {ByteSource} from '../files/byte-source.js';
import type {ContentGuard} from '../recognition/content-guard.js';
import type {EndedFault} from './ended-fault.js';
import type {RetriedFile} from './retried-file.js';

/** What a life is read from. */
export type LifeFile = {
	readonly open: Pick<RetriedFile, 'isPausing' | 'read' | 'failed'>;
	/** Told of what fails when nobody looks at it any more. */
	readonly endedFault: Pick<EndedFault, 'failed' | 'succeeded'>;
	/** Has it looked at. */
	readonly look: () => Promise<void>;
};

/**
 * How the bytes of a life are read, and what follows from a read that fails: as long as the life goes on, looks at the
 * file find out when it can be read again; after that only further reads do.
 */
export class LifeReading implements ByteSource {
	readonly #file: LifeFile;
	readonly #guard: ContentGuard;
	#isOver = false;
	#isTruncated = false;

	/** @param guard What the life is recognised by. */
	constructor(file: LifeFile, guard: ContentGuard) {
		this.#file = file;
		this.#guard = guard;
	}

	/** The life is over: it is read from elsewhere from now on. */
	end(): void {
		this.#isOver = true;
	}

	/** The same, and what the file holds is another life. */
	truncated(): void {
		this.#isOver = true;
		this.#isTruncated = true;
	}

	/**
	 * Reads nothing of another life: between a look and a read the file may have begun one, and with the same lines if it
	 * was truncated to a part of what it was.
	 */
	async read(target: Uint8Array, position: number, length: number): Promise<number> {
		const {open} = this.#file;
		if (open.isPausing) {
			return 0;
		}

		const count = await open.read(target, position, length);
		return count > 0 && !this.#isTruncated && (await this.#guard.isWhole(open)) ? count : 0;
	}

	/**
	 * A read has failed (an error) or gave less than there should be (undefined). Resolves once it is known what has
	 * become of the file.
	 */
	async failed(error: unknown): Promise<void> {
		if (error === undefined) {
			await this.#file.look();
		} else if (this.#isOver) {
			this.#file.endedFault.failed(error);
		} else {
			await this.#file.open.failed(error);
		}
	}

	/** A read has succeeded. */
	succeeded(): void {
		if (this.#isOver) {
			this.#file.endedFault.succeeded();
		}
	}
}
