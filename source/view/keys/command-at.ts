import type {Command} from './command.js';
import {commandOfLabel} from './keys-in-force.js';

/**
 * The command that a text tells the key of at a column: of the hint there, the key that is hit, or else the first one.
 * Hints are apart by two spaces, commas or parentheses.
 */
export function commandAt(text: string, x: number): Command | null {
	for (const hint of text.matchAll(/[^\s(),]+(?: [^\s(),]+)*/g)) {
		if (x >= hint.index && x < hint.index + hint[0].length) {
			const words = Array.from(hint[0].matchAll(/\S+/g), word => ({
				start: hint.index + word.index,
				end: hint.index + word.index + word[0].length,
				command: commandOfLabel(word[0].replace(/(?<=.):$/, '')),
			})).filter(({command}) => command !== null);
			const hit = words.find(({start, end}) => x >= start && x < end);
			return (hit ?? words[0])?.command ?? null;
		}
	}

	return null;
}
