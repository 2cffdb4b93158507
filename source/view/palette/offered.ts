import {type Command, changesSearch} from '../../keys/command.js';

/** What is on the screen, as far as it decides what can be done there. */
export type Surroundings = {
	/** The command that has opened what lies over the listing; null: nothing does. */
	readonly panel: Command | null;
	readonly hasRows: boolean;
	readonly hasCell: boolean;
	/** Whether something is searched for. */
	readonly isSearching: boolean;
	/** Whether a search of an earlier session is offered. */
	readonly isOffering: boolean;
	/** Whether a text is looked for. */
	readonly isFinding: boolean;
};

/** What a key does by its place, and those that are of no use by a name. */
const never: ReadonlySet<Command> = new Set<Command>([
	'homeKey',
	'endKey',
	'pageDownKey',
	'pageUpKey',
	'palette',
	'interrupt',
]);

/** These do the same whatever there is on the screen. */
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

/** These go along rows, or take something from one. */
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

/** What else is done in a panel, by the command that opens it: what it has to copy, and where it goes along requests. */
const inPanel: Readonly<Partial<Record<Command, ReadonlySet<Command>>>> = {
	open: new Set<Command>(['copy', 'copyCurl', 'chooseCopy', 'sameClientNext', 'sameClientPrevious']),
	timeline: new Set<Command>(['copy']),
	facets: new Set<Command>(['nextTab', 'copy']),
	routes: new Set<Command>(['nextTab', 'copy']),
	columns: new Set<Command>(['copy']),
	alerts: new Set<Command>(['copy']),
};

/** Whether a command does anything there. */
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
