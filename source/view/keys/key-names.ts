import type {Key} from 'ink';

const flags = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageDown', 'pagedown'],
	['pageUp', 'pageup'],
	['home', 'home'],
	['end', 'end'],
	['return', 'return'],
	['escape', 'escape'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const satisfies ReadonlyArray<readonly [keyof Key, string]>;

/**
 * The names of the keys in one event of Ink's `useInput`: `j`, `G`, `space`, `ctrl-d`, `down`, `f1`. Fast
 * typing arrives as one event with several characters, hence several names.
 */
export function keyNames(input: string, key: Key): readonly string[] {
	for (const [flag, name] of flags) {
		if (key[flag] && key.meta && name === 'escape') {
			// Escape pressed twice, in one read.
			return [name, name];
		}
		if (key[flag]) {
			return key.ctrl || key.meta ? [] : [name];
		}
	}

	if (key.meta || key.super || key.hyper) {
		return [];
	}

	if (key.ctrl) {
		return [`ctrl-${input}`];
	}

	// Ink doesn't tell the function keys apart: it gives neither a flag nor text. They all count as F1.
	return input === '' ? ['f1'] : Array.from(input, nameOf);
}

/** Control characters that have a key of their own: among others, Ink gives them as they are. */
const named: ReadonlyMap<number, string> = new Map([
	[8, 'backspace'],
	[9, 'tab'],
	[13, 'return'],
	[127, 'backspace'],
]);

function nameOf(character: string): string {
	if (character === ' ') {
		return 'space';
	}

	const code = character.charCodeAt(0);
	const name = named.get(code);
	if (name !== undefined) {
		return name;
	}

	return code > 0 && code < 27 ? `ctrl-${String.fromCharCode(code + 96)}` : character;
}
