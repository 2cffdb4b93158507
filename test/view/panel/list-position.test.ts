import test from 'ava';
import fc from 'fast-check';
import type {Command} from '../../../source/keys/command.js';
import {
	firstBlock,
	firstShown,
	listStart,
	movedPosition,
	selectedIndex,
} from '../../../source/view/panel/list-position.js';
import {forAll} from '../../helpers/for-all.js';

const keys = ['a', 'b', 'c', 'd', 'e'];

for (const [commands, selected] of [
	[[], 0],
	[['rowDown'], 1],
	[['rowUp'], 0],
	[['rowDown', 'rowDown'], 2],
	[['rowDown', 'rowDown', 'rowUp'], 1],
	[['oldest'], 4],
	[['oldest', 'rowDown'], 4],
	[['pageDown'], 2],
	[['pageDown', 'pageDown', 'halfUp'], 3],
	[['oldest', 'pageUp'], 2],
	[['oldest', 'newest'], 0],
] as const) {
	test(`moves in a list of five with two visible: ${commands.join(', ')}`, t => {
		let position = listStart;
		for (const command of commands) {
			position = movedPosition(position, command, keys, 2) ?? position;
		}
		t.is(selectedIndex(position, keys), selected);
	});
}

test('the selection follows its item, and moves to the item at its index if it is removed', t => {
	const position = {key: 'b', index: 1};
	t.is(selectedIndex(position, ['x', 'y', 'b']), 2);
	t.is(selectedIndex(position, ['x', 'y', 'z']), 1);
	t.is(selectedIndex(position, ['x']), 0);
	t.is(selectedIndex(position, []), null);
});

test("ignores commands that aren't moves, and moves in an empty list", t => {
	t.is(movedPosition(listStart, 'freeze', keys, 2), null);
	t.is(movedPosition(listStart, 'rowDown', [], 2), listStart);
});

test('the selected item is visible and no lines are wasted', t => {
	forAll(
		100,
		fc.nat({max: 30}),
		fc.option(fc.nat({max: 19})),
		fc.integer({min: 1, max: 25}),
		(top, index, capacity) => {
			const first = firstShown(top, index, capacity, 20);
			t.true(first >= 0 && first <= Math.max(0, 20 - capacity));
			t.true(index === null ? first === 0 : index >= first && index < first + capacity);
		},
	);
});

test('with items of several lines, the selected one is visible and no lines are wasted', t => {
	forAll(
		100,
		fc.nat({max: 30}),
		fc.nat({max: 19}),
		fc.integer({min: 1, max: 25}),
		fc.array(fc.integer({min: 1, max: 6}), {minLength: 20, maxLength: 20}),
		(top, index, height, heights) => {
			const sum = (from: number, to: number): number =>
				heights.slice(from, to).reduce((all, n) => all + n, 0);
			const first = firstBlock(top, index, height, heights);
			t.true(first >= 0 && first <= index);
			t.true(first === index || sum(first, index + 1) <= height);
			t.true(first === 0 || sum(first - 1, 20) > height);
			t.is(
				firstBlock(
					top,
					index,
					height,
					heights.map(() => 1),
				),
				firstShown(top, index, height, 20),
			);
		},
	);
	t.is(firstBlock(0, null, 3, []), 0);
});

test('moves stay within the list', t => {
	const moves = fc.array(
		fc.constantFrom<Command>('rowDown', 'rowUp', 'pageDown', 'pageUp', 'halfDown', 'halfUp', 'oldest'),
		{minLength: 1},
	);
	forAll(100, moves, fc.integer({min: 1, max: 9}), (commands, capacity) => {
		let position = listStart;
		for (const command of commands) {
			position = movedPosition(position, command, keys, capacity) ?? position;
		}
		const index = selectedIndex(position, keys);
		t.true(index !== null && index >= 0 && index < keys.length);
	});
});
