import {type Command, plainCommand} from './command.js';
import {type Binding, keyTable} from './key-table.js';

/** Keys that aren't characters, and how the help writes them; those that a terminal tells apart from others. */
const labels: Readonly<Record<string, string>> = {
	space: 'Space',
	down: '↓',
	up: '↑',
	left: '←',
	right: '→',
	pagedown: 'PgDn',
	pageup: 'PgUp',
	home: 'Home',
	end: 'End',
	return: 'Enter',
	escape: 'Esc',
	tab: 'Tab',
	backspace: 'Backspace',
	delete: 'Del',
	f1: 'F1',
};

/** Other ways to write a key, in small letters. */
const aliases: Readonly<Record<string, string>> = {
	' ': 'space',
	pgdn: 'pagedown',
	pgup: 'pageup',
	enter: 'return',
	esc: 'escape',
	del: 'delete',
	'↓': 'down',
	'↑': 'up',
	'←': 'left',
	'→': 'right',
};

/** What a terminal sends for these is what it sends for another key. */
const sameAs: Readonly<Record<string, string>> = {
	'ctrl-i': 'tab',
	'ctrl-m': 'return',
	'ctrl-h': 'backspace',
	'ctrl-[': 'escape',
};

/** How a key is written for the user: `^D`, `PgDn`, `j`. */
export function keyLabel(name: string): string {
	return labels[name] ?? (name.startsWith('ctrl-') ? `^${name.slice(5).toUpperCase()}` : name);
}

/** A key that a user has written: its name, as `InputEvent` has it, or why there is none and what to write. */
export function keyWritten(text: string): {readonly name: string} | {readonly problem: string} {
	if ([...text].length === 1 && text > ' ' && text !== '\u007F') {
		return {name: aliases[text] ?? text};
	}
	const lower = text.toLowerCase().replace(/^(?:\^|c-|ctrl\+)(?=.)/, 'ctrl-');
	const name = aliases[lower] ?? lower;
	const same = sameAs[name];
	if (same !== undefined) {
		return {problem: `a terminal doesn't tell it from ${same}: write "${same}"`};
	}
	if (Object.hasOwn(labels, name) || /^ctrl-[a-z\\\]^_]$/.test(name)) {
		return {name};
	}
	if (/^f\d+$/.test(name)) {
		return {problem: 'of the function keys there is only f1: take another key'};
	}
	if (/^(?:alt|meta|shift|super|a|m|s)[-+]./.test(lower)) {
		return {problem: 'only ctrl- can stand before a key; a capital is written as one'};
	}
	return {problem: `write a character, ctrl- and a letter, or one of ${Object.keys(labels).join(', ')}`};
}

/** The keys of some commands, in place of their usual ones. */
export type OwnKeys = ReadonlyMap<Command, readonly string[]>;

let inForce: readonly Binding[] = keyTable;
let commands = commandsByKey(inForce);

/** Has the user's own keys count from now on: a process has one keyboard. Before anything is drawn. */
export function setOwnKeys(own: OwnKeys): void {
	inForce = boundKeys(own);
	commands = commandsByKey(inForce);
}

/** All keys that count, in the order of the help. */
export function bindings(): readonly Binding[] {
	return inForce;
}

/** The command of a key, or undefined. */
export function commandOf(key: string): Command | undefined {
	return commands.get(key);
}

/** The command of a key as the help and the footer write it, or null. */
function commandOfLabel(label: string): Command | null {
	const wanted = label === '⌫' ? 'Backspace' : label;
	return inForce.find(({keys}) => keys.some(key => keyLabel(key) === wanted))?.command ?? null;
}

/** The first key of each of these commands, as the help writes it; null where one of them has none. */
export function keysOf(...wanted: readonly Command[]): string | null {
	const firsts = wanted.map(command => keyOf(inForce, command));
	return firsts.includes(null) ? null : firsts.join(' ');
}

/** All keys of these commands, as the help writes them; empty where there are none. */
export function allKeysOf(...wanted: readonly Command[]): string {
	return wanted
		.flatMap(command => inForce.find(binding => binding.command === command)?.keys ?? [])
		.map(keyLabel)
		.join(' ');
}

/** Whether all of these have their usual keys. */
export function haveUsualKeys(...wanted: readonly Command[]): boolean {
	return wanted.every(command => keyOf(inForce, command) === keyOf(keyTable, command));
}

/** The table with the user's own keys: a key that these give to another command is taken from the one that had it. */
export function boundKeys(own: OwnKeys): readonly Binding[] {
	const taken = new Set([...own.values()].flat());
	const bound = keyTable.map(binding => ({
		...binding,
		keys: own.get(binding.command) ?? binding.keys.filter(key => !taken.has(key)),
	}));
	return bound.map((binding, index) => {
		const together = group(index);
		const isUsual = together.every(at => same(bound[at]?.keys ?? [], keyTable[at]?.keys ?? []));
		if (isUsual) {
			return binding;
		}
		const {hintKey, ...rest} = binding;
		const labels = together.flatMap(at => bound[at]?.keys ?? []).map(keyLabel);
		const firsts = together.flatMap(at => bound[at]?.keys.slice(0, 1) ?? []).map(keyLabel);
		return {...rest, shown: labels.join(' '), ...(hintKey === undefined ? {} : {hintKey: firsts.join(' ')})};
	});
}

/** The places of a binding and of those that the help tells with it, which have no text of their own. */
function group(index: number): readonly number[] {
	const {command, help} = keyTable[index] ?? {};
	if (command === undefined || help === '') {
		return [index];
	}
	const isOther = (at: number): boolean => {
		const other = keyTable[at];
		return other === undefined || other.help !== '' || plainCommand(other.command) !== other.command;
	};
	const together = [index];
	for (let at = index + 1; !isOther(at); at++) {
		together.push(at);
	}
	const places = keyTable.flatMap((other, at) =>
		other.command !== command && plainCommand(other.command) === command ? [at] : [],
	);
	return [...together, ...places];
}

function keyOf(table: readonly Binding[], command: Command): string | null {
	const key = table.find(binding => binding.command === command)?.keys[0];
	return key === undefined ? null : keyLabel(key);
}

function same(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((key, index) => key === other[index]);
}

function commandsByKey(table: readonly Binding[]): ReadonlyMap<string, Command> {
	return new Map(table.flatMap(({command, keys}) => keys.map(key => [key, command] as const)));
}

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
