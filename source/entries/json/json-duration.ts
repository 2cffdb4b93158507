import {dot, isDigit, isLetter, lowerH, lowerM, lowerN, lowerS, lowerU} from '../../ascii.js';
import {jsonNumber} from './json-number.js';
import type {Unit} from './known-names.js';

/** Powers of ten from a unit to milliseconds. */
const scales: Readonly<Record<Exclude<Unit, 'format'>, number>> = {s: 3, ms: 0, us: -3, ns: -6};

const isNumberByte = (byte: number): boolean => isDigit(byte) || byte === dot;

/**
 * The time taken in milliseconds that `bytes[start, end)` stand for, or NaN: a number in the given unit, or a number, or
 * several, with units of their own as Go writes them: `1.5ms`, `12µs`, `1m2.5s`. Without a unit of either kind, NaN.
 */
export const jsonDuration = (bytes: Buffer, start: number, end: number, unit: Unit | undefined): number => {
	if (!isLetter(bytes[end - 1] ?? 0)) {
		return unit === undefined || unit === 'format' ? Number.NaN : jsonNumber(bytes, start, end, scales[unit]);
	}
	let sum = 0;
	let at = start;
	while (at < end) {
		const numberStart = at;
		while (at < end && isNumberByte(bytes[at] ?? 0)) {
			at++;
		}
		const unitStart = at;
		while (at < end && !isNumberByte(bytes[at] ?? 0)) {
			at++;
		}
		sum += inUnit(bytes, numberStart, unitStart, at);
	}
	return sum;
};

/** The number up to `unitStart`, in the unit after it. */
const inUnit = (bytes: Buffer, start: number, unitStart: number, end: number): number => {
	const last = bytes[end - 1];
	const first = bytes[unitStart];
	const length = end - unitStart;
	if (last === lowerS) {
		// `s`, `ms`, `ns`, `us` and `µs`, whose first letter takes two bytes.
		const scale =
			length === 1
				? scales.s
				: length === 2 && first === lowerM
					? scales.ms
					: length === 2 && first === lowerN
						? scales.ns
						: (length === 2 && first === lowerU) || (length === 3 && (first === 0xc2 || first === 0xce))
							? scales.us
							: Number.NaN;
		return Number.isNaN(scale) ? scale : jsonNumber(bytes, start, unitStart, scale);
	}
	const factor = length !== 1 ? Number.NaN : last === lowerM ? 60 : last === lowerH ? 3600 : Number.NaN;
	return jsonNumber(bytes, start, unitStart, scales.s) * factor;
};
