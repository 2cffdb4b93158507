import test from 'ava';
import {typedAt} from '../../../source/query/suggestions/complete.js';
import {savedCompletions, withSearchAt} from '../../../source/view/search/search-completions.js';
import {keptInMemory, withSaved} from '../../../source/view/search/search-history.js';
import {entries, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

const saved = new Map([
	['ends in three', 'url:~3$'],
	['Few', 'url:/en/7 OR url:/en/11'],
]);

/** Returns the completions with the caret at the end of `text`. */
function offered(text: string): readonly string[] {
	const typed = typedAt(text, text.length);
	return typed ? savedCompletions(saved, typed).map(({name}) => name) : [];
}

test('offers saved searches by name at the start of a term', t => {
	t.deepEqual(offered(''), ['ends in three', 'Few']);
	t.deepEqual(offered('few'), ['Few']);
	t.deepEqual(offered('method:get THREE'), ['ends in three']);
	t.deepEqual(offered('nothing'), []);
	t.deepEqual(offered('status:'), []);
	t.deepEqual(offered('url:few'), []);
});

test('a saved search replaces the typed text; alternatives get parentheses next to other terms', t => {
	const put = (text: string, search: string): string => {
		const typed = typedAt(text, text.length);
		return typed ? withSearchAt(text, typed, search).text : '';
	};
	t.is(put('fe', 'a OR b'), 'a OR b ');
	t.is(put('method:get fe', 'a OR b'), 'method:get (a OR b) ');
	t.is(put('method:get fe', 'a ORb'), 'method:get a ORb ');
	const typed = typedAt('few -c', 3);
	t.deepEqual(typed && withSearchAt('few -c', typed, 'a OR b'), {text: '(a OR b) -c', caret: 9});
});

test('saved searches are the oldest entries of the history, without duplicates', t => {
	const history = withSaved(keptInMemory(['url:x', 'url:~3$']), saved);
	t.deepEqual(history.texts(), ['url:/en/7 OR url:/en/11', 'url:x', 'url:~3$']);
	history.add('new');
	t.is(history.texts().at(-1), 'new');
});

test('the bar lists saved searches, Tab inserts one, and ↑ recalls them', async t => {
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store: fakeStoreAt(clock, ...entries(1, 35)), clock, saved});
	await screen.has('35 results found');
	await settle();
	await screen.press('/', 'ends in three  url:~3$');
	screen.type('few');
	await screen.hasNot('ends in three');
	await screen.press('\t', '/url:/en/7 OR url:/en/11');
	await screen.press('\r', '2 results found');
	await screen.press('C', '35 results found');
	// The newest entry is the search from above.
	await screen.press('/\u001B[A\u001B[A', '/url:~3$', '4 results found');
});
