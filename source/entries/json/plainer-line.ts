import {backslash, lowerU, quote, slash} from '../../ascii.js';
import type {Arena} from '../arena.js';
import {hexNumber} from '../values/json-escapes.js';

/**
 * Writes the line `bytes[start, end)` to the arena, with every character of ASCII as it is that is escaped and need not
 * be: PHP writes a slash as `\/`, also in a protocol and in a date. It means the same. Returns where it begins; it ends
 * where the arena is used up to.
 */
export const plainerLine = (bytes: Buffer, start: number, end: number, arena: Arena): number => {
	arena.reserve(end - start);
	const {buffer, used: first} = arena;
	let last = first;
	for (let at = start; at < end; at++) {
		const byte = bytes[at] ?? 0;
		const next = byte === backslash && at + 1 < end ? bytes[at + 1] : undefined;
		if (next === undefined) {
			buffer[last++] = byte;
			continue;
		}
		const point = next === slash ? slash : next === lowerU ? hexNumber(bytes, at + 2, 4, end) : -1;
		if (point >= 0x20 && point <= 0x7e && point !== quote && point !== backslash) {
			buffer[last++] = point;
			at += next === slash ? 1 : 5;
		} else {
			buffer[last++] = byte;
			buffer[last++] = next;
			at++;
		}
	}
	arena.used = last;
	return first;
};
