import type {Command} from '../keys/command.js';
import type {WordRow} from './word-table.js';

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
export const needsArgument = ({word}: PaletteItem): boolean =>
	word?.argument !== undefined && !word.argument.startsWith('[');
