type Values = Uint8Array | Uint32Array;

type Kind<Of extends Values> = {
	readonly BYTES_PER_ELEMENT: number;
	new (length: number): Of;
	new (memory: SharedArrayBuffer, at: number, length: number): Of;
};

/**
 * Memory shared by two threads, for data that the other thread only copies. When memory was transferred and then copied instead,
 * 70 MB of garbage stayed in use with a 1.2 GB log.
 */
export class SharedArena {
	readonly #memory: SharedArrayBuffer;
	#used = 0;

	constructor(memory: SharedArrayBuffer) {
		this.#memory = memory;
	}

	/** Frees all arrays: new ones reuse their memory. */
	clear(): void {
		this.#used = 0;
	}

	/** Returns an uninitialised array of `length` numbers. It has separate memory if the arena is full. */
	array<Of extends Values>(kind: Kind<Of>, length: number): Of {
		const at = this.#used;
		const end = at + length * kind.BYTES_PER_ELEMENT;
		if (end > this.#memory.byteLength) {
			return new kind(length);
		}
		// Arrays start at multiples of 8: see `Kernel.texts`.
		this.#used = (end + 7) & ~7;
		return new kind(this.#memory, at, length);
	}
}
