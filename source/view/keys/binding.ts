import type {Command} from './command.js';

/** The sections of the help for the keys of the listing, and for those that do the same wherever one is. */
export type KeySection = 'listing' | 'row' | 'search' | 'panels' | 'everywhere';

/** Some keys, and what they ask for. */
export type Binding = {
	readonly command: Command;
	/** Names as `keyNames` gives them. */
	readonly keys: readonly string[];
	/** How the help writes the keys. */
	readonly shown: string;
	/** Where the help has it. */
	readonly section: KeySection;
	/** What it does, for the help; empty: the key is told with another one. */
	readonly help: string;
	/** What it does, in a word for the footer; without it, the footer leaves it out. */
	readonly hint?: string;
	/** The keys as the footer writes them, where that isn't the first one. */
	readonly hintKey?: string;
};
