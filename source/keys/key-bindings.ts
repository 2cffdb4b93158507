import {allCommands, type Command, type CommandRow, commandRows} from './command.js';

/** Keys that aren't characters, and their labels in the help. Only keys that terminals distinguish. */
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
	f11: 'F11',
};

/** Alternative names of keys, in lower case. */
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

/** Keys for which terminals send the same code as for a different key. */
const sameAs: Readonly<Record<string, string>> = {
	'ctrl-i': 'tab',
	'ctrl-m': 'return',
	'ctrl-h': 'backspace',
	'ctrl-[': 'escape',
};

/** Returns the label of a key: `^D`, `PgDn`, `j`. */
export function keyLabel(name: string): string {
	return labels[name] ?? (name.startsWith('ctrl-') ? `^${name.slice(5).toUpperCase()}` : name);
}

/**
 * Parses the name of a key as a user writes it. Returns the name as in `InputEvent`, or a message with the problem and the
 * solution.
 */
export function keyWritten(text: string): {readonly name: string} | {readonly problem: string} {
	if ([...text].length === 1 && text > ' ' && text !== '\u007F') {
		return {name: aliases[text] ?? text};
	}
	const lower = text.toLowerCase().replace(/^(?:\^|c-|ctrl\+)(?=.)/, 'ctrl-');
	const name = aliases[lower] ?? lower;
	const same = sameAs[name];
	if (same !== undefined) {
		return {problem: `terminals send the same code as for ${same}: write "${same}"`};
	}
	if (Object.hasOwn(labels, name) || /^ctrl-[a-z\\\]^_]$/.test(name)) {
		return {name};
	}
	if (/^f\d+$/.test(name)) {
		return {problem: 'f1 and f11 are the only function keys: choose another key'};
	}
	if (/^(?:alt|meta|shift|super|a|m|s)[-+]./.test(lower)) {
		return {problem: 'the only modifier is ctrl-; write Shift and a letter as a capital letter'};
	}
	return {problem: `write a character, ctrl- and a letter, or one of ${Object.keys(labels).join(', ')}`};
}

/** The keys of some commands, instead of their default keys. */
export type OwnKeys = ReadonlyMap<Command, readonly string[]>;

/** A command with its keys. */
export type Binding = CommandRow & {
	readonly command: Command;
	/** The keys as shown in the help, with the keys of the commands on the same line. */
	readonly shown: string;
	/** The first key of each of these commands. */
	readonly firsts: string;
};

/** All commands with their default keys. */
export const defaultBindings = boundKeys(new Map());

let inForce = defaultBindings;
let commands = commandsByKey(inForce);

/** Sets the user's keys for the process, which has one keyboard. Must be called before the first frame. */
export function setOwnKeys(own: OwnKeys): void {
	inForce = own.size === 0 ? defaultBindings : boundKeys(own);
	commands = commandsByKey(inForce);
}

/** Returns all active bindings, sorted as in the help. */
export function bindings(): readonly Binding[] {
	return inForce;
}

/** Returns the command of a key, or undefined. */
export function commandOf(key: string): Command | undefined {
	return commands.get(key);
}

/** Returns the command for a label of a key, or null. */
function commandOfLabel(label: string): Command | null {
	const wanted = label === '⌫' ? 'Backspace' : label;
	return inForce.find(({keys}) => keys.some(key => keyLabel(key) === wanted))?.command ?? null;
}

/** Returns the labels of the first keys of some commands; null if one of them has no key. */
export function keysOf(...wanted: readonly Command[]): string | null {
	const firsts = wanted.map(command => keyOf(inForce, command));
	return firsts.includes(null) ? null : firsts.join(' ');
}

/** Returns the labels of all keys of some commands; empty if they have no keys. */
export function allKeysOf(...wanted: readonly Command[]): string {
	return wanted
		.flatMap(command => inForce.find(binding => binding.command === command)?.keys ?? [])
		.map(keyLabel)
		.join(' ');
}

/** Checks that the first keys of all commands are the default ones. */
export function haveDefaultKeys(...wanted: readonly Command[]): boolean {
	return wanted.every(command => keyOf(inForce, command) === keyOf(defaultBindings, command));
}

/** Returns all commands with the user's keys. A key that is bound to a new command is removed from its old one. */
export function boundKeys(own: OwnKeys): readonly Binding[] {
	const taken = new Set([...own.values()].flat());
	const keys = new Map(
		allCommands.map(command => [
			command,
			own.get(command) ?? commandRows[command].keys.filter(key => !taken.has(key)),
		]),
	);
	const labelsOf = (command: Command): readonly string[] => (keys.get(command) ?? []).map(keyLabel);
	const lines = helpLines();
	return allCommands.map(command => {
		const {onCharts, below} = lines.get(command) ?? {onCharts: [], below: []};
		const [first = [], ...others] = [command, ...below].map(labelsOf);
		const shown = [...first.slice(0, 1), ...onCharts.flatMap(labelsOf), ...first.slice(1), ...others.flat()];
		const firsts = [first, ...others].flatMap(labels => labels.slice(0, 1));
		return {
			...commandRows[command],
			command,
			keys: keys.get(command) ?? [],
			shown: shown.join(' '),
			firsts: firsts.join(' '),
		};
	});
}

/** A line of the help: the keys of charts with the same meaning as its command, and the commands described below it. */
type HelpLine = {readonly onCharts: Command[]; readonly below: Command[]};

/** Returns the lines of the help, by their command. In one pass, because it runs at every start. */
function helpLines(): ReadonlyMap<string, HelpLine> {
	const lines = new Map<string, HelpLine>(
		allCommands
			.filter(command => commandRows[command].help !== undefined)
			.map(command => [command, {onCharts: [], below: []}]),
	);
	let above: HelpLine | undefined;
	for (const command of allCommands) {
		const {help, means} = commandRows[command];
		if (help !== undefined || means !== undefined) {
			above = lines.get(command);
		} else {
			above?.below.push(command);
		}
		if (means !== undefined) {
			lines.get(means)?.onCharts.push(command);
		}
	}
	return lines;
}

function keyOf(table: readonly Binding[], command: Command): string | null {
	const key = table.find(binding => binding.command === command)?.keys[0];
	return key === undefined ? null : keyLabel(key);
}

function commandsByKey(table: readonly Binding[]): ReadonlyMap<string, Command> {
	return new Map(table.flatMap(({command, keys}) => keys.map(key => [key, command] as const)));
}

/** A part of a line of hints, from column `start` up to but excluding `end`. */
type HintRange = {readonly start: number; readonly end: number};

/** A key in a line of hints, and the hint that it is in. A range of keys, such as `2-5`, has no single command. */
type HintKey = HintRange & {readonly command: Command | null; readonly hint: HintRange};

/** Returns the keys in a line of hints. Two spaces or commas separate hints. */
export function keysIn(text: string): readonly HintKey[] {
	return [...text.matchAll(/[^\s,]+(?: [^\s,]+)*/g)].flatMap(({0: hint, index: start}) =>
		Array.from(hint.matchAll(/\S+/g), ({0: word, index}): HintKey => {
			const label = word.replace(/(?<=.):$/, '');
			return {
				start: start + index,
				end: start + index + label.length,
				command: commandOfLabel(label),
				hint: {start, end: start + hint.length},
			};
		}).filter(({command, ...key}) => command !== null || /^\d[-–]\d$/.test(text.slice(key.start, key.end))),
	);
}

/** Returns the command for the hint at a column of a line: of the key at that column, otherwise of the first key in the hint. */
export function commandAt(text: string, x: number): Command | null {
	const isIn = ({start, end}: HintRange): boolean => x >= start && x < end;
	const near = keysIn(text).filter(({hint}) => isIn(hint));
	return (near.find(isIn) ?? near[0])?.command ?? null;
}
