import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import type {Entry} from '../../../../source/store/store.js';
import {asciiCharacters} from '../../../../source/themes/chart-characters.js';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entries, entry, start} from '../../../helpers/entry.js';
import {fakeClock, passTime} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {forAllAsync} from '../../../helpers/for-all.js';
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
	await waitFor(() => /^(Most frequent|[^\n]* of route) /.test(screen.frame()), screen.frame);
	await settle();
	return {clock, store, screen};
}

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const person = 'Mozilla/5.0 (X11) Firefox/145.0';

const mixed = [
	...entries(1, 6),
	...[7, 8, 9].map(n => entry(n, {ip: '198.51.100.1', status: 404, userAgent: bot})),
	entry(10, {ip: null, status: 503, userAgent: person}),
];

test('shows the whole panel at 80x24, with the first value selected', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('203.0.113.9');
	t.deepEqual(screen.lines(), [
		'Most frequent IP addresses  (Enter + only  - without  ← → tabs  Esc closes)',
		'[IP] URL  Route  Status  Method  Host  Agent  Referer  Bots  Upstream  Forwarde…',
		'3 IP addresses in 10 requests',
		'▌6   60%  █████████████  203.0.113.9',
		' 3   30%  ███████        198.51.100.1',
		' 1   10%  ███            n/a',
		...Array.from({length: 17}, () => ''),
		'203.0.113.9',
	]);
});

test('shows longer bars at 200x60', async t => {
	const {screen} = await scene(t, mixed, {columns: 200, lines: 60});
	await screen.has('203.0.113.9');
	t.is(screen.lines()[3], `▌6   60%  ${'█'.repeat(30)}  203.0.113.9`);
});

test('has a tab for the file only if there are several files', async t => {
	for (const [names, isTab] of [
		[['access.log'], false],
		[['access.log', 'access.log.1'], true],
	] as const) {
		const clock = fakeClock(start + 100_000);
		const store = fakeStoreAt(clock, ...mixed);
		store.setStatus({files: names.map(path => ({path, state: 'following'}))});
		const screen = panelScreen('facets', {t, store, clock, columns: 100});
		await screen.has('[IP]');
		t.is(/ User agent {2}File$/m.test(screen.frame()), isTab, screen.frame());
	}
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
	const screen = panelScreen('facets', {t, store, clock, columns: 100});
	await screen.has('[IP]');
	t.notRegex(screen.frame(), / File$/m);
});

test('opens the first tab if the last used one no longer exists', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...mixed);
	const files = ['a.log', 'b.log'].map(path => ({path, state: 'following' as const}));
	store.setStatus({files});
	const screen = panelScreen('facets', {t, store, clock, columns: 100});
	await screen.has('[IP]');
	await screen.press('\u001b[D', '[File]');
	await screen.press('f', 'closed');
	store.setStatus({files: files.slice(1)});
	await screen.press('f', 'IP addresses');
	t.regex(screen.frame(), /^\[IP\] URL /m);
});

test('switches through all tabs and back to the first', async t => {
	const {screen} = await scene(t, mixed);
	for (const [tab, kinds] of [
		['URL', '10 URLs in 10'],
		['Route', '1 route in 10'],
		['Status', '3 statuses in 10'],
		['Method', '1 method in 10'],
		['Host', '1 host in 10'],
		['Agent', '3 agents in 10'],
		['Referer', '1 referer in 10'],
		['Bots', '3 kinds of clients in 10'],
		['Upstream', '1 upstream in 10'],
		['Forwarded', '1 forwarded value in 10'],
		['User agent', '3 user agents in 10'],
		['IP', '3 IP addresses in 10'],
	] as const) {
		await screen.press('\u001b[C', `[${tab}]`, kinds);
	}
	await screen.press('\u001b[D\u001b[D\u001b[D\u001b[D', '[Bots]', 'people');
	t.true(screen.frame().includes('bots, and other programs'));
	await screen.press('\t\t\t\t', '[IP]');
});

test('Enter searches for the selected value and closes the panel; + and - keep it open', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('198.51.100.1');
	await screen.press('j', '▌3');
	await screen.press('-', '2 IP addresses in 7 requests of -ip:');
	t.is(screen.searched, '-ip:=198.51.100.1');
	await screen.press('g\u001b[C\u001b[C\u001b[C', '503');
	await screen.press('+', '1 status in 6 requests');
	t.is(screen.searched, '-ip:=198.51.100.1 status:200');
	await screen.press('\r', 'closed');
	t.is(screen.searched, '-ip:=198.51.100.1 status:200');
});

test('selects the first value initially, and keeps it selected when the order changes', async t => {
	const {screen, store, clock} = await scene(t, mixed);
	await screen.has('▌6');
	clock.pass(500);
	store.add(...Array.from({length: 9}, (_, n) => entry(20 + n, {ip: '198.51.100.1'})));
	await screen.has(' 12   63%', '▌ 6   32%');
	await screen.press('+', '1 IP address in 6 requests');
	t.is(screen.searched, 'ip:=203.0.113.9');
});

test('selects the first value after a new search and after g', async t => {
	const {screen} = await scene(t, mixed);
	await screen.has('▌6');
	await screen.press('-', '▌3   75%');
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
	await screen.press('j', '▌3');
	clock.pass(500);
	store.add(...Array.from({length: 9}, (_, n) => entry(20 + n, {ip: '198.51.100.1'})));
	await screen.has('▌12');
	t.deepEqual(screen.lines().slice(2, 5), [
		'3 IP addresses in 19 requests',
		'▌12   63%  █████████████  198.51.100.1',
		'  6   32%  ███████        203.0.113.9',
	]);
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
	await screen.has('in 11 requests');
	screen.setListing({frozen: true});
	await settle();
	clock.pass(500);
	store.add(entry(21));
	await settle();
	await passTime(clock, 5000);
	t.is(asked(), 2);
	screen.setListing({frozen: false});
	await screen.has('in 12 requests');
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
	await screen.has('1100 IP addresses in 1100 requests');
	t.true(store.calls.includes('facets ip 100'));
	screen.type('G');
	await waitFor(() => store.calls.includes('facets ip 1000'));
	await screen.has('1100 IP addresses (the first 1000 are listed) in 1100 requests');
	screen.type('G');
	await waitFor(() => screen.lines().at(-1) === '10.0.3.99', screen.frame);
	t.is(screen.lines()[20], '▌1   <1%  █████████████  10.0.3.99');
});

test('at 80 columns, URLs that differ in their middle stay distinguishable, without bars that would cut them', async t => {
	const {screen} = await scene(
		t,
		[1042, 1043, 7].map((id, n) =>
			entry(n + 1, {url: `/en/detail/index/sArticle/${id}/sCategory/21/sShop/main/sCurrency/euro/sSort/1`}),
		),
	);
	await screen.press('\t', '[URL]', '33%');
	t.deepEqual(
		new Set(
			screen
				.lines()
				.slice(3, 6)
				.map(line => line.slice(10)),
		),
		new Set([
			'/en/detail/index/…/1042/sCategory/21/sShop/main/sCurrency/euro/sSort/1',
			'/en/detail/index/…/1043/sCategory/21/sShop/main/sCurrency/euro/sSort/1',
			'/en/detail/index/sAr…/7/sCategory/21/sShop/main/sCurrency/euro/sSort/1',
		]),
	);
});

test('the foot shows the complete selected value if it is cut in the list', async t => {
	const {screen} = await scene(t, mixed);
	await screen.press('\u001b[D', '[User agent]', person);
	await screen.press('j', '▌3');
	t.deepEqual(screen.lines().slice(3), [
		' 6   60%  n/a',
		'▌3   30%  Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.ht…',
		' 1   10%  Mozilla/5.0 (X11) Firefox/145.0',
		...Array.from({length: 17}, () => ''),
		bot,
	]);
});

test('marks estimated counts and explains them', async t => {
	const clock = fakeClock(start);
	const store = {
		...fakeStoreAt(clock),
		facets: async () => ({
			values: [{value: '203.0.113.9', n: 1200, p95: null}],
			total: 5000,
			distinct: 1_200_000,
			estimated: true,
			partial: true,
		}),
	};
	const screen = panelScreen('facets', {t, store, clock, columns: 160});
	await screen.has('203.0.113.9');
	t.deepEqual(screen.lines().slice(2, 4), [
		'about 1200000 IP addresses in 5000 requests · partial result · ~ are estimates: too many values to count each',
		`▌~1200   24%  ${'█'.repeat(26)}  203.0.113.9`,
	]);
});

test('adapts to very small and very narrow screens', async t => {
	const {screen} = await scene(t, mixed, {columns: 24, lines: 4});
	await screen.has('203');
	t.deepEqual(screen.lines(), [
		'Most frequent IP addres…',
		'▌6   60%  203.0.113.9',
		' 3   30%  198.51.100.1',
		' 1   10%  n/a',
	]);
	for (const [columns, lines] of [
		[20, 3],
		[5, 24],
		[1, 8],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		assertDrawn(t, screen, columns, lines);
	}
});

test('draws ASCII bars on the console, and none for a screen reader', async t => {
	const ascii = await scene(t, mixed, {chart: asciiCharacters});
	await ascii.screen.has('203.0.113.9');
	t.is(ascii.screen.lines()[3], '▌6   60%  #############  203.0.113.9');
	ascii.screen.close();
	const spoken = await scene(t, mixed, {isSpoken: true});
	await spoken.screen.has('203.0.113.9');
	t.is(spoken.screen.lines()[3], '▌6   60%  203.0.113.9');
});

test('hostile 27: any value is shown escaped and within the screen', async t => {
	await forAllAsync(20, fc.array(nastyText, {minLength: 1, maxLength: 6}), async urls => {
		const {screen} = await scene(
			t,
			urls.map((url, n) => entry(n, {url: url + '日本語'.repeat(n * 9)})),
			{columns: 50, lines: 12},
		);
		screen.type('\u001b[C');
		await waitFor(() => / URLs? in /.test(screen.frame()), screen.frame);
		await screen.press('j', '▌');
		assertDrawn(t, screen, 50, 12);
	});
});

/** `/frequent` is fast, `/slow` has three requests, `/once` is the slowest, and `/untimed` has no duration. */
const timed = [
	...Array.from({length: 6}, (_, n) => entry(n, {url: '/frequent', durationMs: 12})),
	...[300, 1200, 400].map((durationMs, n) => entry(10 + n, {url: '/slow', durationMs})),
	entry(20, {url: '/once', durationMs: 9000}),
	entry(21, {url: '/untimed', durationMs: null}),
];

test('s sorts by p95, with rare values last, and back', async t => {
	const {screen} = await scene(t, timed);
	await screen.press('\t', '/frequent');
	t.deepEqual(screen.lines().slice(0, 7), [
		'Most frequent URLs  (s slowest  Enter + only  - without  ← → tabs  Esc closes)',
		' IP [URL] Route  Status  Method  Host  Agent  Referer  Bots  Upstream  Forwarde…',
		'4 URLs in 11 requests',
		'▌6   55%  p95 12 ms  █████████████  /frequent',
		' 3   27%  p95 1.2 s  ███████        /slow',
		' 1    9%  p95 9.0 s  ███            /once',
		' 1    9%  p95   n/a  ███            /untimed',
	]);
	await screen.press('s', 'Slowest');
	t.deepEqual(screen.lines().slice(0, 7), [
		'Slowest URLs (p95)  (s by count  Enter + only  - without  ← → tabs  Esc closes)',
		' IP [URL] Route  Status  Method  Host  Agent  Referer  Bots  Upstream  Forwarde…',
		'4 URLs in 11 requests · rare values (under 3 requests) last',
		'▌3   27%  p95 1.2 s  ██             /slow',
		' 6   55%  p95 12 ms  █              /frequent',
		' 1    9%  p95 9.0 s  █████████████  /once',
		' 1    9%  p95   n/a                 /untimed',
	]);
	await screen.press('s', 'Most frequent URLs');
});

test('at 80 columns, every title shows the keys for values; at 120, their effects, too', async t => {
	const {screen} = await scene(t, timed);
	await screen.has('[IP]');
	for (const [title, tab] of [
		['Most frequent IP addresses', 'URL'],
		['Most frequent URLs', 'Route'],
		['Most frequent routes', 'Status'],
		['Most frequent statuses', 'Method'],
		['Most frequent methods', 'Host'],
		['Most frequent hosts', 'Agent'],
		['Most frequent agents', 'Referer'],
		['Most frequent referers', 'Bots'],
		['Most frequent kinds of clients', 'Upstream'],
		['Most frequent upstreams', 'Forwarded'],
		['Most frequent forwarded values', 'User agent'],
		['Most frequent user agents', 'IP'],
	] as const) {
		await screen.has(`${title}  (s slowest  Enter + only  - without`);
		t.regex(screen.lines()[0] ?? '', / Esc closes\)$/);
		await screen.press('\t', `[${tab}]`);
	}
	// If one more word doesn't fit, + and - stay.
	screen.type('\u001b[D\u001b[D\u001b[D\u001b[Ds');
	await screen.has('Slowest kinds of clients (p95)  (s by count  + only  - without  Esc closes)');
	screen.type('s');
	screen.resize(120, 40);
	await screen.has('(s slowest  + only  - without  ← → tabs  Enter searches  Esc closes)');
});

test('remembers the last tab and order', async t => {
	const {screen, store} = await scene(t, timed);
	await screen.press('\ts', 'Slowest URLs');
	await screen.press('\u001b', 'closed');
	await screen.press('f', 'Slowest URLs', '/slow');
	t.true(store.calls.includes('facets url 100 by p95'));
});

test('a new search starts with the most frequent values of the first tab', async t => {
	const {screen, store} = await scene(t, timed);
	await screen.press('\ts', 'Slowest URLs');
	await screen.press('\r', 'closed');
	t.is(screen.searched, 'url:==/slow');
	await screen.press('f', '[IP]', 'Most frequent IP addresses', 'in 3 requests');
	t.true(store.calls.at(-1)?.startsWith('facets ip 100'));
	t.false(store.calls.at(-1)?.endsWith('by p95'));
});

test('in a search for a route, opens with its URLs unless the user has chosen a tab', async t => {
	const {screen} = await scene(t, timed, {text: 'route:/slow'});
	await screen.has('URLs of route /slow  (s slowest  Enter + only', '[URL]');
	await screen.press('\t\u001b', 'closed');
	await screen.press('f', '[Route]');
	t.true(screen.frame().includes('routes of route /slow'));
});

test("without durations, s explains why it can't sort by them", async t => {
	const {screen, store} = await scene(
		t,
		mixed.map(one => ({...one, durationMs: null})),
	);
	await screen.has('203.0.113.9');
	t.false(screen.frame().includes('p95'));
	await screen.press('s', 'No durations in this log');
	t.false(store.calls.some(call => call.endsWith('by p95')));
	await screen.press('j', '▌3');
	t.false(screen.frame().includes('No durations'));
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
	const screen = panelScreen('facets', {t, store, clock, columns: 120});
	await screen.has('User agent  @cs  @rid');
	await screen.press('\u001b[D\u001b[D', '[@cs]', 'MISS');
	t.deepEqual(screen.lines().slice(0, 6), [
		'Most frequent values of @cs  (+ only  - without  ← → tabs  Enter searches  Esc closes)',
		' IP  URL  Route  Status  Method  Host  Agent  Referer  Bots  Upstream  Forwarded  User agent [@cs] @rid',
		'3 values of @cs in 5 requests',
		'▌3   60%  ████████████████████  HIT',
		' 1   20%  ███████               n/a',
		' 1   20%  ███████               MISS',
	]);
	await screen.press('+', '1 value of @cs in 3 requests');
});
