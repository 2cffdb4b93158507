import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../../source/fields/fields.js';
import {defaultChoice, parseColumns} from '../../../source/format/chosen-columns.js';
import type {Column} from '../../../source/format/columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import type {Entry} from '../../../source/store/store.js';
import {blockCharacters} from '../../../source/themes/chart-characters.js';
import {chooseTheme} from '../../../source/themes/choose-theme.js';
import type {Style, Theme} from '../../../source/themes/theme.js';
import {newRowLine, rowLine, slownessOf} from '../../../source/view/components/row-line.js';
import {needleOf} from '../../../source/view/find/needle.js';
import {columnWidths} from '../../../source/view/layout/column-widths.js';
import {cellTexts} from '../../../source/view/layout/line-texts.js';
import {noWidths, widen} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {plainText} from '../../../source/view/spans/span.js';
import {entry, start} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {colorTheme, plainTheme} from '../../helpers/themes.js';

const [darkTheme, lightTheme] = (['dark', 'light'] as const).map(name =>
	chooseTheme({name, depth: 24, own: new Map(), chart: blockCharacters}, null),
) as [Theme, Theme];

const shown = {
	layout: columnWidths(80, noWidths),
	isNewDay: false,
	isSelected: false,
	hasFocus: true,
	isPast: false,
	slowness: 0,
	needle: null,
	cell: null,
	theme: colorTheme,
} as const;

const format = timeFormatter('utc');

test('draws the line of a row again only if its appearance changes', t => {
	const row = toRow(entry(1, {status: 404}), format, start);
	const line = rowLine(row, shown);
	t.is(line.spans[0]?.text, ' 404   ');
	t.is(line.spans[0]?.style, colorTheme.status[4]);
	t.is(rowLine(row, {...shown}), line);
	t.not(rowLine(row, {...shown, slowness: 1}), line);
	const selected = rowLine(row, {...shown, isSelected: true});
	t.is(selected.style, colorTheme.selected);
	t.is(selected.spans[0]?.text, '▌');
	t.deepEqual(rowLine(row, shown), line);
	t.is(rowLine(row, {...shown, sign: 'marked'}).spans[0]?.text, '•404   ');
	t.is(rowLine(row, {...shown, sign: 'marked', isSelected: true}).spans[0]?.text, '◘');
	t.is(rowLine(row, {...shown, sign: 'separated'}).spans[0]?.text, '─404   ');
	const other = toRow(entry(2, {status: 404}), format, start);
	t.not(rowLine(other, shown), line);
});

test('the marker of the selected row has the accent colour, and is grey while a panel has the focus', t => {
	const row = toRow(entry(1, {status: 404}), format, start);
	const markerOf = (hasFocus: boolean) =>
		rowLine(row, {...shown, theme: darkTheme, isSelected: true, hasFocus}).spans[0];
	t.deepEqual(markerOf(true), {text: '▌', style: darkTheme.accent});
	t.deepEqual(markerOf(false), {text: '▌', style: darkTheme.muted});
});

/** The styles of the dark theme by name, for readable expectations. */
const names = new Map<Style | undefined, string>([
	[undefined, 'text'],
	[darkTheme.badge, 'badge'],
	[darkTheme.muted, 'muted'],
	[darkTheme.faint, 'faint'],
	[darkTheme.status[2], '2xx'],
	[darkTheme.status[4], '4xx'],
]);

function spansOf(
	changes: Partial<Entry>,
	look: Partial<Parameters<typeof rowLine>[1]> = {},
): readonly string[] {
	const row = toRow(entry(9, {durationMs: 61, ...changes}), format, start);
	const chosen = parseColumns('status,ip,method,url,time,token,duration');
	const layout = columnWidths(120, widen(noWidths, [row]), chosen);
	const {spans} = newRowLine(row, {...shown, theme: darkTheme, layout, ...look});
	return spans.map(({text, style}) => {
		const {bold = false, color = ''} = style ?? {};
		return `${names.get(style) ?? `${bold ? 'bold ' : ''}${color}`}:${text.replaceAll(/ {3,}/g, '  ')}`;
	});
}

test('the URL is bright, its query, method and time are muted, the token is faint', t => {
	t.deepEqual(spansOf({url: '/en/shoes/?p=2'}), [
		'2xx: 200  ',
		'text:203.0.113.9  ',
		'muted:GET  ',
		'#ffffff:/en/shoes/',
		'muted:?p=2  5 Nov 2026 9:00:09  ',
		'faint:0000000000009  ',
		'muted:61 ms',
	]);
});

test('a 5xx has a badge and a red URL', t => {
	t.deepEqual(spansOf({status: 502, url: '/a?b'}), [
		'badge: 502 ',
		'text:  203.0.113.9  ',
		'muted:GET  ',
		'#ff8080:/a',
		'muted:?b  5 Nov 2026 9:00:09  ',
		'faint:0000000000009  ',
		'muted:61 ms',
	]);
});

test('durations stand out from the 95th and the 99th percentile on', t => {
	t.is(spansOf({}, {slowness: 1}).at(-1), '4xx:61 ms');
	t.is(spansOf({}, {slowness: 2}).at(-1), 'bold #ff8080:61 ms');
	const took = {p50: 10, p95: 100, p99: 1000};
	t.deepEqual(
		[null, 10, 99, 100, 999, 1000].map(duration => slownessOf(duration, took)),
		[0, 0, 0, 1, 1, 2],
	);
	t.is(slownessOf(2000, null), 0);
	t.is(slownessOf(10, {p50: 10, p95: 10, p99: 10}), 0);
	t.is(slownessOf(1000, {p50: 10, p95: 10, p99: 1000}), 2);
});

test('a selected row, and a row of the previous search, have only the styles of their marker and status', t => {
	const url = '/a?b';
	t.deepEqual(spansOf({status: 404, url}, {isSelected: true}).length, 3);
	t.deepEqual(spansOf({status: 404, url}, {isPast: true})[0], '4xx: 404  ');
	t.deepEqual(spansOf({status: 502, url}, {isPast: true}).length, 2);
	t.deepEqual(spansOf({status: 502, url}, {isSelected: true})[1], 'badge:502 ');
});

test('the badge has a space on either side in any column, also in 16 colours and without colours', t => {
	for (const theme of [darkTheme, lightTheme, colorTheme, plainTheme]) {
		const row = toRow(entry(9, {status: 502}), format, start);
		const badge = (columns: string, cell: Column | null = null): string | undefined => {
			const layout = columnWidths(100, noWidths, parseColumns(columns));
			return newRowLine(row, {...shown, theme, layout, cell, isSelected: cell !== null}).spans.find(
				({style}) => style === theme.badge,
			)?.text;
		};
		t.is(badge('status,url'), ' 502 ');
		t.is(badge('url,status,ip'), ' 502 ');
		t.is(badge('url,status'), ' 502 ');
		// An inverse badge isn't a second selected cell.
		t.is(badge('status,url', 'url'), theme.badge.inverse ? undefined : '502 ');
	}
});

test('a style that shows on spaces covers only the text', t => {
	const muted = {backgroundColor: '#0000ff'};
	const row = toRow(entry(9, {}), format, start);
	const {spans} = newRowLine(row, {...shown, theme: {...colorTheme, muted}});
	t.deepEqual(
		spans.filter(({style}) => style === muted).map(({text}) => text),
		['GET', '9:00:09'],
	);
});

test('scrolling a URL into its query keeps the style of the query', t => {
	const row = toRow(entry(9, {url: `/${'a'.repeat(30)}?${'b'.repeat(60)}`}), format, start);
	const layoutOf = (url: number) => columnWidths(80, noWidths, defaultChoice, {url});
	const query = (shift: number): number =>
		newRowLine(row, {...shown, layout: layoutOf(shift), theme: darkTheme})
			.spans.filter(({style}) => style === darkTheme.muted)
			.map(({text}) => /b+/.exec(text)?.[0].length ?? 0)
			.reduce((sum, n) => sum + n, 0);
	t.is(query(0), 0);
	t.true(query(20) > 5 && query(20) < query(40), `${query(20)} ${query(40)}`);
});

test('marks matches and the cell without the padding of columns', t => {
	const row = toRow(entry(9, {url: '/en/e?n=en'}), format, start);
	const layout = columnWidths(80, widen(noWidths, [row]));
	const line = newRowLine(row, {...shown, layout, isSelected: true, needle: needleOf('en'), cell: 'method'});
	const written = line.spans
		.map(({text, style}) => (style?.underline ? `[${text}]` : style?.inverse ? `<${text}>` : text))
		.join('');
	t.is(written, '▌200   203.0.113.9 <GET>    /[en]/e?n=[en]                      9:00:09  0000000000009');
	t.deepEqual(
		newRowLine(row, {...shown, layout, isSelected: true, cell: 'status'})
			.spans.filter(({style}) => style?.inverse)
			.map(({text}) => text),
		['200'],
	);
	// A match may begin in the path and end in the query.
	const found = newRowLine(row, {...shown, layout, needle: needleOf('e?n'), theme: darkTheme}).spans.filter(
		({style}) => style?.backgroundColor === darkTheme.mark.backgroundColor,
	);
	t.deepEqual(
		found.map(({text}) => text),
		['e', '?n'],
	);
});

test('the spans of any row add up to its cells', t => {
	forAll(
		100,
		nastyText,
		nastyText,
		fc.integer({min: 18, max: 120}),
		fc.option(fc.constantFrom(...columns)),
		fc.constantFrom(200, 404, 502, null),
		(url, wanted, width, cell, status) => {
			const row = toRow(entry(1, {url: `${url}${wanted}`, status}), format, start);
			const layout = columnWidths(width, widen(noWidths, [row]));
			const cells = cellTexts(row.text, layout, '▌').map(({lead, text}) => lead + text);
			for (const needle of [null, needleOf(wanted)]) {
				const line = newRowLine(row, {...shown, layout, isSelected: true, needle, cell});
				t.is(plainText(line), cells.join(''));
			}
		},
	);
});
