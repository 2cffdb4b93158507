import test, {type ExecutionContext} from 'ava';
import {defaultChoice, parseColumns} from '../../../source/format/chosen-columns.js';
import {asLogged} from '../../../source/query/log-field-name.js';
import type {Entry, Store} from '../../../source/store/store.js';
import {columnWidths, isClockAlone} from '../../../source/view/layout/column-widths.js';
import {headerText} from '../../../source/view/layout/line-texts.js';
import {columnsWith} from '../../../source/view/layout/use-columns.js';
import {addedColumns, loggedColumns} from '../../../source/view/layout/use-logged-columns.js';
import {noWidths} from '../../../source/view/listing/listing-state.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {type FakeStore, fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

/** A request with all fields; odd and even ones differ where columns need different values. */
function full(n: number, changes: Partial<Entry> = {}): Entry {
	return entry(n, {
		durationMs: 61,
		userAgent: 'curl/8.5.0',
		upstream: `10.0.0.${n % 2}:8080`,
		host: `www${n % 2}.shop.example`,
		user: `user${n % 2}`,
		referer: `https://search.example/${n % 2}`,
		...changes,
	});
}

function fulls(count: number, changes: Partial<Entry> = {}): readonly Entry[] {
	return Array.from({length: count}, (_, n) => full(n + 1, changes));
}

const all = loggedColumns(fulls(2));
const usual = {...noWidths, status: 3, ip: 13, method: 4, time: 19, token: 13};

function layoutAt(width: number, logged = all) {
	const added = addedColumns(width, logged);
	return columnWidths(width, usual, columnsWith(defaultChoice, added), {}, added.length > 0);
}

test('wide screens add columns after the six', t => {
	const added = (width: number): string =>
		addedColumns(width, all)
			.map(({name}) => name)
			.join(' ');
	t.is(added(119), '');
	t.is(added(120), 'duration');
	t.is(added(149), 'duration');
	t.is(added(150), 'duration bytes family');
	t.is(added(199), 'duration bytes family');
	t.is(added(200), 'duration bytes family upstream host');
	t.is(added(239), 'duration bytes family upstream host');
	t.is(added(240), 'duration bytes family upstream host user referer');
});

test('the header has the gaps and widths of the design', t => {
	t.is(
		headerText(layoutAt(120), asLogged),
		'Status  IP                   Method    URL                                             Time      Token          Duration',
	);
	t.is(
		headerText(layoutAt(160), asLogged),
		'Status  IP                   Method    URL                                                 Time                  Token          Duration    Bytes  Agent        ',
	);
	t.is(
		headerText(layoutAt(200), asLogged).replaceAll(/ +/g, ' '),
		'Status IP Method URL Time Token Duration Bytes Agent Upstream Host ',
	);
});

test('added columns fit, and Time has its day only if the URL keeps 40 columns', t => {
	for (const logged of [all, new Set([...all].slice(0, 1)), new Set([...all].slice(3))]) {
		for (let width = 120; width <= 300; width++) {
			const layout = layoutAt(width, logged);
			const names = columnsWith(defaultChoice, addedColumns(width, logged)).map(({name}) => name);
			t.deepEqual(layout.shown, names, String(width));
			t.true(layout.widths.url >= 40, String(width));
		}
	}
	t.deepEqual(
		[120, 125, 126, 149, 150, 200, 240].map(width => isClockAlone(layoutAt(width))),
		[true, true, false, false, false, false, false],
	);
});

test('a log without a value, or without different ones, has no column for it', t => {
	const without = (changes: Partial<Entry>): string => {
		const logged = loggedColumns(fulls(10, changes));
		return [...all].filter(name => !logged.has(name)).join();
	};
	t.is(without({}), '');
	t.is(without({durationMs: null}), 'duration');
	t.is(without({bytes: null}), 'bytes');
	t.is(without({userAgent: null}), 'family');
	t.is(without({upstream: '10.0.0.1:8080', host: null}), 'upstream,host');
	t.is(without({user: 'anna', referer: null}), 'user,referer');
	const timed = (n: number, of: number) => [...fulls(n), ...fulls(of - n, {durationMs: null})];
	t.true(loggedColumns(timed(10, 1000)).has('duration'));
	t.false(loggedColumns(timed(9, 1000)).has('duration'));
	t.is(loggedColumns([]).size, 0);
});

async function scene(
	t: ExecutionContext,
	past: readonly Entry[],
	options: Partial<ScreenSceneOptions> & {
		readonly prepare?: (store: FakeStore) => void;
		readonly wrap?: (store: FakeStore) => Store;
	} = {},
) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...past);
	options.prepare?.(store);
	const screen = screenScene({
		t,
		store: options.wrap?.(store) ?? store,
		clock,
		columns: 120,
		lines: 36,
		...options,
	});
	await screen.has('results found');
	await settle();
	const header = (): string => (screen.lines()[3] ?? '').replaceAll(/ +/g, ' ').trim();
	const asked = (): number => store.calls.filter(call => call === 'page newest 100').length;
	return {store, clock, screen, header, asked};
}

const six = 'Status IP Method URL Time Token';

test('the first frame with rows has the columns of these rows', async t => {
	// The newest requests are never answered.
	const {screen, header} = await scene(t, fulls(20), {
		wrap: store => ({
			...store,
			page: (query, cursor, size, signal) =>
				size === 100 ? new Promise(() => {}) : store.page(query, cursor, size, signal),
		}),
	});
	t.is(header(), `${six} Duration`);
	t.notRegex(screen.frame(), /fit \(x\)/);
});

test('older requests add columns that the first page lacks, but a single duration adds none', async t => {
	const older = await scene(t, [
		...fulls(50),
		...[60, 61, 62, 63, 64, 65, 66, 67, 68, 69].map(n => entry(n)),
	]);
	await older.screen.has('Duration');
	t.is(older.header(), `${six} Duration`);
	const rare = await scene(t, [full(1), ...Array.from({length: 150}, (_, n) => entry(n + 2))]);
	t.is(rare.header(), six);
	t.is(rare.asked(), 1);
});

test('columns are added when the log has been read, and once a minute, but never removed', async t => {
	const indexing = {read: 1, total: 2};
	const {store, clock, screen, header, asked} = await scene(
		t,
		Array.from({length: 20}, (_, n) => entry(n + 1)),
		{prepare: store => store.setStatus({indexing})},
	);
	t.is(header(), six);
	t.is(asked(), 1);
	store.setStatus({indexing: null});
	clock.pass(1000);
	await settle();
	t.is(asked(), 2);
	store.addPast(entry(0, {durationMs: 5}));
	clock.pass(60_000);
	await screen.has('Duration');
	t.is(asked(), 3);
	store.evict(1);
	clock.pass(60_000);
	await settle();
	// All columns that fit are visible.
	t.is(asked(), 3);
	t.is(header(), `${six} Duration`);
});

test('without durations, in a narrow listing and for screen readers there are six columns', async t => {
	t.is((await scene(t, fulls(20, {durationMs: null}))).header(), six);
	const narrow = await scene(t, fulls(20), {columns: 119});
	t.is(narrow.header(), six);
	t.is(narrow.asked(), 0);
	const {screen, header} = await scene(t, fulls(20), {columns: 160, lines: 36});
	t.is(header(), `${six} Duration Bytes Agent`);
	// The details at the right leave 91 columns.
	await screen.press('j\r', 'Details');
	await screen.hasNot('Duration ');
});

test('chosen columns get no further columns, even if they are the six', async t => {
	const {header, asked} = await scene(t, fulls(20), {
		chosen: parseColumns('status,ip,method,url,time,token'),
	});
	t.is(header(), six);
	t.is(asked(), 0);
});

test('the panel of columns shows the added ones, and hides one for good', async t => {
	const {screen, header} = await scene(t, fulls(20));
	await screen.press('x', '[x] Duration', 'The default columns of a wide screen.');
	await screen.press('gjjjjjj', '▌[x] Duration');
	// No column to move: the user hasn't chosen columns yet.
	await screen.press('\u001b[C', 'Duration is already the last column');
	await screen.press('kj', 'The default columns of a wide screen.');
	await screen.press('\r', '--columns status,ip,method,url,time,token\n');
	t.is(header(), six);
	await screen.press('C', '[x] Duration', 'The default columns of a wide screen.');
	t.is(header(), `${six} Duration`);
});

test('next to the listing, the panel of columns has the columns of the whole width', async t => {
	const {screen, header} = await scene(t, fulls(20), {columns: 160, lines: 45});
	await screen.press('x', '[x] Duration', '[x] Agent', 'Bytes      7 ');
	t.regex(header(), /^Status IP Method URL Time Token[^D]*$/);
	await screen.press('jjjjjjj\r', '▌[ ] Bytes');
	screen.type('\u001b');
	await screen.hasNot('x  Columns');
	t.is(header(), `${six} Duration Agent`);
});

test('the copied command and saved views have no columns until the user chooses some', async t => {
	const shown: unknown[] = [];
	const saved: unknown[] = [];
	const {screen, header} = await scene(t, fulls(20), {
		reproduce: async ({columns}) => {
			shown.push(columns);
			return {problem: 'noted'};
		},
		views: {
			read: async () =>
				new Map([
					['a', {query: '', columns: defaultChoice, rows: null, sort: 'time', panel: null, redact: false}],
				]),
			save: async (_name, {columns}) => {
				saved.push(columns);
				return 'saved';
			},
			forget: async () => false,
		},
	});
	await screen.press(':copy-command\r', 'noted');
	await screen.press(':save a\r', 'Saved the view');
	t.is(shown[0], defaultChoice);
	t.is(saved[0], defaultChoice);
	await screen.press(':columns status,url\r', 'URL');
	await screen.hasNot('Duration');
	await screen.press(':view a\r', 'Duration');
	t.is(header(), `${six} Duration`);
	await screen.press(':columns status,url\r', 'URL');
	await screen.hasNot('Duration');
	await screen.press(':columns usual\r', 'Duration');
});
