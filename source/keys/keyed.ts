import type {Command} from './command.js';
import {keysOf} from './key-bindings.js';

/**
 * A text with keys in it, those that count: a command stands for the first of its own. Null where one of them has none:
 * there is nothing to be told then.
 */
export function keyed(texts: TemplateStringsArray, ...commands: readonly Command[]): string | null {
	let told = texts[0] ?? '';
	for (const [index, command] of commands.entries()) {
		const key = keysOf(command);
		if (key === null) {
			return null;
		}

		told += key + (texts[index + 1] ?? '');
	}

	return told;
}

/** Those of some texts that there are. */
export function toldOf(texts: ReadonlyArray<string | null>): readonly string[] {
	return texts.filter(text => text !== null);
}

/** Those of some texts that there are as one; null where there is none. */
export function toldTogether(...texts: ReadonlyArray<string | null>): string | null {
	const told = toldOf(texts);
	return told.length === 0 ? null : told.join(', ');
}

/** How what lies over the listing is left. */
export function leaveHint(does = 'closes'): string {
	return keyedBy('close', does) ?? keyedBy('quit', does) ?? '';
}

/** A command's key and what it does; null where it has none. */
export function keyedBy(command: Command, does: string): string | null {
	const key = keysOf(command);
	return key === null ? null : `${key} ${does}`;
}

/** What there is to tell of a key behind another text, in parentheses; empty for null. */
export function inParentheses(text: string | null): string {
	return text === null ? '' : ` (${text})`;
}

/** The same behind a colon. */
export function afterColon(text: string | null): string {
	return text === null ? '' : `: ${text}`;
}
