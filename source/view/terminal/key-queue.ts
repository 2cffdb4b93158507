import {useEffect, useState} from 'react';
import type {Clock} from '../../clock.js';
import {type Command, commandRows, reachesTo} from '../../keys/command.js';
import {commandOf} from '../../keys/key-bindings.js';
import {useTerminalInput} from './terminal-input.js';

/** Input while the user writes a line. */
export type Typed =
	/** Characters. */
	| {readonly type: 'text'; readonly text: string}
	/** A key that isn't a character, named as in `InputEvent`. */
	| {readonly type: 'key'; readonly key: string};

/** True if the name of a key is the character that it types. */
export function isCharacter(name: string): boolean {
	return name === 'space' || [...name].length === 1;
}

/**
 * Returns the first piece of input among these keys, and the number of keys it takes. Characters that arrive together are one
 * piece.
 */
function firstTyped(names: readonly string[]): {readonly typed: Typed; readonly length: number} {
	const end = names.findIndex(name => !isCharacter(name));
	const length = end === -1 ? names.length : end;
	return length === 0
		? {typed: {type: 'key', key: names[0] ?? ''}, length: 1}
		: {
				typed: {
					type: 'text',
					text: names
						.slice(0, length)
						.map(name => (name === 'space' ? ' ' : name))
						.join(''),
				},
				length,
			};
}

/** The receiver of keys. */
type KeyTarget = {
	/** True while the user writes a line, in which characters aren't commands. */
	isTyping(): boolean;
	/** True if only the next key counts as input for the line. */
	takesOne?(): boolean;
	typed(typed: Typed): void;
	/** True if this input and all later keys must wait for the completions of the line. */
	isEarly?(typed: Typed): boolean;
	/** True if it has taken a key instead of its command. */
	chooses?(name: string): boolean;
	command(command: Command): void;
	/** Receives keys that aren't commands, or a paste without its keys (null): they have no effect. */
	ignored?(names: readonly string[] | null): void;
	/**
	 * True if the command and all later keys must wait for a panel or line that is being opened, or for the command before. `waited`:
	 * the time for which they have waited, in ms.
	 */
	waits?(command: Command, waited: number): boolean;
};

/** Delivers keys in the order typed, even while their receiver is being opened. */
type KeyQueue = {
	/** Delivers keys that arrived together, after the waiting ones. */
	take(names: readonly string[], target: KeyTarget): void;
	/** Call this before a command that doesn't come from a key, such as a mouse click: commands that leave drop the waiting keys. */
	before(command: Command): void;
	/** Call this when the awaited panel or line may be open. */
	goOn(target: KeyTarget): void;
};

/**
 * Time that keys wait before a key that leaves drops them, in ms. Keys of one write, and of fast typists, keep their order. Later,
 * the user leaves because a store is slow.
 */
export const patience = 100;

/** True for commands that cancel an opening instead of waiting for it. */
function leaves(command: Command): boolean {
	return commandRows[command].leaves === true;
}

/** Returns a queue that holds keys back while the command of the first one has to wait. */
export function keyQueue({now, after}: Clock): KeyQueue {
	let waiting: ReadonlyArray<readonly string[]> = [];
	let waitingSince = 0;
	let isRunning = false;
	let cancelRetry: (() => void) | undefined;
	const retryLater = (target: KeyTarget): void => {
		cancelRetry?.();
		cancelRetry = after(patience, () => goOn(target));
	};
	const goOn = (target: KeyTarget): void => {
		while (!isRunning && waiting.length > 0) {
			const [names = [], ...others] = waiting;
			waiting = others;
			isRunning = true;
			try {
				const left = dispatchKeys(names, target, now() - waitingSince);
				if (left.length > 0) {
					retryLater(target);
					// The waiting time of these keys counts. If some keys were delivered, it starts again.
					waitingSince = left.length === names.length ? waitingSince : now();
					waiting = [left, ...waiting];
					return;
				}
			} finally {
				isRunning = false;
			}
		}
	};
	return {
		take(names, target) {
			const first = commandOf(names[0] ?? '');
			const isLeaving = !target.isTyping() && first !== undefined && leaves(first);
			waitingSince = waiting.length === 0 ? now() : waitingSince;
			waiting = isLeaving && now() - waitingSince >= patience ? [names] : [...waiting, names];
			goOn(target);
		},
		before(command) {
			if (leaves(command)) {
				waiting = [];
			}
		},
		goOn,
	};
}

/**
 * Delivers keys that arrived together, in order: one key may open the line that receives the next. Returns the keys that have to
 * wait.
 */
export function dispatchKeys(names: readonly string[], target: KeyTarget, waited = 0): readonly string[] {
	let left = names;
	while (left.length > 0) {
		if (target.isTyping()) {
			const {typed, length} = firstTyped(target.takesOne?.() ? left.slice(0, 1) : left);
			const command = typed.type === 'key' ? commandOf(typed.key) : undefined;
			if (command && reachesTo(command, 'lines')) {
				target.command(command);
			} else if (target.isEarly?.(typed)) {
				return left;
			} else {
				target.typed(typed);
			}
			left = left.slice(length);
		} else if (target.chooses?.(left[0] ?? '')) {
			left = left.slice(1);
		} else {
			const commands = commandsOf(left);
			if (commands.length === 0) {
				target.ignored?.(left);
				return [];
			}
			for (const [index, command] of commands.entries()) {
				if (target.waits?.(command, waited)) {
					return left.slice(index);
				}
				target.command(command);
			}
			left = left.slice(commands.length);
		}
	}
	return [];
}

/**
 * Returns the commands of keys that arrived together, up to the first command after which a key may mean something else. Returns
 * none if any of the keys is unbound: then the input is a paste into a terminal without paste marks, or a reply of the terminal.
 */
export function commandsOf(keys: readonly string[]): readonly Command[] {
	const commands: Command[] = [];
	for (const [index, key] of keys.entries()) {
		const command = commandOf(key);
		if (!command) {
			return [];
		}
		commands.push(command);
		const {opensLine, offersChoice} = commandRows[command];
		if (opensLine) {
			break;
		}
		if (offersChoice) {
			const afterChoice = keys.slice(index + 2);
			return afterChoice.length === 0 || commandsOf(afterChoice).length > 0 ? commands : [];
		}
	}
	return commands;
}

/**
 * Delivers keys and pastes. Pasted text is never a command; `pasted` receives it while the user writes a line.
 * @param subscribe - calls back whenever the panel or line that keys wait for may be open
 * @returns a function to call before a command that doesn't come from a key
 */
export function useKeys(
	target: KeyTarget & {pasted(text: string): void},
	subscribe: (listener: () => void) => () => void,
	clock: Clock,
): KeyQueue['before'] {
	const [queue] = useState(() => keyQueue(clock));
	useEffect(() => {
		queue.goOn(target);
		return subscribe(() => queue.goOn(target));
	});
	useTerminalInput({
		keys: names => queue.take(names, target),
		paste(text) {
			if (target.isTyping()) {
				target.pasted(text);
			} else {
				target.ignored?.(null);
			}
		},
	});
	return queue.before;
}
