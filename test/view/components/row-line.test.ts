import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../../source/fields/fields.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {rowLine, rowParts} from '../../../source/view/components/row-line.js';
import {needleOf} from '../../../source/view/find/needle.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import {lineTexts} from '../../../source/view/layout/line-texts.js';
import {nothingWide, widen} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entry, start} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {colorTheme} from '../../helpers/themes.js';

const shown = {
	layout: columnWidths(80, nothingWide),
	isNewDay: false,
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

const format = timeFormatter('utc');

test('marks matches and the cell without the padding of columns', t => {
	const row = toRow(entry(9, {url: '/en/en'}), format, start);
	const layout = columnWidths(80, widen(nothingWide, [row]));
	const written = rowParts(row.text, layout, '▌', needleOf('en'), 'method')
		.map(({text, isFound, isCell}) => (isFound ? `[${text}]` : isCell ? `<${text}>` : text))
		.join('');
	t.is(written, '▌200   203.0.113.9 <GET>    /[en]/[en]                          9:00:09  0000000000009');
	const status = rowParts(row.text, layout, '▌', null, 'status');
	t.deepEqual(
		status.filter(part => part.isCell).map(part => part.text),
		['200'],
	);
});

test('the parts of any row add up to its line', t => {
	forAll(
		100,
		nastyText,
		nastyText,
		fc.integer({min: 18, max: 120}),
		fc.option(fc.constantFrom(...columns)),
		(url, wanted, width, cell) => {
			const row = toRow(entry(1, {url: `${url}${wanted}`}), format, start);
			const layout = columnWidths(width, widen(nothingWide, [row]));
			const {before, status, after} = lineTexts(row.text, layout, '▌');
			const parts = rowParts(row.text, layout, '▌', needleOf(wanted), cell);
			t.is(parts.map(part => part.text).join(''), before + status + after);
		},
	);
});
