import test, {type ExecutionContext} from 'ava';
import {parseColumns} from '../../../../source/format/chosen-columns.js';
import {entry, start} from '../../../helpers/entry.js';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../../helpers/screen.js';
import {settle} from '../../../helpers/settle.js';

function long(n: number) {
	return entry(n, {
		url: `/en/catalogue/kitchen/tables/${n}/a-table?colour=red`,
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
	});
}

/** The URL is as wide as it would be next to a complete time. */
const narrow = parseColumns('status,ip,method,url:21,time:18,token');

async function scene(t: ExecutionContext, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...Array.from({length: 12}, (_, index) => long(index + 1)));
	const screen = screenScene({t, store, clock, ...options});
	await screen.has('results found');
	await settle();
	return {store, clock, screen};
}

test('> scrolls URLs to their end and < back, while rows keep arriving', async t => {
	const {store, clock, screen} = await scene(t, {chosen: narrow});
	t.regex(screen.lines()[4] ?? '', / \/en\/catalogue\/kitche… /);
	await screen.press('>', 'URL from 11');
	t.regex(screen.lines()[4] ?? '', / …ue\/kitchen\/tables\/1… /);
	clock.pass(1000);
	store.add(long(13));
	await screen.has('13 results found');
	t.regex(screen.lines()[3] ?? '', / URL from 11 /);
	t.regex(screen.lines()[4] ?? '', / …ue\/kitchen\/tables\/1… /);
	await screen.press('>>>>', 'URL: already at the end');
	t.regex(screen.lines()[4] ?? '', / ….*\?colour=red +9:00/);
	t.regex(screen.lines()[3] ?? '', / URL from 30 /);
	// A value shorter than the hidden part is shown as `…`, a missing one as `n/a`.
	clock.pass(1000);
	store.add(entry(14, {url: '/'}), entry(15, {url: null}));
	await screen.has('15 results found');
	t.regex(screen.lines()[4] ?? '', / n\/a {2,}/);
	t.regex(screen.lines()[5] ?? '', / … {2,}/);
	screen.type('<<<');
	await screen.hasNot(' from ');
	await screen.press('<', 'URL: already at the beginning');
});

test('scrolls the column of the selected cell', async t => {
	const {screen} = await scene(t, {chosen: parseColumns('status,url,agent'), columns: 90});
	await screen.press('j\u001b[D>', 'User agent from ');
	t.notRegex(screen.frame(), /URL from/);
	await screen.press('g', 'no request for');
	t.regex(screen.frame(), /User agent from/);
});

test('reports that no column can be scrolled', async t => {
	const {screen} = await scene(t, {chosen: parseColumns('status,ip')});
	await screen.press('>', 'There is no URL to scroll');
	t.notRegex(screen.frame(), / from \d/);
});

test('find searches only in the visible columns', async t => {
	const {screen} = await scene(t, {chosen: parseColumns('status,agent'), columns: 100});
	await screen.press('sFirefox', 'found in 10 rows here');
	screen.type('\u001b');
	await screen.hasNot('marked');
	await screen.press('scatalogue', 'not on this page (n next, N previous)');
});
