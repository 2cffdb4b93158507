import test from 'ava';
import {allCommands, type Command} from '../../source/keys/command.js';
import {setOwnKeys} from '../../source/keys/key-bindings.js';
import {isOffered, type Surroundings, whyNot} from '../../source/keys/why-not.js';

const panels = [
	{command: 'facets', keys: [[['find', 'scale', 'copy'], 'its values']]},
	{command: 'notices', keys: [[['rowDown'], 'next line']]},
] as const;
const [facets, notices] = panels;

const empty: Surroundings = {
	...{panel: null, panels, hasRows: false, hasCell: false},
	...{isSearching: false, isOffering: false, isFinding: false, hasPane: false, isExcluding: false},
};
const full: Surroundings = {
	...empty,
	...{
		hasRows: true,
		hasCell: true,
		isSearching: true,
		isOffering: true,
		isFinding: true,
		hasPane: true,
		isExcluding: true,
	},
};

test.afterEach(() => setOwnKeys(new Map()));

for (const [command, reason] of [
	['rowDown', 'There is no request here'],
	['open', 'There is no request here'],
	['find', 'There is no request here'],
	['wanted', '← → go to a cell: + searches for its value, - for requests without it'],
	['dropTerm', 'No search is active: these are all requests'],
	['exclude', 'No requests are excluded: :exclude -url:/health hides such requests'],
	['findNext', 'No find is active: s finds text in the rows'],
	['lastSearch', 'No search of an earlier session is offered: / and ↑ show earlier ones'],
	['nextPane', 'No panel is open: i, f and r open one'],
	['scale', 'There is no chart here: i opens the timeline'],
	['newest', null],
	['saveFile', null],
	['timeline', null],
] as const) {
	test(`${command} in an empty listing: ${reason ?? 'works'}`, t => {
		t.is(whyNot(command, empty), reason);
		t.is(isOffered(command, empty), reason === null);
	});
}

test('in a full listing, all commands except those for charts work', t => {
	t.deepEqual(
		allCommands.filter(command => whyNot(command, full) !== null),
		['scale'],
	);
});

for (const [command, panel, reason] of [
	['mark', facets, 'm only works in the listing: Esc goes back to it'],
	['rowDown', facets, 'j does nothing in this panel: ? lists its keys'],
	['rowDown', notices, 'There is nothing to select here'],
	['nextPane', notices, null],
	['copy', facets, null],
	['copy', notices, 'y does nothing in this panel: ? lists its keys'],
	['status5', notices, null],
	['routes', facets, null],
	['close', facets, null],
] as const) {
	test(`${command} over ${panel.command}: ${reason ?? 'works'}`, t => {
		t.is(whyNot(command, {...full, panel}), reason);
		t.is(isOffered(command, {...full, panel}), reason === null);
	});
}

test('a search without requests names the key that clears it', t => {
	t.is(whyNot('open', {...empty, isSearching: true}), 'There is no request here: C shows all requests');
	t.is(whyNot('clearSearch', {...empty, panel: facets}), 'No search is active: these are all requests');
});

test.serial('reasons have the user’s keys, or the name of a command without a key', t => {
	setOwnKeys(
		new Map<Command, readonly string[]>([
			['mark', []],
			['close', ['X']],
		]),
	);
	t.is(whyNot('mark', {...full, panel: facets}), 'mark only works in the listing: X goes back to it');
});

test('the palette offers neither the open panel, nor itself, nor the keys of charts', t => {
	for (const command of ['facets', 'palette', 'interrupt', 'homeKey'] as const) {
		t.false(isOffered(command, {...full, panel: facets}));
	}
});
