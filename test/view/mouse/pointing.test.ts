import test from 'ava';
import {screenParts} from '../../../source/view/layout/screen-parts.js';
import {type DrawnScreen, screenTarget} from '../../../source/view/mouse/pointing.js';

function screen(height: number, changes: Partial<DrawnScreen> = {}): DrawnScreen {
	return {
		parts: screenParts(height),
		width: 40,
		height,
		rows: [0, 1, 2],
		text: '',
		excludeWidth: 0,
		footer: [
			{key: '/', text: 'search'},
			{key: 'q', text: 'quit'},
		],
		panes: [],
		...changes,
	};
}

function rowsAt(height: number): readonly number[] {
	return Array.from({length: height}, (_, y) => y).filter(
		y => screenTarget({x: 0, y}, screen(height))?.type === 'row',
	);
}

test('finds rows where they are drawn, on screens of any height', t => {
	t.deepEqual(rowsAt(24), [4, 5, 6]);
	t.deepEqual(rowsAt(13), [3, 4, 5]);
	t.deepEqual(rowsAt(9), [2, 3, 4]);
	t.deepEqual(rowsAt(5), [2, 3, 4]);
	t.deepEqual(screenTarget({x: 39, y: 6}, screen(24)), {type: 'row', index: 2});
	const separated = screen(24, {rows: [0, null, 1]});
	t.is(screenTarget({x: 0, y: 5}, separated), null, 'a separator');
	t.deepEqual(screenTarget({x: 0, y: 6}, separated), {type: 'row', index: 1});
});

test('finds terms of the search, or the empty search line', t => {
	t.deepEqual(screenTarget({x: 3, y: 1}, screen(24)), {type: 'command', command: 'search'});
	const text = 'status:404 -ip:203.0.113.9';
	const at = (x: number) => screenTarget({x, y: 1}, screen(24, {text}));
	t.deepEqual(at(0), {type: 'chip', fromLast: 2});
	t.deepEqual(at(11), {type: 'chip', fromLast: 2});
	t.is(at(12), null);
	t.deepEqual(at(13), {type: 'chip', fromLast: 1});
	t.is(at(39), null);
	// Not all terms fit: the last ones are shown.
	const cut = `${Array.from({length: 9}, (_, n) => `url:part${n}`).join(' ')} status:404`;
	const found = Array.from({length: 40}, (_, x) => screenTarget({x, y: 1}, screen(24, {text: cut})));
	t.is(found[0], null);
	const positions = found.flatMap(target => (target?.type === 'chip' ? [target.fromLast] : []));
	t.deepEqual(
		[...new Set(positions)],
		Array.from({length: Math.max(...positions)}, (_, n) => Math.max(...positions) - n),
	);
	t.true(Math.max(...positions) < 10);
});

test('finds the exclude at the end of the search line', t => {
	const at = (x: number, text: string) => screenTarget({x, y: 1}, screen(24, {text, excludeWidth: 12}));
	t.deepEqual(at(28, ''), {type: 'command', command: 'exclude'});
	t.deepEqual(at(27, ''), {type: 'command', command: 'search'});
	t.deepEqual(at(28, 'status:404'), {type: 'command', command: 'exclude'});
	t.deepEqual(at(3, 'status:404'), {type: 'chip', fromLast: 1});
});

test('finds keys in the footer', t => {
	t.deepEqual(screenTarget({x: 2, y: 23}, screen(24)), {type: 'command', command: 'search'});
	t.deepEqual(screenTarget({x: 12, y: 23}, screen(24)), {type: 'command', command: 'quit'});
	t.is(screenTarget({x: 2, y: 22}, screen(24)), null);
	t.is(screenTarget({x: 30, y: 23}, screen(24)), null);
});
