import type {Command} from './command.js';

/** Commands that a panel handles, and their action there. */
type PanelKeys = readonly [commands: readonly Command[], help: string];

function moves(line: string): readonly PanelKeys[] {
	return [
		[['rowDown', 'rowUp'], `next ${line}, previous ${line}`],
		[['pageDown', 'pageDownKey'], 'next page'],
		[['pageUp', 'pageUpKey'], 'previous page'],
		[['halfDown', 'halfUp'], 'half a page down, up'],
		[['newest', 'homeKey'], 'to the beginning'],
		[['oldest', 'endKey'], 'to the end'],
	];
}

/** The keys of each panel in addition to the global ones, sorted as in the help, by the command that opens the panel. */
export const panelKeys: ReadonlyArray<readonly [panel: Command, name: string, keys: readonly PanelKeys[]]> = [
	[
		'open',
		'Details of a request',
		[
			[['open'], 'open the selected request, or search for the client or the log field'],
			[['wanted', 'unwanted'], 'only requests with the value of the log field, or without it'],
			[['sameClientNext', 'sameClientPrevious'], 'the client’s next request, previous request'],
			[['copy'], 'copy the request, or the request selected in its details'],
			[['copyCurl'], 'copy it as a curl command'],
			[['chooseCopy'], 'copy another part of it: the next key selects it'],
			[['close'], 'back to the previous request, finally to the listing'],
			...moves('line'),
		],
	],
	[
		'timeline',
		'Timeline',
		[
			[['cellLeft', 'cellRight'], 'a column to the left, to the right'],
			[['halfUp', 'pageUpKey'], 'ten columns to the left'],
			[['halfDown', 'pageDownKey'], 'ten columns to the right'],
			[['wanted', 'unwanted'], 'zoom into the column; zoom out'],
			[['pageDown'], 'start a range at this column; again: remove it'],
			[['open'], 'search in the column, or in the range'],
			[['copy'], 'copy the period'],
			[['oldest', 'homeKey'], 'to the oldest'],
			[['newest', 'endKey'], 'to the newest; without a range, no column is chosen'],
		],
	],
	[
		'facets',
		'Facets',
		[
			[['cellLeft', 'cellRight', 'nextTab'], 'next field, previous field'],
			[['find'], 'sort by duration, or by frequency'],
			[['wanted', 'unwanted'], 'only requests with the value, or without it'],
			[['open'], 'search for the value'],
			[['copy'], 'copy the value'],
			...moves('value'),
		],
	],
	[
		'routes',
		'Routes',
		[
			[['cellLeft', 'cellRight', 'nextTab', 'find'], 'next order, previous order'],
			[['wanted', 'unwanted'], 'only requests of the route, or without it'],
			[['open'], 'search for the route'],
			[['copy'], 'copy the route'],
			...moves('route'),
		],
	],
	[
		'columns',
		'Columns',
		[
			[['open', 'pageDown'], 'show or hide the column'],
			[['cellLeft', 'cellRight'], 'move it to the left, to the right'],
			[['wanted', 'unwanted'], 'wider, narrower'],
			[['statusAll'], 'automatic width'],
			[['clearSearch'], 'the default six columns'],
			[['copy'], 'copy the option that shows these columns'],
			...moves('column').map(
				([commands, help]): PanelKeys => [commands.filter(command => command !== 'pageDown'), help],
			),
		],
	],
	[
		'alerts',
		'Alerts',
		[
			[['open'], 'search for the requests that the rule counts'],
			[['copy'], 'copy the rule'],
			...moves('rule'),
		],
	],
	['notices', 'Notices', moves('line')],
	['unrecognised', 'Lines not recognised', moves('line')],
	[
		'help',
		'This help',
		[
			[['search'], 'show only lines with the typed text; Enter keeps them'],
			[['close'], 'show all lines again; then close'],
			...moves('line'),
		],
	],
];
