import {type Command, commandRows, type Need, reachesTo} from './command.js';
import {keysOf} from './key-bindings.js';
import {afterColon, joinedHints, keyed, keyedBy} from './keyed.js';
import {commandName} from './own-keys.js';

/** A panel, by the command that opens it, and its keys in the help. */
export type PanelKeys = {
	/** The command that opens and closes it. */
	readonly command: Command;
	/** The keys in addition to the ones that work everywhere, and their effects, sorted as in the help. */
	readonly keys: ReadonlyArray<readonly [commands: readonly Command[], help: string]>;
};

/** The parts of the screen's state that decide which commands work. */
export type Surroundings = {
	/** The open panel; null if the listing is visible. */
	readonly panel: PanelKeys | null;
	readonly panels: readonly PanelKeys[];
	readonly hasRows: boolean;
	readonly hasCell: boolean;
	/** True if a search is active. */
	readonly isSearching: boolean;
	/** True if there is an exclude, on or off. */
	readonly isExcluding: boolean;
	/** True if a panel is open, with or without the focus. */
	readonly hasPane: boolean;
	/** True if the screen offers a search of an earlier session. */
	readonly isOffering: boolean;
	/** True if a needle is set. */
	readonly isFinding: boolean;
};

type NeedRow = {
	isMet(here: Surroundings): boolean;
	/** Returns the message if it isn't met. */
	reason(here: Surroundings): string;
};

const rows: NeedRow = {
	isMet: ({hasRows}) => hasRows,
	reason: ({isSearching}) =>
		`There is no request here${afterColon(isSearching ? keyedBy('clearSearch', 'shows all requests') : null)}`,
};

const needRows: Readonly<Record<Need, NeedRow>> = {
	rows,
	request: rows,
	cell: {isMet: ({hasCell}) => hasCell, reason: cellText},
	search: {
		isMet: ({isSearching}) => isSearching,
		reason: () => 'No search is active: these are all requests',
	},
	exclude: {
		isMet: ({isExcluding}) => isExcluding,
		reason: () => 'No requests are excluded: :exclude -url:/health hides such requests',
	},
	find: {
		isMet: ({isFinding}) => isFinding,
		reason: () => `No find is active${afterColon(keyed`${'find'} finds text in the rows`)}`,
	},
	offer: {
		isMet: ({isOffering}) => isOffering,
		reason: () =>
			`No search of an earlier session is offered${afterColon(keyed`${'search'} and ↑ show earlier ones`)}`,
	},
	pane: {
		isMet: ({hasPane}) => hasPane,
		reason: () => `No panel is open${afterColon(keyed`${'timeline'}, ${'facets'} and ${'routes'} open one`)}`,
	},
	chart: {
		// Never met: the panel with the chart takes the key before.
		isMet: () => false,
		reason: () => `There is no chart here${afterColon(keyedBy('timeline', 'opens the timeline'))}`,
	},
};

/** Returns a hint about commands for cells if no cell is selected. */
function cellText(): string {
	const uses = joinedHints(
		keyed`${'wanted'} searches for its value`,
		keyed`${'unwanted'} for requests without it`,
	);
	const go = keyed`${'cellLeft'} ${'cellRight'} go to a cell`;
	return `${go ?? 'No cell is selected'}${afterColon(uses)}`;
}

/** True if a command is among the keys of a panel. */
export function hasKey({keys}: PanelKeys, command: Command): boolean {
	return keys.some(([commands]) => commands.includes(command));
}

/** Returns the reason why a command can't work here; null if it can. */
export function whyNot(command: Command, here: Surroundings): string | null {
	const {panel, panels} = here;
	const {reach, needs} = commandRows[command];
	if (panel && reach === 'selection' && hasKey(panel, command)) {
		return null;
	}
	if (panel && !reachesTo(command, 'panels') && hasKey(panel, command)) {
		// `take` of the panel was called first and returned false.
		return 'There is nothing to select here';
	}
	if (panel && !reachesTo(command, 'panels')) {
		const key = keysOf(command) ?? commandName(command);
		return panels.some(other => hasKey(other, command))
			? `${key} does nothing in this panel${afterColon(keyedBy('help', 'lists its keys'))}`
			: `${key} only works in the listing${afterColon(keyedBy('close', 'goes back to it'))}`;
	}
	return needs === undefined || needRows[needs].isMet(here) ? null : needRows[needs].reason(here);
}

/** True if the palette offers a command here. */
export function isOffered(command: Command, here: Surroundings): boolean {
	const {means, isUnnamed} = commandRows[command];
	return (
		means === undefined && !isUnnamed && command !== here.panel?.command && whyNot(command, here) === null
	);
}
