import test from 'ava';
import {parseColumns} from '../../../source/format/chosen-columns.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

function long(n: number) {
	return entry(n, {
		url: `/en/catalogue/kitchen/tables/${n}/a-table?colour=red`,
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
	});
}

/** The URL has as much room as it has beside a whole time. */
const narrow = parseColumns('status,ip,method,url:21,time:18,token');

async function scene(options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...Array.from({length: 12}, (_, index) => long(index + 1)));
	const screen = screenScene({store, clock, ...options});
	await screen.has('results found');
	await settle();
	return {store, clock, screen};
}

test('> scrolls the URLs to their ends, < back; rows flow on', async t => {
	const {store, clock, screen} = await scene({chosen: narrow});
	t.regex(screen.lines()[5] ?? '', / \/en\/catalogue\/kitche… /);
	screen.type('>');
	await screen.has('URL from 11');
	t.regex(screen.lines()[5] ?? '', / …ue\/kitchen\/tables\/1… /);
	clock.pass(1000);
	store.add(long(13));
	await screen.has('13 results found');
	t.regex(screen.lines()[4] ?? '', / URL from 11 /);
	t.regex(screen.lines()[5] ?? '', / …ue\/kitchen\/tables\/1… /);
	screen.type('>>>>');
	await screen.has('URL: no row here goes on');
	t.regex(screen.lines()[5] ?? '', / ….*\?colour=red +9:00/);
	t.regex(screen.lines()[4] ?? '', / URL from 30 /);
	// What is shorter than what is out of sight is told as such; what isn't there, is not there.
	clock.pass(1000);
	store.add(entry(14, {url: '/'}), entry(15, {url: null}));
	await screen.has('15 results found');
	t.regex(screen.lines()[5] ?? '', / n\/a {2,}/);
	t.regex(screen.lines()[6] ?? '', / … {2,}/);
	screen.type('<<<');
	await screen.hasNot(' from ');
	screen.type('<');
	await screen.has('URL: this is where it begins');
	screen.close();
});

test('the column of the selected cell is the one that is scrolled', async t => {
	const {screen} = await scene({chosen: parseColumns('status,url,agent'), columns: 60});
	screen.type('j\u001b[D>');
	await screen.has('Agent from ');
	t.notRegex(screen.frame(), /URL from/);
	screen.type('g');
	await screen.has('following');
	t.regex(screen.frame(), /Agent from/);
	screen.close();
});

test('where there is nothing to scroll, it is said', async t => {
	const {screen} = await scene({chosen: parseColumns('status,ip')});
	screen.type('>');
	await screen.has('There is no URL to scroll');
	t.notRegex(screen.frame(), / from \d/);
	screen.close();
});

test('what is looked for is found in the columns that are shown', async t => {
	const {screen} = await scene({chosen: parseColumns('status,agent'), columns: 100});
	screen.type('sFirefox');
	await screen.has('found in 10 rows here');
	screen.type('\u001b');
	await screen.hasNot('marked');
	screen.type('scatalogue');
	await screen.has('found in no row here');
	t.pass();
	screen.close();
});
