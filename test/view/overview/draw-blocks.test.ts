import test from 'ava';
import fc from 'fast-check';
import {terminalWidth} from '../../../source/format/fit-width.js';
import {everything} from '../../../source/query/query.js';
import {askBlocks} from '../../../source/view/overview/ask-blocks.js';
import {blockQuery, blockRows} from '../../../source/view/overview/blocks.js';
import {
	type AnsweredBlock,
	blockLines,
	spokenSummary,
	summaryLine,
	visitsText,
} from '../../../source/view/overview/draw-blocks.js';
import {plainText} from '../../../source/view/spans/span.js';
import {entry} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {colorTheme as theme} from '../../helpers/themes.js';

const {signal} = new AbortController();
const look = {width: 120, p95: null, isReading: false, theme};

const requests = Array.from({length: 40}, (_, n) =>
	entry(n, {
		ip: n % 4 === 0 ? '198.51.100.1' : '203.0.113.9',
		url: n % 8 === 0 ? '/checkout/finish' : '/en/shoes/',
		status: n % 8 === 0 ? 502 : 200,
		upstream: null,
		userAgent: n % 10 === 0 ? 'curl/8.5.0' : 'Mozilla/5.0 (X11) Firefox/145.0',
	}),
);

async function ask(columns: number, rows: number): Promise<ReadonlyArray<readonly AnsweredBlock[]>> {
	const question = {query: everything, columns, rows, values: 8, withVisits: true};
	return askBlocks(fakeStore(...requests), question, signal);
}

function titles(rows: ReadonlyArray<readonly AnsweredBlock[]>): readonly string[][] {
	return rows.map(row => row.map(({block}) => block.title));
}

test('the next block takes the position of one without values, and no block appears twice', async t => {
	t.deepEqual(titles(await ask(3, 1)), [['Clients', 'Routes', '5xx by route']]);
	t.deepEqual(titles(await ask(2, 2)), [
		['Clients', 'Routes'],
		['5xx by route', 'Agents'],
	]);
	const five = titles(await ask(5, 2)).flat();
	t.is(new Set(five).size, five.length);
	t.false(five.includes('Upstreams'));
	t.false(five.includes('Hosts'));
});

test('draws titles with their keys, values with numbers, and column names at the right end', async t => {
	const [row = []] = await ask(3, 1);
	t.deepEqual(
		blockLines(row, 3, 4, look)
			.map(plainText)
			.map(line => line.trimEnd()),
		[
			'─ f c Clients ─────── requests     5xx   ─ r Routes ────────── requests     5xx   ─ 5 5xx by route ────────    5xx  most',
			'203.0.113.9                 30     0 %   /{…}/{category_slug…        35     0 %   /checkout/finish               5   502',
			'198.51.100.1                10    50 %   /checkout/finish             5   100 %',
			'',
		],
	);
});

test('a screen reader speaks the numbers of clients and visits after the most frequent clients', async t => {
	const [[clients] = []] = await ask(2, 1);
	t.is(
		clients && plainText(spokenSummary(clients, 80)).trimEnd(),
		'Clients: 203.0.113.9 75 %, 198.51.100.1 25 %. 4 clients, 4 visits.',
	);
	const estimate = {n: 9e6, clients: 1_249_000, visits: 3_000_000, isExact: false, partial: false};
	t.is(visitsText(estimate), '~1.2M clients, ~3.0M visits');
	t.is(visitsText({...estimate, clients: 1, visits: 1, isExact: true}), '1 client, 1 visit');
});

test('visits are only counted for a block that has them, and if there are requests', async t => {
	const question = {query: everything, columns: 3, rows: 1, values: 8, withVisits: false};
	const [row = []] = await askBlocks(fakeStore(...requests), question, signal);
	t.true(row.every(({visits}) => visits === undefined));
	const [counted = []] = await ask(3, 1);
	t.deepEqual(
		counted.map(({block, visits}) => [block.title, visits !== undefined]),
		[
			['Clients', true],
			['Routes', false],
			['5xx by route', false],
		],
	);
});

test('a summary line has the first values with their shares', async t => {
	const [row = []] = await ask(0, 3);
	t.deepEqual(
		row.map(answered => plainText(summaryLine(answered, {width: 80, theme}))),
		[
			'f c Clients  203.0.113.9 75 %   198.51.100.1 25 %',
			'r   Routes   /{language}/{category_slug}/ 88 %   /checkout/finish 13 %',
			'5   5xx      /checkout/finish 100 %',
		],
	);
});

test('in a summary line, a space follows the longest name of a block', async t => {
	const question = {query: everything, columns: 0, rows: 4, values: 8, withVisits: false};
	const [row = []] = await askBlocks(fakeStore(entry(1, {upstream: '10.0.1.11:8080'})), question, signal);
	const lines = row.map(answered => plainText(summaryLine(answered, {width: 80, theme})));
	t.true(lines.includes('f p Upstreams 10.0.1.11:8080 100 %'), lines.join('\n'));
});

test('in a summary line, long names have the space that short ones leave', async t => {
	const urls = ['/', '/checkout/finish', `/${'basket/'.repeat(20)}`];
	const question = {query: everything, columns: 2, rows: 1, values: 8, withVisits: false};
	const store = fakeStore(...Array.from({length: 60}, (_, n) => entry(n, {url: urls[n % 3] ?? ''})));
	const [[, routes] = []] = await askBlocks(store, question, signal);
	const line = routes ? plainText(summaryLine(routes, {width: 80, theme})) : '';
	t.regex(line, /^r {3}Routes {3}.*\/checkout\/finish 33 %/);
	t.regex(line, /\/basket\/basket\/basket\/.*…/);
	t.is(terminalWidth(line), 80);
});

test('no line is wider than the screen, with any values', async t => {
	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('日本語'.repeat(20), '\u001b[2J', '/{a}/{b}/{c}/{d}'.repeat(5)),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(text, {maxLength: 12}),
			fc.integer({min: 20, max: 240}),
			fc.integer({min: 1, max: 5}),
			async (urls, width, columns) => {
				const store = fakeStore(
					...urls.map((url, n) => entry(n, {url, ip: url, status: n % 2 === 0 ? 500 : 404})),
				);
				const question = {query: everything, columns, rows: 1, values: 9, withVisits: true};
				const [row = []] = await askBlocks(store, question, signal);
				for (const line of [
					...blockLines(row, columns, 9, {...look, width: Math.max(width, columns * 36)}),
					...row.map(answered => summaryLine(answered, {width, theme})),
				]) {
					t.true(terminalWidth(plainText(line)) <= Math.max(width, columns * 36));
					// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
					t.notRegex(plainText(line), /[\u0000-\u001f]/);
				}
			},
		),
		{numRuns: 100},
	);
});

test('the query of a block is the same object for the same search, so that stores can cache', t => {
	const errors = blockRows(3)[0]?.[2];
	t.truthy(errors);
	if (errors) {
		t.is(blockQuery(everything, errors), blockQuery(everything, errors));
		t.is(blockQuery(everything, errors).text, 'status:5xx');
	}
});

test('draws only the blocks that fit side by side while the answer is for a wider screen', async t => {
	const [row = []] = await ask(3, 1);
	const lines = blockLines(row, 2, 4, {...look, width: 91});
	t.deepEqual(lines, blockLines(row.slice(0, 2), 2, 4, {...look, width: 91}));
	t.true(lines.every(line => terminalWidth(plainText(line)) <= 91));
});
