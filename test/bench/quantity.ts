import type {Unit} from './figure.js';
import type {Spread} from './spread.js';

/** The name of a unit, its size in base units, and the number of decimals to print. */
type Scale = {readonly name: string; readonly one: number; readonly digits: number};

function scaleOf(unit: Unit, value: number): Scale {
	switch (unit) {
		case 'time':
			return value < 1000
				? {name: 'ms', one: 1, digits: value < 10 ? 1 : 0}
				: {name: 's', one: 1000, digits: 2};
		case 'memory':
			return {name: 'MiB', one: 1 << 20, digits: value < 10 << 20 ? 1 : 0};
		case 'entry':
			return {name: 'B', one: 1, digits: 1};
		case 'line':
			return {name: 'ns', one: 1, digits: 0};
		case 'share':
			return {name: '%', one: 0.01, digits: value < 0.01 ? 2 : 1};
		case 'rate':
			return value < 1024 ? {name: 'B/s', one: 1, digits: 0} : {name: 'KiB/s', one: 1024, digits: 1};
	}
}

/** Formats a value with its unit: `1.24 s`, `275 MiB`. */
export function quantity(unit: Unit, value: number): string {
	const {name, one, digits} = scaleOf(unit, value);
	return `${(value / one).toFixed(digits)} ${name}`;
}

/** Formats the median with the minimum and maximum: `1.24 s (1.20–1.31)`. Omits the range if both ends print the same. */
export function spreadQuantity(unit: Unit, {median, least, most}: Spread): string {
	const {one, digits} = scaleOf(unit, median);
	const [from, to] = [least, most].map(value => (value / one).toFixed(digits));
	return from === to ? quantity(unit, median) : `${quantity(unit, median)} (${from}–${to})`;
}

/** Formats the ratio of a value to the base with about two significant digits. Returns an empty string if the base is 0. */
export function ratio(value: number, base: number): string {
	if (base === 0) {
		return '';
	}
	const times = value / base;
	return times.toFixed(times < 0.1 ? 3 : times < 10 ? 2 : 1);
}
