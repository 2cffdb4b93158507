import type {Command} from './command.js';
import {keysOf} from './key-bindings.js';

/**
 * Template tag that inserts keys: each command stands for its first key. Returns null if one of them has no key, because the hint
 * would be useless.
 */
export function keyed(texts: TemplateStringsArray, ...commands: readonly Command[]): string | null {
	let text = texts[0] ?? '';
	for (const [index, command] of commands.entries()) {
		const key = keysOf(command);
		if (key === null) {
			return null;
		}
		text += key + (texts[index + 1] ?? '');
	}
	return text;
}

/** Drops nulls. */
export function withoutNulls(texts: ReadonlyArray<string | null>): readonly string[] {
	return texts.filter(text => text !== null);
}

/** Joins hints with commas; null if all are null. */
export function joinedHints(...texts: ReadonlyArray<string | null>): string | null {
	const hints = withoutNulls(texts);
	return hints.length === 0 ? null : hints.join(', ');
}

/** Returns the hint for the key that closes a panel. */
export function leaveHint(does = 'closes'): string {
	return keyedBy('close', does) ?? keyedBy('quit', does) ?? '';
}

/** Returns a command's key and action; null if it has no key. */
export function keyedBy(command: Command, does: string): string | null {
	const key = keysOf(command);
	return key === null ? null : `${key} ${does}`;
}

/** Returns a hint in parentheses, to append to a message; empty for null. */
export function inParentheses(text: string | null): string {
	return text === null ? '' : ` (${text})`;
}

/** Returns a hint after a colon, to append to a message; empty for null. */
export function afterColon(text: string | null): string {
	return text === null ? '' : `: ${text}`;
}
