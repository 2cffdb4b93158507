/** Bytes, and the way in which four of them are read at once. */
export type ViewedBytes = {readonly bytes: Buffer; readonly view: DataView};

/** The same of bytes that stand anywhere in a buffer. */
export const viewed = (bytes: Buffer): ViewedBytes => ({
	bytes,
	view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});
