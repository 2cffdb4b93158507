type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The same kind of numbers, in memory that is theirs alone. */
export type Own<Of extends Numbers> = Of extends Uint8Array
	? Uint8Array<ArrayBuffer>
	: Of extends Uint16Array
		? Uint16Array<ArrayBuffer>
		: Of extends Uint32Array
			? Uint32Array<ArrayBuffer>
			: Float64Array<ArrayBuffer>;

/**
 * A copy of numbers in memory of its own, which goes when it does and can be given to another thread. That isn't zeroed
 * first, as it is where an array is filled after it was made, or by `slice`: measured when all columns of blocks were copied,
 * for which that was a third of the time.
 */
export function ownCopy<Of extends Numbers>(values: Of): Own<Of> {
	return new (values.constructor as new (values: Of) => Own<Of>)(values);
}
