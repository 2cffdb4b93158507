import type {Unit} from './json-formats.js';

/** A number. HAProxy writes +1281 if more follows, because it logs before the end of the request. */
const numberForm = /^\+?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Most numbers. With up to `maxDigits` characters, none of their digits is dropped. */
const plainForm = /^\d+(?:\.\d+)?$/;

/** Further digits of decimals don't matter. WebAssembly drops them, too. */
const maxDigits = 15;

/** Limit of exponents: all numbers beyond it are infinite or 0. */
const maxExponent = 9999;

/**
 * Parses the non-negative JSON number `bytes[start, end)`, times ten to the power of `scale`. Rounds only once. Returns NaN for
 * anything else, and if the digits before the point exceed `Number.MAX_SAFE_INTEGER`.
 */
export function jsonNumber(bytes: Buffer, start: number, end: number, scale = 0): number {
	return numberIn(bytes.toString('latin1', start, end), scale);
}

/** Like `jsonNumber`. */
function numberIn(text: string, scale: number): number {
	if (text.length <= maxDigits && plainForm.test(text)) {
		return Number(scale === 0 ? text : `${text}e${scale}`);
	}
	const [, whole = '', decimals = '', exponent = '0'] = numberForm.exec(text) ?? [];
	if (whole === '' || Number(whole) > Number.MAX_SAFE_INTEGER) {
		return Number.NaN;
	}
	const all = whole + decimals;
	const digits = all.slice(0, Math.max(whole.length, all.search(/[1-9]|$/) + maxDigits));
	const written = Math.max(-maxExponent, Math.min(Number(exponent), maxExponent));
	return Number(`${digits}e${written + scale - (digits.length - whole.length)}`);
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

/** Units as they are written after a number, in milliseconds: a factor and a power of ten. */
const writtenUnits: ReadonlyMap<string, readonly [factor: number, scale: number]> = new Map([
	['h', [3600, scales.s]],
	['m', [60, scales.s]],
	['s', [1, scales.s]],
	['ms', [1, scales.ms]],
	['us', [1, scales.us]],
	['ns', [1, scales.ns]],
]);

/** A number and its unit. */
const numberWithUnit = /([\d.]*(?:e[+-]?\d+)?) ?([^\d.]+)/gi;

/** Minimum duration of a request, in ms. */
const minDuration = 0.01;

/** From this duration on, in ms, no program writes seconds with an exponent: 0.0001 s. */
const minWrittenDuration = 0.1;

/**
 * Parses the duration `bytes[start, end)`. Returns ms, or NaN. The value is a number in the given unit, or one or more numbers
 * with units, as Go writes them: `1.5ms`, `12 ms`, `12µs`, `1m2.5s`. Returns NaN if there is neither kind of unit.
 */
export function jsonDuration(bytes: Buffer, start: number, end: number, unit: Unit | undefined): number {
	const text = bytes.toString('latin1', start, end);
	if (/[a-z]$/i.test(text)) {
		let sum = 0;
		for (const [, number = '', written = ''] of text.matchAll(numberWithUnit)) {
			// There are two kinds of `µ`, of two bytes each.
			const [factor, scale] = writtenUnits.get(written.replace(/^[\xC2\xCE]./s, 'u')) ?? [Number.NaN, 0];
			sum += numberIn(number, scale) * factor;
		}
		return sum;
	}
	switch (unit) {
		case undefined:
		case 'own':
			return Number.NaN;
		case 'nginx':
			return nginxSeconds(text);
		case 'longNs': {
			const value = numberIn(text, scales.ns);
			return value === 0 || value >= minDuration ? value : Number.NaN;
		}
		case 'partOfS': {
			const value = numberIn(text, scales.s);
			return value === 0 || !Number.isInteger(numberIn(text, 0)) ? value : Number.NaN;
		}
		default:
			return numberIn(text, scales[unit]);
	}
}

/**
 * Parses a duration as nginx writes it, `0.123`. Returns ms. Other programs on the way may have removed trailing zeros. An
 * integer other than 0 yields NaN, because programs that use nginx's names also log milliseconds and microseconds.
 */
function nginxSeconds(text: string): number {
	const value = numberIn(text, scales.s);
	// Programs on the way write small numbers with an exponent.
	const isSmall = value < minWrittenDuration && /e-/i.test(text);
	return value === 0 || /^\d*\..{1,3}$/s.test(text) || isSmall ? value : Number.NaN;
}
