type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The same kind of array in a separate buffer. */
export type Own<Of extends Numbers> = Of extends Uint8Array
	? Uint8Array<ArrayBuffer>
	: Of extends Uint16Array
		? Uint16Array<ArrayBuffer>
		: Of extends Uint32Array
			? Uint32Array<ArrayBuffer>
			: Float64Array<ArrayBuffer>;

/**
 * Copies numbers to a separate buffer, which is freed with the copy and can be transferred to another thread. Unlike `slice`, or
 * filling a new array, this doesn't zero the buffer first. Zeroing took 1/3 of the time of copying all columns of blocks.
 */
export function ownCopy<Of extends Numbers>(values: Of): Own<Of> {
	return new (values.constructor as new (values: Of) => Own<Of>)(values);
}
