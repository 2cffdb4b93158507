const percent = 37;

const hexDigit = (byte: number | undefined): number => {
	if (byte === undefined) {
		return -1;
	}
	if (byte >= 48 && byte <= 57) {
		return byte - 48;
	}
	const lower = byte | 32;
	return lower >= 97 && lower <= 102 ? lower - 87 : -1;
};

/**
 * Undoes percent-encoding in `bytes[start, end)`, once; what isn't an escape stays as it stands. Returns where the text
 * ends then.
 */
export const withoutPercents = (bytes: Buffer, start: number, end: number): number => {
	let to = start;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		const high = byte === percent && index + 2 < end ? hexDigit(bytes[index + 1]) : -1;
		const low = high === -1 ? -1 : hexDigit(bytes[index + 2]);
		if (low === -1) {
			bytes[to++] = byte;
		} else {
			bytes[to++] = high * 16 + low;
			index += 2;
		}
	}
	return to;
};
