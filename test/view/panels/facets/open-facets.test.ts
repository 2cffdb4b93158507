import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {rowOf, tabFields} from '../../../../source/fields/fields.js';
import type {GeoField} from '../../../../source/geo/geo.js';
import type {Entry} from '../../../../source/store/store.js';
import {asciiCharacters} from '../../../../source/themes/chart-characters.js';
import {cutValues} from '../../../../source/view/panels/facets/facet-texts.js';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entries, entry, start} from '../../../helpers/entry.js';
import {fakeClock, passTime} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {forAllAsync} from '../../../helpers/for-all.js';
import {knownGeo} from '../../../helpers/known-geo.js';
import {nastyText} from '../../../helpers/nasty-text.js';
import {type PanelScreenOptions, panelScreen} from '../../../helpers/panel-screen.js';
import {settle} from '../../../helpers/settle.js';
import {waitFor} from '../../../helpers/wait-for.js';

async function scene(
	t: ExecutionContext,
	past: readonly Entry[],
	options: Omit<PanelScreenOptions, 'store' | 'clock'> = {},
) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	const screen = panelScreen('facets', {t, store, clock, ...options});
	await screen.has('Most frequent');
	await settle();
	return {clock, store, screen};
}

/** The names of the tabs for one file, without a database of addresses. */
const tabNames = tabFields.flatMap(field => {
	const tab = rowOf(field).facet?.tab;
	return tab === undefined || tab.of !== undefined ? [] : [tab.name];
});

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const person = 'Mozilla/5.0 (X11) Firefox/145.0';

const mixed = [
	...entries(1, 6),
	...[7, 8, 9].map(n => entry(n, {ip: '198.51.100.1', status: 404, userAgent: bot})),
	entry(10, {ip: null, status: 503, userAgent: person}),
];

/** `/frequent` is fast, `/slow` has three requests, `/once` is the slowest, and `/untimed` has no duration. */
const timed = [
	...Array.from({length: 6}, (_, n) => entry(n, {url: '/frequent', durationMs: 12})),
	...[300, 1200, 400].map((durationMs, n) => entry(10 + n, {url: '/slow', durationMs})),
	entry(20, {url: '/once', durationMs: 9000}),
	entry(21, {url: '/untimed', durationMs: null}),
];

/** Pads a string with spaces. */
function wide(text: string, width: number): string {
	return text.padEnd(width);
}

test('shows the whole panel at 80x24, with the first value selected', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('203.0.113.9');
	t.deepEqual(screen.lines(), [
		'━ f  Most frequent  ━━ s sort  Enter only it  - without it  Z back  Esc closes ━',
		' Client  Network  URL  Route  Parameter  Status  Method  Host  Agent  Bots  Ref…',
		`${wide('Client, 3 values', 40)} req. ▾   share     4xx     5xx    bytes`,
		`${wide('▌203.0.113.9', 40)}      6    60 %     0 %     0 %   7.4 kB`,
		`${wide(' 198.51.100.1', 40)}      3    30 %   100 %     0 %   3.7 kB`,
		`${wide(' n/a', 40)}      1    10 %     0 %   100 %   1.2 kB`,
		...Array.from({length: 16}, () => ''),
		'203.0.113.9  6 requests; 7.4 kB',
		'10 requests',
	]);
});

test('shows two fields from 100 columns, three from 140, each with the columns that fit', async t => {
	const {screen} = await scene(t, timed, {columns: 99});
	const heads = (): string => screen.lines()[2] ?? '';
	await screen.has('203.0.113.9');
	t.is(
		heads(),
		`${wide('Client, 1 value', 28)}req. ▾   share     4xx     5xx    bytes     p50     p95     max    time`,
	);
	screen.resize(100, 24);
	await screen.has('203.0.113.0/24');
	t.is(
		heads(),
		`${wide('Client, 1 value', 19)}req. ▾     4xx     5xx     p95   ${wide('Network, 1', 18)}req. ▾     4xx     5xx     p95`,
	);
	t.is(
		screen.lines()[3],
		`${wide('▌203.0.113.9', 19)}    11     0 %     0 %   9.0 s   ${wide(' 203.0.113.0/24', 18)}    11     0 %     0 %   9.0 s`,
	);
	screen.resize(140, 24);
	await screen.has('URL, 4');
	t.is(heads().match(/req\. ▾ {5}5xx {5}p95/g)?.length, 3);
	screen.resize(160, 24);
	await screen.has('4xx     5xx     p95   URL');
	t.is(heads().match(/req\. ▾ {5}4xx {5}5xx {5}p95/g)?.length, 3);
});

test('queries only the shown fields', async t => {
	const {screen, store} = await scene(t, timed, {columns: 140});
	await screen.has('URL, 4');
	const asked = (): readonly string[] => store.calls.filter(call => call.startsWith('facets'));
	t.deepEqual(asked(), ['facets ip 100', 'facets network 100', 'facets url 100']);
	await screen.press('\u001b[C\u001b[C', '▌/');
	t.is(asked().length, 3);
	await screen.press('\u001b[C', 'Route, 4 values');
	t.deepEqual(asked().slice(3), ['facets route 100']);
	t.regex(screen.lines()[2] ?? '', /^Network, 1 .*URL, 4 .*Route, 4 values /);
});

test('while logs are read, only the focused field is queried', async t => {
	const {screen, store, clock} = await scene(t, timed, {columns: 140});
	await screen.has('URL, 4');
	const indexing = {...store.status(), indexing: {read: 1, total: 9}};
	screen.setListing({status: indexing});
	await settle();
	const {length} = store.calls;
	clock.pass(10_000);
	store.add(entry(40, {url: '/new'}));
	await screen.has('12 requests');
	t.deepEqual(store.calls.slice(length), ['facets ip 100']);
	await screen.press('\u001b[C\u001b[C\u001b[C', 'Route, 5 values ');
	await screen.press('\u001b[C', 'Parameter, 1 value ');
	t.regex(screen.lines()[2] ?? '', /^URL, 4 /);
	await screen.press('f', 'closed');
	await screen.press('f', 'Parameter, 1 value ');
	t.regex(screen.lines()[2] ?? '', /^URL, after reading {3,}Route, after reading /);
	screen.setListing({status: {...indexing, indexing: null}});
	await screen.has('URL, 5');
});

test('has a tab for the file only if there are several files', async t => {
	for (const [names, isTab] of [
		[['access.log'], false],
		[['access.log', 'access.log.1'], true],
	] as const) {
		const clock = fakeClock(start + 100_000);
		const store = fakeStoreAt(clock, ...mixed);
		store.setStatus({files: names.map(path => ({path, state: 'following'}))});
		const screen = panelScreen('facets', {t, store, clock, columns: 160});
		await screen.has('Client, 3');
		t.is(/ User agent {2}File$/m.test(screen.frame()), isTab, screen.frame());
	}
});

test('has tabs for owners and countries only with a database, and cuts owners at their end', async t => {
	for (const geoFields of [new Set<GeoField>(), new Set<GeoField>(['country']), knownGeo.fields]) {
		const clock = fakeClock(start + 100_000);
		const owned = entry(1, {asn: 'AS64496 Example Cloud, Inc.', country: 'US'});
		const store = {...fakeStoreAt(clock, ...mixed, owned), geoFields};
		const screen = panelScreen('facets', {t, store, clock, columns: 180});
		await screen.has('Client, 3');
		t.is(/ Country(?: |$)/m.test(screen.frame()), geoFields.has('country'), screen.frame());
		t.is(/ Owner(?: |$)/m.test(screen.frame()), geoFields.has('asn'), screen.frame());
	}
	const values = [{value: 'AS64496 Example Cloud, Inc.'}, {value: 'AS1'}];
	t.deepEqual(cutValues('asn', values, 12), ['AS64496 Exa…', 'AS1']);
});

test('without a database, the letter of owners opens a tab with advice, and no value of another field', async t => {
	const {screen, store} = await scene(t, mixed);
	await screen.press('\u001b[C', 'Network, 3 values');
	await screen.press('f', 'closed');
	await screen.press('fw', 'Owner, no database');
	t.deepEqual(screen.lines().slice(2, 5), [
		'Owner, no database',
		'asn: needs a database: in config.jsonc write "geo": ["GeoLite2-ASN.mmdb"], a',
		'file of MaxMind, DB-IP or IPinfo; reqscope config shows its path',
	]);
	t.false(screen.frame().includes('203.0.113'));
	await screen.press('+', 'There is no value to search for.');
	await screen.press('\u001b', 'closed');
	t.false(store.calls.some(call => call.includes('asn')));
	// The tab isn't remembered.
	await screen.press('f', 'Network, 3 values');
	t.notRegex(screen.frame(), /Owner/);
});

test("missing and unreadable files don't count for the tab of files", async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...mixed);
	store.setStatus({
		files: [
			{path: 'access.log', state: 'following'},
			{path: 'missing.log', state: 'waiting'},
			{path: 'secret.log', state: 'unreadable', problem: 'permission denied'},
		],
	});
	const screen = panelScreen('facets', {t, store, clock, columns: 160});
	await screen.has('Client, 3');
	t.regex(screen.frame(), / User agent$/m);
});

test('opens the first tab if the last used one no longer exists', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...mixed);
	const files = ['a.log', 'b.log'].map(path => ({path, state: 'following' as const}));
	store.setStatus({files});
	const screen = panelScreen('facets', {t, store, clock});
	await screen.has('Client, 3');
	await screen.press('\u001b[D', 'File, 1 value');
	await screen.press('f', 'closed');
	store.setStatus({files: files.slice(1)});
	await screen.press('f', 'Client, 3 values');
});

test('switches through all fields and back to the first', async t => {
	const {screen} = await scene(t, mixed);
	const several: Readonly<Record<string, number>> = {
		...{Client: 3, Network: 3, URL: 10, Status: 3},
		...{Agent: 3, Bots: 2, Kind: 3, 'User agent': 3},
	};
	for (const name of [...tabNames.slice(1), 'Client']) {
		const n = several[name] ?? 1;
		await screen.press('\u001b[C', `${name}, ${n} ${n === 1 ? 'value ' : 'values'}`);
	}
	await screen.press('\u001b[D\u001b[D', 'Kind, 3 values', 'people');
	t.true(screen.frame().includes('bots and tools'));
});

test('right after f, the letter of a field opens it, also in the same write; any other key acts as usual', async t => {
	for (const [letter, head] of [
		...([
			['c', 'Client'],
			['n', 'Network'],
			['u', 'URL'],
			['o', 'Route'],
			['e', 'Parameter'],
			['t', 'Status'],
			['m', 'Method'],
		] as const),
		...([
			['h', 'Host'],
			['a', 'Agent'],
			['b', 'Bots'],
			['r', 'Referer'],
		] as const),
		...([
			['p', 'Upstream'],
			['w', 'Owner'],
			['y', 'Country'],
			['l', 'File'],
			['g', 'User agent'],
		] as const),
	]) {
		const clock = fakeClock(start + 100_000);
		const store = {...fakeStoreAt(clock, ...mixed), geoFields: knownGeo.fields};
		store.setStatus({files: ['a', 'b'].map(path => ({path, state: 'following'}))});
		const screen = panelScreen('facets', {t, store, clock});
		await screen.has('Client, 3');
		await screen.press('f', 'closed');
		await screen.press(`f${letter}`, `${head}, `);
		// Only the next key counts.
		await screen.press('\u001b', 'closed');
		await screen.press('f', `${head}, `);
		await screen.press(letter === 'c' ? 'u' : 'c', letter === 'c' ? 'URL, ' : 'Client, ');
		screen.close();
	}
	const {screen} = await scene(t, mixed);
	await screen.press('f', 'closed');
	await screen.press('f', '▌203');
	await screen.press('js', ' 5xx ▾');
	t.true(screen.frame().includes('Client, 3'));
	await screen.press('u', '5xx ▾');
	t.true(screen.frame().includes('Client, 3'));
	await screen.press('f', 'closed');
	// The selection starts at the first value of the chosen field, and the order stays.
	await screen.press('ft', 'Status, 3');
	await screen.press('\r', 'closed');
	t.is(screen.searched, 'status:503');
});

test('a letter chooses a field before its answer arrives; a letter without a field is an ordinary key', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...mixed);
	const screen = panelScreen('facets', {t, store, clock});
	await screen.has('Client, 3');
	await screen.press('f', 'closed');
	store.block();
	await screen.press('fa', 'Agent, counting …');
	store.release();
	await screen.has('Agent, 3 values');
	await screen.press('f', 'closed');
	// There is one file, so that l isn't offered.
	await screen.press('f', 'Agent, 3');
	await screen.press('l', 'Latency');
});

test('Enter searches for the selected value and closes the panel; + and - keep it open', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('198.51.100.1');
	await screen.press('j', '▌198');
	await screen.press('-', 'Client, 2 values', '7 requests of -ip:');
	t.is(screen.searched, '-ip:=198.51.100.1');
	await screen.press('g\u001b[C\u001b[C\u001b[C\u001b[C\u001b[C', '503');
	await screen.press('+', 'Status, 1 value ', '6 requests of');
	t.is(screen.searched, '-ip:=198.51.100.1 status:200');
	await screen.press('\r', 'closed');
	t.is(screen.searched, '-ip:=198.51.100.1 status:200');
});

test('a second + on an address searches for its network, and reports that', async t => {
	const {screen} = await scene(t, [...mixed, entry(11, {ip: '203.0.113.77'})]);
	await screen.press('+', 'Client, 1 value ', '6 requests; 7.4 kB');
	t.is(screen.searched, 'ip:=203.0.113.9');
	t.is(screen.lines().at(-1), '+ again takes its network: network:203.0.113.0/24');
	await screen.press('+', 'Client, 2 values ');
	t.is(screen.searched, 'network:203.0.113.0/24');
	t.is(screen.lines().at(-1), 'The network replaces the address: network:203.0.113.0/24');
	// The other address still has to be chosen.
	await screen.press('j', '7 requests of network:203.0.113.0/24');
	await screen.press('+', '1 request;');
	t.is(screen.searched, 'ip:=203.0.113.77');
	t.regex(screen.lines().at(-1) ?? '', /^The address replaces its network; \+ again takes its network/);
	await screen.press('+', '7 requests of network:203.0.113.0/24');
});

test('selects the first value initially, and keeps it selected when the order changes', async t => {
	const {screen, store, clock} = await scene(t, mixed);
	await screen.has('▌203');
	clock.pass(500);
	store.add(...Array.from({length: 9}, (_, n) => entry(20 + n, {ip: '198.51.100.1'})));
	await screen.has('12    63 %');
	t.regex(screen.lines()[4] ?? '', /^▌203\.0\.113\.9 .* 6 {4}32 %/);
	await screen.press('+', 'Client, 1 value ');
	t.is(screen.searched, 'ip:=203.0.113.9');
});

test('selects the first value after a new search and after g', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('▌203');
	await screen.press('-', '▌198');
	await screen.press('jg\r', 'closed');
	t.is(screen.searched, '-ip:=203.0.113.9 ip:=198.51.100.1');
});

test('searches for requests without a value', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('n/a');
	await screen.press('G\r', 'closed');
	t.is(screen.searched, '-ip:*');
});

test('the selection follows its value when counts change the order', async t => {
	const {screen, store, clock} = await scene(t, mixed);
	await screen.has('198.51.100.1');
	await screen.press('j', '▌198');
	clock.pass(500);
	store.add(...Array.from({length: 9}, (_, n) => entry(20 + n, {ip: '198.51.100.1'})));
	await screen.has('19 requests');
	t.deepEqual(
		screen
			.lines()
			.slice(3, 5)
			.map(line => line.split(/ {2,}/).slice(0, 3)),
		[
			['▌198.51.100.1', '12', '63 %'],
			[' 203.0.113.9', '6', '32 %'],
		],
	);
});

test('updates after half a second, and not while the screen is frozen', async t => {
	const {screen, store, clock} = await scene(t, mixed);
	await screen.has('203.0.113.9');
	const {calls} = store;
	const asked = (): number => calls.filter(call => call.startsWith('facets')).length;
	t.is(asked(), 1);
	store.add(entry(20));
	await settle();
	t.is(asked(), 1);
	clock.pass(500);
	await screen.has('11 requests');
	screen.setListing({frozen: true});
	await settle();
	clock.pass(500);
	store.add(entry(21));
	await settle();
	await passTime(clock, 5000);
	t.is(asked(), 2);
	screen.setListing({frozen: false});
	await screen.has('12 requests');
});

test('shows that it is counting, aborts the query when closed, and shows errors', async t => {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, ...mixed);
	store.block();
	const screen = panelScreen('facets', {t, store, clock});
	await screen.has('counting …');
	await screen.press('\u001b', 'closed');
	await waitFor(() => store.aborted === 1);
	store.release();
	store.fail(new Error('no connection\u001b[2J'));
	await screen.press('f', 'no connection\\x1b[2J');
	store.fail(null);
	clock.pass(1000);
	await screen.has('203.0.113.9');
	t.false(screen.frame().includes('no connection'));
});

test('scrolls, and queries 1000 values when the user moves beyond the first 100', async t => {
	const many = Array.from({length: 1100}, (_, n) => entry(n, {ip: `10.0.${Math.floor(n / 250)}.${n % 250}`}));
	const {screen, store} = await scene(t, many);
	await screen.has('Client, 1100 values', '1100 requests');
	t.true(store.calls.includes('facets ip 100'));
	screen.type('G');
	await waitFor(() => store.calls.includes('facets ip 1000'));
	await screen.has('1100 requests · the first 1000 values are listed');
	await screen.press('G', '▌10.0.3.99 ');
	t.is(screen.lines()[20], `${wide('▌10.0.3.99', 40)}      1   0.1 %     0 %     0 %   1.2 kB`);
});

test('at 80 columns, URLs that differ in their middle stay distinguishable', async t => {
	const {screen} = await scene(
		t,
		[1042, 1043, 7].map((id, n) =>
			entry(n + 1, {url: `/en/detail/index/sArticle/${id}/sCategory/21/sShop/main/sCurrency/euro/sSort/1`}),
		),
	);
	await screen.press('\u001b[C\u001b[C', 'URL, 3', '33 %');
	t.deepEqual(
		new Set(
			screen
				.lines()
				.slice(3, 6)
				.map(line => line.slice(1, 40).trimEnd()),
		),
		new Set([
			'…/1042/sCategory/21/sShop…euro/sSort/1',
			'…/1043/sCategory/21/sShop…euro/sSort/1',
			'…/7/sCategory/21/sShop/ma…euro/sSort/1',
		]),
	);
});

test('the foot shows the complete selected value if it is cut in the list', async t => {
	const {screen} = await scene(t, mixed);
	await screen.press('\u001b[D', 'User agent, 3 values', person);
	await screen.press('j', '▌…Goo');
	t.is(screen.lines()[4]?.slice(0, 40), '▌…Googlebot/2.1; +http://www.google.co… ');
	t.deepEqual(screen.lines().slice(-3), ['', bot, '10 requests']);
});

test('marks estimated counts and explains them', async t => {
	const clock = fakeClock(start);
	const figures = {
		classes: new Float64Array(6),
		status: 200,
		bytes: 0,
		...{p50: null, p95: null, max: null, total: null},
	};
	const store = {
		...fakeStoreAt(clock),
		facets: async () => ({
			values: [{value: '203.0.113.9', n: 1200, figures}],
			total: 5000,
			distinct: 1_200_000,
			estimated: true,
			partial: true,
		}),
	};
	const screen = panelScreen('facets', {t, store, clock, columns: 99});
	await screen.has('203.0.113.9');
	t.deepEqual(screen.lines().slice(2, 4), [
		`${wide('Client, ~1200000 values, partial', 69)}req. ▾   share     4xx     5xx`,
		`${wide('▌203.0.113.9', 69)} ~1200    24 %     0 %     0 %`,
	]);
	t.is(
		screen.lines().at(-1),
		'5000 requests · partial result · ~ are estimates: too many values to count each',
	);
	screen.resize(160, 24);
	await screen.has('Client, partial ', 'URL, partial ');
});

test('adapts to very small and very narrow screens', async t => {
	const {screen} = await scene(t, mixed, {columns: 24, lines: 4});
	await screen.has('203');
	t.deepEqual(screen.lines(), [
		'━ f  Most frequent  ━━━━',
		'▌203.0.113.9           6',
		' 198.51.100.1          3',
		' n/a                   1',
	]);
	for (const [columns, lines] of [
		[20, 3],
		[5, 24],
		[1, 8],
		[100, 5],
		[140, 6],
		[300, 12],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		assertDrawn(t, screen, columns, lines);
	}
});

test('marks the order in ASCII on the console, and has no bars for a screen reader', async t => {
	const ascii = await scene(t, mixed, {chart: asciiCharacters});
	await ascii.screen.has('203.0.113.9');
	t.true(ascii.screen.lines()[2]?.includes(' req. v '));
	ascii.screen.close();
	const spoken = await scene(t, timed, {isSpoken: true, columns: 240});
	await spoken.screen.has('203.0.113.9');
	t.deepEqual(spoken.screen.lines().slice(1, 4), [
		`[Client] ${tabNames.slice(1).join('  ')}`,
		'Client: 1 value',
		'▌11  100 %  p95 9.0 s  203.0.113.9',
	]);
});

test('hostile 27: any value is shown escaped and within the screen', async t => {
	await forAllAsync(20, fc.array(nastyText, {minLength: 1, maxLength: 6}), async urls => {
		const {screen} = await scene(
			t,
			urls.map((url, n) => entry(n, {url: url + '日本語'.repeat(n * 9)})),
			{columns: 50, lines: 12},
		);
		screen.type('\u001b[C\u001b[C');
		await waitFor(() => /URL, \d/.test(screen.frame()), screen.frame);
		await screen.press('j', '▌');
		assertDrawn(t, screen, 50, 12);
	});
});

test('s and S step through the orders; by p95, rare values are last', async t => {
	const {screen, store} = await scene(t, [...timed, entry(30, {url: '/failed', status: 500, bytes: 5000})]);
	await screen.press('\u001b[C\u001b[C', '/frequent');
	const names = (): readonly string[] =>
		screen
			.lines()
			.slice(3, 8)
			.map(line => line.slice(1).split(' ')[0] ?? '');
	t.deepEqual(names(), ['/frequent', '/slow', '/failed', '/once', '/untimed']);
	await screen.press('s', '5xx ▾');
	t.deepEqual(names(), ['/failed', '/frequent', '/slow', '/once', '/untimed']);
	// Counts, because these are sorted.
	t.regex(screen.lines()[3] ?? '', /^▌\/failed .* 1 {3}8\.3 % {5}0 % {7}1 {3}5\.0 kB$/);
	await screen.press('s', 'bytes ▾');
	t.deepEqual(names(), ['/frequent', '/failed', '/slow', '/once', '/untimed']);
	await screen.press('s', 'p95 ▾');
	t.deepEqual(names(), ['/slow', '/frequent', '/once', '/failed', '/untimed']);
	t.is(screen.lines().at(-1), '12 requests · rare values (under 3 requests) last');
	await screen.press('s', 'time ▾');
	t.deepEqual(names(), ['/once', '/slow', '/frequent', '/failed', '/untimed']);
	await screen.press('s', 'max ▾');
	t.deepEqual(names(), ['/once', '/slow', '/frequent', '/failed', '/untimed']);
	await screen.press('s', '4xx ▾');
	await screen.press('s', 'req. ▾');
	await screen.press('S', '4xx ▾');
	await screen.press('S', 'max ▾');
	t.deepEqual(
		store.calls.filter(call => call.startsWith('facets url')),
		['', ' by errors', ' by bytes', ' by p95', ' by time', ' by max', ' by clientErrors']
			.flatMap(by => [`facets url 100${by}`])
			.concat('facets url 100', 'facets url 100 by clientErrors', 'facets url 100 by max'),
	);
});

test('values with the same displayed p95 are sorted by requests', async t => {
	const near = [10_200, 9970, 10_400, 12_000].flatMap((durationMs, index) =>
		Array.from({length: 9 - index}, (_, n) => entry(index * 10 + n, {url: `/n${index}`, durationMs})),
	);
	const {screen} = await scene(t, near);
	await screen.press('\u001b[C\u001b[C', '/n0');
	await screen.press('sss', 'p95 ▾');
	t.deepEqual(
		screen.lines().flatMap(line => /^.(\/n\d)/.exec(line)?.[1] ?? []),
		['/n3', '/n0', '/n1', '/n2'],
	);
});

test('without sizes and durations, orders and columns for them are hidden', async t => {
	const {screen, store} = await scene(
		t,
		mixed.map(one => ({...one, durationMs: null, bytes: null})),
		{columns: 99},
	);
	await screen.has('203.0.113.9');
	t.is(screen.lines()[2], `${wide('Client, 3 values', 69)}req. ▾   share     4xx     5xx`);
	screen.resize(130, 24);
	await screen.has('s sort: requests ▾, 5xx, 4xx  ');
	await screen.press('s', ' 5xx ▾');
	await screen.press('s', ' 4xx ▾');
	await screen.press('s', 'req. ▾');
	t.false(store.calls.some(call => /by (bytes|p95|time|max)$/.test(call)));
});

test('the title has the orders if they fit', async t => {
	const {screen} = await scene(t, timed, {columns: 50});
	for (const [columns, hints] of [
		[50, 's sort  Z back  Esc closes'],
		[80, 's sort  Enter only it  - without it  Z back  Esc closes'],
		[100, 's sort  Enter only it  - without it  ← → field  Z back  Esc closes'],
		[
			180,
			's sort: requests ▾, 5xx, bytes, p95, time, max, 4xx  Enter only it  - without it  ← → field  Z back  Esc closes',
		],
	] as const) {
		screen.resize(columns, 24);
		await waitFor(() => screen.lines()[0]?.endsWith(`━ ${hints} ━`) === true, screen.frame);
	}
	t.pass();
});

test('remembers the last field and order', async t => {
	const {screen, store} = await scene(t, timed);
	await screen.press('\u001b[C\u001b[Css', 'URL, 4', 'bytes ▾');
	await screen.press('\u001b', 'closed');
	await screen.press('f', 'URL, 4', 'bytes ▾');
	t.is(store.calls.at(-1), 'facets url 100 by bytes');
});

test('a new search starts with the most frequent values of the first field', async t => {
	const {screen, store} = await scene(t, timed);
	await screen.press('\u001b[C\u001b[Csss', 'URL, 4', 'p95 ▾');
	await screen.press('\r', 'closed');
	t.is(screen.searched, 'url:==/slow');
	await screen.press('f', 'Client, 1 value', '3 requests of url:==/slow');
	t.is(store.calls.at(-1), 'facets ip 100');
	// A letter right after f has priority.
	await screen.press('+', 'requests of url:==/slow ip:');
	await screen.press('\u001b', 'closed');
	await screen.press('fm', 'Method, 1 value');
});

test('in a search for a route, opens with its URLs unless the user has chosen a field', async t => {
	const {screen} = await scene(t, timed, {text: 'route:/slow'});
	await screen.has('URL, 1 value', '3 requests of route:/slow');
	await screen.press('\u001b[C\u001b', 'closed');
	await screen.press('f', 'Route, 1 value');
});

test('log fields have tabs, the most frequent first; values whose lines are unread are reported', async t => {
	const past = [
		...entries(1, 3).map(one => ({...one, fields: {cs: 'HIT', rid: 'a'}})),
		entry(4, {fields: {cs: 'MISS', rid: null}}),
		entry(5, {fields: {cs: null}}),
	];
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	store.setLogFields([
		{name: 'CS', n: 4},
		{name: 'rid', n: 3},
	]);
	const screen = panelScreen('facets', {t, store, clock, columns: 160});
	await screen.has('User agent  @cs  @rid');
	await screen.press('\u001b[D\u001b[D', '@cs, 3 values', 'MISS');
	t.is(screen.lines()[1], ` ${[...tabNames, '@cs', '@rid'].join('  ')}`);
	t.deepEqual(
		screen
			.lines()
			.slice(3, 6)
			.map(line => line.slice(109).split(/ {2,}/).slice(0, 2)),
		[
			['▌HIT', '3'],
			[' n/a', '1'],
			[' MISS', '1'],
		],
	);
	await screen.press('+', '@cs, 1 value', '3 requests of @cs:');
});
