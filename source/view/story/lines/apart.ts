import {roughly} from '../../../listing/ago.js';
import {durationText} from '../../../listing/duration-text.js';
import type {Entry} from '../../../store/store.js';

/** From the first to the second of these tenths of a second are told, where a log has them; milliseconds. */
const tenths = {from: 100, to: 9950};

/** How long after a request another one was logged: `+0.2 s`, `−3 min`; `` where one of them has no time. */
export function apart(of: Entry, from: Entry): string {
	if (of.time === null || from.time === null) {
		return '';
	}

	const later = of.time - from.time;
	return `${later < 0 ? '−' : later > 0 ? '+' : ' '}${lengthText(later)}`;
}

/** The same in words, for a redirect and its target: `0.2 s later`. */
export function laterText(to: Entry, from: Entry): string {
	if (to.time === null || from.time === null) {
		return '';
	}

	return to.time === from.time ? 'in the same second' : `${lengthText(to.time - from.time)} later`;
}

function lengthText(difference: number): string {
	const length = Math.abs(difference);
	// In tenths of a second it would read as none at all.
	if (length > 0 && length < tenths.from) {
		return durationText(length);
	}

	return length % 1000 !== 0 && length < tenths.to ? `${(length / 1000).toFixed(1)} s` : roughly(length);
}
