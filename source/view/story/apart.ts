import {roughly} from '../../listing/ago.js';
import type {Entry} from '../../store/store.js';

/** Below this, tenths of a second are told, where a log has them; milliseconds. */
const short = 10_000;

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

function lengthText(length: number): string {
	const isExact = length % 1000 !== 0 && Math.abs(length) < short;
	return isExact ? `${(Math.abs(length) / 1000).toFixed(1)} s` : roughly(length);
}
