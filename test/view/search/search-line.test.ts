import test, {type ExecutionContext} from 'ava';
import {offerText} from '../../../source/view/search/search-line.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

function scene(t: ExecutionContext, last: string, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	return screenScene({t, store, clock, lastSearch: async () => last, ...options});
}

test('offers the last search on the search line; . applies it', async t => {
	const screen = scene(t, 'status:5xx');
	await screen.has('search again:');
	t.is(screen.lines()[1], '/ search   search again: status:5xx?  (. yes  Esc no)');
	await screen.press('.', '\n1 results found');
	t.is(screen.lines()[1], ' status:5xx');
	await screen.press('C', '31 results found');
	t.is(screen.lines()[1], '/ search');
	await screen.press('.', 'No search of an earlier session is offered: / and ↑ show earlier ones');
});

test('a different search ends the offer; a cancelled one doesn’t', async t => {
	const screen = scene(t, 'status:5xx');
	await screen.has('search again:');
	screen.type('/url:1');
	await screen.hasNot('search again:');
	await screen.press('\u001b', 'search again:');
	await screen.press('2', '30 results found');
	await screen.press('0', '31 results found');
	await screen.hasNot('search again:');
});

test('Esc dismisses the offer for good', async t => {
	const screen = scene(t, 'status:5xx');
	await screen.has('search again:');
	screen.type('\u001b');
	await screen.hasNot('search again:');
	t.is(screen.lines()[1], '/ search');
	await screen.press('.', 'No search of an earlier session is offered');
});

test(':last-search works only during the offer', async t => {
	const screen = scene(t, 'status:5xx');
	await screen.has('search again:');
	await screen.press(':last-search\r', '1 results found');
	await screen.press('C', '31 results found');
	await screen.press(':last-search\r', 'There is no command last-search here');
});

test('offers no search if the last one is empty or no longer valid', async t => {
	for (const [last, options] of [
		['', {}],
		['nofield:1', {}],
	] as const) {
		const screen = scene(t, last, options);
		await screen.has('31 results found');
		await settle();
		t.is(screen.lines()[1], '/ search');
	}
});

test('the offer hides secrets, fits on the line and is omitted on a narrow screen', async t => {
	const screen = scene(t, 'url:key=abc', {redact: true});
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
	const screen = scene(t, '', {lastSearch: () => late});
	await screen.has('31 results found');
	await screen.press('2', '30 results found');
	await screen.press('0', '31 results found');
	found('status:5xx');
	await settle();
	t.is(screen.lines()[1], '/ search');
	await screen.press('.', 'No search of an earlier session is offered');
});
