/** Keys that move in the direction they point to in a chart over time. In other panels and in the listing they are synonyms. */
export type PlaceKey = 'homeKey' | 'endKey' | 'pageDownKey' | 'pageUpKey';

/** The commands of keys. */
export type Command =
	| PlaceKey
	| 'rowDown'
	| 'rowUp'
	| 'pageDown'
	| 'pageUp'
	| 'halfDown'
	| 'halfUp'
	| 'newest'
	| 'oldest'
	| 'freeze'
	| 'search'
	| 'cellLeft'
	| 'cellRight'
	| 'scrollLeft'
	| 'scrollRight'
	| 'wanted'
	| 'unwanted'
	| 'dropTerm'
	| 'clearSearch'
	| 'lastSearch'
	| 'status2'
	| 'status3'
	| 'status4'
	| 'status5'
	| 'statusAll'
	| 'windowNext'
	| 'windowPrevious'
	| 'nextServerError'
	| 'previousServerError'
	| 'nextClientError'
	| 'previousClientError'
	| 'find'
	| 'findNext'
	| 'findPrevious'
	| 'rows'
	| 'redraw'
	| 'mouse'
	| 'open'
	| 'nextTab'
	| 'timeline'
	| 'facets'
	| 'routes'
	| 'columns'
	| 'help'
	| 'palette'
	| 'notices'
	| 'alerts'
	| 'unrecognised'
	| 'rotated'
	| 'sameClientNext'
	| 'sameClientPrevious'
	| 'redact'
	| 'mark'
	| 'nextMark'
	| 'previousMark'
	| 'onlyMarked'
	| 'separator'
	| 'copy'
	| 'copyCurl'
	| 'chooseCopy'
	| 'saveFile'
	| 'close'
	| 'suspend'
	| 'quit'
	| 'interrupt';

const plain: Readonly<Record<PlaceKey, Exclude<Command, PlaceKey>>> = {
	homeKey: 'newest',
	endKey: 'oldest',
	pageDownKey: 'pageDown',
	pageUpKey: 'pageUp',
};

function isPlaceKey(command: Command): command is PlaceKey {
	return Object.hasOwn(plain, command);
}

/** Returns the meaning of a command outside of charts. */
export function plainCommand(command: Command): Exclude<Command, PlaceKey> {
	return isPlaceKey(command) ? plain[command] : command;
}

/** Commands that change the search but not the selected row. They work while a panel is open, too. */
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
