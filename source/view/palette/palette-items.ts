import type {Command} from '../../keys/command.js';
import {bindings, keysOf} from '../../keys/key-bindings.js';
import {commandName} from '../../keys/own-keys.js';
import {isOffered, type Surroundings} from './offered.js';

/** What can stand behind a name, with what is said of it. */
export type Candidate = {readonly name: string; readonly detail: string};

/** What is run by a word that takes something behind it, or for which there is no key. */
export type PaletteWord = WordRow & {
	/** True: it is understood and not listed. */
	readonly isHidden?: true;
	/** What can stand behind it, as far as one can choose, all of it; those with what is written are listed. */
	candidates?(written: string): readonly Candidate[];
	/** Does it. What is wrong with what stands behind it, for reading; empty when nothing is. */
	run(argument: string): string;
};

/** A line of the list of all that can be run. */
export type PaletteItem = {
	readonly name: string;
	/** The key that does the same, as the help writes it; empty where there is none. */
	readonly key: string;
	readonly help: string;
	/** Null: it is a word alone. */
	readonly command: Command | null;
	/** Null: it is a command alone. */
	readonly word: PaletteWord | null;
};

/** Whether a word does nothing without something behind it. */
export function needsArgument({word}: PaletteItem): boolean {
	return word?.argument !== undefined && !word.argument.startsWith('[');
}

/** A word that is run by its name alone, and what it takes. */
type WordRow = {
	/** What is typed. */
	readonly name: string;
	/** What stands behind it: `NAME`, in brackets where it may be left out; without it nothing does. */
	readonly argument?: string;
	/** The keys that do the same, where these are no command's alone: those of a command, and the one behind it. */
	readonly keys?: {readonly after: Command; readonly next: string};
	/** What it does, for the list, the help and the manual. */
	readonly help: string;
};

/**
 * All words of `:` beside the commands of the keys. One called as a command does what that does without anything behind
 * it.
 */
export const wordTable = [
	{name: 'query', argument: 'TEXT', help: 'search for that, in place of what is searched for'},
	{
		name: 'window',
		argument: 'TIME|all',
		help: 'from so long ago on, or since a time: 5m, 2h30m, 9:00, today, 2026-11-20; all: all times',
	},
	{
		name: 'rows',
		argument: '[N|fit]',
		help: 'so many rows to a page, or as many as fit; alone: as many as fit, and back',
	},
	{
		name: 'columns',
		argument: '[LIST]',
		help: 'these columns: status,url:60,agent; usual: the six; alone: choose them',
	},
	{
		name: 'save',
		argument: 'NAME',
		help: 'keep search, columns, rows and panel as a view; save! replaces one',
	},
	{name: 'view', argument: 'NAME', help: 'show the view of that name; --view NAME begins with it'},
	{name: 'forget', argument: 'NAME', help: 'keep that view no longer'},
	{
		name: 'copy-command',
		keys: {after: 'chooseCopy', next: 's'},
		help: 'copy the command that shows what is on the screen',
	},
] as const satisfies readonly WordRow[];

/** What a word of the table is called. */
type WordName = (typeof wordTable)[number]['name'];

/** What is said of a word. */
export function wordRow(name: WordName): WordRow {
	return wordTable.find(row => row.name === name) ?? {name, help: ''};
}

/** How it is written: `:save NAME`. */
export function wordTerm({name, argument}: WordRow): string {
	return `:${name}${argument === undefined ? '' : ` ${argument}`}`;
}

/** What a text finds. */
export type Found = {
	/** The best first. */
	readonly items: readonly PaletteItem[];
	/** Whether the first one is meant by its name, or its key, so that it needn't be chosen. */
	readonly isMeant: boolean;
};

/** Fewer characters are in most names in that order. */
const leastInOrder = 3;

/** Less is in most descriptions. */
const leastInHelp = 3;

/** From this on, what has been typed is in the description alone. */
const inHelp = 6;

const no = Number.POSITIVE_INFINITY;

/**
 * The items that a text may stand for: those whose name or key it is, that begin so, a part of whose name begins so,
 * that contain it, that have its characters in this order, whose description has it.
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
		typed.length >= leastInOrder && hasInOrder(name, typed),
		typed.length >= leastInHelp && help.toLowerCase().includes(typed),
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

/** All that can be run there: the commands in the order of the help, and among them the words, by their names. */
export function paletteItems(
	words: readonly PaletteWord[],
	surroundings: Surroundings,
): readonly PaletteItem[] {
	let told = '';
	const commands = bindings().flatMap(({command, help}): readonly PaletteItem[] => {
		// What has no text of its own is told with the one before it.
		told = help === '' ? told : help;
		if (!isOffered(command, surroundings)) {
			return [];
		}

		const name = commandName(command);
		const word = words.find(one => one.name === name) ?? null;
		return [{name, key: keyOf(command), help: word?.help ?? told, command, word}];
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
