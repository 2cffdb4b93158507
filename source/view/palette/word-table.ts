import type {Command} from '../keys/command.js';

/** A word that is run by its name alone, and what it takes. */
export type WordRow = {
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
export type WordName = (typeof wordTable)[number]['name'];

/** What is said of a word. */
export const wordRow = (name: WordName): WordRow =>
	wordTable.find(row => row.name === name) ?? {name, help: ''};

/** How it is written: `:save NAME`. */
export const wordTerm = ({name, argument}: WordRow): string =>
	`:${name}${argument === undefined ? '' : ` ${argument}`}`;
