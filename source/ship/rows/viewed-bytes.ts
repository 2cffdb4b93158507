/** Bytes, and the way in which four of them are read at once. */
export type ViewedBytes = {readonly bytes: Buffer; readonly view: DataView};

export const viewed = (bytes: Buffer): ViewedBytes => ({
	bytes,
	view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});
