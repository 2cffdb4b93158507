import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../source/format/calendar.js';
import {fieldNames} from '../../../source/query/field-names.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything} from '../../../source/query/query.js';
import {type LiveSearch, liveSearch} from '../../../source/view/search/live-search.js';
import {keptInMemory, type SearchHistory} from '../../../source/view/search/search-history.js';
import {isCharacter} from '../../../source/view/terminal/key-queue.js';
import {entry, start} from '../../helpers/entry.js';
import {type FakeStore, fakeStore} from '../../helpers/fake-store.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';
import {settle} from '../../helpers/settle.js';
import {words} from '../../helpers/words.js';

type Scene = {
	readonly search: LiveSearch;
	readonly store: FakeStore;
	readonly history: SearchHistory;
	/** The queries passed to `show`. Queries with `isPassing` are in parentheses. */
	readonly shown: string[];
	/** Types text, and keys by their names in `keyNames`. */
	type(...typed: readonly string[]): void;
	/** Returns the line with `|` as its caret, or an empty text if the bar is closed. */
	line(): string;
};

const named = new Set(words`return escape tab up down left right home backspace ctrl-r ctrl-u`);

function scene(first = '', past: readonly string[] = []): Scene {
	const store = fakeStore(
		entry(1, {status: 404, ip: '203.0.113.9'}),
		entry(2, {status: 404, ip: '198.51.100.7'}),
		entry(3, {status: 500, ip: '203.0.113.9'}),
		entry(4, {status: 200, ip: '203.0.113.9', url: '/status'}),
	);
	const shown: string[] = [];
	const parse = (text: string) => parseQuery(text, calendarIn('utc', start));
	const history = keptInMemory(past);
	const search = liveSearch({
		store,
		query: first === '' ? everything : parse(first),
		parse,
		history,
		show: ({text}, isPassing) => shown.push(isPassing ? `(${text})` : text),
	});
	return {
		search,
		store,
		history,
		shown,
		type(...typed) {
			for (const part of typed) {
				search.type(named.has(part) ? {type: 'key', key: part} : {type: 'text', text: part});
			}
		},
		line() {
			const {text = '', caret = 0} = search.getState().bar?.line ?? {};
			return search.isOpen() ? `${text.slice(0, caret)}|${text.slice(caret)}` : '';
		},
	};
}

function problem({search}: Scene): string | undefined {
	return search.getState().bar?.problem?.message;
}

test('searches with every keystroke and keeps the last valid query on an error', t => {
	const s = scene();
	s.search.open();
	for (const character of 'status:404 (') {
		s.type(character);
	}
	t.deepEqual(s.shown, [
		'',
		'(s)',
		'(st)',
		'(sta)',
		'(stat)',
		'(statu)',
		'(status)',
		// `status:` is unfinished, so the bare word `status` no longer counts.
		'()',
		'(status:4)',
		'(status:40)',
		'(status:404)',
	]);
	t.is(s.search.query.text, 'status:404');
	t.regex(problem(s) ?? '', /parenthesis/);
	s.type('backspace', 'return');
	t.is(s.line(), '');
	t.is(s.shown.at(-1), 'status:404');
	t.deepEqual(s.history.texts(), ['status:404']);
});

test('Enter keeps the bar open on an error; Escape restores the earlier query', t => {
	const s = scene('shop');
	s.search.open();
	t.is(s.line(), 'shop |');
	s.type('status:');
	s.type('return');
	t.is(s.line(), 'shop status:|');
	t.truthy(problem(s));
	s.type('4xx');
	t.is(problem(s), undefined);
	const before = s.search.query;
	t.is(before.text, 'shop status:4xx');
	s.type('escape');
	t.is(s.line(), '');
	t.is(s.search.query.text, 'shop');
	t.deepEqual(s.history.texts(), []);
});

test('reports an error in an unfinished term only after Enter or a caret movement', t => {
	const s = scene();
	const isSaid = (): boolean => {
		const {bar} = s.search.getState();
		return Boolean(bar?.problem) && bar?.isUnfinished === false;
	};
	s.search.open();
	for (const begun of ['status:', '-', '(a OR', 'since:2', 'url:"a b', 'duration:>', 'ip:10.0.0.0/']) {
		s.type('ctrl-u', begun);
		t.truthy(problem(s), begun);
		t.false(isSaid(), begun);
		s.type('left');
		t.true(isSaid(), begun);
		s.type('right', 'return');
		t.true(isSaid(), begun);
	}
	for (const wrong of ['stauts:', 'status:x', 'status: ', 'since:5x', 'url:~(?=']) {
		s.type('ctrl-u', wrong);
		t.true(isSaid(), wrong);
	}
});

test('returning to an earlier search reuses its query object and so its answer', t => {
	const s = scene('shop');
	const {query} = s.search;
	s.search.open();
	s.type('x', 'backspace');
	t.is(s.search.query, query);
	s.type('ctrl-u', 'escape');
	t.is(s.search.query, query);
});

test('an empty bar matches everything and doesn’t enter the history', t => {
	const s = scene('shop');
	s.search.open();
	s.type('ctrl-u');
	t.is(s.search.query, everything);
	s.type('return');
	t.is(s.search.query, everything);
	t.deepEqual(s.history.texts(), []);
});

test('completes field names, and values with their numbers of requests', async t => {
	const s = scene();
	s.search.open();
	s.type('sta');
	await settle();
	t.deepEqual(
		s.search.getState().bar?.completions?.items.map(({name}) => name),
		['status'],
	);
	s.type('down', 'return');
	await settle();
	t.is(s.line(), 'status:|');
	t.deepEqual(s.search.getState().bar?.completions?.items, [
		{name: '404', detail: '2'},
		{name: '200', detail: '1'},
		{name: '500', detail: '1'},
	]);
	s.type('down', 'down');
	t.is(s.search.getState().bar?.completions?.chosen, 1);
	s.type('up');
	t.is(s.search.getState().bar?.completions?.chosen, 0);
	s.type('return');
	t.is(s.line(), 'status:404 |');
	t.is(s.search.query.text, 'status:404');
});

test('counts values among the requests that match the other terms', async t => {
	const s = scene('status:404');
	s.search.open();
	s.type('ip:');
	await settle();
	t.deepEqual(s.search.getState().bar?.completions?.items, [
		{name: '198.51.100.7', detail: '1'},
		{name: '203.0.113.9', detail: '1'},
	]);
	s.type('203');
	await settle();
	t.deepEqual(
		s.search.getState().bar?.completions?.items.map(({name}) => name),
		['203.0.113.9'],
	);
});

test('lists values that start with the typed text before values that contain it', async t => {
	const s = scene();
	s.store.add(...[5, 6, 7].map(n => entry(n, {status: 304})), entry(8, {status: 451}));
	s.search.open();
	s.type('status:4');
	await settle();
	t.deepEqual(s.search.getState().bar?.completions?.items, [
		{name: '404', detail: '2'},
		{name: '451', detail: '1'},
		{name: '304', detail: '3'},
	]);
});

test('Escape closes the list if a completion is chosen, otherwise the bar', async t => {
	const s = scene();
	s.search.open();
	s.type('status:');
	await settle();
	s.type('tab', 'escape');
	t.is(s.line(), 'status:|');
	t.is(s.search.getState().bar?.completions, null);
	s.type('escape');
	t.is(s.line(), '');
});

test('lists the fields at the start of a term; Tab cycles through them', async t => {
	const s = scene('status:404');
	s.search.open();
	await settle();
	const {items = [], chosen} = s.search.getState().bar?.completions ?? {};
	t.deepEqual(
		items.map(({name}) => name),
		Object.keys(fieldNames),
	);
	t.is(chosen, null);
	s.type('tab');
	t.is(s.search.getState().bar?.completions?.chosen, 0);
	for (const _ of items) {
		s.type('tab');
	}
	t.is(s.search.getState().bar?.completions?.chosen, null);
	s.type('tab');
	t.is(s.search.getState().bar?.completions?.chosen, 0);
});

test('Tab inserts the only completion at once, even before the list is open', async t => {
	const s = scene();
	s.search.open();
	s.type('sta');
	await settle();
	s.type('tab');
	t.is(s.line(), 'status:|');
	s.type('5');
	await settle();
	s.type('left', 'right', 'tab');
	await settle();
	t.is(s.line(), 'status:500 |');
});

test('aborts the request for completions when the line changes', async t => {
	const s = scene();
	s.store.block();
	s.search.open();
	for (const character of 'ip:2') {
		s.type(character);
	}
	s.type('escape');
	await settle();
	const asked = s.store.calls.filter(call => call.startsWith('facets')).length;
	t.true(asked >= 2, String(asked));
	t.is(s.store.aborted, asked);
	s.store.release();
	await settle();
	t.is(s.search.getState().bar, null);
});

test('offers no completions if the store fails', async t => {
	const s = scene();
	s.store.fail(new Error('out of order'));
	s.search.open();
	s.type('ip:');
	await settle();
	t.is(s.search.getState().bar?.completions, null);
});

test('Up and Down step through earlier searches and return to the draft', t => {
	const s = scene('', ['first', 'second']);
	s.search.open();
	s.type('third', 'up');
	t.is(s.line(), 'second|');
	t.is(s.search.query.text, 'second');
	s.type('up', 'up');
	t.is(s.line(), 'first|');
	s.type('down', 'down');
	t.is(s.line(), 'third|');
	s.type('down');
	t.is(s.line(), 'third|');
	s.type('up', 'return');
	t.deepEqual(s.history.texts(), ['first', 'second']);
	t.is(s.search.query.text, 'second');
});

test('^R finds earlier searches by a part of their text', t => {
	const s = scene('', ['status:404 shop', 'ip:1.2.3.4', 'status:5xx', 'url:other']);
	s.search.open();
	s.type('draft', 'ctrl-r');
	t.is(s.line(), 'draft|');
	s.type('STA');
	t.is(s.line(), 'status:5xx|');
	t.is(s.search.query.text, 'status:5xx');
	s.type('ctrl-r');
	t.is(s.line(), 'status:404 shop|');
	s.type('ctrl-r');
	t.is(s.line(), 'status:404 shop|', 'there is no older one');
	s.type('escape');
	t.is(s.line(), 'draft|');
	s.type('ctrl-r', 'ip', 'return');
	t.is(s.line(), '');
	t.is(s.search.query.text, 'ip:1.2.3.4');
});

test('a search found with ^R can be edited', t => {
	const s = scene('', ['status:404']);
	s.search.open();
	s.type('ctrl-r', '404', 'left', '9');
	t.is(s.line(), 'status:409|4');
	const other = scene('', ['status:404']);
	other.search.open();
	other.type('ctrl-r', '4x', 'backspace');
	t.is(other.line(), 'status:404|');
});

test('panels and keys change the search while the bar is closed', t => {
	const s = scene();
	s.search.add('status:404', 'shop');
	s.search.replace(['status'], 'status:5xx');
	t.is(s.search.query.text, 'shop status:5xx');
	for (let n = 0; n < 3; n++) {
		s.search.dropLast();
	}
	t.deepEqual(s.shown, ['status:404 shop', 'shop status:5xx', 'shop', '']);
});

test('reports a truncated search as an error and keeps the earlier result', t => {
	const s = scene('status:404');
	s.search.open();
	s.search.paste(`(${'ip:10.0.0.1 OR '.repeat(200)}ip:10.0.0.2)`);
	const {bar, query} = s.search.getState();
	t.deepEqual(bar?.problem, {
		message: 'too long: 2000 characters at most, 1024 more were dropped',
		start: 1999,
		end: 2000,
	});
	t.is(query.text, 'status:404');
	s.type('return');
	t.is(s.search.query.text, 'status:404');
	t.true(s.search.isOpen());
	s.type('1', 'left');
	t.regex(s.search.getState().bar?.problem?.message ?? '', /^too long: .* 1 more /);
	s.type('ctrl-u');
	s.search.paste('x'.repeat(2000));
	t.is(s.search.getState().bar?.problem, null);
	t.is(s.search.query.text.length, 2000);
});

test('any typed or pasted input keeps error positions within the line', t => {
	forAll(
		100,
		fc.array(
			fc.oneof(
				nastyText,
				fc.constantFrom(...named),
				fc.constantFrom('status:', '(', ')', '"', 'url:~', '[', ' OR ', '-', '*', ',', '>=', '10.0.0.0/'),
			),
			{maxLength: 30},
		),
		typed => {
			const s = scene('', ['status:404', 'url:~^/a(b|c)']);
			s.search.open();
			for (const part of typed) {
				if (isCharacter(part) || named.has(part)) {
					s.type(part);
				} else {
					s.search.paste(part);
				}
				const {bar} = s.search.getState();
				if (bar?.problem) {
					const {start, end} = bar.problem;
					t.true(start >= 0 && start <= end && end <= bar.line.text.length);
				}
			}
			s.search.close();
		},
	);
});
