import {FormatError} from '../format-error.js';
import {setTimeSpan} from '../values/clf-time.js';
import {monthNames} from '../values/month.js';
import {setWritten} from '../values/written-time.js';
import type {OwnEndPart} from './value-part.js';

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

/** No time is longer. */
const maxLength = 128;

/**
 * Returns a part for a time as strftime(3) writes it: `%d/%b/%Y %T.%f %z`. A time without a zone is in the environment's zone,
 * or in UTC, depending on `zoneless`.
 * @throws FormatError if a conversion is unknown, or if the conversions don't make a full time
 */
export function timePattern(format: string, zoneless: 'local' | 'utc' = 'local'): OwnEndPart {
	const source = sourceOf(format);
	return {
		field: 'time',
		spaces: format.split(' ').length - 1,
		what: `a time like ${format}`,
		...(format !== '' && {begins: beginsOf(format)}),
		openReach() {
			const time = new RegExp(source, 'iy');
			return (bytes, start, end, record) => {
				time.lastIndex = 0;
				const found = time.exec(bytes.toString('latin1', start, Math.min(end, start + maxLength)));
				return found?.groups !== undefined && setWritten(found.groups, record, zoneless)
					? setTimeSpan(record, start, start + found[0].length)
					: -1;
			};
		},
	};
}

/**
 * Returns the first characters of a time: text, or of a conversion digits or letters. Numbers may have a leading space.
 */
function beginsOf(format: string): string {
	if (!format.startsWith('%') || /^%[-_0^#]?\d*[%nt]/.test(format)) {
		return expanded(format)
			.replace(/^%[-_0^#]?\d*%/, '%')
			.charAt(0);
	}
	return /^%[-_0^#]?[aAbBhpPZz]/.test(format) ? allLetters : '0123456789 ';
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

/** Keeps the name of a group only where it occurs last: a regular expression can't have it twice. */
function lastNamed(source: string): string {
	return source.replace(/\(\?(<\w+>)/g, (group, name: string, offset: number) =>
		source.includes(`(?${name}`, offset + 1) ? '(?:' : group,
	);
}
