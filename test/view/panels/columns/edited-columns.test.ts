import test from 'ava';
import {columns} from '../../../../source/fields/fields.js';
import {columnsText, parseColumns} from '../../../../source/format/chosen-columns.js';
import {
	listedColumns,
	moved,
	nextWidth,
	toggled,
	withWidth,
} from '../../../../source/view/panels/columns/open-columns.js';

const three = parseColumns('status,url:40,token');

test('lists chosen columns first, then the other ones as sorted in the table', t => {
	const listed = listedColumns(parseColumns('agent,url'), true);
	t.deepEqual(listed.slice(0, 4), ['agent', 'url', 'status', 'ip']);
	t.deepEqual(listed.toSorted(), columns.toSorted());
});

test('adds a column at the end; never removes the only one', t => {
	t.is(columnsText(toggled(three, 'host')), 'status,url:40,token,host');
	t.is(columnsText(toggled(three, 'url')), 'status,token');
	t.is(columnsText(toggled(parseColumns('url'), 'url')), 'url');
});

test('moves a column by one position, but not beyond an end', t => {
	t.is(columnsText(moved(three, 'url', 1)), 'status,token,url:40');
	t.is(columnsText(moved(three, 'url', -1)), 'url:40,status,token');
	t.is(moved(three, 'status', -1), three);
	t.is(moved(three, 'token', 1), three);
	t.is(moved(three, 'host', 1), three);
});

test('changes widths in small steps up to 20 columns, then in larger ones', t => {
	t.is(columnsText(withWidth(three, 'url', null)), 'status,url,token');
	t.deepEqual(
		[3, 18, 19, 20, 40, 1000].map(width => nextWidth(width, 1)),
		[4, 19, 20, 25, 45, 1000],
	);
	t.deepEqual(
		[3, 4, 20, 23, 40].map(width => nextWidth(width, -1)),
		[3, 3, 19, 20, 35],
	);
});
