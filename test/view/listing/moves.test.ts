import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {initialListing, type ListingState} from '../../../source/view/listing/listing-state.js';
import {type Move, type MoveCommand, plannedMove} from '../../../source/view/listing/moves.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';

const rows = [...entries(1, 10)].reverse().map(entry => toRow(entry, timeFormatter('utc'), start));
const state: ListingState = {...initialListing(10, fakeStore().status()), rows};

function at(index: number | null): ListingState {
	return {...state, selected: index === null ? null : (rows[index]?.entry.token ?? null)};
}

const cases: ReadonlyArray<readonly [command: MoveCommand, index: number | null, move: Move]> = [
	['rowDown', null, {type: 'select', index: 0}],
	['rowDown', 0, {type: 'select', index: 1}],
	['rowDown', 9, {type: 'older', pages: 1, index: 0}],
	['rowUp', null, {type: 'select', index: 0}],
	['rowUp', 3, {type: 'select', index: 2}],
	['rowUp', 0, {type: 'newer', above: 1}],
	['halfDown', null, {type: 'select', index: 4}],
	['halfDown', 7, {type: 'older', pages: 1, index: 2}],
	['halfUp', 7, {type: 'select', index: 2}],
	['halfUp', 2, {type: 'newer', above: 3}],
	['pageDown', null, {type: 'older', pages: 1, index: 0}],
	['pageDown', 4, {type: 'older', pages: 1, index: 4}],
	['pageUp', null, {type: 'newer', above: 10}],
	['pageUp', 4, {type: 'newer', above: 6}],
	['oldest', 4, {type: 'oldest'}],
];

for (const [command, index, move] of cases) {
	test(`plans ${command} with ${index === null ? 'nothing' : `row ${index}`} selected`, t => {
		t.deepEqual(plannedMove(at(index), command), move);
	});
}

for (const [command, index, times, move] of [
	['rowDown', null, 3, {type: 'select', index: 2}],
	['rowDown', 8, 2, {type: 'older', pages: 1, index: 0}],
	['rowDown', 8, 37, {type: 'older', pages: 4, index: 5}],
	['halfDown', 0, 4, {type: 'older', pages: 2, index: 0}],
	['rowUp', null, 4, {type: 'newer', above: 3}],
	['rowUp', 2, 25, {type: 'newer', above: 23}],
	['halfUp', null, 1, {type: 'select', index: 0}],
	['pageDown', 4, 3, {type: 'older', pages: 3, index: 4}],
	['pageUp', 4, 3, {type: 'newer', above: 26}],
] as const) {
	test(`plans ${command} ${times} times with ${index === null ? 'nothing' : `row ${index}`} selected`, t => {
		t.deepEqual(plannedMove(at(index), command, times), move);
	});
}

test('plans no move in an empty listing', t => {
	for (const command of ['rowDown', 'pageUp', 'oldest'] as const) {
		t.deepEqual(plannedMove({...state, rows: []}, command), {type: 'none'});
	}
});
