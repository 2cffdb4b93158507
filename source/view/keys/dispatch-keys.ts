import type {Command} from './command.js';
import {commandOf} from './keys-in-force.js';
import {firstTyped, type Typed} from './typed.js';

/** Where keys go. */
export type KeyTarget = {
	/** Whether a line is being written, so that characters are no commands. */
	isTyping(): boolean;
	/** Whether only the next key is taken for that. */
	takesOne?(): boolean;
	typed(typed: Typed): void;
	command(command: Command): void;
};

/** After these, what comes is written into a line. */
const opening: ReadonlySet<Command> = new Set([
	'search',
	'find',
	'chooseCopy',
	'saveFile',
	'palette',
	'separator',
]);

/** These do the same wherever one is. */
const everywhere: ReadonlySet<Command> = new Set(['interrupt', 'suspend', 'redraw']);

/** Hands out keys that came at once, one after the other: one may open the line that takes the next. */
export function dispatchKeys(names: readonly string[], target: KeyTarget): void {
	let left = names;
	while (left.length > 0) {
		if (target.isTyping()) {
			const {typed, length} = firstTyped(target.takesOne?.() ? left.slice(0, 1) : left);
			const command = typed.type === 'key' ? commandOf(typed.key) : undefined;
			if (command && everywhere.has(command)) {
				target.command(command);
			} else {
				target.typed(typed);
			}

			left = left.slice(length);
		} else {
			const commands = commandsOf(left);
			commands.forEach(target.command);
			if (commands.length === 0) {
				return;
			}

			left = left.slice(commands.length);
		}
	}
}

/**
 * The commands of keys that came at once, until one opens a line. When one of several keys means nothing, it wasn't
 * typing but a paste into a terminal without paste marks, or the terminal's answer to something: none of them counts
 * then.
 */
export function commandsOf(keys: readonly string[]): readonly Command[] {
	const commands: Command[] = [];
	for (const key of keys) {
		const command = commandOf(key);
		if (!command) {
			return [];
		}

		commands.push(command);
		if (opening.has(command)) {
			break;
		}
	}

	return commands;
}
