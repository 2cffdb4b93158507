import {FormatError} from '../format-error.js';
import {clockAt, clockLength, monthNames, setTimeSpan, setUnixTime} from '../times/calendar.js';
import {setWritten} from '../times/notations.js';
import {readClfTime, readIsoTime} from '../times/stamps.js';
import {decimalNumber} from '../values/words.js';
import type {BoundedPart, OwnEndPart, Reach} from './value-part.js';

const digits = '0123456789';

function timePart(what: string, reach: Reach): OwnEndPart {
	return {field: 'time', spaces: 1, what, begins: digits, reach};
}

/** `20/Nov/2026:09:03:07 +0100` */
export const clfTime = timePart('a time like 20/Nov/2026:09:03:07 +0100', readClfTime);

const iso = 'a time like 2026-11-20T09:03:07+01:00';

/** `2026-11-20T09:03:07.123+01:00`, see `readIsoTime`. */
export const isoTime = timePart(iso, readIsoTime);

/** The same, but in UTC if it has no zone. */
export const isoTimeUtc = timePart(iso, (bytes, start, end, record) =>
	readIsoTime(bytes, start, end, record, 0),
);

/** A time of day. Ignored, because it has no date. */
export const clock: OwnEndPart = {
	...timePart('a time of day like 09:03:07', (bytes, start, end) =>
		start + clockLength <= end && clockAt(bytes, start) >= 0 ? start + clockLength : -1,
	),
	spaces: 0,
};

/**
 * Minimum time, in ms: 3 March 1973. There were no servers before, so smaller numbers mean something else, or have another unit.
 */
const firstEpoch = 1e11;

/** A Unix time in units of `unit` ms. */
function epoch(what: string, unit: number): BoundedPart {
	return {
		field: 'time',
		what,
		begins: digits,
		take: (bytes, start, end, record) => {
			const time = Math.floor(decimalNumber(bytes, start, end, unit));
			return time >= firstEpoch && setUnixTime(record, time, start, end);
		},
	};
}

/** `1795161787.123`, and the same time in smaller units. */
export const epochSeconds = epoch('seconds since 1970', 1000);
export const epochMilliseconds = epoch('milliseconds since 1970', 1);
export const epochMicroseconds = epoch('microseconds since 1970', 0.001);

const digitOrTwo = '\\d\\d|\\d(?!\\d)';
const month = `(?<month>(?:${monthNames.join('|')})[a-z]*)`;
const day = ` ?(?<day>${digitOrTwo})`;
const fraction = '(?<fraction>\\d+)';
const half = '(?<half>am|pm)';

/**
 * Conversions of strftime(3), and `%f` (Python) and `%L` (Ruby) for the decimals of a second, as regular expressions with the groups
 * of `WrittenTime`. `%d` and others allow a space instead of a leading zero.
 */
const conversions: Readonly<Record<string, string>> = {
	Y: '(?<year>[1-9]\\d{3})',
	y: '(?<year>\\d\\d)',
	m: `(?<month>${digitOrTwo})`,
	b: month,
	B: month,
	h: month,
	d: day,
	e: day,
	H: `(?<hours>${digitOrTwo})`,
	k: ` ?(?<hours>${digitOrTwo})`,
	I: `(?<hours>${digitOrTwo})`,
	l: ` ?(?<hours>${digitOrTwo})`,
	p: half,
	P: half,
	M: '(?<minutes>\\d\\d)',
	S: '(?<seconds>\\d\\d)',
	f: fraction,
	L: fraction,
	N: fraction,
	// `+0100`, `+01:00`, `+01`, `Z`.
	z: '(?<zone>Z|[+-]\\d\\d(?::?\\d\\d)?)',
	// An abbreviation, `CET`, or a city, `Europe/Vienna`.
	Z: '(?<zone>[a-z/_]+)',
	s: '(?<seconds1970>\\d{1,17})',
	Q: '(?<milliseconds1970>\\d{1,17})',
	a: '[a-z]+',
	A: '[a-z]+',
	j: '(?!000)(?:[0-2]\\d\\d|3[0-5]\\d|36[0-6])',
	u: '[1-7]',
	w: '[0-6]',
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

/** Maximum length of a time. */
const maxLength = 128;

/**
 * Returns a part for a time as strftime(3) writes it: `%d/%b/%Y %T.%f %z`. `zoneless`: zone of times without a zone, see `setWall`.
 * @throws FormatError if a conversion is unknown, or if the conversions don't make a full time
 */
export function timePattern(format: string, zoneless = Number.NaN): OwnEndPart {
	const source = sourceOf(format);
	// Created for the first line: most formats are never read.
	let time: RegExp | undefined;
	return {
		field: 'time',
		spaces: format.split(' ').length - 1,
		what: `a time like ${format}`,
		...(format !== '' && {begins: beginsOf(format)}),
		reach(bytes, start, end, record) {
			time ??= new RegExp(`^${source}`, 'i');
			const found = time.exec(bytes.toString('latin1', start, Math.min(end, start + maxLength)));
			return found?.groups !== undefined && setWritten(found.groups, record, zoneless)
				? setTimeSpan(record, start, start + found[0].length)
				: -1;
		},
	};
}

/**
 * Returns the possible first characters of a time: its literal text, or the digits or letters of a conversion. Numbers may have a
 * leading space.
 */
function beginsOf(format: string): string {
	if (!format.startsWith('%') || /^%[-_0^#]?\d*[%nt]/.test(format)) {
		return expanded(format)
			.replace(/^%[-_0^#]?\d*%/, '%')
			.charAt(0);
	}
	return /^%[-_0^#]?[aAbBhpPZz]/.test(format) ? allLetters : `${digits} `;
}

const allLetters = '+-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function expanded(format: string): string {
	return format.replace(/%([TRrFDcnt])/g, (_, letter: string) => compound[letter] ?? '');
}

function sourceOf(format: string): string {
	const letters = new Set<string>();
	const source = expanded(format).replace(
		/%[-_0^#]?\d*([A-Za-z%])|[\s\S]/g,
		(text: string, flagged?: string) => {
			const conversion = conversions[flagged ?? ''];
			if (conversion !== undefined) {
				letters.add(flagged ?? '');
				return conversion;
			}
			if (text === '%') {
				throw new FormatError(`in the time ${format} a % has no letter after it`);
			}
			if (flagged !== undefined && flagged !== '%') {
				throw new FormatError(`in the time ${format} the conversion %${flagged} is not known`);
			}
			return (flagged ?? text).replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
		},
	);
	const has = (...any: readonly string[]): boolean => any.some(letter => letters.has(letter));
	const isDate = has('Y', 'y') && has('m', 'b', 'B', 'h') && has('d', 'e');
	const isHours = has('H', 'k') || (has('I', 'l') && has('p', 'P'));
	if (!has('s', 'Q') && !(isDate && isHours && has('M'))) {
		throw new FormatError(`the time ${format} has no full date and time: year, month, day, hour and minute`);
	}
	return lastNamed(source);
}

/** Keeps only the last of several groups with the same name: a regular expression can't have it twice. */
function lastNamed(source: string): string {
	return source.replace(/\(\?(<\w+>)/g, (group, name: string, offset: number) =>
		source.includes(`(?${name}`, offset + 1) ? '(?:' : group,
	);
}
