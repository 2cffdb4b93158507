import type {Command} from '../../keys/command.js';
import {bindings, keysOf} from '../../keys/key-bindings.js';
import {commandName} from '../../keys/own-keys.js';
import {isOffered, type Surroundings} from '../../keys/why-not.js';

/** A suggested argument with its explanation. */
export type Candidate = {readonly name: string; readonly detail: string};

/** A palette command that takes an argument or has no key. */
export type PaletteWord = WordRow & {
	/** True if the word works but isn't listed. */
	readonly isHidden?: true;
	/** Returns all suggested arguments. The list shows only matches of the written text. */
	candidates?(written: string): readonly Candidate[];
	/** Runs the word. Returns the error message about the argument, or an empty text. */
	run(argument: string): string;
};

/** An entry of the palette's list. */
export type PaletteItem = {
	readonly name: string;
	/** The equivalent key in the notation of the help; empty if it has no key. */
	readonly key: string;
	readonly help: string;
	/** Null if it is only a word. */
	readonly command: Command | null;
	/** Null if it is only a command. */
	readonly word: PaletteWord | null;
};

/** Returns true if the word requires an argument. */
export function needsArgument({word}: PaletteItem): boolean {
	return word?.argument !== undefined && !word.argument.startsWith('[');
}

/** Description of a word. */
type WordRow = {
	/** The name to type. */
	readonly name: string;
	/** Name of the argument, such as `NAME`; in brackets if it is optional. Unset if the word takes no argument. */
	readonly argument?: string;
	/** The equivalent sequence of two keys, if no single command has the same effect: the key of a command, then another key. */
	readonly keys?: {readonly after: Command; readonly next: string};
	/** Description for the list, the help and the manual. */
	readonly help: string;
};

/**
 * All palette words besides the commands of keys. Without an argument, a word that shares its name with a command runs that
 * command.
 */
export const wordTable = [
	{name: 'query', argument: 'TEXT', help: 'search for TEXT instead of the current search'},
	{
		name: 'window',
		argument: 'TIME|all',
		help: 'set the start of the period: 5m, 2h30m, 9:00, today, 2026-11-20; all: all times',
	},
	{
		name: 'exclude',
		argument: '[TEXT|none]',
		help: 'hide requests in every search: -url:/health,/ready; alone: show them, and hide them again',
	},
	{
		name: 'rows',
		argument: '[N|fit]',
		help: 'set the rows per page; fit: fill the screen; alone: fill the screen, and back',
	},
	{
		name: 'columns',
		argument: '[LIST]',
		help: 'show these columns: status,url:60,agent; usual: the default; alone: choose them',
	},
	{
		name: 'sort',
		argument: '[ORDER]',
		help: 'sort the rows by duration or bytes, the largest first, by -time or time; alone: the next order',
	},
	{
		name: 'alert',
		argument: 'RULE',
		help: 'watch a rule for this session, as with --alert: 5xx share over 5% in 1m, any url:/wp-login',
	},
	{
		name: 'facets',
		argument: '[FIELD]',
		help: 'the most frequent values of a field: agent, asn (owners, by "geo"), @tenant; alone: of the last field',
	},
	{
		name: 'differences',
		argument: '[BASELINE]',
		help: 'compare with rest, before, or the requests of a search; alone: as the last time',
	},
	{
		name: 'save',
		argument: 'NAME',
		help: 'save search, order, columns, rows and panel as a view; save! replaces a view',
	},
	{name: 'view', argument: 'NAME', help: 'show a saved view; --view NAME starts with it'},
	{name: 'forget', argument: 'NAME', help: 'delete a saved view'},
	{
		name: 'copy-command',
		keys: {after: 'chooseCopy', next: 's'},
		help: 'copy the command that reproduces the screen',
	},
] as const satisfies readonly WordRow[];

/** Name of a word in the table. */
type WordName = (typeof wordTable)[number]['name'];

/** Returns the description of a word. */
export function wordRow(name: WordName): WordRow {
	return wordTable.find(row => row.name === name) ?? {name, help: ''};
}

/** Returns the syntax of a word: `:save NAME`. */
export function wordTerm({name, argument}: WordRow): string {
	return `:${name}${argument === undefined ? '' : ` ${argument}`}`;
}

/** Items that match the input. */
export type Found = {
	/** Best match first. */
	readonly items: readonly PaletteItem[];
	/** True if the first item matches by its name or key. Enter then runs it without a choice from the list. */
	readonly isMeant: boolean;
};

/** Minimum length of input whose characters may be scattered over a name. Most names contain any shorter sequence. */
const minInOrder = 3;

/** Minimum length of input to find in descriptions. Most descriptions contain shorter strings. */
const minInHelp = 3;

/** First rank of items that match only by their description. */
const inHelp = 6;

const no = Number.POSITIVE_INFINITY;

/**
 * Finds the items that match the input, best first:
 * 1. the input is the name,
 * 2. the input is the key,
 * 3. the name starts with the input,
 * 4. a part of the name starts with the input,
 * 5. the name contains the input,
 * 6. the name contains the characters of the input in this order,
 * 7. the description contains the input.
 */
export function matchItems(items: readonly PaletteItem[], text: string): Found {
	const typed = text.trim().toLowerCase();
	if (typed === '') {
		return {items, isMeant: false};
	}
	const ranked = items
		.map(item => ({item, rank: rankOf(item, typed, text.trim())}))
		.filter(({rank}) => rank < no)
		.sort((a, b) => a.rank - b.rank);
	return {items: ranked.map(({item}) => item), isMeant: (ranked[0]?.rank ?? no) < inHelp};
}

function rankOf({name, key, help}: PaletteItem, typed: string, asTyped: string): number {
	const ranks = [
		name === typed,
		key === asTyped,
		name.startsWith(typed),
		name.split('-').some(part => part.startsWith(typed)),
		name.includes(typed),
		typed.length >= minInOrder && hasInOrder(name, typed),
		typed.length >= minInHelp && help.toLowerCase().includes(typed),
	];
	const rank = ranks.indexOf(true);
	return rank === -1 ? no : rank;
}

function hasInOrder(name: string, typed: string): boolean {
	let at = 0;
	for (const character of typed) {
		at = name.indexOf(character, at) + 1;
		if (at === 0) {
			return false;
		}
	}
	return true;
}

/** Returns all items available in these surroundings: the words that aren't commands, then the commands, sorted as in the help. */
export function paletteItems(
	words: readonly PaletteWord[],
	surroundings: Surroundings,
): readonly PaletteItem[] {
	let lastHelp = '';
	const commands = bindings().flatMap(({command, help}): readonly PaletteItem[] => {
		// A command without a help text shares the previous command's text.
		lastHelp = help ?? lastHelp;
		if (!isOffered(command, surroundings)) {
			return [];
		}
		const name = commandName(command);
		const word = words.find(one => one.name === name) ?? null;
		return [{name, key: keyOf(command), help: word?.help ?? lastHelp, command, word}];
	});
	const names = new Set(commands.map(({name}) => name));
	const others = words
		.filter(({name, isHidden}) => !names.has(name) && !isHidden)
		.map(word => ({name: word.name, key: wordKey(word), help: word.help, command: null, word}));
	return [...others, ...commands];
}

function wordKey({keys}: PaletteWord): string {
	const first = keys ? keysOf(keys.after) : null;
	return keys && first !== null ? `${first} ${keys.next}` : '';
}

function keyOf(command: Command): string {
	return keysOf(command) ?? '';
}
