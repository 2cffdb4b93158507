import type {Command} from './command.js';

/** These change what is searched for, and nothing of the row that is selected: they work over a panel too. */
export const changesSearch: ReadonlySet<Command> = new Set<Command>([
	'dropTerm',
	'clearSearch',
	'status2',
	'status3',
	'status4',
	'status5',
	'statusAll',
	'windowNext',
	'windowPrevious',
]);
