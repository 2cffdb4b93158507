import {isDigit, lowerA, lowerF, zero} from '../../ascii.js';

/** Returns the value of a hexadecimal digit, or -1. */
export function hexDigit(byte: number | undefined): number {
	if (byte === undefined) {
		return -1;
	}
	if (isDigit(byte)) {
		return byte - zero;
	}
	const lower = byte | 32;
	return lower >= lowerA && lower <= lowerF ? lower - lowerA + 10 : -1;
}
