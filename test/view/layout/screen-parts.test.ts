import test from 'ava';
import {minHeight, screenParts} from '../../../source/view/layout/screen-parts.js';

test('the parts add up to the height of the screen', t => {
	for (let height = minHeight; height < 100; height++) {
		const {title, search, pager, status, footer, rows} = screenParts(height);
		const around = [title, search, pager, status, footer].filter(Boolean).length + 2;
		t.is(rows + around, height);
		t.true(rows >= 1);
	}
});

test('a terminal of 24 lines has all parts and 17 rows', t => {
	t.deepEqual(screenParts(24), {
		title: true,
		search: true,
		pager: true,
		status: true,
		footer: true,
		rows: 17,
	});
});
