import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../../source/fields/fields.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {rowParts} from '../../../source/view/components/row-line.js';
import {needleOf} from '../../../source/view/find/needle.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import {lineTexts} from '../../../source/view/layout/line-texts.js';
import {nothingWide, widen} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {entry, start} from '../../helpers/entry.js';
import {nastyText} from '../../helpers/nasty-text.js';

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
	fc.assert(
		fc.property(
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
		),
	);
});
