import test from 'ava';
import {itemList} from '../../../source/view/panel/item-list.js';
import type {PanelScene} from '../../../source/view/panel/open-panel.js';

const scene = {} as PanelScene;

function listOf(...items: string[]) {
	const state = {items, question: 1};
	const list = itemList({keys: () => state.items, height: () => 2, question: () => state.question});
	return {state, list, selected: () => state.items[list.selected(scene) ?? -1]};
}

test('until the user moves, the first item of each answer is selected and keeps the selection', t => {
	const {state, list, selected} = listOf('a', 'b', 'c');
	t.is(selected(), 'a');
	state.items = ['b', 'a', 'c'];
	t.is(selected(), 'a');
	state.question = 2;
	t.is(selected(), 'b');
	list.move('rowDown', scene);
	state.question = 3;
	t.is(selected(), 'a');
	list.restart();
	t.is(selected(), 'b');
	state.items = [];
	t.is(list.selected(scene), null);
});

test('a second click on the same line opens its item, and a click outside of the list has no effect', t => {
	const {list, selected} = listOf('a', 'b', 'c');
	t.false(list.click(1, scene));
	t.is(selected(), 'b');
	t.true(list.click(1, scene));
	t.false(list.click(2, scene));
	t.false(list.click(-1, scene));
	t.is(selected(), 'b');
});

test('items of several lines: clicks hit any of their lines, and a page ends before an item that is cut off', t => {
	const keys = ['a', 'b', 'c', 'd'];
	const list = itemList({keys: () => keys, height: () => 5, itemHeights: () => [2, 1, 3, 2]});
	list.click(3, scene);
	t.is(list.selected(scene), 2);
	t.is(list.first(scene), 1);
	list.click(0, scene);
	t.is(list.selected(scene), 1);
	list.move('newest', scene);
	list.move('pageDown', scene);
	t.is(list.selected(scene), 2);
	t.is(list.first(scene), 1);
});
