import {dash, dot, isDigit, plus, upperE, zero} from '../../ascii.js';
import {powersOfTen} from '../values/words.js';

/** More decimals than that make no difference any more, and there is room for one more. */
const enough = 1e14;

/**
 * The JSON number `bytes[start, end)`, not negative, times ten to the power of `scale`; rounded once only. NaN for anything
 * else, and where the digits before the point are more than a number holds exactly.
 */
export const jsonNumber = (bytes: Buffer, start: number, end: number, scale = 0): number => {
	let digits = 0;
	let exponent = scale;
	let at = start;
	for (; at < end && isDigit(bytes[at] ?? 0); at++) {
		digits = digits * 10 + ((bytes[at] ?? 0) - zero);
	}
	if (at === start || digits > Number.MAX_SAFE_INTEGER) {
		return Number.NaN;
	}
	if (at < end && bytes[at] === dot) {
		const first = ++at;
		for (; at < end && isDigit(bytes[at] ?? 0); at++) {
			if (digits < enough) {
				digits = digits * 10 + ((bytes[at] ?? 0) - zero);
				exponent--;
			}
		}
		if (at === first) {
			return Number.NaN;
		}
	}
	if (at < end) {
		const power = exponentAt(bytes, at, end);
		if (Number.isNaN(power)) {
			return Number.NaN;
		}
		exponent += power;
	}
	if (exponent < 0) {
		return exponent >= -22 ? digits / (powersOfTen[-exponent] ?? 1) : Number(`${digits}e${exponent}`);
	}
	return exponent <= 22 ? digits * (powersOfTen[exponent] ?? 1) : Number(`${digits}e${exponent}`);
};

/** The exponent that `bytes[start, end)`, `e-06`, is; or NaN. */
const exponentAt = (bytes: Buffer, start: number, end: number): number => {
	const sign = bytes[start + 1];
	const first = sign === plus || sign === dash ? start + 2 : start + 1;
	let exponent = 0;
	for (let at = first; at < end; at++) {
		const byte = bytes[at] ?? 0;
		if (!isDigit(byte)) {
			return Number.NaN;
		}
		exponent = Math.min(exponent * 10 + (byte - zero), 9999);
	}
	return first < end && ((bytes[start] ?? 0) & ~32) === upperE
		? sign === dash
			? -exponent
			: exponent
		: Number.NaN;
};

/** The whole number that `bytes[start, end)` are, however written (`2e2`); NaN when it is none that a number holds. */
export const wholeJsonNumber = (bytes: Buffer, start: number, end: number): number => {
	const value = jsonNumber(bytes, start, end);
	return Number.isSafeInteger(value) ? value : Number.NaN;
};
