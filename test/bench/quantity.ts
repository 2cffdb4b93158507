import type {Unit} from './figure.js';
import type {Spread} from './spread.js';

/** A unit's name, how much of it is one, and after how many digits a value is rounded. */
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
		case 'share':
			return {name: '%', one: 0.01, digits: value < 0.01 ? 2 : 1};
		case 'rate':
			return value < 1024 ? {name: 'B/s', one: 1, digits: 0} : {name: 'KiB/s', one: 1024, digits: 1};
	}
}

/** A value as it is read: `1.24 s`, `275 MiB`. */
export function quantity(unit: Unit, value: number): string {
	const {name, one, digits} = scaleOf(unit, value);
	return `${(value / one).toFixed(digits)} ${name}`;
}

/** The median with, unless they are the same, the least and the most: `1.24 s (1.20–1.31)`. */
export function spreadQuantity(unit: Unit, {median, least, most}: Spread): string {
	const {one, digits} = scaleOf(unit, median);
	const [from, to] = [least, most].map(value => (value / one).toFixed(digits));
	return from === to ? quantity(unit, median) : `${quantity(unit, median)} (${from}–${to})`;
}

/** How many times the base, with two digits that tell something; empty when the base is nothing. */
export function ratio(value: number, base: number): string {
	if (base === 0) {
		return '';
	}
	const times = value / base;
	return times.toFixed(times < 0.1 ? 3 : times < 10 ? 2 : 1);
}
