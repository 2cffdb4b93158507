import {fieldNamed, fieldNames} from '../field-names.js';

/**
 * Maximum length, in UTF-16 units. Longer searches weren't typed by hand, and parsing them for every ending would take too long.
 */
const maxLength = 500;

/** Characters that may continue any word; the last two also the name of a log field. */
const tails = ['', 'a', '1', '0', 'm', ':00', 'a:0', 'a":0'];

/** Whole values that the user may have begun to type. */
const values = [
	'yes',
	'no',
	'today',
	'yesterday',
	'2000-01-01T00:00',
	'0:00',
	'203.0.113.9',
	'10.0.0.0/8',
	'2001:db8::1/32',
];

/** Endings that close open quotes and groups. */
const ends = ['', '"', ')', '")', '))'];

/**
 * True if an invalid search is the beginning of a valid one: `status:`, `-`, `(a OR`, `since:2`. Tries possible endings.
 * @param isRight - checks whether a search is valid
 */
export function isUnfinished(text: string, isRight: (text: string) => boolean): boolean {
	if (text.length > maxLength) {
		return false;
	}
	const [, name = '', value = ''] = /(?:([\p{L}\p{N}_-]+):)?([^\s():,]*)$/u.exec(text) ?? [];
	const field = fieldNamed(name.replace(/^-/, ''));
	const whole = field === undefined ? [] : [fieldNames[field].example, ...values];
	const rests = whole.filter(begun => begun.startsWith(value)).map(begun => begun.slice(value.length));
	return [...tails, ...rests].some(tail => ends.some(end => isRight(text + tail + end)));
}
