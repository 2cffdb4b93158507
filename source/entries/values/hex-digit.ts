/** The value of a hexadecimal digit, or -1. */
export const hexDigit = (byte: number | undefined): number => {
	if (byte === undefined) {
		return -1;
	}
	if (byte >= 48 && byte <= 57) {
		return byte - 48;
	}
	const lower = byte | 32;
	return lower >= 97 && lower <= 102 ? lower - 87 : -1;
};
