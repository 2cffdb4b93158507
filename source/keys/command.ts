/** Keys that on a picture of time lead where they point, and elsewhere mean what others do. */
export type PlaceKey = 'homeKey' | 'endKey' | 'pageDownKey' | 'pageUpKey';

/** What a key can ask for. */
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

/** What a command means where there is no picture of time. */
export function plainCommand(command: Command): Exclude<Command, PlaceKey> {
	return isPlaceKey(command) ? plain[command] : command;
}

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
