import {fieldNamed, fieldNames} from '../field-names.js';

/** Longer searches were not written by hand, and reading them so often would take too long. UTF-16 units. */
const longest = 500;

/** What may follow on a word, whatever it is. */
const tails = ['', 'a', '1', '0', 'm', ':00'];

/** Whole values, which may have been begun. */
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

/** What may be open where the search ends. */
const ends = ['', '"', ')', '")', '))'];

/**
 * Whether a search that can't be understood is only the beginning of one that can: `status:`, `-`, `(a OR`, `since:2`.
 * Found out by writing on.
 * @param isRight - whether a search can be understood
 */
export function isUnfinished(text: string, isRight: (text: string) => boolean): boolean {
	if (text.length > longest) {
		return false;
	}
	const [, name = '', value = ''] = /(?:([\p{L}\p{N}_-]+):)?([^\s():,]*)$/u.exec(text) ?? [];
	const field = fieldNamed(name.replace(/^-/, ''));
	const whole = field === undefined ? [] : [fieldNames[field].example, ...values];
	const rests = whole.filter(begun => begun.startsWith(value)).map(begun => begun.slice(value.length));
	return [...tails, ...rests].some(tail => ends.some(end => isRight(text + tail + end)));
}
