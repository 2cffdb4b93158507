/** Lines that stand in one buffer, one after the other. */
export type Lines = {
	readonly bytes: Buffer;
	/** Where each begins and ends in the buffer. */
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
	/** Where each begins in its file, bytes. */
	readonly offsets: Float64Array;
	/** How many there are. */
	readonly size: number;
};
