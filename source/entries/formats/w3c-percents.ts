import {percent} from '../../ascii.js';
import {hexDigit} from '../values/hex-digit.js';

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
