import test, {type ExecutionContext} from 'ava';
import type {Comparison} from '../../../../source/differences/comparison.js';
import type {Differences, Finding} from '../../../../source/differences/differences.js';
import {entryAt, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {type FakeStore, fakeStoreAt} from '../../../helpers/fake-store.js';
import {measureShift} from '../../../helpers/measure-shift.js';
import {panelScreen} from '../../../helpers/panel-screen.js';
import {screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';

const route: Finding = {
	...{field: 'route', value: '/checkout', also: [{field: 'status', value: '502'}], mostly: []},
	selected: {n: 61, share: 0.61},
	baseline: {n: 2, share: 0.02},
};
const upstream: Finding = {...route, field: 'upstream', value: '10.0.0.13', also: []};
const found: Differences = {
	findings: [route, upstream],
	...{selected: 100, baseline: 100, isTooSmall: false, kind: 'rest', before: null},
	...{compared: ['route', 'upstream', 'host', 'method'], incomparable: ['user'], partial: false},
	different: ['route', 'status', 'upstream'],
};

/** A panel over a store with these differences. `asked` has the compared searches. */
function scene(
	t: ExecutionContext,
	text: string,
	differences: Partial<Differences> = {},
	command = 'differences' as const,
	columns = 100,
) {
	const clock = fakeClock(start + 60_000);
	const store = fakeStoreAt(clock, ...Array.from({length: 40}, (_, n) => entryAt(n, n, {durationMs: n})));
	const asked: string[] = [];
	store.differences = async ({selection, within, baseline}: Comparison) => {
		const other = typeof baseline === 'string' ? baseline : '';
		asked.push(`${selection.text} | ${within.text} | ${other}`);
		return {...found, kind: other === 'before' ? 'before' : 'rest', ...differences};
	};
	const screen = panelScreen(command, {t, store, clock, text, columns});
	return {screen, asked, store, clock};
}

test('d compares the search with the rest, and lists the differences', async t => {
	const {screen, asked} = scene(t, 'status:5xx');
	await screen.has('/checkout');
	t.deepEqual(asked, ['status:5xx |  | rest']);
	t.deepEqual(screen.lines().slice(1), [
		'100 requests with status:5xx against the other 100.  2 findings, the strongest first',
		'  field    value          selected     rest    times   share of the selected over share of the rest',
		'▌ route    /checkout          61 %    2.0 %      ×31   █▆▆▆▆▆▆▆▆▆▆▆▆ also status 502',
		'  upstream 10.0.0.13          61 %    2.0 %      ×31   █▆▆▆▆▆▆▆▆▆▆▆▆',
		'also status 502',
		'host, method: no clear difference.',
		'user: can’t tell, too few requests, or nearly all values differ.',
	]);
});

test('the foot has the number of the fields that can’t be compared if their names don’t fit', async t => {
	const names = Array.from({length: 30}, (_, index) => `@field_${index}` as const);
	const {screen} = scene(t, 'status:5xx', {incomparable: names, findings: Array(20).fill(route)});
	await screen.has('30 of 34 fields can’t tell: too few requests, or nearly all values differ.');
	t.pass();
});

test('the whole value of the selected finding is shown below if its line cuts it', async t => {
	const value = `/${'shoes/'.repeat(12)}boots`;
	const {screen} = scene(t, 'status:5xx', {findings: [{...route, field: 'url', value}]});
	await screen.has(value);
	t.true(screen.lines().includes(value), screen.frame());
});

test('a selection with a start is compared with the period before; b switches', async t => {
	const {screen, asked} = scene(t, 'since:30s');
	await screen.has('against 100 before');
	t.deepEqual(asked, ['since:30s |  | before']);
	t.true(screen.frame().includes('b against: the rest, before ▾'));
	screen.type('b');
	await screen.has('against the other 100');
	t.deepEqual(asked, ['since:30s |  | before', 'since:30s |  | rest']);
});

test('a search with a period, a route or a URL is compared with the rest of it first', async t => {
	const {screen, asked} = scene(t, 'status:5xx since:30s -url:/health');
	await screen.has('100 requests with status:5xx against the other 100, all with since:30s -url:/health');
	await screen.press('b', '100 requests with status:5xx since:30s -url:/health against 100 before');
	t.deepEqual(asked, [
		'status:5xx | since:30s -url:/health | rest',
		'status:5xx since:30s -url:/health |  | before',
	]);
	const route = scene(t, 'status:5xx route:/cart page since:30s -bot:yes');
	await route.screen.has('/checkout');
	t.deepEqual(route.asked, ['status:5xx -bot:yes | route:/cart page since:30s | rest']);
	const place = scene(t, 'url:/cart -status:2xx');
	await place.screen.has('100 requests with -status:2xx against the other 100, all with url:/cart');
	const either = scene(t, 'status:5xx OR since:30s');
	await either.screen.has('/checkout');
	t.deepEqual(either.asked, ['status:5xx OR since:30s |  | rest']);
});

test('the numbers of a moving period have the time of the comparison, where it fits', async t => {
	const {screen, clock} = scene(t, 'status:5xx since:30s');
	await screen.has('\nAs of 9:01:00: 100 requests with status:5xx against');
	clock.pass(2000);
	await screen.has('\nAs of 9:01:02: 100 requests');
	const long = scene(t, 'agent:shopapp/5.10 since:30s', {}, 'differences', 80);
	await long.screen.has('As of 9:01:00: 100 requests with agent:shopa… against the other 100, all with …');
	const narrow = scene(t, 'since:30s', {}, 'differences', 60);
	await narrow.screen.has('\n100 requests with since:30s against 100 before.  2 findings');
	const fixed = scene(t, 'status:5xx');
	await fixed.screen.has('\n100 requests with status:5xx');
	t.pass();
});

test('the period before is shown where it fits', async t => {
	const before = {from: start, until: start + 29_999};
	const wide = scene(t, 'since:30s', {kind: 'before', before});
	await wide.screen.has('against 100 before (9:00:00 – 9:00:29).  2 findings');
	const narrow = scene(t, 'since:30s', {kind: 'before', before}, 'differences', 78);
	await narrow.screen.has('against 100 before.  2 findings');
});

test('at 80 columns, the keys of the findings fit, and so do messages and the number of findings', async t => {
	const {screen} = scene(t, 'since:30s', {partial: true}, 'differences', 80);
	await screen.has('against 100 before');
	await screen.has(' b rest, before ▾  Enter only it  Z back  Esc closes ━');
	t.is(screen.lines()[1], '100 requests with since:30s against 100 before.  2 findings · partial result');
	const long = scene(t, 'url:/a/search/that/does/not/fit', {partial: true}, 'differences', 80);
	await long.screen.has('100 requests with url:/a/search/that/do… against the other 100 · partial result');
	const {screen: other} = scene(t, 'status:5xx', {}, 'differences', 80);
	await other.has('/checkout');
	t.true(other.lines()[0]?.endsWith(' Enter only it  - without it  Z back  Esc closes ━'), other.lines()[0]);
	await other.press('b', ':differences TEXT compares');
	t.deepEqual(other.lines().slice(-2), [
		'There is no period before: the selection has no start, such as since:15m.',
		':differences TEXT compares it with a search.',
	]);
});

test('the foot names all consequences of the selected finding, and uses the available lines', async t => {
	const also = ['a', 'b', 'c', 'd', 'e'].map(
		value => ({field: 'host', value: `${value}.shop.example`}) as const,
	);
	const {screen} = scene(t, 'status:5xx', {findings: [{...route, also}]}, 'differences', 60);
	await screen.has('/checkout');
	t.deepEqual(screen.lines().slice(4, 6), [
		'also host a.shop.example, host b.shop.example, host',
		'c.shop.example, host d.shop.example, host e.shop.example',
	]);
});

test('Enter searches for a finding, + and - add it and compare again', async t => {
	const {screen, asked} = scene(t, 'status:5xx');
	await screen.has('/checkout');
	screen.type('j-');
	await screen.has('with status:5xx -upstream:=10.0.0.13 against');
	t.is(asked.at(-1), 'status:5xx -upstream:=10.0.0.13 |  | rest');
	screen.type('\r');
	await screen.has('closed');
	t.is(screen.searched, 'status:5xx upstream:=10.0.0.13');
});

const gone: Finding = {
	...{field: 'route', value: '/sync', also: [], mostly: []},
	selected: {n: 0, share: 0},
	baseline: {n: 30, share: 0.3},
};

test('Enter on a value that is gone searches for its earlier requests, and reports that', async t => {
	const before = {from: start - 500, until: start + 29_499};
	const {screen} = scene(t, 'since:30s -url:/health', {findings: [gone], before}, 'differences', 80);
	await screen.press('b', 'those before');
	await screen.has('Gone: no selected request has it, and the 30 requests are from before.');
	await screen.press('+', 'No selected request has this value: Enter searches for those before.');
	screen.type('\r');
	await screen.has('closed');
	t.is(screen.searched, '-url:/health since:2026-11-05T08:59:59 until:2026-11-05T09:00:30 route:==/sync');
});

test('Enter on a finding of a measure searches for the slow or large requests, + for all with the value', async t => {
	const durationMs = measureShift(2104, 90.3);
	const of = async (finding: Finding, hint: string, keys = '\r'): Promise<string> => {
		const {screen} = scene(t, 'since:30s', {findings: [finding]});
		await screen.has(hint);
		screen.type(keys);
		await (keys === '\r' ? screen.has('closed') : screen.has('route:==/checkout'));
		return screen.searched;
	};
	t.is(
		await of({...route, durationMs}, 'Enter the slow ones'),
		'since:30s route:==/checkout duration:>90.3ms',
	);
	t.is(await of({...route, durationMs}, 'Enter the slow ones', '+'), 'since:30s route:==/checkout');
	t.is(
		await of({...route, field: 'duration', value: null, durationMs}, 'Enter the slow ones'),
		'since:30s duration:>90.3ms',
	);
	const bytes = measureShift(1e5, 4e6);
	t.is(
		await of({...route, field: 'bytes', value: null, bytes}, 'Enter the small ones'),
		'since:30s bytes:<=100000',
	);
});

/** A screen over an hour's log, in which most failures are 10 minutes after its begin. */
function afterBurst(t: ExecutionContext, text: string) {
	const clock = fakeClock(start + 3_600_000);
	const entries = Array.from({length: 720}, (_, n) =>
		entryAt(n, 5 * n, {status: n % 180 === 0 || (n >= 120 && n < 160) ? 500 : 200}),
	);
	const store = fakeStoreAt(clock, ...entries);
	store.differences = async () => ({...found, findings: [], kind: 'before'});
	return panelScreen('differences', {t, store, clock, text, columns: 140});
}

test('a burst of failures outside of the compared time is named, with the keys that compare it', async t => {
	const after = afterBurst(t, 'since:5m');
	await after.has('Most 5xx, 40 of 44 requests, were at 9:10:00 – 9:13:29, which isn’t compared.');
	await after.has('To compare it: C i, ← to its end, Space, ← to its start, d.');
	const unsearched = afterBurst(t, '');
	await unsearched.has(
		'Most 5xx, 40 of 44 requests, were at 9:10:00 – 9:13:29. To compare it: i, ← to its end',
	);
	const within = afterBurst(t, 'since:55m');
	await within.has('Nothing sets them apart.');
	await settle();
	t.false(within.frame().includes('Most 5xx'));
});

test('if rotated files have older requests that a comparison lacks, the key that adds them is named', async t => {
	const frameOf = async (text: string, differences: Partial<Differences>, shown: string): Promise<string> => {
		const clock = fakeClock(start + 60_000);
		const store = fakeStoreAt(clock, entryAt(1, 1));
		store.differences = async () => ({...found, kind: 'before', ...differences});
		const rotatedHint = 'R adds 2 rotated files';
		const screen = panelScreen('differences', {t, store, clock, text, rotatedHint});
		await screen.has(shown);
		return screen.frame();
	};
	const hint = 'Older requests aren’t read: R adds 2 rotated files.';
	t.true((await frameOf('since:30s', {before: null}, '/checkout')).includes(hint));
	const half = {from: start + 10_000, until: start + 29_999};
	t.true((await frameOf('since:50s', {before: half}, '/checkout')).includes(hint));
	t.false((await frameOf('since:30s', {before: half}, '/checkout')).includes(hint));
	t.true(
		(await frameOf('status:5xx', {kind: 'rest', isTooSmall: true, findings: []}, 'Too few')).includes(hint),
	);
	t.false((await frameOf('status:5xx', {kind: 'rest'}, '/checkout')).includes(hint));
	t.true((await frameOf('', {}, 'Which requests?')).includes('R adds 2 rotated files'));
});

test('the comparison waits until the logs have been read', async t => {
	const {asked, store, clock} = scene(t, 'status:5xx');
	store.setStatus({indexing: {read: 1, total: 2}});
	const screen = screenScene({t, store, clock});
	await screen.has('40 results found');
	await screen.press('/status:2xx\r', 'status:2xx');
	asked.length = 0;
	await screen.press('d', 'the comparison begins after reading · reading 50 %');
	t.deepEqual(asked, []);
	store.setStatus({indexing: null});
	await settle();
	clock.pass(1000);
	await screen.has('/checkout');
	t.deepEqual(asked, ['status:2xx |  | rest']);
});

test('the progress of a long comparison is shown', async t => {
	const {store, clock} = scene(t, 'status:5xx');
	const screen = screenScene({t, store, clock});
	await screen.has('40 results found');
	await screen.press('/status:2xx\r', 'status:2xx');
	let finish = (_: Differences): void => {};
	const answer = new Promise<Differences>(resolve => {
		finish = resolve;
	});
	store.differences = async (_, {progress = () => {}} = {}) => {
		clock.pass(1000);
		progress(0.4);
		return answer;
	};
	await screen.press('d', 'comparing … 40 %');
	finish(found);
	await screen.has('/checkout');
	t.false(screen.frame().includes('comparing'));
});

test('without a search or a selection, explains how to select', async t => {
	const {screen, asked} = scene(t, '');
	await screen.has('Which requests?');
	t.deepEqual(asked, []);
	t.deepEqual(screen.lines().slice(1, 6), [
		'Compares requests with others, and lists the differences. Which requests?',
		'5 4 /  requests with 5xx, with 4xx, of any search',
		't      the last 5 min, 15 min, 1 h …; compared with the period before',
		'i ← d  a column of the timeline (Space marks the start of a range), likewise',
		'f j d  one of the most frequent values, or in r one of the routes',
	]);
	t.false(screen.frame().includes('against'), 'no keys that have nothing to act on');
	screen.resize(60, 24);
	await screen.hasNot('compared with the period');
	await screen.has('period before');
	t.false(/ …$/m.test(screen.frame()));
});

test('a narrow screen cuts the search in the heading, never the numbers', async t => {
	const {screen} = scene(t, 'url:/a/search/that/does/not/fit', {baseline: 45_873}, 'differences', 60);
	await screen.has('/checkout');
	t.regex(screen.lines()[1] ?? '', /^100 requests with url:.*… against the other 45873/);
	screen.resize(40, 24);
	await screen.has('100 requests against the other 45873');
});

test('log fields with a column are compared, also if their names have spaces', async t => {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entryAt(1, 1));
	let logFields: readonly string[] | undefined;
	store.differences = async (_, options) => {
		logFields = options?.logFields;
		return found;
	};
	const names = ['url', '@user id', '@tenant'] as const;
	const chosen = names.map(name => ({name, width: null}));
	await panelScreen('differences', {t, store, clock, text: 'status:5xx', chosen}).has('/checkout');
	t.deepEqual(logFields, ['@user id', '@tenant']);
});

/** Returns the log fields that are compared over a store. */
async function comparedOver(t: ExecutionContext, prepare: (store: FakeStore) => void) {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entryAt(1, 1));
	const asked: unknown[] = [];
	store.differences = async (_, options) => {
		asked.push(options?.logFields);
		return found;
	};
	prepare(store);
	await panelScreen('differences', {t, store, clock, text: 'status:5xx'}).has('/checkout');
	return asked;
}

test('the most frequent log fields whose values repeat are compared without a column', async t => {
	const asked = await comparedOver(t, store => {
		const names = ['Tenant', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
		const fields = names.map(name => ({name, n: 400, values: 3}));
		store.setLogFields([{name: 'trace_id', n: 500, values: 500}, ...fields]);
	});
	t.deepEqual(asked, [['@tenant', '@b', '@c', '@d', '@e', '@f', '@g', '@h']]);
});

test('with many requests, fewer log fields are compared without a column', async t => {
	const asked = await comparedOver(t, store => {
		store.setLogFields(['tenant', 'version'].map(name => ({name, n: 400, values: 3})));
		store.count = async () => ({n: 2_000_000, arrived: 0, partial: false});
	});
	t.deepEqual(asked, [['@tenant']]);
});

test('log fields that cannot be listed do not prevent a comparison', async t => {
	const asked = await comparedOver(t, store => {
		store.logFields = async () => {
			throw new Error('no connection');
		};
	});
	t.deepEqual(asked, [[]]);
});

test('if the two sides don’t differ, reports it and names the fields with the same shares', async t => {
	const {screen} = scene(t, 'status:5xx', {findings: [], different: []});
	await screen.has('Nothing sets them apart.');
	t.false(screen.frame().includes('b compares'), 'there is no other baseline');
	t.true(screen.frame().includes('route, upstream, host, method: no clear difference.'));
});

test('while log fields are being read, the message that the sides don’t differ is preliminary', async t => {
	const {screen} = scene(t, 'status:5xx', {findings: [], partial: true});
	await screen.has('Still comparing. Nothing sets them apart so far.');
});

test('if the two sides don’t differ, names the key for another baseline', async t => {
	const {screen} = scene(t, 'since:30s', {findings: [], different: []});
	await screen.has('Nothing sets them apart. b compares with the rest');
	await screen.press('b', 'Nothing sets them apart. b compares with the period before');
	t.pass();
});

test('if the two sides don’t differ, names the number of findings with the other baseline', async t => {
	const {screen, store} = scene(t, 'since:30s');
	const {differences} = store;
	store.differences = async (comparison, options) => {
		const answer = await differences(comparison, options);
		return comparison.baseline === 'rest' ? answer : {...answer, findings: []};
	};
	await screen.has('Nothing sets them apart. Against the rest: 2 findings. b shows them');
	await screen.press('b', '/checkout');
	await screen.press('b', 'Nothing sets them apart. Against the rest: 2 findings. b shows them');
	t.pass();
});

test('too few requests are not compared', async t => {
	const {screen} = scene(t, 'status:5xx', {findings: [], isTooSmall: true, selected: 4});
	await screen.has('Too few requests to compare: 4 selected and 100 others; each side needs 10.');
	t.false(screen.frame().includes('Nothing sets them apart'));
});

test('over the timeline, d compares the selected column; Esc returns to it', async t => {
	const {screen, asked} = scene(t, 'method:GET', {}, 'timeline' as 'differences');
	await screen.has('40 requests of method:GET');
	screen.type('\u001b[D');
	await screen.has('9:00:39');
	screen.type('d');
	await screen.has('/checkout');
	t.deepEqual(asked, ['since:2026-11-05T09:00:39 until:2026-11-05T09:00:40 | method:GET | before']);
	screen.type('\u001b');
	await screen.has('9:00:39: 1 request');
	t.is(screen.searched, 'method:GET');
});

test('over values, d compares the value that the user has gone to, within the search; otherwise the search', async t => {
	for (const [command, field] of [
		['routes', 'route'],
		['facets', 'ip'],
	] as const) {
		const {screen, asked} = scene(t, 'method:GET', {}, command as 'differences');
		await screen.has(command === 'routes' ? '1 route in' : 'Client, 1 value');
		await screen.press('d', '100 requests with method:GET against the other 100.');
		t.deepEqual(asked, ['method:GET |  | rest']);
		await screen.press('\u001b', command === 'routes' ? '1 route in' : 'Client, 1 value');
		screen.type('j');
		await screen.press('d', `100 requests with ${field}:`, ' against the other 100, all with method:GET.');
		screen.resize(80, 24);
		await screen.has('100, all with method:GET');
		t.regex(asked[1] ?? '', new RegExp(`^${field}:.* \\| method:GET \\| rest$`));
	}
});

test('over values, d compares the first value if no search is active, and the search that has its term', async t => {
	const {screen, asked} = scene(t, '', {}, 'facets' as 'differences');
	await screen.has('Client, 1 value');
	await screen.press('d', '100 requests with ip:=203.0.113.9 against the other 100.');
	await screen.press('\u001b', 'Client, 1 value');
	await screen.press('j+', '+ again takes its network');
	await screen.press('d', '100 requests with ip:=203.0.113.9 against the other 100.');
	t.deepEqual(asked, ['ip:=203.0.113.9 |  | rest', 'ip:=203.0.113.9 |  | rest']);
});

test('without a start, b reports that there is no period before, and keeps the rest', async t => {
	const {screen, asked} = scene(t, 'status:5xx');
	await screen.has('/checkout');
	screen.type('b');
	await screen.has('There is no period before: the selection has no start');
	t.regex(screen.frame(), /b against: the rest {2}Enter/, 'the title offers no period before');
	screen.type('j');
	await screen.hasNot('There is no period before');
	t.deepEqual(asked, ['status:5xx |  | rest']);
});

test('if the search loses its start after b, it is compared with the rest', async t => {
	const {screen, asked} = scene(t, 'status:5xx since:30s');
	await screen.has('against the other 100');
	await screen.press('b', 'against 100 before');
	screen.setText('status:5xx');
	await screen.has('100 requests with status:5xx against the other 100.');
	t.deepEqual(asked.slice(2), ['status:5xx |  | rest']);
});

test('reports why a comparison is impossible', async t => {
	const {screen, store} = scene(t, 'since:30s');
	await screen.has('/checkout');
	store.differences = () => Promise.reject(new Error('not over ClickHouse\u001b[2J'));
	screen.type('b');
	await screen.has('not over ClickHouse\\x1b[2J');
	t.pass();
});

test('reports a partial answer, and names log fields as the log does', async t => {
	const field = '@userid';
	const {screen, store} = scene(t, 'status:5xx', {partial: true, findings: [{...route, field, value: '7'}]});
	Object.assign(store, {shownField: () => '@userId'});
	await screen.has(' · partial result');
	await screen.has('@userId');
	t.false(screen.frame().includes('@userid'));
});
