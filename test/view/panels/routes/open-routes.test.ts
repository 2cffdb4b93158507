import test, {type ExecutionContext} from 'ava';
import type {RouteSummary, Routes} from '../../../../source/answers/answers.js';
import {asciiCharacters} from '../../../../source/themes/chart-characters.js';
import {assertDrawn} from '../../../helpers/assert-drawn.js';
import {entry, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {type PanelScreenOptions, panelScreen} from '../../../helpers/panel-screen.js';
import {settle} from '../../../helpers/settle.js';

function route(name: string, n: number, changes: Partial<RouteSummary> = {}): RouteSummary {
	return {
		route: name,
		n,
		classes: Float64Array.of(0, 0, n, 0, 0, 0),
		status: 200,
		bytes: n * 1000,
		p50: null,
		p95: null,
		max: null,
		total: null,
		odd: 0,
		oddity: null,
		...changes,
	};
}

const article = '/{language}/detail/index/sArticle/{article_id}/sCategory/{category_id}';

const known = [
	route('/{language}/{category_slug}/', 500, {p95: 80, bytes: 5e6}),
	route(article, 300, {
		p95: 1234,
		classes: Float64Array.of(0, 0, 240, 30, 18, 12),
		odd: 18,
		oddity: '404 instead of 200',
	}),
	route('/robots.txt', 100, {p95: 0.4, bytes: 9e9, classes: Float64Array.of(0, 0, 75, 25, 0, 0)}),
	route('/old/{id}', 100, {classes: Float64Array.of(0, 0, 0, 0, 100, 0)}),
];

async function scene(
	t: ExecutionContext,
	routes: readonly RouteSummary[] = known,
	options: Omit<PanelScreenOptions, 'store' | 'clock'> = {},
) {
	const clock = fakeClock(start + 100_000);
	let answer: Routes = {routes, total: routes.reduce((sum, {n}) => sum + n, 0), partial: false};
	const store = {...fakeStoreAt(clock, entry(1)), routes: async () => answer};
	const screen = panelScreen('routes', {t, store, clock, ...options});
	await screen.has('Routes by');
	await settle();
	return {
		store,
		clock,
		screen,
		set(changes: Partial<Routes>) {
			answer = {...answer, ...changes};
			clock.pass(500);
			store.add(entry(2));
		},
	};
}

test('shows the whole panel at 80x24', async t => {
	const {screen} = await scene(t);
	await screen.has('robots');
	t.deepEqual(screen.lines(), [
		'━ r  Routes by requests  ━━ + only  - without  s by errors  Z back  Esc closes ━',
		'4 routes in 1000 requests',
		' Requests ▾  Share    4xx    5xx    Bytes     p95    Route',
		'▌       500   50 %    0 %    0 %   5.0 MB   80 ms    /{…}/{category_slug}/',
		'        300   30 %  6.0 %  4.0 %   300 kB   1.2 s  ! /{…}/detail/index/sArticle…',
		'        100   10 %    0 %    0 %   9.0 GB  0.4 ms    /robots.txt',
		'        100   10 %  100 %    0 %   100 kB     n/a    /old/{id}',
		...Array.from({length: 15}, () => ''),
		'/{language}/{category_slug}/',
	]);
	await screen.press('j', '▌       300');
	t.deepEqual(screen.lines().slice(-2), [article, '18 unexpected: 404 instead of 200']);
});

test('shows shares, all status classes and oddities at 160x30', async t => {
	const {screen} = await scene(t, known, {columns: 160, lines: 30});
	await screen.has('robots');
	t.deepEqual(screen.lines().slice(2, 7), [
		' Requests ▾  Share    2xx   3xx    4xx    5xx    Bytes     p95  Statuses        Route',
		'▌       500   50 %  100 %   0 %    0 %    0 %   5.0 MB   80 ms  ░░░░░░░░░░░░    /{language}/{category_slug}/',
		`        300   30 %   80 %  10 %  6.0 %  4.0 %   300 kB   1.2 s  ▄▓▒░░░░░░░░░  ! ${article}`,
		'        100   10 %   75 %  25 %    0 %    0 %   9.0 GB  0.4 ms  ▒▒▒░░░░░░░░░    /robots.txt',
		'        100   10 %    0 %   0 %  100 %    0 %   100 kB     n/a  ▓▓▓▓▓▓▓▓▓▓▓▓    /old/{id}',
	]);
});

test('median, maximum and sum of the durations have columns and orders', async t => {
	const timed = [
		route('/often', 900, {p50: 10, p95: 12, max: 40, total: 9_900_000}),
		route('/slow', 10, {p50: 700, p95: 900, max: 900, total: 7000}),
		route('/rarely-slow', 50, {p50: 9, p95: 800, max: 30_000, total: 66_000}),
		route('/twice', 2, {p50: 1000, p95: 2000, max: 2000, total: 3000}),
	];
	const {screen} = await scene(t, timed, {columns: 160});
	await screen.has('/often');
	t.regex(screen.lines()[2] ?? '', / Bytes +p50 +p95 +Max +Time +Statuses +Route/);
	t.regex(screen.lines()[3] ?? '', / 10 ms +12 ms +40 ms +165 min /);
	const first = (): string => /\/\S+$/.exec(screen.lines()[3] ?? '')?.[0] ?? '';
	for (const [title, name] of [
		['by 5xx', '/often'],
		// As in `--routes --by p95`, a route with fewer than three requests isn't slow.
		['by slowness', '/slow'],
		['by bytes', '/often'],
		['by time', '/often'],
		['by max', '/rarely-slow'],
		['by p50', '/twice'],
	] as const) {
		await screen.press('s', `Routes ${title}`);
		t.is(first(), name, title);
	}
	// The sorted column stays on a narrow screen.
	screen.resize(60, 24);
	await screen.has('p50 ▾');
});

test('routes with the same displayed p95 or p50 are sorted by requests', async t => {
	const near = [10_200, 9970, 10_400].map((p95, index) =>
		route(`/n${index}`, 30 - index, {p50: p95 / 1000, p95, max: 20_000, total: 1e6}),
	);
	const {screen} = await scene(t, [route('/slowest', 20, {p50: 120, p95: 12_000, max: 2e4}), ...near]);
	await screen.has('/slowest');
	const names = (): readonly string[] =>
		screen.lines().flatMap(line => /(?<= )\/(?:n\d|slowest)$/.exec(line) ?? []);
	await screen.press('ss', 'by slowness');
	t.deepEqual(names(), ['/slowest', '/n0', '/n1', '/n2']);
	await screen.press('ssss', 'by p50');
	t.deepEqual(names(), ['/slowest', '/n0', '/n1', '/n2']);
});

test('a few 5xx are visible in the status bar, and don’t look like many', async t => {
	const failing = (of: number): RouteSummary =>
		route(`/${of}`, 10_000, {classes: Float64Array.of(0, 0, 10_000 - of, 0, 0, of)});
	const {screen} = await scene(t, [1, 200, 600, 900, 2000, 10_000].map(failing), {columns: 160});
	await screen.has('/900');
	t.deepEqual(
		screen
			.lines()
			.slice(3, 9)
			.map(line => /[░▁▂▆█]{2,}/.exec(line)?.[0]),
		['▁░░░░░░░░░░░', '▂░░░░░░░░░░░', '▆░░░░░░░░░░░', '█░░░░░░░░░░░', '██░░░░░░░░░░', '████████████'],
	);
});

test('s, S and the arrow keys change the sort order', async t => {
	const {screen} = await scene(t);
	await screen.has('robots');
	const order = (): string =>
		screen
			.lines()
			.slice(3, 7)
			.map(line => Number(line.slice(1, 11)) + (line.includes('robots') ? 'r' : ''))
			.join(' ');
	t.is(order(), '500 300 100r 100');
	for (const [key, title, result] of [
		['s', 'Routes by 5xx, then 4xx  ━━━━━━━━━━ + only  - without  Z back', '300 100 500 100r'],
		['s', 'Routes by slowness (p95)  ━━━━━━━━━ + only  - without  Z back', '300 500 100r 100'],
		['\u001b[C', 'Routes by bytes  ━━━ + only  - without  s by requests', '100r 500 300 100'],
		['s', 'Routes by requests', '500 300 100r 100'],
		['S', 'Routes by bytes', '100r 500 300 100'],
	] as const) {
		await screen.press(key, title);
		t.is(order(), result);
	}
});

test('a single 5xx precedes any number of 4xx; equal numbers of 5xx are sorted by 4xx', async t => {
	const failing = (name: string, ...errors: readonly [fourth: number, fifth: number]): RouteSummary =>
		route(name, 1000, {classes: Float64Array.of(0, 0, 1000 - errors[0] - errors[1], 0, ...errors)});
	const {screen} = await scene(t, [
		failing('/scanned', 900, 0),
		failing('/fine', 0, 0),
		failing('/few', 10, 1),
		failing('/more', 20, 1),
		failing('/most', 0, 2),
	]);
	await screen.has('/most');
	await screen.press('s', 'by 5xx, then 4xx');
	t.deepEqual(
		screen
			.lines()
			.slice(3, 8)
			.map(line => /\/\w+$/.exec(line)?.[0]),
		['/most', '/more', '/few', '/scanned', '/fine'],
	);
	// The columns show the counts that are compared. In other orders they show shares.
	t.deepEqual(
		screen
			.lines()
			.slice(2, 7)
			.map(line =>
				line
					.replace('▌', '')
					.trim()
					.split(/ (?![▾%])\s*/)
					.slice(0, 4)
					.join(' '),
			),
		['Requests Share 4xx 5xx ▾', '1000 20 % 0 2', '1000 20 % 20 1', '1000 20 % 10 1', '1000 20 % 900 0'],
	);
});

test('r, s, s, Enter show the slowest article pages', async t => {
	const {screen} = await scene(t);
	await screen.has('robots');
	await screen.press('ss\r', 'closed');
	t.regex(screen.searched, /^route:.*sArticle/);
});

test('+ and - add the selected route to the search, and the panel stays open', async t => {
	const {screen} = await scene(t);
	await screen.has('robots');
	await screen.press('jj-', 'requests of -route');
	t.regex(screen.searched, /^-route:.*\/robots\.txt/);
	await screen.press('\u001b', 'closed');
});

test('the selection stays on its route when new requests change the order', async t => {
	const {screen, set} = await scene(t);
	await screen.has('robots');
	await screen.press('jj', '▌       100');
	set({routes: [route('/robots.txt', 900), ...known.filter(({route: name}) => name !== '/robots.txt')]});
	await screen.has('▌       900');
	t.true(screen.lines()[3]?.startsWith('▌       900'));
});

test('the selection stays on its route in another sort order; before any move it is the first route', async t => {
	const {screen} = await scene(t);
	await screen.has('▌       500');
	await screen.press('s', 'Routes by 5xx, then 4xx', '▌       300');
	await screen.press('jj', '▌       500');
	await screen.press('s', 'Routes by slowness', '▌       500');
	await screen.press('s', 'Routes by bytes', '▌       500');
	await screen.press('\r', 'closed');
	t.is(screen.searched, 'route:==/{language}/{category_slug}/');
});

test('the column of durations is hidden if no request has one; the panel may be empty', async t => {
	const {screen, set} = await scene(t, [route('/', 1)]);
	await screen.has('1 route in 1 request');
	t.false(screen.frame().includes('p95'));
	await screen.press('ss', 'Routes by bytes  ━━━ + only  - without  s by requests');
	set({routes: [], total: 0});
	await screen.has('0 routes in 0 requests');
	screen.type('j\r');
	await settle();
	t.false(screen.frame().includes('closed'));
});

test('ASCII charts on the console and no bars for the screen reader, both with mark and reason', async t => {
	const ascii = await scene(t, known, {chart: asciiCharacters, columns: 160});
	await ascii.screen.has('robots');
	t.regex(ascii.screen.lines()[4] ?? '', / \.43222222222 {2}! /);
	ascii.screen.close();
	const spoken = await scene(t, known, {isSpoken: true, columns: 160});
	await spoken.screen.has('robots');
	t.regex(spoken.screen.lines()[4] ?? '', /1\.2 s {2}! .*18 unexpected: 404 in…$/);
	t.notRegex(spoken.screen.frame(), /[░▒▓█]/);
});

test('draws correctly at very small sizes and with hostile URLs', async t => {
	const nasty = route('/\u001b[2J\u202e日本語日本語日本語日本語日本語日本語日本語', 7, {
		odd: 1,
		oddity: 'x\u001b[2J',
	});
	const {screen} = await scene(t, [...known, nasty]);
	await screen.has('robots');
	for (const [columns, lines] of [
		[200, 60],
		[80, 24],
		[50, 12],
		[30, 6],
		[20, 3],
		[1, 24],
	] as const) {
		screen.resize(columns, lines);
		await settle();
		assertDrawn(t, screen, columns, lines);
	}
});

test('on narrow screens, the sorted column stays, and other columns are hidden first', async t => {
	const {screen} = await scene(t, known, {columns: 46});
	await screen.has('robots');
	const heads: string[] = [];
	for (const title of ['by 5xx', 'by slowness', 'by bytes', 'by requests']) {
		await screen.press('s', `Routes ${title}`);
		heads.push(screen.lines()[2]?.trim().replace(/ {2,}/g, ' ') ?? '');
	}
	t.deepEqual(heads, ['4xx 5xx ▾ Route', 'p95 ▾ Route', 'Bytes ▾ Route', 'Requests ▾ Route']);
});
