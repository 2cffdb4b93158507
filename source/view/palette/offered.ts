import {type Command, changesSearch} from '../../keys/command.js';

/** The parts of the screen's state that decide which commands are useful. */
export type Surroundings = {
	/** The command that opened the current panel; null if the listing is visible. */
	readonly panel: Command | null;
	readonly hasRows: boolean;
	readonly hasCell: boolean;
	/** True if a search is active. */
	readonly isSearching: boolean;
	/** True if the screen offers a search of an earlier session. */
	readonly isOffering: boolean;
	/** True if a needle is set. */
	readonly isFinding: boolean;
};

/** Keys whose command depends on the panel, and commands that are useless by name. */
const never: ReadonlySet<Command> = new Set<Command>([
	'homeKey',
	'endKey',
	'pageDownKey',
	'pageUpKey',
	'palette',
	'interrupt',
]);

/** Commands that work with any screen content. */
const always: ReadonlySet<Command> = new Set<Command>([
	'timeline',
	'facets',
	'routes',
	'columns',
	'help',
	'notices',
	'unrecognised',
	'alerts',
	'search',
	'freeze',
	'redact',
	'redraw',
	'mouse',
	'suspend',
	'quit',
]);

/** Commands that move along rows or use one. */
const withRows: ReadonlySet<Command> = new Set<Command>([
	'rowDown',
	'rowUp',
	'pageDown',
	'pageUp',
	'halfDown',
	'halfUp',
	'newest',
	'oldest',
	'open',
	'cellLeft',
	'cellRight',
	'scrollLeft',
	'scrollRight',
	'nextServerError',
	'previousServerError',
	'nextClientError',
	'previousClientError',
	'sameClientNext',
	'sameClientPrevious',
	'find',
	'copy',
	'copyCurl',
	'chooseCopy',
]);

const withCell: ReadonlySet<Command> = new Set<Command>(['wanted', 'unwanted']);
const withFound: ReadonlySet<Command> = new Set<Command>(['findNext', 'findPrevious']);
const withSearch: ReadonlySet<Command> = new Set<Command>(['dropTerm', 'clearSearch']);

/** Further commands of each panel, by the command that opens it: copying its content, moving along requests. */
const inPanel: Readonly<Partial<Record<Command, ReadonlySet<Command>>>> = {
	open: new Set<Command>(['copy', 'copyCurl', 'chooseCopy', 'sameClientNext', 'sameClientPrevious']),
	timeline: new Set<Command>(['copy']),
	facets: new Set<Command>(['nextTab', 'copy']),
	routes: new Set<Command>(['nextTab', 'copy']),
	columns: new Set<Command>(['copy']),
	alerts: new Set<Command>(['copy']),
};

/** Returns true if the command has an effect in these surroundings. */
export function isOffered(command: Command, surroundings: Surroundings): boolean {
	const {panel, hasRows, hasCell, isSearching, isOffering, isFinding} = surroundings;
	if (never.has(command)) {
		return false;
	}

	if (withSearch.has(command)) {
		return isSearching;
	}

	if (always.has(command) || changesSearch.has(command)) {
		return command !== panel;
	}

	if (panel !== null) {
		return command === 'close' || inPanel[panel]?.has(command) === true;
	}

	if (command === 'lastSearch') {
		return isOffering;
	}

	if (withCell.has(command)) {
		return hasCell;
	}

	if (withFound.has(command)) {
		return isFinding;
	}

	return withRows.has(command) ? hasRows : command !== 'nextTab';
}
