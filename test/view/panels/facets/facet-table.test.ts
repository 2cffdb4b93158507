import test from 'ava';
import fc from 'fast-check';
import type {FacetOrder, Facets} from '../../../../source/answers/answers.js';
import {terminalWidth} from '../../../../source/format/fit-width.js';
import {blockCharacters} from '../../../../source/themes/chart-characters.js';
import {chooseTheme} from '../../../../source/themes/choose-theme.js';
import {
	facetTable,
	figuresText,
	headSpans,
	ordersOf,
	valueSpans,
	widestName,
} from '../../../../source/view/panels/facets/facet-table.js';
import {shownTabs, tabsLine} from '../../../../source/view/panels/facets/facet-tabs.js';
import type {Span} from '../../../../source/view/spans/span.js';
import {plainText} from '../../../../source/view/spans/span.js';
import {facetsOf} from '../../../helpers/answer-models.js';
import {entry} from '../../../helpers/entry.js';
import {forAll} from '../../../helpers/for-all.js';
import {nastyText} from '../../../helpers/nasty-text.js';

const theme = chooseTheme({name: 'dark', depth: 24, own: new Map(), chart: blockCharacters}, null);
const tab = {field: 'url', name: 'URL', one: 'URL'} as const;

const requests = [
	...Array.from({length: 40}, (_, n) => entry(n, {url: '/', status: 200, durationMs: 10, bytes: 100})),
	...Array.from({length: 20}, (_, n) =>
		entry(n, {url: '/slow', status: n < 2 ? 500 : 200, durationMs: 900, bytes: 1000}),
	),
];

function answer(order: FacetOrder = 'n', entries = requests): Facets {
	return facetsOf(entries, 'url', 100, '', order, true);
}

function drawn(
	width: number,
	order: FacetOrder = 'n',
	facets = answer(order),
	p95: number | null = 200,
	widest = 100,
): {readonly head: readonly Span[]; readonly values: ReadonlyArray<readonly Span[]>} {
	const table = facetTable('url', facets, order, width, widest, p95, theme);
	return {
		head: headSpans(table, facets, {tab, isFocused: true, remark: ''}),
		values: valueSpans(table, 'url', 0, 10, 0),
	};
}

function textOf(spans: readonly Span[]): string {
	return plainText({spans});
}

test('short names leave space for columns; the width for names never shrinks', t => {
	const columns = (width: number, widest: number): string =>
		textOf(drawn(width, 'n', answer(), 200, widest).head.slice(1))
			.trim()
			.replace(/ +/g, ' ');
	t.is(columns(51, 100), 'req. ▾ 5xx p95');
	t.is(columns(51, 14), 'req. ▾ 4xx 5xx p95');
	t.is(columns(58, 14), 'req. ▾ share 4xx 5xx p95');
	t.is(columns(58, 5), 'req. ▾ share 4xx 5xx p95');
	const widest = widestName('url');
	const long = `/${'x'.repeat(29)}`;
	t.is(widest(answer()), 5);
	t.is(widest(answer('n', [entry(1, {url: long})])), 30);
	t.is(widest(answer()), 30);
});

test('the table has more columns on a wider screen, the most important ones first', t => {
	for (const [width, names] of [
		[15, ''],
		[16, 'req. ▾'],
		[40, 'req. ▾ 5xx'],
		[48, 'req. ▾ 5xx p95'],
		[57, 'req. ▾ 4xx 5xx p95'],
		[67, 'req. ▾ share 4xx 5xx p95'],
		[80, 'req. ▾ share 4xx 5xx p95'],
		[82, 'req. ▾ share 4xx 5xx bytes p95'],
		[95, 'req. ▾ share 4xx 5xx bytes p50 p95'],
		[120, 'req. ▾ share 4xx 5xx bytes p50 p95 max'],
		[135, 'req. ▾ share 4xx 5xx bytes p50 p95 max time'],
	] as const) {
		const {head, values} = drawn(width);
		t.is(
			head
				.slice(1)
				.map(({text}) => text.trim())
				.join(' '),
			names,
			`${width}`,
		);
		for (const spans of [head, ...values]) {
			t.is(terminalWidth(textOf(spans)), width);
		}
	}
	// The sorted column is always there.
	t.regex(textOf(drawn(40, 'bytes').head), / req\. {2}bytes ▾$/);
});

test('the bar behind a name shows its share of the largest value, in the sorted quantity', t => {
	const barsOf = (order: FacetOrder): readonly number[] =>
		drawn(54, order).values.map(spans =>
			spans
				.filter(({style}) =>
					[theme.bar, theme.errorBar, theme.chip].some(
						({backgroundColor}) => style?.backgroundColor === backgroundColor,
					),
				)
				.reduce((sum, {text}) => sum + text.length, 0),
		);
	// Names have 30 columns, or 29 if the bytes need more. The selected name has its marker before the bar.
	t.deepEqual(barsOf('n'), [29, 15]);
	t.deepEqual(barsOf('errors'), [29, 0]);
	t.deepEqual(barsOf('p95'), [29, 1]);
	t.deepEqual(barsOf('time'), [29, 1]);
	t.deepEqual(barsOf('bytes'), [28, 6]);
	const [, second] = drawn(54, 'bytes').values;
	t.is(second?.find(({text}) => text.startsWith('/'))?.style?.backgroundColor, theme.bar.backgroundColor);
	const failing = [...requests, ...[1, 2, 3, 4].map(n => entry(n, {url: '/failing', status: 502}))];
	const [, slow] = drawn(54, 'errors', answer('errors', failing)).values;
	t.is(slow?.find(({text}) => text.startsWith('/'))?.style?.backgroundColor, theme.errorBar.backgroundColor);
});

test('the selected value has a marker, and the sorted column the colour of the focus', t => {
	const {head, values} = drawn(80, 'errors');
	const sorted = head.find(({text}) => text.includes('5xx ▾'));
	t.is(sorted?.style, theme.accent);
	t.is(head.find(({text}) => text.includes('4xx'))?.style, theme.muted);
	const [marker, name] = values[0] ?? [];
	t.is(marker?.text, '▌');
	t.is(marker?.style?.color, theme.accent.color);
	t.is(name?.style, theme.chip);
	t.true(values[0]?.slice(2).every(({style}) => style?.backgroundColor === theme.selected.backgroundColor));
	t.is(values[1]?.[0]?.text, ' ');
});

test('many 5xx and a long p95 have the colours of their severity', t => {
	const styleOf = (text: string, given = drawn(48).values): string | undefined =>
		given.flat().find(span => span.text.trim() === text)?.style?.color;
	t.is(styleOf('10 %'), theme.status['5']?.color);
	t.is(styleOf('0 %'), theme.muted.color);
	t.is(styleOf('900 ms'), theme.status['5']?.color);
	t.is(styleOf('10 ms'), theme.muted.color);
	// Without the p95 of all matches, no value is long.
	t.is(styleOf('900 ms', drawn(48, 'n', answer(), null).values), theme.muted.color);
});

test('marks estimates, and hides columns for which the log has no data', t => {
	const bare = facetsOf(
		requests.map(one => ({...one, durationMs: null, bytes: null, status: null})),
		...(['url', 100, '', 'n', true] as const),
	);
	t.is(textOf(drawn(120, 'n', bare).head).replace(/ +/g, ' '), 'URL, 2 values req. ▾ share');
	t.deepEqual(ordersOf(bare), ['n']);
	t.deepEqual(ordersOf(answer()), ['n', 'errors', 'bytes', 'p95', 'time', 'max', 'clientErrors']);
	t.deepEqual(ordersOf(null), ['n', 'errors', 'bytes', 'p95', 'time', 'max', 'clientErrors']);
	const {head, values} = drawn(48, 'n', {...answer(), estimated: true, distinct: 2_000_000});
	t.true(textOf(head).startsWith('URL, ~2000000 values  '));
	t.regex(textOf(values[0] ?? []), /▌\/ +~40 /);
	t.is(figuresText(20, answer().values[1]?.figures, true), '~20 requests; 2 with 5xx, 20 kB');
	t.is(figuresText(1, undefined, false), '1 request');
});

test('no line is wider than its width, with any values', t => {
	forAll(
		100,
		fc.array(nastyText, {minLength: 1, maxLength: 9}),
		fc.integer({min: 1, max: 240}),
		(urls, width) => {
			const facets = answer(
				'n',
				urls.map((url, n) => entry(n, {url: url + '日本語'.repeat(n), status: 500})),
			);
			const {head, values} = drawn(width, 'n', facets);
			for (const spans of [head, ...values]) {
				t.is(terminalWidth(textOf(spans)), width);
				// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
				t.notRegex(textOf(spans), /[\u0000-\u001f]/);
			}
		},
	);
});

const tabs = ['ip', 'url', 'route', 'status', 'method'].map(field => ({
	...{field: field as 'ip', name: field.toUpperCase(), one: field},
	...(field !== 'method' && {letter: field.slice(0, 1)}),
}));

test('the shown fields move only if the focus leaves them', t => {
	const shown = (at: number, start: number, count: number): string => {
		const found = shownTabs(tabs, tabs[at] ?? tabs[0] ?? never(), start, count);
		return `${found.start} ${found.shown.map(({name}) => name).join(' ')}`;
	};
	t.is(shown(0, 0, 3), '0 IP URL ROUTE');
	t.is(shown(2, 0, 3), '0 IP URL ROUTE');
	t.is(shown(3, 0, 3), '1 URL ROUTE STATUS');
	t.is(shown(1, 1, 3), '1 URL ROUTE STATUS');
	t.is(shown(0, 1, 3), '0 IP URL ROUTE');
	t.is(shown(4, 3, 3), '2 ROUTE STATUS METHOD');
	t.is(shown(4, 0, 1), '4 METHOD');
	t.is(shown(1, 0, 9), '0 IP URL ROUTE STATUS METHOD');
});

test('the focused tab is a chip, the other shown ones have a background, and the letter is underlined', t => {
	const [ip, url] = tabs;
	const line = (width: number, isOffering = true) =>
		tabsLine(tabs, tabs.slice(0, 2), url ?? never(), {width, theme, isSpoken: false, isOffering});
	const {spans} = line(80);
	t.is(textOf(spans), ' IP  URL  ROUTE  STATUS  METHOD');
	t.is(spans.find(({text}) => text === ' URL ')?.style, theme.focus);
	t.deepEqual(
		spans.filter(({style}) => style?.underline).map(({text}) => text),
		['I', 'R', 'S'],
	);
	t.false(line(80, false).spans.some(({style}) => style?.underline));
	t.is(spans.find(({text}) => text === 'I')?.style?.backgroundColor, theme.bar.backgroundColor);
	t.is(spans.find(({text}) => text === 'R')?.style?.color, theme.muted.color);
	t.truthy(ip);
	for (let width = 1; width < 40; width++) {
		t.true(terminalWidth(textOf(line(width).spans)) <= width);
	}
});

function never(): never {
	throw new Error('There are five tabs');
}
