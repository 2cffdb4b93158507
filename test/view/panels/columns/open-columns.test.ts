import test, {type ExecutionContext} from 'ava';
import stringWidth from 'string-width';
import {columns} from '../../../../source/fields/fields.js';
import {
	type ChosenColumn,
	columnsText,
	defaultChoice,
	parseColumns,
} from '../../../../source/format/chosen-columns.js';
import {columnTable} from '../../../../source/format/columns.js';
import {geoFields} from '../../../../source/geo/geo.js';
import type {Entry} from '../../../../source/store/store.js';
import {
	listedColumns,
	moved,
	nextWidth,
	toggled,
	withWidth,
} from '../../../../source/view/panels/columns/open-columns.js';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entries, entry, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';

/** The columns for the logs of one machine, without a database of addresses. */
const ownColumns = columns.filter(column => !['source', 'asn', 'country'].includes(column));

function full(n: number): Entry {
	return entry(n, {
		host: 'shop.example',
		user: 'anna',
		durationMs: 1234,
		referer: 'https://search.example/',
		userAgent: 'curl/8.5.0',
	});
}

async function scene(
	t: ExecutionContext,
	options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {},
	past: readonly Entry[] = entries(1, 35).map(({offset}) => full(offset)),
) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('results found');
	await settle();
	return {store, clock, screen};
}

test('at 80x24, lists all columns with descriptions below example rows', async t => {
	const {screen} = await scene(t);
	await screen.press('xZ', '[x] Status');
	t.deepEqual(screen.lines(), [
		'━ x  Columns  ━ Enter on/off  ← → order  + - width  0 auto  Z back  Esc closes ━',
		'Status IP          Method URL                             Time     Token',
		' 200   203.0.113.9 GET    /en/35                          9:00:35  0000000000023',
		' 200   203.0.113.9 GET    /en/34                          9:00:34  0000000000022',
		' 200   203.0.113.9 GET    /en/33                          9:00:33  0000000000021',
		'',
		'▌[x] Status     5          status of the response',
		' [x] IP         11         address of the client',
		' [x] Method     6          GET, POST, …',
		' [x] URL        31         path and query',
		' [x] Time       8          time of the request; no date in narrow columns',
		' [x] Token      13         the name of the request in reqscope',
		' [ ] Host                  the requested site',
		' [ ] User                  the logged-in user',
		' [ ] Bytes                 size of the response',
		' [ ] Duration              time taken',
		' [ ] Referer               the page with the link',
		' [ ] User agent            the user agent of the client',
		' [ ] Agent                 browser or program, by user agent',
		' [ ] Route                 shape of the URL',
		' [ ] File                  path of the log',
		'The default columns.',
		'',
		'Esc closes  Z back  / search  i timeline  f top  r routes  d diff  ? help',
	]);
	await screen.press('x', '1–10 of 35');
});

test('adds, removes and reorders columns, even with many keys at once', async t => {
	const {screen} = await scene(t, {columns: 100});
	// Adds Host, moves it two to the left, then removes Token.
	await screen.press('xjjjjjj\r\u001b[D\u001b[D', '--columns status,ip,method,url,host,time,token');
	await screen.press('jj ', 'For the next start: --columns status,ip,method,url,host,time');
	await screen.hasNot('host,time,token');
	await screen.press('\u001b', '1–10 of 35');
	t.regex(screen.lines()[3] ?? '', /^Status IP +Method URL +Host +Time *$/);
	t.regex(screen.lines()[4] ?? '', /^ 200 +203\.0\.113\.9 +GET +\/en\/35 +shop\.example +9:00:35$/);
	await screen.press('xC', 'The default columns.');
});

test('widens and narrows a column, and makes its width automatic again', async t => {
	const {screen} = await scene(t, {columns: 100});
	await screen.press('xj+++', '[x] IP         14 ', '--columns status,ip:14,method,url,time,token');
	await screen.press('----', '[x] IP         10 ');
	await screen.press('0', '--columns status,ip,method,url,time,token\n');
	await screen.press('C', 'The default columns.');
});

test("explains why an action isn't possible", async t => {
	const {screen} = await scene(t);
	await screen.press('xZjjjjjj+', 'Host isn’t shown: Enter shows it');
	await screen.press('\u001b[C', 'Host isn’t shown: Enter shows it');
	await screen.press('jjjjj\r', '[x] User agent');
	await screen.press('g\r', '[ ] Status');
	await screen.press('C', 'The default columns.');
	for (const name of ['ip', 'method', 'url', 'time', 'token'] as const) {
		await screen.press('gj\r', `[ ] ${columnTable[name].header} `);
	}
	await screen.press('g\r', 'One column must stay');
	t.is(screen.lines()[1]?.trimEnd(), 'Status');
});

test("with all columns at 80x24, the panel and the screen report columns that don't fit", async t => {
	const {screen} = await scene(t, {
		chosen: parseColumns(columns.slice(0, columns.indexOf('upstream') + 1).join(',')),
	});
	await screen.has('12 columns don’t fit (x)');
	const lines = screen.lines();
	t.is(lines[3], 'Status IP              Method URL              Time     Token         Host');
	t.is(lines[4], ' 200   203.0.113.9     GET    /en/35           9:00:35  0000000000023 shop.exam…');
	t.true(lines.every(line => stringWidth(line) <= 80));
	await screen.press('xZ', ' [x] File       no space   path of the log');
	const further = ownColumns.length - 1 - ownColumns.indexOf('upstream');
	screen.type(`G${'k'.repeat(further)}`);
	await screen.press('+', 'No space for Upstream: remove another column');
	await screen.press('gj+', 'No space to widen IP: make another column narrower, or remove one');
});

test('new rows neither change widths nor remove columns', async t => {
	const {store, clock, screen} = await scene(t, {
		chosen: parseColumns('status,ip,method,url,time,token,host'),
	});
	const header = screen.lines()[3];
	for (const [n, changes] of [
		[36, {ip: '2001:db8:8f0:1234:5678:9abc:def0:1'}],
		[37, {time: start + 10 * 86_400_000}],
		[38, {host: 'a-rather-long-name-of-a-host.shop.example', url: `/${'x'.repeat(300)}`}],
		[39, {status: 12345}],
	] as const) {
		clock.pass(1000);
		store.add(entry(n, changes));
		await screen.has(`${n} results found`);
		t.is(screen.lines()[3], header);
	}
});

const choices: ReadonlyArray<readonly ChosenColumn[]> = [
	defaultChoice,
	parseColumns(columns.join(',')),
	parseColumns('agent:200,url'),
];
for (const [width, height] of [
	[200, 60],
	[80, 24],
	[60, 16],
	[40, 10],
	[24, 5],
	[18, 3],
] as const) {
	test(`listing and panel fit a ${width}x${height} screen`, async t => {
		for (const chosen of choices) {
			const {screen} = await scene(t, {columns: width, lines: height, chosen});
			assertDrawn(t, screen, width, height);
			await screen.press('xZ', 'Columns');
			await screen.press('G', '▌[');
			assertDrawn(t, screen, width, height);
		}
	});
}

test('log fields follow the other columns, and become columns', async t => {
	const {store, screen} = await scene(t, {columns: 100, lines: 40}, [
		entry(1, {fields: {cs: 'HIT', upstream_cache_status_of_it: 'x'}}),
	]);
	store.setLogFields([
		{name: 'cs', n: 12},
		{name: 'Upstream_Cache_Status_Of_It', n: 3},
	]);
	await screen.press('xZ', '@upstream_cache_status_of…');
	await screen.press('Gk\r', '--columns status,ip,method,url,time,token,@cs');
	t.true(
		screen.lines().includes('▌[x] @cs                       3          log field'),
		screen.lines().join('\n'),
	);
	await screen.press('\u001b', 'Token         @cs', '0000000000001 HIT');
	t.true(store.calls.includes('showFields cs'));
});

const three = parseColumns('status,url:40,token');

test('lists chosen columns first, then the other ones as sorted in the table', t => {
	const listed = listedColumns(parseColumns('agent,url'), {isFleet: true, geoFields: new Set(geoFields)});
	t.deepEqual(listed.slice(0, 4), ['agent', 'url', 'status', 'ip']);
	t.deepEqual(listed.toSorted(), columns.toSorted());
	t.deepEqual(listedColumns([]), ownColumns);
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
