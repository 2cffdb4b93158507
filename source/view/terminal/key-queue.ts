import {useEffect, useState} from 'react';
import type {Command} from '../../keys/command.js';
import {commandOf} from '../../keys/key-bindings.js';
import {useTerminalInput} from './terminal-input.js';

/** What was typed while a line is being written. */
export type Typed =
	/** Characters. */
	| {readonly type: 'text'; readonly text: string}
	/** A key of another kind, named as in `InputEvent`. */
	| {readonly type: 'key'; readonly key: string};

/** Whether a key's name is the character that it types. */
export function isCharacter(name: string): boolean {
	return name === 'space' || [...name].length === 1;
}

/** The first thing typed among these keys, and how many of them it takes: characters that came at once are one text. */
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

/** Where keys go. */
type KeyTarget = {
	/** Whether a line is being written, so that characters are no commands. */
	isTyping(): boolean;
	/** Whether only the next key is taken for that. */
	takesOne?(): boolean;
	typed(typed: Typed): void;
	command(command: Command): void;
	/** Whether a command, and what comes after it, must wait for what is being opened. */
	waits?(command: Command): boolean;
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

/** These leave what is being opened instead of waiting for it. */
const leaving: ReadonlySet<Command | undefined> = new Set(['close', 'quit', 'interrupt']);

/** Keys in their order, also across the opening of what takes them. */
type KeyQueue = {
	/** Hands out keys that came at once, after those that wait. */
	take(names: readonly string[], target: KeyTarget): void;
	/** To be called before a command that came from elsewhere, such as the mouse: leaving drops the keys that wait. */
	before(command: Command): void;
	/** To be called when what was waited for may be there. */
	goOn(target: KeyTarget): void;
};

/** Holds keys back as long as the command of the first of them has to wait. */
export function keyQueue(): KeyQueue {
	let waiting: ReadonlyArray<readonly string[]> = [];
	let isRunning = false;
	const goOn = (target: KeyTarget): void => {
		while (!isRunning && waiting.length > 0) {
			const [names = [], ...others] = waiting;
			waiting = others;
			isRunning = true;
			try {
				const left = dispatchKeys(names, target);
				if (left.length > 0) {
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
			const isLeaving = !target.isTyping() && leaving.has(commandOf(names[0] ?? ''));
			waiting = isLeaving ? [names] : [...waiting, names];
			goOn(target);
		},
		before(command) {
			if (leaving.has(command)) {
				waiting = [];
			}
		},
		goOn,
	};
}

/**
 * Hands out keys that came at once, one after the other: one may open the line that takes the next. Returns those that
 * have to wait.
 */
export function dispatchKeys(names: readonly string[], target: KeyTarget): readonly string[] {
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
			if (commands.length === 0) {
				return [];
			}

			for (const [index, command] of commands.entries()) {
				if (target.waits?.(command)) {
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

/**
 * Hands out what is typed. What is pasted is no command; `pasted` takes it while a line is being written.
 * @param subscribe - calls back whenever what keys wait for may be there
 * @returns what is to be called before a command that comes from elsewhere
 */
export function useKeys(
	target: KeyTarget & {pasted(text: string): void},
	subscribe: (listener: () => void) => () => void,
): KeyQueue['before'] {
	const [queue] = useState(keyQueue);
	useEffect(() => subscribe(() => queue.goOn(target)));
	useTerminalInput({
		keys: names => queue.take(names, target),
		paste(text) {
			if (target.isTyping()) {
				target.pasted(text);
			}
		},
	});
	return queue.before;
}
