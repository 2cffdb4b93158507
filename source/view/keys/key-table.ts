/** What a key can ask for. */
export type Command =
	| 'rowDown'
	| 'rowUp'
	| 'pageDown'
	| 'pageUp'
	| 'halfDown'
	| 'halfUp'
	| 'newest'
	| 'oldest'
	| 'freeze'
	| 'rows'
	| 'redraw'
	| 'help'
	| 'notices'
	| 'unrecognised'
	| 'open'
	| 'sameClientNext'
	| 'sameClientPrevious'
	| 'close'
	| 'suspend'
	| 'quit'
	| 'interrupt';

export type Binding = {
	readonly command: Command;
	/** Names as `keyNames` gives them. */
	readonly keys: readonly string[];
	/** How the help writes the keys. */
	readonly shown: string;
	/** What it does, for the help. */
	readonly help: string;
	/** What it does, in a word for the footer; without it, the footer leaves it out. */
	readonly hint?: string;
};

/**
 * All keys, in the order of the help. The one place that says which key does what: matching, footer hints
 * and help are made from it.
 */
export const keyTable: readonly Binding[] = [
	{
		command: 'rowDown',
		keys: ['j', 'down'],
		shown: 'j ↓',
		help: 'next row; the page holds still',
		hint: 'row',
	},
	{command: 'rowUp', keys: ['k', 'up'], shown: 'k ↑', help: 'previous row'},
	{command: 'pageDown', keys: ['space', 'pagedown'], shown: 'Space PgDn', help: 'next page', hint: 'page'},
	{command: 'pageUp', keys: ['b', 'pageup'], shown: 'b PgUp', help: 'previous page'},
	{command: 'halfDown', keys: ['ctrl-d'], shown: '^D', help: 'half a page down'},
	{command: 'halfUp', keys: ['ctrl-u'], shown: '^U', help: 'half a page up'},
	{
		command: 'newest',
		keys: ['g', 'home', 'F'],
		shown: 'g Home F',
		help: 'newest, and follow',
		hint: 'newest',
	},
	{command: 'oldest', keys: ['G', 'end'], shown: 'G End', help: 'oldest', hint: 'oldest'},
	{
		command: 'freeze',
		keys: ['=', 'Z'],
		shown: '= Z',
		help: 'freeze the screen, and go on; the log is read all the same',
		hint: 'freeze',
	},
	{command: 'rows', keys: ['z'], shown: 'z', help: 'as many rows as fit, and back', hint: 'more rows'},
	{
		command: 'open',
		keys: ['return'],
		shown: 'Enter',
		help: 'the story of the selected request: all that is known of it, and what its client did around it',
		hint: 'story',
	},
	{
		command: 'sameClientNext',
		keys: ['o'],
		shown: 'o',
		help: 'next request of the same client, downwards',
	},
	{command: 'sameClientPrevious', keys: ['O'], shown: 'O', help: 'previous request of the same client'},
	{
		command: 'close',
		keys: ['escape'],
		shown: 'Esc',
		help: 'close what lies over the listing; in the listing: newest, and follow',
	},
	{
		command: 'notices',
		keys: ['!'],
		shown: '!',
		help: 'what has happened to the files, and what is the matter with which',
	},
	{command: 'unrecognised', keys: ['L'], shown: 'L', help: 'the lines that no format reads'},
	{command: 'help', keys: ['?', 'f1'], shown: '? F1', help: 'this help', hint: 'help'},
	{command: 'redraw', keys: ['ctrl-l'], shown: '^L', help: 'draw the screen anew'},
	{command: 'suspend', keys: ['ctrl-z'], shown: '^Z', help: 'put to the background; fg brings it back'},
	{command: 'quit', keys: ['q'], shown: 'q', help: 'quit', hint: 'quit'},
	{command: 'interrupt', keys: ['ctrl-c'], shown: '^C', help: 'quit, from everywhere'},
];

const commands = new Map(keyTable.flatMap(({command, keys}) => keys.map(key => [key, command] as const)));

/** The command of a key, or undefined. */
export function commandOf(key: string): Command | undefined {
	return commands.get(key);
}
