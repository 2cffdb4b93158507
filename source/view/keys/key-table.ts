import type {Command} from './command.js';

/** Some keys, and what they ask for. */
export type Binding = {
	readonly command: Command;
	/** Names as `keyNames` gives them. */
	readonly keys: readonly string[];
	/** How the help writes the keys. */
	readonly shown: string;
	/** What it does, for the help; empty: the key is told with another one. */
	readonly help: string;
	/** What it does, in a word for the footer; without it, the footer leaves it out. */
	readonly hint?: string;
	/** The keys as the footer writes them, where that isn't the first one. */
	readonly hintKey?: string;
};

/**
 * All usual keys, in the order of the help. The one place that says which key does what: matching, footer hints
 * and help are made from it, as `keys-in-force.ts` gives it with the user's own keys.
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
	{
		command: 'pageDown',
		keys: ['space'],
		shown: 'Space PgDn',
		help: 'next page',
		hint: 'page',
	},
	{command: 'pageUp', keys: ['b'], shown: 'b PgUp', help: 'previous page'},
	{command: 'halfDown', keys: ['ctrl-d'], shown: '^D', help: 'half a page down'},
	{command: 'halfUp', keys: ['ctrl-u'], shown: '^U', help: 'half a page up'},
	{
		command: 'newest',
		keys: ['g', 'F'],
		shown: 'g Home F',
		help: 'newest, and follow',
		hint: 'newest',
	},
	{command: 'oldest', keys: ['G'], shown: 'G End', help: 'oldest'},
	{command: 'homeKey', keys: ['home'], shown: 'Home', help: ''},
	{command: 'endKey', keys: ['end'], shown: 'End', help: ''},
	{command: 'pageDownKey', keys: ['pagedown'], shown: 'PgDn', help: ''},
	{command: 'pageUpKey', keys: ['pageup'], shown: 'PgUp', help: ''},
	{
		command: 'open',
		keys: ['return'],
		shown: 'Enter',
		help: 'the story of the selected request: all that is known of it; in a panel: search for what is selected',
		hint: 'story',
	},
	{
		command: 'search',
		keys: ['/'],
		shown: '/',
		help: 'search as you type: Enter keeps it, Esc goes back, Tab completes, ↑ ^R earlier ones; empty: all',
		hint: 'search',
	},
	{
		command: 'cellLeft',
		keys: ['left'],
		shown: '← →',
		help: 'to a cell of the row',
		hint: 'cell',
		hintKey: '← →',
	},
	{command: 'cellRight', keys: ['right'], shown: '→', help: ''},
	{
		command: 'scrollRight',
		keys: ['>'],
		shown: '> <',
		help: 'scroll the URL, or the column of the cell, and back; it stays so while rows flow',
	},
	{command: 'scrollLeft', keys: ['<'], shown: '<', help: ''},
	{
		command: 'wanted',
		keys: ['+'],
		shown: '+ -',
		help: 'only requests with the value of the cell, or only those without it',
	},
	{command: 'unwanted', keys: ['-'], shown: '-', help: ''},
	{
		command: 'dropTerm',
		keys: ['backspace'],
		shown: 'Backspace',
		help: 'take the last term of the search off',
	},
	{
		command: 'clearSearch',
		keys: ['C'],
		shown: 'C',
		help: 'clear the search: back to all requests; g goes to the newest of them',
	},
	{
		command: 'lastSearch',
		keys: ['.'],
		shown: '.',
		help: 'take the search with which the last session here ended, as long as it is offered',
	},
	{
		command: 'status2',
		keys: ['2'],
		shown: '2 3 4 5 0',
		help: 'only answers of 200 to 299, 300 to 399, …; 0: all',
		hint: 'status',
		hintKey: '2–5',
	},
	{command: 'status3', keys: ['3'], shown: '3', help: ''},
	{command: 'status4', keys: ['4'], shown: '4', help: ''},
	{command: 'status5', keys: ['5'], shown: '5', help: ''},
	{command: 'statusAll', keys: ['0'], shown: '0', help: ''},
	{
		command: 'windowNext',
		keys: ['t'],
		shown: 't T',
		help: 'the last 5, 15, 30 minutes, hour, 24 hours, or all; T: backwards',
		hint: 'period',
	},
	{command: 'windowPrevious', keys: ['T'], shown: 'T', help: ''},
	{
		command: 'nextServerError',
		keys: ['e'],
		shown: 'e E',
		help: 'down to the next 5xx, or up',
		hint: 'next 5xx',
	},
	{command: 'previousServerError', keys: ['E'], shown: 'E', help: ''},
	{command: 'nextClientError', keys: ['w'], shown: 'w W', help: 'down to the next 4xx, or up'},
	{command: 'previousClientError', keys: ['W'], shown: 'W', help: ''},
	{
		command: 'sameClientNext',
		keys: ['o'],
		shown: 'o O',
		help: 'down to the next request of the same client, or up',
		hint: 'same client',
	},
	{command: 'sameClientPrevious', keys: ['O'], shown: 'O', help: ''},
	{
		command: 'find',
		keys: ['s'],
		shown: 's',
		help: 'find a text, without leaving anything out',
		hint: 'find',
	},
	{command: 'findNext', keys: ['n'], shown: 'n N', help: 'down to the next row with it, or up'},
	{command: 'findPrevious', keys: ['N'], shown: 'N', help: ''},
	{
		command: 'mark',
		keys: ['m'],
		shown: 'm',
		help: 'mark the selected request, or take its mark off; it is there the next time, also when the log was rotated',
	},
	{
		command: 'nextMark',
		keys: ['u'],
		shown: 'u U',
		help: 'down to the next mark or separator, or up, however far it is',
	},
	{command: 'previousMark', keys: ['U'], shown: 'U', help: ''},
	{command: 'onlyMarked', keys: ["'"], shown: "'", help: 'only marked requests, for ^S say; and back'},
	{
		command: 'separator',
		keys: ['M'],
		shown: 'M',
		help: 'put a separator with the time, and a text if you like, into the listing; on one (u U): take it away',
	},
	{
		command: 'timeline',
		keys: ['i'],
		shown: 'i',
		help: 'timeline: requests over time, and a part of it to search in',
		hint: 'timeline',
	},
	{
		command: 'facets',
		keys: ['f'],
		shown: 'f',
		help: 'the most frequent clients, URLs, statuses, user agents, …',
		hint: 'top',
	},
	{
		command: 'routes',
		keys: ['r'],
		shown: 'r',
		help: 'routes: URLs of the same shape in one line; the slowest, those with errors; ! is at the odd ones',
		hint: 'routes',
	},
	{
		command: 'columns',
		keys: ['x'],
		shown: 'x',
		help: 'columns: which are shown, in which order, how wide',
		hint: 'columns',
	},
	{
		command: 'nextTab',
		keys: ['tab'],
		shown: 'Tab',
		help: 'in f: another field; in r: another order, as s does in both',
	},
	{
		command: 'freeze',
		keys: ['=', 'Z'],
		shown: '= Z',
		help: 'freeze the screen, and go on; the log is read all the same',
		hint: 'freeze',
	},
	{command: 'rows', keys: ['z'], shown: 'z', help: 'as many rows as fit, and back', hint: 'more rows'},
	{
		command: 'copy',
		keys: ['y'],
		shown: 'y Y',
		help: 'copy the selected row, or the selected cell; in a panel what is selected there; Y: as a curl command',
		hint: 'copy',
	},
	{command: 'copyCurl', keys: ['Y'], shown: 'Y', help: ''},
	{
		command: 'chooseCopy',
		keys: ['c'],
		shown: 'c',
		help: 'copy something else: the next key says what (u URL, l line as logged, s the command for this screen, …)',
	},
	{
		command: 'saveFile',
		keys: ['ctrl-s'],
		shown: '^S',
		help: 'save what is searched for as CSV, JSON lines, lines as logged, or text',
	},
	{
		command: 'redact',
		keys: ['*'],
		shown: '*',
		help: 'hide what looks secret, and the ends of addresses, here and in all that is copied or saved; and back',
	},
	{
		command: 'close',
		keys: ['escape'],
		shown: 'Esc',
		help: 'close what lies over the listing; leave the cell, what was found; in the end: newest, and follow',
	},
	{
		command: 'notices',
		keys: ['!'],
		shown: '!',
		help: 'what has happened to the files, and what is the matter with which',
	},
	{
		command: 'alerts',
		keys: ['a'],
		shown: 'a',
		help: 'the rules of --alert, and how each stands: what it counts, whether it fires, since when',
	},
	{command: 'unrecognised', keys: ['L'], shown: 'L', help: 'the lines that no format reads'},
	{command: 'help', keys: ['?', 'f1'], shown: '? F1', help: 'this help', hint: 'help'},
	{
		command: 'mouse',
		keys: ['p'],
		shown: 'p',
		help: 'the mouse, or not: wheel; click on rows (twice: the story), terms, tabs and keys; Shift selects text then (Option in iTerm2)',
	},
	{
		command: 'palette',
		keys: [':'],
		shown: ':',
		help: 'any of these by its name (Tab completes, ↓ chooses), and with more behind it: :rows 20, :window 2h, …',
	},
	{command: 'redraw', keys: ['ctrl-l'], shown: '^L', help: 'draw the screen anew'},
	{command: 'suspend', keys: ['ctrl-z'], shown: '^Z', help: 'put to the background; fg brings it back'},
	{command: 'quit', keys: ['q'], shown: 'q', help: 'quit', hint: 'quit'},
	{command: 'interrupt', keys: ['ctrl-c'], shown: '^C', help: 'quit, from everywhere'},
];
