import test from 'ava';
import {
	movedInDetails,
	selectedInDetails,
	shownOfDetails,
} from '../../../../source/view/panels/request-details/detail-position.js';
import type {DetailLine} from '../../../../source/view/panels/request-details/lines/detail-line.js';

const line: DetailLine['line'] = {pieces: []};

/** Ten lines, some with keys. */
function linesWith(keys: Readonly<Record<number, string>>): readonly DetailLine[] {
	return Array.from({length: 10}, (_, index) => {
		const key = keys[index];
		return key === undefined ? {line} : {line, key};
	});
}

const room = 4;
const lines = linesWith({1: 'first', 2: 'second', 7: 'third'});

test('the selection stays on its line if lines are inserted before it', t => {
	const position = movedInDetails({top: 0, selected: null}, 'rowDown', lines, room);
	t.deepEqual(position, {top: 0, selected: 'first'});
	const grown = linesWith({3: 'first', 4: 'second', 9: 'third'});
	t.is(selectedInDetails(position, grown, room), grown[3]);
	t.deepEqual(movedInDetails(position, 'rowDown', grown, room), {top: 1, selected: 'second'});
});

test('a line that is gone or not visible loses the selection', t => {
	const position = {top: 0, selected: 'third'};
	t.is(selectedInDetails(position, lines, room), undefined);
	t.is(selectedInDetails({...position, top: 5}, lines, room), lines[7]);
	t.deepEqual(movedInDetails(position, 'rowDown', lines, room), {top: 0, selected: 'first'});
	t.deepEqual(movedInDetails({top: 0, selected: 'gone'}, 'rowUp', lines, room), {top: 0, selected: 'second'});
	t.is(selectedInDetails({top: 0, selected: null}, lines, room), undefined);
});

test('the visible lines never extend beyond the last line', t => {
	t.deepEqual(shownOfDetails({top: 90}, lines, room), lines.slice(6));
	t.deepEqual(shownOfDetails({top: 2}, lines, 90), lines);
});
