import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../../source/fields/fields.js';
import {isDefaultChoice, parseColumns} from '../../../source/format/chosen-columns.js';
import {type Column, defaultColumns} from '../../../source/format/columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {asLogged} from '../../../source/query/log-field-name.js';
import {
	type ColumnWidths,
	columnWidths,
	isClockAlone,
	minWidth,
	shareWidth,
	textWidth,
	widthOf,
	withDay,
} from '../../../source/view/layout/column-widths.js';
import {cellTexts, headerText, type TextOf} from '../../../source/view/layout/line-texts.js';
import {noWidths, widen} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import {truncatedText} from '../../../source/view/screen/page-text.js';
import {entry, start} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';

/** Returns the cells of a line, joined. */
function lineText(textOf: TextOf, layout: ColumnWidths): string {
	return cellTexts(textOf, layout, ' ')
		.map(({lead, text}) => lead + text)
		.join('');
}

const usual = {...noWidths, status: 3, ip: 13, method: 4, time: 19, token: 13};

test('a line is as wide as the screen, and Status and URL are always shown', t => {
	for (const widest of [noWidths, usual, {...usual, ip: 39, method: 30, status: 9, time: 22, url: 64}]) {
		for (let width = minWidth; width <= 300; width++) {
			const layout = columnWidths(width, widest);
			const line = lineText(column => (column === 'url' ? `/${'u'.repeat(300)}` : column), layout);
			t.is(layout.shown[0], 'status');
			t.is(line.length, width);
			t.true(layout.widths.status >= 6, String(width));
			t.regex(line, /\/u*…/, String(width));
		}
	}
});

test('80 columns fit all six defaults, with only the clock as Time and at least 26 columns for the URL', t => {
	const layout = columnWidths(80, {...usual, ip: 15, time: 20, method: 7});
	t.is(
		headerText(layout, asLogged),
		'Status IP              Method  URL                        Time     Token        ',
	);
	t.true(columnWidths(80, usual).widths.url >= 26);
});

for (const [method, shown] of [
	['GET', 6],
	['OPTIONS', 7],
	['PROPPATCH', 7],
] as const) {
	test(`at 80 columns, ${method} makes the Method column ${shown} wide`, t => {
		t.is(columnWidths(80, {...usual, method: method.length}).widths.method, shown);
	});
}

for (const [width, ip, shown, url] of [
	[80, 21, 15, 27],
	[100, 15, 15, 47],
	[100, 21, 15, 47],
	[104, 15, 15, 51],
	[105, 15, 15, 40],
	[110, 21, 20, 40],
	[112, 21, 21, 41],
	[120, 15, 15, 50],
	[120, 21, 21, 44],
	[120, 39, 30, 40],
	[134, 39, 39, 40],
	[200, 39, 39, 106],
	[200, 64, 39, 106],
] as const) {
	test(`at ${width} columns, addresses of ${ip} get ${shown} columns and the URL ${url}`, t => {
		const {widths} = columnWidths(width, {...usual, ip, time: 20});
		t.deepEqual({ip: widths.ip, url: widths.url}, {ip: shown, url});
	});
}

test('narrow screens drop Token, Method, IP and Time, in this order', t => {
	const shown = (width: number): string =>
		defaultColumns.filter(column => columnWidths(width, usual).widths[column] > 0).join(' ');
	t.is(shown(80), 'status ip method url time token');
	t.is(shown(70), 'status ip method url time');
	t.is(shown(60), 'status ip url time');
	t.is(shown(40), 'status url time');
	t.is(shown(20), 'status url');
	const order = ['token', 'method', 'ip', 'time'];
	for (const choice of [
		defaultColumns.join(),
		'token,time,url,agent,method,ip,status',
		'file:30,url:60,ip,status',
	]) {
		for (let width = minWidth; width <= 200; width++) {
			const chosen = parseColumns(choice);
			const layout = columnWidths(width, usual, chosen);
			const gone = order.filter(
				name => chosen.some(column => column.name === name) && !layout.shown.includes(name as Column),
			);
			t.deepEqual(
				gone,
				order.filter(name => chosen.some(column => column.name === name)).slice(0, gone.length),
			);
			t.true(layout.shown.includes('status') && layout.shown.includes('url'), `${choice} at ${width}`);
		}
	}
});

test('Time shows only the clock if the URL would get fewer than 40 columns', t => {
	for (let width = minWidth; width <= 200; width++) {
		const layout = columnWidths(width, {...usual, ip: 15, time: 20});
		t.is(isClockAlone(layout), layout.widths.time > 0 && width < 105, String(width));
		t.true(isClockAlone(layout) || layout.widths.time === 0 || layout.widths.url >= 40, String(width));
	}
	const time = (text: string, layout: ColumnWidths): string =>
		lineText(column => (column === 'time' ? text : 'abc'), layout);
	const layout = columnWidths(60, usual);
	t.regex(time('5 Nov 2026 9:03:07 !', layout), / 9:03:07!/);
	t.regex(time('n/a', layout), /n\/a\s+$/);
	t.regex(time('25 Nov 2026 19:03:07', withDay(layout)), / 25 Nov 2026 19:03:07$/);
	t.is(headerText(withDay(layout), asLogged).length, 60);
});

const all = parseColumns(columns.join(','));
const anyChoice = fc.uniqueArray(
	fc.record({name: fc.constantFrom(...columns), width: fc.option(fc.integer({min: 3, max: 120}), {freq: 3})}),
	{minLength: 1, selector: ({name}) => name},
);
const anyWidth = fc.integer({min: minWidth, max: 300});

test('for any choice, lines fit the screen and visible columns keep the chosen order', t => {
	forAll(100, anyChoice, anyWidth, fc.constantFrom(noWidths, usual), (chosen, width, widest) => {
		const layout = columnWidths(width, widest, chosen);
		const names = chosen.map(({name}) => name);
		t.true(layout.shown.length > 0);
		t.deepEqual(
			layout.shown,
			names.filter(name => layout.shown.includes(name)),
		);
		t.true(layout.shown.every(name => widthOf(layout, name) > 0));
		const line = lineText(column => column, layout);
		t.true(line.length <= width);
		t.is(headerText(layout, asLogged).length, line.length);
	});
});

test('with columns other than the six defaults, long values neither hide, show nor narrow a column', t => {
	const long = {...usual, status: 9, ip: 39, method: 30, time: 22};
	forAll(100, anyChoice, anyWidth, (chosen, width) => {
		fc.pre(!isDefaultChoice(chosen));
		const before = columnWidths(width, noWidths, chosen);
		const after = columnWidths(width, long, chosen);
		t.deepEqual(after.shown, before.shown);
		t.is(after.gap, before.gap);
		t.true(
			['status', 'ip', 'method', 'time', 'token', 'host', 'bytes'].every(
				name => widthOf(after, name as Column) >= widthOf(before, name as Column),
			),
		);
	});
});

test('a user-defined width applies if it fits', t => {
	const widths = (width: number, text: string): string => {
		const layout = columnWidths(width, usual, parseColumns(text));
		return layout.shown.map(name => `${name} ${textWidth(layout, name)}`).join(', ');
	};
	t.is(widths(120, 'status,ip:39,url:30,token'), 'status 5, ip 39, url 30, token 13');
	t.is(widths(60, 'status,ip:39,url:30,token'), 'status 5, ip 15, url 23, token 13');
	t.is(widths(60, 'status:12,url,time:8'), 'status 12, url 37, time 8');
	t.is(widths(40, 'url:100'), 'url 39');
});

test('with all columns chosen, 80 columns show the six defaults and Host', t => {
	const layout = columnWidths(80, usual, all);
	t.is(
		headerText(layout, asLogged),
		'Status IP              Method URL              Time     Token         Host      ',
	);
});

const long = `/en/detail/index/sArticle/1033/sCategory/${'1'.repeat(60)}`;
const rows = [entry(1), entry(2, {url: long}), entry(3, {method: 'VERSION-CONTROL', url: long})].map(one =>
	toRow(one, timeFormatter('utc'), start),
);
const layout = columnWidths(80, widen(noWidths, rows));
function selected(n: number): string {
	return entry(n).token;
}

test("shows nothing if no row is selected or its cells aren't cut", t => {
	t.is(truncatedText({rows, selected: null, cell: null}, defaultColumns, layout), '');
	t.is(truncatedText({rows, selected: selected(9), cell: null}, defaultColumns, layout), '');
	t.is(truncatedText({rows, selected: selected(1), cell: null}, defaultColumns, layout), '');
	t.is(
		truncatedText(
			{rows, selected: selected(2), cell: null},
			defaultColumns,
			columnWidths(200, widen(noWidths, rows)),
		),
		'',
	);
});

test('shows the URL of the selected row, or the selected cell if it is cut', t => {
	t.is(truncatedText({rows, selected: selected(2), cell: null}, defaultColumns, layout), long);
	t.is(
		truncatedText({rows, selected: selected(3), cell: 'method'}, defaultColumns, layout),
		'VERSION-CONTROL',
	);
	t.is(truncatedText({rows, selected: selected(3), cell: 'status'}, defaultColumns, layout), long);
});

test("shows the URL if its column doesn't fit, unless the user didn't choose it", t => {
	const narrow = columnWidths(24, widen(noWidths, rows), parseColumns('status,token'));
	t.is(truncatedText({rows, selected: selected(1), cell: null}, defaultColumns, narrow), '/en/1');
	t.is(truncatedText({rows, selected: selected(2), cell: null}, ['status', 'token'], narrow), '');
});

test('weights divide the space beyond the minimums', t => {
	const bounds = {min: 10, max: 100};
	t.deepEqual(shareWidth(50, [{...bounds, weight: 4}]), [50]);
	t.deepEqual(
		shareWidth(50, [
			{...bounds, weight: 4},
			{...bounds, weight: 1},
		]),
		[34, 16],
	);
	t.deepEqual(
		shareWidth(50, [
			{...bounds, weight: 4},
			{...bounds, max: 12, weight: 1},
		]),
		[38, 12],
	);
	t.deepEqual(shareWidth(50, []), []);
});

test('space is left only if all shares have their maximum', t => {
	const anyShare = fc
		.record({
			min: fc.integer({min: 1, max: 20}),
			more: fc.nat({max: 50}),
			weight: fc.integer({min: 1, max: 5}),
		})
		.map(({min, more, weight}) => ({min, max: min + more, weight}));
	forAll(100, fc.array(anyShare, {minLength: 1, maxLength: 6}), fc.nat({max: 300}), (shares, beyond) => {
		const width = shares.reduce((sum, {min}) => sum + min, 0) + beyond;
		const given = shareWidth(width, shares);
		const sum = given.reduce((total, value) => total + value, 0);
		t.true(given.every((value, index) => value >= (shares[index]?.min ?? 0)));
		t.true(given.every((value, index) => value <= (shares[index]?.max ?? 0)));
		t.is(
			sum,
			Math.min(
				width,
				shares.reduce((total, {max}) => total + max, 0),
			),
		);
	});
});
