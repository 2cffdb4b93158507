import test from 'ava';
import fc from 'fast-check';
import {
	movedInDetails,
	moveInDetails,
	selectedInDetails,
	shownOfDetails,
} from '../../../../source/view/panels/request-details/detail-position.js';
import type {DetailLine} from '../../../../source/view/panels/request-details/lines/detail-line.js';
import {forAll} from '../../../helpers/for-all.js';

const line: DetailLine['line'] = {spans: []};

/** Ten lines, some with keys. */
function linesWith(keys: Readonly<Record<number, string>>): readonly DetailLine[] {
	return Array.from({length: 10}, (_, index) => {
		const key = keys[index];
		return key === undefined ? {line} : {line, key};
	});
}

const low = 4;
const lines = linesWith({1: 'first', 2: 'second', 7: 'third'});

test('the selection stays on its line if lines are inserted before it', t => {
	const position = movedInDetails({top: 0, selected: null}, 'rowDown', lines, low);
	t.deepEqual(position, {top: 0, selected: 'first'});
	const grown = linesWith({3: 'first', 4: 'second', 9: 'third'});
	t.is(selectedInDetails(position, grown, low), grown[3]);
	t.deepEqual(movedInDetails(position, 'rowDown', grown, low), {top: 1, selected: 'second'});
});

test('a line that is gone or not visible loses the selection', t => {
	const position = {top: 0, selected: 'third'};
	t.is(selectedInDetails(position, lines, low), undefined);
	t.is(selectedInDetails({...position, top: 5}, lines, low), lines[7]);
	t.deepEqual(movedInDetails(position, 'rowDown', lines, low), {top: 0, selected: 'first'});
	t.deepEqual(movedInDetails({top: 0, selected: 'gone'}, 'rowUp', lines, low), {top: 0, selected: 'second'});
	t.is(selectedInDetails({top: 0, selected: null}, lines, low), undefined);
});

test('the visible lines never extend beyond the last line', t => {
	t.deepEqual(shownOfDetails({top: 90}, lines, low), lines.slice(6));
	t.deepEqual(shownOfDetails({top: 2}, lines, 90), lines);
});

const height = 5;
const length = 20;
const stops = [3, 4, 9, 19];

test('down selects the next stop on the screen, and scrolls until there is one', t => {
	let position = {top: 0, at: null as number | null};
	const way = Array.from({length: 17}, () => {
		position = moveInDetails(position, 'rowDown', stops, height, length);
		return `${position.top}:${position.at ?? ''}`;
	});
	t.deepEqual(way.slice(0, 8), ['0:3', '0:4', '1:4', '2:4', '3:4', '4:4', '5:9', '6:9']);
	t.deepEqual(way.slice(-4), ['12:', '13:', '14:', '15:19']);
	const back = Array.from({length: 20}, () => {
		position = moveInDetails(position, 'rowUp', stops, height, length);
		return `${position.top}:${position.at ?? ''}`;
	});
	t.deepEqual(back.slice(0, 3), ['14:', '13:', '12:']);
	t.is(back.at(-1), '0:3');
});

test('pages scroll, and a line scrolled out of view loses the selection', t => {
	t.deepEqual(moveInDetails({top: 0, at: 4}, 'pageDown', stops, height, length), {top: 5, at: null});
	t.deepEqual(moveInDetails({top: 0, at: 4}, 'halfDown', stops, height, length), {top: 3, at: 4});
	t.deepEqual(moveInDetails({top: 2, at: 4}, 'oldest', stops, height, length), {top: 15, at: null});
	t.deepEqual(moveInDetails({top: 15, at: 19}, 'newest', stops, height, length), {top: 0, at: null});
	t.deepEqual(moveInDetails({top: 90, at: null}, 'rowUp', stops, height, length), {top: 15, at: 19});
});

test('from any position, down reaches every line and every stop up to the end, and up returns to the start', t => {
	const scene = fc
		.record({size: fc.integer({min: 0, max: 40}), height: fc.integer({min: 1, max: 12})})
		.chain(({size, height}) =>
			fc.record({
				size: fc.constant(size),
				height: fc.constant(height),
				marks: fc.uniqueArray(fc.nat(Math.max(0, size - 1)), {maxLength: size}),
				top: fc.nat(50),
				at: fc.option(fc.nat(50)),
			}),
		);
	forAll(100, scene, ({size, height, marks, top, at}) => {
		const sorted = marks.toSorted((a, b) => a - b);
		for (const [command, edge, end] of [
			['rowDown', Math.max(0, size - height), sorted.at(-1)],
			['rowUp', 0, sorted[0]],
		] as const) {
			let position = {top, at: at !== null && sorted.includes(at) ? at : null};
			for (let step = 0; step < 100; step++) {
				const before = position;
				position = moveInDetails(position, command, sorted, height, size);
				t.true(Math.abs(position.top - Math.min(before.top, Math.max(0, size - height))) <= 1);
				t.true(
					position.at === null ||
						(sorted.includes(position.at) &&
							position.at >= position.top &&
							position.at < position.top + height),
				);
			}
			t.is(position.top, edge);
			t.true(end === undefined || end < position.top || end >= position.top + height || position.at === end);
		}
	});
});
