/** Sections of the help: keys of the listing, and keys that work everywhere. */
export type KeySection = 'listing' | 'row' | 'search' | 'panels' | 'everywhere';

/**
 * A state of the screen in which the footer shows other keys: a rule fires, a cell is selected, text is found, a panel has the
 * focus (`panes`: next to other panels or the listing; `part`: the user may give it the whole screen; `enlarged`: the user
 * has), a search is active, requests are excluded.
 */
export type FooterState =
	| 'alarm'
	| 'cell'
	| 'found'
	| 'pane'
	| 'panes'
	| 'part'
	| 'enlarged'
	| 'search'
	| 'exclude';

/** A key in the footer. */
type FooterRow = {
	/** A word or two. */
	readonly text: string;
	/** Hints with a lower rank are more useful: they are shown first, and stay when the footer is narrow. */
	readonly rank: number;
	/** True if it is shown even on the narrowest screen. */
	readonly isKept?: true;
	/** The default keys as shown, if that isn't the first key. */
	readonly key?: string;
	/** Shown only in this state. */
	readonly during?: FooterState;
};

/**
 * The areas of the screen in which a command works; each includes the areas before:
 * - `listing`: only there. A panel may use its keys for something else.
 * - `selection`: also in the panels that have it among their keys, where it means the same.
 * - `panels`: also while a panel is open.
 * - `help`: also while the help is open over a line that the user writes.
 * - `lines`: also while the user writes a line, if the key isn't a character.
 */
const reaches = ['listing', 'selection', 'panels', 'help', 'lines'] as const;
export type Reach = (typeof reaches)[number];

/**
 * A condition for a command of the listing or the search to have an effect; see `whyNot`. `rows`: the page has a row.
 * `request`, `cell`: the selected one, so the command first waits for pending moves.
 */
export type Need = 'rows' | 'request' | 'cell' | 'search' | 'exclude' | 'find' | 'offer' | 'pane' | 'chart';

/**
 * A command. The effect of each command is in `view/commands/`, which the compiler checks for completeness. The rows are apart
 * from it because the config file, the manual page and the messages need them without the screen.
 */
export type CommandRow = {
	/** The default keys, named as in `InputEvent`. */
	readonly keys: readonly string[];
	/** Section of the help. */
	readonly section: KeySection;
	/** Description for help, palette and manual page. Without it, the row above describes this command, too. */
	readonly help?: string;
	readonly footer?: readonly FooterRow[];
	/** The areas in which it works. The default is `listing`. */
	readonly reach?: Reach;
	readonly needs?: Need;
	/** True if it opens a line: later keys of the same write are text. */
	readonly opensLine?: true;
	/** True if the next key may choose a part of the panel that it opens. */
	readonly offersChoice?: true;
	/** True if it leaves an area: it cancels an opening instead of waiting for it. */
	readonly leaves?: true;
	/** True if the palette doesn't list it. */
	readonly isUnnamed?: true;
	/** The command with the same meaning outside of charts, in which the key moves in the direction that it points to. */
	readonly means?: string;
};

/** All commands, sorted as in the help. Everything that mentions a key derives from these rows and the user's keys. */
const table = {
	rowDown: {
		keys: ['j', 'down'],
		section: 'listing',
		help: 'next row; the page stays in place',
		footer: [{text: 'row', rank: 22}],
		needs: 'request',
	},
	rowUp: {keys: ['k', 'up'], section: 'listing', help: 'previous row', needs: 'request'},
	pageDown: {
		keys: ['space'],
		section: 'listing',
		help: 'next page',
		footer: [{text: 'page', rank: 28}],
		needs: 'request',
	},
	pageUp: {keys: ['b'], section: 'listing', help: 'previous page', needs: 'request'},
	halfDown: {keys: ['ctrl-d'], section: 'listing', help: 'half a page down', needs: 'request'},
	halfUp: {keys: ['ctrl-u'], section: 'listing', help: 'half a page up', needs: 'request'},
	newest: {
		keys: ['g', 'F'],
		section: 'listing',
		help: 'newest request, and follow',
		footer: [{text: 'newest', rank: 27}],
	},
	oldest: {keys: ['G'], section: 'listing', help: 'oldest request', needs: 'request'},
	homeKey: {keys: ['home'], section: 'listing', means: 'newest'},
	endKey: {keys: ['end'], section: 'listing', means: 'oldest'},
	pageDownKey: {keys: ['pagedown'], section: 'listing', means: 'pageDown'},
	pageUpKey: {keys: ['pageup'], section: 'listing', means: 'pageUp'},
	nextRequest: {
		keys: ['J'],
		section: 'row',
		help: 'next row, previous row, even if the details cover the listing',
		needs: 'request',
		reach: 'panels',
	},
	previousRequest: {keys: ['K'], section: 'row', needs: 'request', reach: 'panels'},
	open: {
		keys: ['return'],
		section: 'row',
		help: 'details of the selected request; in a panel: search for the selection',
		footer: [{text: 'details', rank: 12}],
		needs: 'request',
	},
	search: {
		keys: ['/'],
		section: 'search',
		help: 'search as you type: Enter keeps it, Esc goes back, Tab completes, ↑ ^R earlier searches; empty: all',
		footer: [{text: 'search', rank: 10}],
		reach: 'panels',
		opensLine: true,
	},
	cellLeft: {
		keys: ['left'],
		section: 'row',
		help: 'select a cell of the row',
		footer: [
			{text: 'cell', rank: 23, key: '← →'},
			{text: 'cell', rank: 2, key: '← →', during: 'cell'},
		],
		needs: 'request',
	},
	cellRight: {keys: ['right'], section: 'row', needs: 'request'},
	scrollRight: {
		keys: ['>'],
		section: 'listing',
		help: 'scroll the URL, or the column of the cell, and back; new rows don’t reset it',
		needs: 'rows',
	},
	scrollLeft: {keys: ['<'], section: 'listing', needs: 'rows'},
	wanted: {
		keys: ['+'],
		section: 'row',
		help: 'only requests with the value of the cell, or without it',
		footer: [{text: 'search for it', rank: 2, during: 'cell'}],
		needs: 'cell',
	},
	unwanted: {
		keys: ['-'],
		section: 'row',
		footer: [{text: 'without it', rank: 2, during: 'cell'}],
		needs: 'cell',
	},
	dropTerm: {
		keys: ['backspace'],
		section: 'search',
		help: 'remove the last term of the search',
		footer: [{text: 'last term', rank: 17, key: '⌫', during: 'search'}],
		needs: 'search',
		reach: 'panels',
	},
	clearSearch: {
		keys: ['C'],
		section: 'search',
		help: 'clear the search: show all requests again; g goes to the newest',
		footer: [{text: 'clear', rank: 15, during: 'search'}],
		needs: 'search',
		reach: 'panels',
	},
	exclude: {
		keys: ['X'],
		section: 'search',
		help: 'show the requests that the config file or :exclude TEXT hides, and hide them again',
		footer: [{text: 'exclude', rank: 29, during: 'exclude'}],
		needs: 'exclude',
		reach: 'panels',
	},
	lastSearch: {
		keys: ['.'],
		section: 'search',
		help: 'resume the last search of the previous session with the same files, while it is offered',
		needs: 'offer',
	},
	status2: {
		keys: ['2'],
		section: 'search',
		help: 'only statuses 200 to 299, 300 to 399, …; 0: all',
		footer: [{text: 'status', rank: 19, key: '2–5'}],
		reach: 'panels',
	},
	status3: {keys: ['3'], section: 'search', reach: 'panels'},
	status4: {keys: ['4'], section: 'search', reach: 'panels'},
	status5: {keys: ['5'], section: 'search', reach: 'panels'},
	statusAll: {keys: ['0'], section: 'search', reach: 'panels'},
	windowNext: {
		keys: ['t'],
		section: 'search',
		help: 'the last 5, 15, 30 minutes, hour, 24 hours, or all; T: backwards',
		footer: [{text: 'period', rank: 21}],
		reach: 'panels',
	},
	windowPrevious: {keys: ['T'], section: 'search', reach: 'panels'},
	sort: {
		keys: ['S'],
		section: 'listing',
		help: 'sort: slowest first, largest, oldest, newest; in i, f and r: the step or order before, s: the next',
		reach: 'selection',
	},
	nextServerError: {
		keys: ['e'],
		section: 'listing',
		help: 'down to the next 5xx, or up',
		footer: [{text: 'next 5xx', rank: 24}],
		needs: 'request',
	},
	previousServerError: {keys: ['E'], section: 'listing', needs: 'request'},
	nextClientError: {keys: ['w'], section: 'listing', help: 'down to the next 4xx, or up', needs: 'request'},
	previousClientError: {keys: ['W'], section: 'listing', needs: 'request'},
	sameClientNext: {
		keys: ['o'],
		section: 'row',
		help: 'down to the next request of the same client, or up',
		footer: [{text: 'same client', rank: 26}],
		needs: 'request',
		reach: 'selection',
	},
	sameClientPrevious: {keys: ['O'], section: 'row', needs: 'request', reach: 'selection'},
	find: {
		keys: ['s'],
		section: 'listing',
		help: 'find text in the columns without hiding rows',
		footer: [{text: 'find', rank: 25}],
		needs: 'rows',
		opensLine: true,
	},
	findNext: {
		keys: ['n'],
		section: 'listing',
		help: 'down to the next row with the text, or up',
		footer: [{text: 'next found', rank: 2, during: 'found'}],
		needs: 'find',
	},
	findPrevious: {
		keys: ['N'],
		section: 'listing',
		footer: [{text: 'previous', rank: 2, during: 'found'}],
		needs: 'find',
	},
	mark: {
		keys: ['m'],
		section: 'row',
		help: 'bookmark the selected request, or remove its bookmark; bookmarks persist, even after rotation',
		needs: 'request',
	},
	nextMark: {
		keys: ['u'],
		section: 'listing',
		help: 'down to the next bookmark or separator, or up, at any distance',
		needs: 'request',
	},
	previousMark: {keys: ['U'], section: 'listing', needs: 'request'},
	onlyMarked: {
		keys: ["'"],
		section: 'search',
		help: 'only bookmarked requests, for example to save them with ^S; again: back',
	},
	separator: {
		keys: ['M'],
		section: 'listing',
		help: 'insert a separator with the time and an optional text; on a separator (u U): remove it',
		opensLine: true,
	},
	timeline: {
		keys: ['i'],
		section: 'panels',
		help: 'timeline: requests over time; select a period to search in',
		footer: [{text: 'timeline', rank: 13}],
		reach: 'panels',
	},
	latency: {
		keys: ['l'],
		section: 'panels',
		help: 'timeline with the durations; select a period and durations to search for',
		footer: [{text: 'latency', rank: 20}],
		reach: 'panels',
	},
	facets: {
		keys: ['f'],
		section: 'panels',
		help: 'the most frequent clients, URLs, …; then the underlined letter of a field: f a agents; f @ a log field',
		footer: [{text: 'top', rank: 14}],
		reach: 'panels',
		offersChoice: true,
	},
	routes: {
		keys: ['r'],
		section: 'panels',
		help: 'routes: URLs of the same shape in one line; the slowest, the most errors; ! marks unusual routes',
		footer: [{text: 'routes', rank: 15}],
		reach: 'panels',
	},
	differences: {
		keys: ['d'],
		section: 'panels',
		help: 'differences between the search, or the selection in a panel, and other requests',
		footer: [
			{text: 'diff', rank: 16},
			{text: 'diff', rank: 11, during: 'search'},
		],
		reach: 'panels',
	},
	scale: {
		keys: ['v'],
		section: 'panels',
		help: 'in i: height of the bars: linear, square root, logarithmic',
		needs: 'chart',
		reach: 'selection',
	},
	columns: {
		keys: ['x'],
		section: 'panels',
		help: 'columns: show, hide, order, width',
		footer: [{text: 'columns', rank: 30}],
		reach: 'panels',
	},
	nextPane: {
		keys: ['tab'],
		section: 'panels',
		help: 'go to the next pane: the listing, and the panels to the right of it and below',
		footer: [{text: 'next pane', rank: 4, during: 'panes'}],
		needs: 'pane',
		reach: 'panels',
	},
	wholePane: {
		keys: ['Z', 'f11'],
		section: 'panels',
		help: 'give the pane the whole screen, and back',
		footer: [
			{text: 'whole screen', rank: 5, during: 'part'},
			{text: 'back', rank: 5, during: 'enlarged'},
		],
		needs: 'pane',
		reach: 'panels',
	},
	freeze: {
		keys: ['='],
		section: 'everywhere',
		help: 'freeze the screen, or continue; reading the log never stops',
		footer: [{text: 'freeze', rank: 31}],
		reach: 'panels',
	},
	rows: {
		keys: ['z'],
		section: 'listing',
		help: 'as many rows as fit, and back',
		footer: [{text: 'rows', rank: 18, isKept: true}],
	},
	copy: {
		keys: ['y'],
		section: 'row',
		help: 'copy the selected row or cell; in a panel its selection; Y: as a curl command',
		footer: [{text: 'copy', rank: 32}],
		needs: 'request',
		reach: 'selection',
	},
	copyCurl: {keys: ['Y'], section: 'row', needs: 'request', reach: 'selection'},
	chooseCopy: {
		keys: ['c'],
		section: 'row',
		help: 'copy something else: the next key selects it (u URL, l line as logged, s the command for this screen, …)',
		needs: 'rows',
		reach: 'selection',
		opensLine: true,
	},
	saveFile: {
		keys: ['ctrl-s'],
		section: 'search',
		help: 'save the matching requests as CSV, JSON lines, lines as logged, or text',
		opensLine: true,
	},
	back: {
		keys: ['['],
		section: 'everywhere',
		help: 'back to the previous search, period and panels, with the row that was selected; ]: forward again',
		reach: 'panels',
	},
	forward: {keys: [']'], section: 'everywhere', reach: 'panels'},
	redact: {
		keys: ['*'],
		section: 'everywhere',
		help: 'hide secrets and the ends of addresses, here and in everything copied or saved; and back',
		reach: 'panels',
	},
	close: {
		keys: ['escape'],
		section: 'everywhere',
		help: 'close the panel; then leave the cell, then the found text; finally: newest request, and follow',
		footer: [
			{text: 'closes', rank: 3, during: 'pane'},
			{text: 'leaves it', rank: 2, during: 'cell'},
			{text: 'ends it', rank: 2, during: 'found'},
		],
		reach: 'help',
		leaves: true,
	},
	notices: {keys: ['!'], section: 'panels', help: 'events and problems of the files', reach: 'panels'},
	alerts: {
		keys: ['a'],
		section: 'panels',
		help: 'the rules of --alert with their counts, states and times; Enter: the requests of a rule',
		footer: [{text: 'alerts', rank: 1, during: 'alarm'}],
		reach: 'panels',
	},
	alertSearch: {
		keys: ['A'],
		section: 'panels',
		help: 'alert me about this search: suggests a rule for this session, with a threshold from the last hour',
		reach: 'panels',
	},
	unrecognised: {keys: ['L'], section: 'panels', help: 'the lines that match no format', reach: 'panels'},
	rotated: {
		keys: ['R'],
		section: 'panels',
		help: 'add the rotated files of the logs, as counted in the title',
		reach: 'panels',
	},
	help: {
		keys: ['?', 'f1'],
		section: 'everywhere',
		help: 'the keys, first the keys of the current panel; F1 also works while you type a line',
		footer: [{text: 'help', rank: 21, isKept: true}],
		reach: 'help',
	},
	mouse: {
		keys: ['p'],
		section: 'everywhere',
		help: 'mouse on or off: wheel; click on rows (twice: request details), terms, tabs and keys; with it on, Shift selects text (Option in iTerm2)',
		reach: 'help',
	},
	palette: {
		keys: [':'],
		section: 'everywhere',
		help: 'any command by its name (Tab completes, ↓ chooses), also with a value: :rows 20, :window 2h, …',
		reach: 'panels',
		opensLine: true,
		isUnnamed: true,
	},
	redraw: {keys: ['ctrl-l'], section: 'everywhere', help: 'redraw the screen', reach: 'lines'},
	suspend: {
		keys: ['ctrl-z'],
		section: 'everywhere',
		help: 'suspend to the background; fg resumes',
		reach: 'lines',
	},
	quit: {
		keys: ['q'],
		section: 'everywhere',
		help: 'quit; in a panel, close it',
		footer: [{text: 'quit', rank: 33}],
		reach: 'help',
		leaves: true,
	},
	interrupt: {
		keys: ['ctrl-c'],
		section: 'everywhere',
		help: 'quit, from anywhere',
		reach: 'lines',
		leaves: true,
		isUnnamed: true,
	},
} as const satisfies Readonly<Record<string, CommandRow>>;

type Table = typeof table;

/** The commands of keys. */
export type Command = keyof Table;

/** Keys that move in the direction they point to in a chart over time. In other panels and in the listing they are synonyms. */
export type ChartKey = {[C in Command]: Table[C] extends {readonly means: string} ? C : never}[Command];

/** The rows of all commands. */
export const commandRows: Readonly<Record<Command, CommandRow>> = table;

/** All commands, sorted as in the help. */
export const allCommands: readonly Command[] = Object.keys(table).filter(isCommand);

function isCommand(name: string): name is Command {
	return Object.hasOwn(table, name);
}

function isChartKey(command: Command): command is ChartKey {
	return 'means' in table[command];
}

/** Returns the meaning of a command outside of charts. */
export function plainCommand(command: Command): Exclude<Command, ChartKey> {
	return isChartKey(command) ? table[command].means : command;
}

/** True if a command works in an area. */
export function reachesTo(command: Command, area: Reach): boolean {
	const {reach = 'listing'} = commandRows[command];
	return reaches.indexOf(reach) >= reaches.indexOf(area);
}
