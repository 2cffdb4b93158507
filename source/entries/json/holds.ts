/** Whether a byte is among `bytes[start, end)`. */
export const holds = (bytes: Buffer, start: number, end: number, byte: number): boolean => {
	for (let at = start; at < end; at++) {
		if (bytes[at] === byte) {
			return true;
		}
	}
	return false;
};
