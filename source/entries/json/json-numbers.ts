import {
	dash,
	dot,
	isDigit,
	isLetter,
	lowerH,
	lowerM,
	lowerN,
	lowerS,
	lowerU,
	plus,
	space,
	upperE,
	zero,
} from '../../ascii.js';
import {digitsEnd, powersOfTen} from '../values/words.js';
import type {Unit} from './json-formats.js';

/** Once the digits reach this value, further decimals don't matter. One more digit is still exact. */
const enough = 1e14;

/**
 * Parses the non-negative JSON number `bytes[start, end)`, times ten to the power of `scale`. Rounds only once. Returns NaN for
 * anything else, and if the digits before the point exceed `Number.MAX_SAFE_INTEGER`.
 */
export function jsonNumber(bytes: Buffer, start: number, end: number, scale = 0): number {
	let digits = 0;
	let exponent = scale;
	// HAProxy writes +1281 if more follows, because it logs before the end of the request.
	const whole = bytes[start] === plus ? start + 1 : start;
	let at = whole;
	for (; at < end && isDigit(bytes[at] ?? 0); at++) {
		digits = digits * 10 + ((bytes[at] ?? 0) - zero);
	}
	if (at === whole || digits > Number.MAX_SAFE_INTEGER) {
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
	// In one branch only: if the string occurs in two, V8 creates it for every number.
	if (exponent < -22 || exponent > 22) {
		return Number(`${digits}e${exponent}`);
	}
	return exponent < 0 ? digits / (powersOfTen[-exponent] ?? 1) : digits * (powersOfTen[exponent] ?? 1);
}

/** Parses the exponent `bytes[start, end)`, such as `e-06`. Returns NaN for anything else. */
function exponentAt(bytes: Buffer, start: number, end: number): number {
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
}

/** Parses the integer `bytes[start, end)` in any notation (`2e2`). Returns NaN if it isn't a safe integer. */
export function wholeJsonNumber(bytes: Buffer, start: number, end: number): number {
	const value = jsonNumber(bytes, start, end);
	return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** Powers of ten from a unit to milliseconds. */
const scales: Readonly<Record<Exclude<Unit, 'own' | 'nginx' | 'longNs' | 'partOfS'>, number>> = {
	s: 3,
	ms: 0,
	us: -3,
	ns: -6,
};

/** Minimum duration of a request, in ms. */
const minDuration = 0.01;

/** From this duration on, in ms, no program writes seconds with an exponent: 0.0001 s. */
const minWrittenDuration = 0.1;

/** Returns the offset after an exponent such as `e-05` at `start`, or `start`. */
function exponentEnd(bytes: Buffer, start: number, end: number): number {
	const sign = bytes[start + 1];
	const first = sign === plus || sign === dash ? start + 2 : start + 1;
	const isExponent = ((bytes[start] ?? 0) & ~32) === upperE && isDigit(bytes[first] ?? 0);
	return isExponent ? digitsEnd(bytes, first, end) : start;
}

function isNumberByte(byte: number): boolean {
	return isDigit(byte) || byte === dot;
}

/**
 * Parses the duration `bytes[start, end)`. Returns ms, or NaN. The value is a number in the given unit, or one or more numbers
 * with units, as Go writes them: `1.5ms`, `12 ms`, `12µs`, `1m2.5s`. Returns NaN if there is neither kind of unit.
 */
export function jsonDuration(bytes: Buffer, start: number, end: number, unit: Unit | undefined): number {
	if (!isLetter(bytes[end - 1] ?? 0)) {
		return unit === undefined || unit === 'own'
			? Number.NaN
			: unit === 'nginx'
				? nginxSeconds(bytes, start, end)
				: unit === 'longNs' || unit === 'partOfS'
					? plausible(bytes, start, end, unit)
					: jsonNumber(bytes, start, end, scales[unit]);
	}
	let sum = 0;
	let at = start;
	while (at < end) {
		const numberStart = at;
		while (at < end && isNumberByte(bytes[at] ?? 0)) {
			at++;
		}
		at = exponentEnd(bytes, at, end);
		const unitStart = at;
		while (at < end && !isNumberByte(bytes[at] ?? 0)) {
			at++;
		}
		sum += inUnit(bytes, numberStart, unitStart, at);
	}
	return sum;
}

/**
 * Parses a duration as nginx writes it, `0.123`. Returns ms. Other programs on the way may have removed trailing zeros. An
 * integer other than 0 yields NaN, because programs that use nginx's names also log milliseconds and microseconds.
 */
function nginxSeconds(bytes: Buffer, start: number, end: number): number {
	const at = digitsEnd(bytes, start, end);
	const decimals = bytes[at] === dot ? end - at - 1 : 0;
	const value = jsonNumber(bytes, start, end, scales.s);
	if (value === 0 || (decimals >= 1 && decimals <= 3)) {
		return value;
	}
	// Programs on the way write small numbers with an exponent.
	return value < minWrittenDuration && /e-/i.test(bytes.toString('latin1', start, end)) ? value : Number.NaN;
}

/** Returns ms if the number is plausible in its unit, else NaN. */
function plausible(bytes: Buffer, start: number, end: number, unit: 'longNs' | 'partOfS'): number {
	if (unit === 'longNs') {
		const value = jsonNumber(bytes, start, end, scales.ns);
		return value === 0 || value >= minDuration ? value : Number.NaN;
	}
	const value = jsonNumber(bytes, start, end, scales.s);
	return value === 0 || !Number.isInteger(jsonNumber(bytes, start, end)) ? value : Number.NaN;
}

/** Parses the number up to `unitAt`, in the unit after it. Returns ms. */
function inUnit(bytes: Buffer, start: number, unitAt: number, end: number): number {
	const unitStart = bytes[unitAt] === space && unitAt > start ? unitAt + 1 : unitAt;
	const last = bytes[end - 1];
	const first = bytes[unitStart];
	const length = end - unitStart;
	if (last === lowerS) {
		// `s`, `ms`, `ns`, `us` and `µs`. The first letter of `µs` takes two bytes.
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
		return Number.isNaN(scale) ? scale : jsonNumber(bytes, start, unitAt, scale);
	}
	const factor = length !== 1 ? Number.NaN : last === lowerM ? 60 : last === lowerH ? 3600 : Number.NaN;
	return jsonNumber(bytes, start, unitAt, scales.s) * factor;
}
