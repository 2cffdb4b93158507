import {isDigit, isLetter, slash, underscore, zero} from '../../ascii.js';
import type {EntryRecord} from '../entry-record.js';
import {FormatError} from '../format-error.js';
import {setLocalTime, setTimeSpan} from '../values/clf-time.js';
import {monthOf} from '../values/month.js';
import {zoneOffset} from '../values/zone-names.js';
import type {OwnEndPart} from './value-part.js';

/** Parts of one time. Each scanner has one instance for all lines, so that reading a line allocates no object. */
class TimeParts {
	year = 0;
	month = 0;
	day = 0;
	hours = 0;
	minutes = 0;
	seconds = 0;
	milliseconds = 0;
	/** Hours to add to a 12-hour time: 12 for pm, 0 for am. -1 for a 24-hour time. */
	afternoon = -1;
	/** Minutes east of UTC, or NaN if the log has no zone. */
	zone = Number.NaN;
	/** Name of the zone, or an empty string. */
	zoneName = '';
	/** Milliseconds since 1970, or NaN. */
	epoch = Number.NaN;

	clear(): void {
		this.year = 0;
		this.month = 0;
		this.day = 1;
		this.hours = 0;
		this.minutes = 0;
		this.seconds = 0;
		this.milliseconds = 0;
		this.afternoon = -1;
		this.zone = Number.NaN;
		this.zoneName = '';
		this.epoch = Number.NaN;
	}
}

/** Reads one conversion at `at` in a line that ends at `end`. Returns the offset after it, or -1. */
type Conversion = (bytes: Buffer, at: number, end: number, parts: TimeParts) => number;

/** Returns a conversion for a number of `min` to `max` digits within limits. */
function number(
	min: number,
	max: number,
	[low, high]: readonly [number, number],
	set: (parts: TimeParts, value: number) => void,
): Conversion {
	return (bytes, at, end, parts) => {
		let value = 0;
		let index = at;
		while (index < end && index < at + max && isDigit(bytes[index] ?? 0)) {
			value = value * 10 + (bytes[index] ?? 0) - zero;
			index++;
		}
		if (index < at + min || value < low || value > high) {
			return -1;
		}
		set(parts, value);
		return index;
	};
}

/** Allows a space instead of a leading zero. */
function padded(conversion: Conversion): Conversion {
	return (bytes, at, end, parts) => conversion(bytes, bytes[at] === 0x20 ? at + 1 : at, end, parts);
}

const skipLetters: Conversion = (bytes, at, end) => {
	let index = at;
	while (index < end && isLetter(bytes[index] ?? 0)) {
		index++;
	}
	return index > at ? index : -1;
};

/** `Nov` or the whole name, `November`. */
const month: Conversion = (bytes, at, end, parts) => {
	parts.month = monthOf(bytes, at);
	return parts.month === -1 || at + 3 > end ? -1 : skipLetters(bytes, at, end, parts);
};

/** The decimals of a second, without the point. */
const fraction: Conversion = (bytes, at, end, parts) => {
	let index = at;
	let milliseconds = 0;
	for (; index < end && isDigit(bytes[index] ?? 0); index++) {
		milliseconds += index < at + 3 ? ((bytes[index] ?? 0) - zero) * 10 ** (2 - index + at) : 0;
	}
	parts.milliseconds = milliseconds;
	return index > at ? index : -1;
};

/** `+0100`, `+01:00`, `+01`, `Z`. */
const numericZone: Conversion = (bytes, at, end, parts) => {
	const [all = '', sign, hours = '0', minutes = '0'] =
		/^(?:Z|([+-])(\d\d)(?::?(\d\d))?)/.exec(bytes.toString('latin1', at, Math.min(end, at + 6))) ?? [];
	if (all === '' || Number(hours) > 23 || Number(minutes) > 59) {
		return -1;
	}
	parts.zone = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
	return at + all.length;
};

/** An abbreviation, `CET`, or a city, `Europe/Vienna`. */
const namedZone: Conversion = (bytes, at, end, parts) => {
	let nameEnd = at;
	while (
		nameEnd < end &&
		(isLetter(bytes[nameEnd] ?? 0) || bytes[nameEnd] === slash || bytes[nameEnd] === underscore)
	) {
		nameEnd++;
	}
	parts.zoneName = bytes.toString('latin1', at, nameEnd);
	return nameEnd > at && !Number.isNaN(zoneOffset(parts.zoneName, 0)) ? nameEnd : -1;
};

function epoch(milliseconds: number): Conversion {
	return (bytes, at, end, parts) => {
		let value = 0;
		let index = at;
		for (; index < end && index < at + 17 && isDigit(bytes[index] ?? 0); index++) {
			value = value * 10 + (bytes[index] ?? 0) - zero;
		}
		parts.epoch = Math.floor(value * milliseconds);
		return index > at ? index : -1;
	};
}

const afternoon: Conversion = (bytes, at, end, parts) => {
	const text = bytes.toString('latin1', at, Math.min(end, at + 2)).toLowerCase();
	parts.afternoon = text === 'pm' ? 12 : 0;
	return text === 'am' || text === 'pm' ? at + 2 : -1;
};

const hours12 = number(1, 2, [1, 12], (parts, value) => {
	parts.hours = value;
});
const hours24 = number(1, 2, [0, 23], (parts, value) => {
	parts.hours = value;
});
const dayOfMonth = padded(
	number(1, 2, [1, 31], (parts, value) => {
		parts.day = value;
	}),
);

/** Conversions of strftime(3), and `%f` (Python) and `%L` (Ruby) for the decimals of a second. */
const conversions: Readonly<Record<string, Conversion>> = {
	Y: number(4, 4, [1000, 9999], (parts, value) => {
		parts.year = value;
	}),
	// POSIX: 69 to 99 are in the last century.
	y: number(2, 2, [0, 99], (parts, value) => {
		parts.year = value + (value >= 69 ? 1900 : 2000);
	}),
	m: number(1, 2, [1, 12], (parts, value) => {
		parts.month = value - 1;
	}),
	b: month,
	B: month,
	h: month,
	d: dayOfMonth,
	e: dayOfMonth,
	H: hours24,
	k: padded(hours24),
	I: hours12,
	l: padded(hours12),
	p: afternoon,
	P: afternoon,
	M: number(2, 2, [0, 59], (parts, value) => {
		parts.minutes = value;
	}),
	// 60 is a leap second.
	S: number(2, 2, [0, 60], (parts, value) => {
		parts.seconds = value;
	}),
	f: fraction,
	L: fraction,
	N: fraction,
	z: numericZone,
	Z: namedZone,
	s: epoch(1000),
	Q: epoch(1),
	a: skipLetters,
	A: skipLetters,
	j: number(3, 3, [1, 366], () => undefined),
	u: number(1, 1, [1, 7], () => undefined),
	w: number(1, 1, [0, 6], () => undefined),
};

/** Abbreviations of several conversions. */
const compound: Readonly<Record<string, string>> = {
	T: '%H:%M:%S',
	R: '%H:%M',
	r: '%I:%M:%S %p',
	F: '%Y-%m-%d',
	D: '%m/%d/%y',
	c: '%a %b %e %H:%M:%S %Y',
	n: '\n',
	t: '\t',
};

type Step = {readonly literal: Buffer} | {readonly conversion: Conversion};

/**
 * Returns a part for a time as strftime(3) writes it: `%d/%b/%Y %T.%f %z`. A time without a zone is in the environment's zone,
 * or in UTC, depending on `zoneless`.
 * @throws FormatError if a conversion is unknown, or if the conversions don't make a full time
 */
export function timePattern(format: string, zoneless: 'local' | 'utc' = 'local'): OwnEndPart {
	const steps = stepsOf(format);
	const first = steps[0];
	return {
		field: 'time',
		spaces: format.split(' ').length - 1,
		what: `a time like ${format}`,
		...(first !== undefined && {
			begins: 'literal' in first ? first.literal.toString('latin1', 0, 1) : beginsOf(format),
		}),
		openReach: () => {
			const parts = new TimeParts();
			return (bytes, start, end, record) => {
				parts.clear();
				let at = start;
				for (const step of steps) {
					at =
						'literal' in step
							? afterLiteral(step.literal, bytes, at, end)
							: step.conversion(bytes, at, end, parts);
					if (at === -1) {
						return -1;
					}
				}
				return setTime(parts, zoneless, record) ? setTimeSpan(record, start, at) : -1;
			};
		},
	};
}

/**
 * Returns the first characters of a time whose format starts with a conversion: digits or letters. Numbers may have a leading
 * space.
 */
function beginsOf(format: string): string {
	return /^%[-_0^#]?[aAbBhpPZz]/.test(format) ? allLetters : '0123456789 ';
}

const allLetters = '+-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function afterLiteral(literal: Buffer, bytes: Buffer, at: number, end: number): number {
	const after = at + literal.length;
	return after <= end && literal.compare(bytes, at, after) === 0 ? after : -1;
}

function stepsOf(format: string): readonly Step[] {
	const expanded = format.replace(/%([TRrFDcnt])/g, (_, letter: string) => compound[letter] ?? '');
	const letters = new Set<string>();
	const steps: Step[] = [];
	for (const [, flagged, text] of expanded.matchAll(/%[-_0^#]?\d*([A-Za-z%])|([^%]+|%)/g)) {
		const conversion = flagged === undefined || flagged === '%' ? undefined : conversions[flagged];
		if (conversion !== undefined) {
			letters.add(flagged ?? '');
			steps.push({conversion});
		} else if (flagged === '%' || flagged === undefined) {
			if (text === '%') {
				throw new FormatError(`in the time ${format} a % has no letter after it`);
			}
			steps.push({literal: Buffer.from(flagged ?? text ?? '')});
		} else {
			throw new FormatError(`in the time ${format} the conversion %${flagged} is not known`);
		}
	}
	const has = (...any: readonly string[]): boolean => any.some(letter => letters.has(letter));
	const isDate = has('Y', 'y') && has('m', 'b', 'B', 'h') && has('d', 'e');
	const isHours = has('H', 'k') || (has('I', 'l') && has('p', 'P'));
	if (!has('s', 'Q') && !(isDate && isHours && has('M'))) {
		throw new FormatError(`the time ${format} has no full date and time: year, month, day, hour and minute`);
	}
	return steps;
}

/** Sets the record's time. Returns false if the day doesn't exist. */
function setTime(parts: TimeParts, zoneless: 'local' | 'utc', record: EntryRecord): boolean {
	const {year, month: monthIndex, day, minutes, seconds, milliseconds, afternoon: half} = parts;
	if (!Number.isNaN(parts.epoch)) {
		record.time = parts.epoch + milliseconds;
		record.zone = 0;
		return parts.epoch < 8.64e15;
	}
	const hours = half === -1 ? parts.hours : (parts.hours % 12) + half;
	const midnight = Date.UTC(year, monthIndex, day);
	// Date.UTC turns 31 April into 1 May.
	if (new Date(midnight).getUTCDate() !== day) {
		return false;
	}
	const written =
		parts.zoneName === ''
			? parts.zone
			: zoneOffset(parts.zoneName, midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000);
	const zone = Number.isNaN(written) && zoneless === 'utc' ? 0 : written;
	if (Number.isNaN(zone)) {
		setLocalTime(record, year, monthIndex, day, hours, minutes, seconds, milliseconds);
	} else {
		record.time = midnight + ((hours * 60 + minutes - zone) * 60 + seconds) * 1000 + milliseconds;
		record.zone = zone;
	}
	return true;
}
