import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {colorTheme} from '../../../source/themes/theme.js';
import {rowLine} from '../../../source/view/components/row-line.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import {nothingWide} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entry, start} from '../../helpers/entry.js';

const shown = {
	layout: columnWidths(80, nothingWide),
	isSelected: false,
	isPast: false,
	needle: null,
	cell: null,
	theme: colorTheme,
};

test("creates the line of a row once while its look doesn't change", t => {
	const row = toRow(entry(1, {status: 404}), timeFormatter('utc'), start);
	const line = rowLine(row, shown);
	t.is(line.pieces[0]?.text, ' 404  ');
	t.is(line.pieces[0]?.style, colorTheme.status[4]);
	t.is(rowLine(row, {...shown}), line);
	const selected = rowLine(row, {...shown, isSelected: true});
	t.is(selected.style, colorTheme.selected);
	t.is(selected.pieces[0]?.text, '▌404  ');
	t.deepEqual(rowLine(row, shown), line);
	t.is(rowLine(row, {...shown, sign: 'marked'}).pieces[0]?.text, '•404  ');
	t.is(rowLine(row, {...shown, sign: 'marked', isSelected: true}).pieces[0]?.text, '◘404  ');
	t.is(rowLine(row, {...shown, sign: 'separated'}).pieces[0]?.text, '─404  ');
	const other = toRow(entry(2, {status: 404}), timeFormatter('utc'), start);
	t.not(rowLine(other, shown), line);
});
