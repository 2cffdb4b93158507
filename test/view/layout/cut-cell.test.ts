import test from 'ava';
import {parseColumns} from '../../../source/format/chosen-columns.js';
import {defaultColumns} from '../../../source/format/columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import {nothingWide, widen} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {cutCell} from '../../../source/view/screen/page-text.js';
import {entry, start} from '../../helpers/entry.js';

const long = `/en/detail/index/sArticle/1033/sCategory/${'1'.repeat(60)}`;
const rows = [entry(1), entry(2, {url: long}), entry(3, {method: 'VERSION-CONTROL', url: long})].map(one =>
	toRow(one, timeFormatter('utc'), start),
);
const layout = columnWidths(80, widen(nothingWide, rows));
function selected(n: number): string {
	return entry(n).token;
}

test("shows nothing if no row is selected or its cells aren't cut", t => {
	t.is(cutCell({rows, selected: null, cell: null}, defaultColumns, layout), '');
	t.is(cutCell({rows, selected: selected(9), cell: null}, defaultColumns, layout), '');
	t.is(cutCell({rows, selected: selected(1), cell: null}, defaultColumns, layout), '');
	t.is(
		cutCell(
			{rows, selected: selected(2), cell: null},
			defaultColumns,
			columnWidths(200, widen(nothingWide, rows)),
		),
		'',
	);
});

test('shows the URL of the selected row, or the selected cell if it is cut', t => {
	t.is(cutCell({rows, selected: selected(2), cell: null}, defaultColumns, layout), long);
	t.is(cutCell({rows, selected: selected(3), cell: 'method'}, defaultColumns, layout), 'VERSION-CONTROL');
	t.is(cutCell({rows, selected: selected(3), cell: 'status'}, defaultColumns, layout), long);
});

test("shows the URL if its column doesn't fit, unless the user didn't choose it", t => {
	const narrow = columnWidths(24, widen(nothingWide, rows), parseColumns('status,token'));
	t.is(cutCell({rows, selected: selected(1), cell: null}, defaultColumns, narrow), '/en/1');
	t.is(cutCell({rows, selected: selected(2), cell: null}, ['status', 'token'], narrow), '');
});
