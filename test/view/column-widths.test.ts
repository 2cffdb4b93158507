import test from 'ava';
import {columns} from '../../source/listing/columns.js';
import {header} from '../../source/listing/header.js';
import {columnWidths, leastWidth} from '../../source/view/column-widths.js';
import {lineTexts} from '../../source/view/line-texts.js';
import {nothingWide} from '../../source/view/listing/widest.js';

const usual = {...nothingWide, status: 3, ip: 13, method: 4, time: 19, token: 13};

test('a line is as wide as the screen, and Status and Token are always there', t => {
	for (const widest of [nothingWide, usual, {...usual, ip: 39, method: 30, status: 9, time: 22, url: 64}]) {
		for (let width = leastWidth; width <= 300; width++) {
			const layout = columnWidths(width, widest);
			const {status, rest} = lineTexts({...header, token: '0123456789abc'}, layout);
			t.true((status + rest).length <= width, String(width));
			t.true((status + rest).length === width || layout.widths.url === 0, String(width));
			t.true(layout.widths.status >= 4, String(width));
			t.true(rest.endsWith('0123456789abc'), String(width));
		}
	}
});

test('80 columns have all six headers and whole times, addresses and tokens', t => {
	const layout = columnWidths(80, {...usual, ip: 15, time: 20, method: 7});
	const {status, rest} = lineTexts(header, layout);
	t.is(status + rest, 'Status IP              Method  URL            Time                 Token        ');
	t.true(columnWidths(80, usual).widths.url >= 17);
});

for (const [method, shown] of [
	['GET', 6],
	['OPTIONS', 7],
	['PROPPATCH', 7],
] as const) {
	test(`at 80 columns ${method} makes the Method ${shown} wide`, t => {
		t.is(columnWidths(80, {...usual, method: method.length}).widths.method, shown);
	});
}

for (const [width, ip, shown, url] of [
	[80, 21, 15, 15],
	[100, 15, 15, 35],
	[100, 21, 15, 35],
	[110, 21, 20, 40],
	[112, 21, 21, 41],
	[120, 15, 15, 50],
	[120, 21, 21, 44],
	[120, 39, 30, 40],
	[134, 39, 39, 40],
	[200, 39, 39, 106],
	[200, 64, 39, 106],
] as const) {
	test(`at ${width} columns, addresses of ${ip} have ${shown} and the URL ${url}`, t => {
		const {widths} = columnWidths(width, {...usual, ip, time: 20});
		t.deepEqual({ip: widths.ip, url: widths.url}, {ip: shown, url});
	});
}

test('narrow screens do without Method, IP, Time and URL, in this order', t => {
	const shown = (width: number): string =>
		columns.filter(column => columnWidths(width, usual).widths[column] > 0).join(' ');
	t.is(shown(76), 'status ip method url time token');
	t.is(shown(56), 'status ip url time token');
	t.is(shown(45), 'status url time token');
	t.is(shown(35), 'status url token');
	t.is(shown(22), 'status token');
});

test('where the time has little room, its clock is what is left', t => {
	const cells = {
		status: '200',
		ip: 'n/a',
		method: 'GET',
		url: '/',
		time: '5 Nov 2026 9:03:07 !',
		token: 'abc',
	};
	t.regex(lineTexts(cells, columnWidths(60, usual)).rest, / {2}9:03:07|\s9:03:…/);
	t.regex(lineTexts({...cells, time: 'n/a'}, columnWidths(60, usual)).rest, /n\/a\s+abc/);
});
