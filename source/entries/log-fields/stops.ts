import {space} from '../../ascii.js';

/**
 * Returns a table with 1 for bytes at which a loop stops: these characters and all control characters. Such a loop stops at the end
 * of each line, so it doesn't compare its offset with the line's end for each byte, which takes a quarter of its time.
 */
export function stopsAt(characters: string): Uint8Array {
	const table = new Uint8Array(256).fill(1, 0, space);
	for (const character of characters) {
		table[character.charCodeAt(0)] = 1;
	}
	return table;
}

/** Stops at the end of a string, and at escapes in it. */
export const stringStops: Uint8Array = stopsAt('"\\');
