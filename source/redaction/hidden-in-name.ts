import {redactedMark} from '../query/redacted-mark.js';
import {findBelowSecret} from './find-secrets.js';
import type {Hidden, TextRedactor} from './redact-text.js';
import type {SecretNames} from './secret-name.js';
import {findInName, findShapes} from './secret-shapes.js';
import {addressesIn} from './short-address.js';

/** Maximum length of a name that is searched. A longer one may contain anything, and is hidden as a whole. */
const maxNameLength = 256;

/** More than four numbers. Any four of them may be an address. */
const manyNumbers = /(?<!\d)\d{1,3}(?:\.\d{1,3}){4,}(?!\d)/g;

/**
 * Returns the ranges of all secrets in the name of a log field. A name is the path to a value, joined with dots, so a secret may begin
 * and end at a dot: `members.anna@shop.example`, `seen.203.0.113.9.count`. A random-looking key below a secret name is a secret, too:
 * `sessions.8f3a1b2c9d`.
 */
export function hiddenInName(name: string, texts: TextRedactor, names: SecretNames): readonly Hidden[] {
	if (name.length > maxNameLength) {
		return [{start: 0, end: name.length, instead: redactedMark}];
	}
	const hidden: Hidden[] = [...texts.hiddenIn(name, 'text')];
	const hide = (start: number, end: number): void => {
		hidden.push({start, end, instead: redactedMark});
	};
	for (const {index, 0: numbers} of name.matchAll(manyNumbers)) {
		hide(index, index + numbers.length);
	}
	const parted = name.replaceAll('.', ' ');
	findShapes(parted, hide);
	findInName(name, hide);
	hidden.push(...addressesIn(parted));
	findBelowSecret(name, names, hide);
	return hidden;
}
