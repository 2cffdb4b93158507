import test from 'ava';
import {offerText} from '../../../source/view/search/search-line.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

function scene(last: string, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	return screenScene({store, clock, lastSearch: async () => last, ...options});
}

test('offers the last search on the search line; . applies it', async t => {
	const screen = scene('status:5xx');
	await screen.has('search again:');
	t.is(screen.lines()[1], '/ search   search again: status:5xx?  (. yes  Esc no)');
	screen.type('.');
	await screen.has('\n1 results found');
	t.is(screen.lines()[1], ' status:5xx');
	screen.type('C');
	await screen.has('31 results found');
	t.is(screen.lines()[1], '/ search');
	screen.type('.');
	await screen.has('No search of an earlier session is offered: / and ↑ show earlier ones');
	screen.close();
});

test('a different search ends the offer; a cancelled one doesn’t', async t => {
	const screen = scene('status:5xx');
	await screen.has('search again:');
	screen.type('/url:1');
	await screen.hasNot('search again:');
	screen.type('\u001b');
	await screen.has('search again:');
	screen.type('2');
	await screen.has('30 results found');
	screen.type('0');
	await screen.has('31 results found');
	await screen.hasNot('search again:');
	screen.close();
	t.pass();
});

test('Esc dismisses the offer for good', async t => {
	const screen = scene('status:5xx');
	await screen.has('search again:');
	screen.type('\u001b');
	await screen.hasNot('search again:');
	t.is(screen.lines()[1], '/ search');
	screen.type('.');
	await screen.has('No search of an earlier session is offered');
	screen.close();
});

test(':last-search works only during the offer', async t => {
	const screen = scene('status:5xx');
	await screen.has('search again:');
	screen.type(':last-search\r');
	await screen.has('1 results found');
	screen.type('C');
	await screen.has('31 results found');
	screen.type(':last-search\r');
	await screen.has('There is no command last-search here');
	screen.close();
	t.pass();
});

test('offers no search if the last one is empty or no longer valid', async t => {
	for (const [last, options] of [
		['', {}],
		['nofield:1', {}],
	] as const) {
		const screen = scene(last, options);
		await screen.has('31 results found');
		await settle();
		t.is(screen.lines()[1], '/ search');
		screen.close();
	}
});

test('the offer hides secrets, fits on the line and is omitted on a narrow screen', async t => {
	const screen = scene('url:key=abc', {redact: true});
	await screen.has('search again: url:key=REDACTED?  (. yes  Esc no)');
	screen.close();
	t.is(offerText('', 80), '');
	t.is(offerText('status:5xx', 30), '');
	for (const width of [50, 60, 80]) {
		const text = offerText('url:abcdefghijklmnopqrstuvwxyz0123456789', width);
		t.true('/ search'.length + text.length <= width);
		t.regex(text, /^ {3}search again: url:\S*…?.*\? {2}\(\. yes {2}Esc no\)$/);
	}
	t.false(offerText('a\u001b[2J', 80).includes('\u001b'));
});

test('makes no offer if the last search arrives after a new search', async t => {
	let found = (_text: string): void => {};
	const late = new Promise<string>(resolve => {
		found = resolve;
	});
	const screen = scene('', {lastSearch: () => late});
	await screen.has('31 results found');
	screen.type('2');
	await screen.has('30 results found');
	screen.type('0');
	await screen.has('31 results found');
	found('status:5xx');
	await settle();
	t.is(screen.lines()[1], '/ search');
	screen.type('.');
	await screen.has('No search of an earlier session is offered');
	screen.close();
});
