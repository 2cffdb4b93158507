/**
 * A copy of bytes that are kept for long. It doesn't stand in the pool that Node's small buffers share: all of that is kept
 * as long as one of them is, 64 KiB on Node 24.
 */
export const keptBytes = (bytes: Uint8Array): Buffer => {
	const kept = Buffer.allocUnsafeSlow(bytes.length);
	kept.set(bytes);
	return kept;
};
