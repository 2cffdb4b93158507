import test from 'ava';
import fc from 'fast-check';
import {calendarIn} from '../../../source/format/calendar.js';
import {parseExclude} from '../../../source/query/parsing/parse-exclude.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import type {Query} from '../../../source/query/query.js';
import type {Entry} from '../../../source/store/store.js';
import {excludingStore} from '../../../source/view/exclude/excluding-store.js';
import {standingExclude} from '../../../source/view/exclude/standing-exclude.js';
import {entry, start} from '../../helpers/entry.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {forAllAsync} from '../../helpers/for-all.js';
import {settle} from '../../helpers/settle.js';

const calendar = calendarIn('utc', start);

/** An exclude, and a function that tells which requests it hides. */
type Rule = {readonly text: string; hides(entry: Entry): boolean};

const excludes: readonly Rule[] = [
	{text: '', hides: () => false},
	{text: '-url:/health,/ready', hides: ({url}) => url === '/health' || url === '/ready'},
	{text: '-status:5xx -url:/ready', hides: ({status, url}) => status === 503 || url === '/ready'},
	{text: '-(status:200 url:/health)', hides: ({status, url}) => status === 200 && url === '/health'},
];

const searches = [
	{text: '', finds: (_: Entry) => true},
	{text: 'status:200', finds: ({status}: Entry) => status === 200},
	{text: 'url:/ready OR status:503', finds: ({status, url}: Entry) => url === '/ready' || status === 503},
];

const requests = fc.array(
	fc.record({status: fc.constantFrom(200, 404, 503), url: fc.constantFrom('/health', '/ready', '/shop')}),
	{maxLength: 30},
);

function excluding(inner: ReturnType<typeof fakeStore>, first: string) {
	const exclude = standingExclude({
		query: parseExclude(first, calendar),
		parse: text => parseExclude(text, calendar),
		changed() {},
	});
	return {exclude, ...excludingStore(inner, exclude)};
}

test('after any change of the exclude, no answer has excluded requests, and their number is exact', async t => {
	await forAllAsync(
		400,
		requests,
		fc.constantFrom(...searches),
		fc.array(fc.oneof(fc.constantFrom(...excludes), fc.constant('toggle' as const)), {maxLength: 5}),
		async (made, {text, finds}, changes) => {
			const all = made.map((changes, index) => entry(index + 1, changes));
			const {exclude, store, excluded} = excluding(fakeStore(...all), '');
			const query = parseQuery(text, calendar);
			let rule: Rule | undefined = excludes[0];
			let isOn = true;
			for (const change of ['start' as const, ...changes]) {
				if (change === 'toggle') {
					exclude.toggle();
					isOn = !isOn;
				} else if (change !== 'start') {
					t.is(exclude.put(change.text), '');
					[rule, isOn] = [change, true];
				}
				const found = all.filter(finds);
				const shown = found.filter(one => !(isOn && rule?.hides(one)));
				t.is((await store.count(query)).n, shown.length);
				t.is(await excluded(query), found.length - shown.length);
				const page = await store.page(query, {from: 'newest'}, 50);
				t.deepEqual(page.entries.map(({token}) => token).sort(), shown.map(({token}) => token).sort());
				const values = await store.facets(query, 'status', 50);
				t.is(
					values.values.reduce((sum, {n}) => sum + n, 0),
					shown.length,
				);
				const {classes} = await store.histogram(query, start, start + 60_000, 60_000);
				t.is(
					classes.reduce((sum, counts) => sum + counts.reduce((a, b) => a + b, 0), 0),
					shown.length,
				);
			}
		},
	);
});

test('the store gets the same objects for the same queries, even after the exclude was off', async t => {
	const asked: Query[] = [];
	const inner = fakeStore(entry(1));
	const {exclude, store, excluded} = excluding(
		{
			...inner,
			count(query, signal) {
				asked.push(query);
				return inner.count(query, signal);
			},
		},
		'-url:/en',
	);
	const query = parseQuery('status:200', calendar);
	await store.count(query);
	await excluded(query);
	exclude.toggle();
	await store.count(query);
	t.is(await excluded(query), 0);
	exclude.toggle();
	await store.count(query);
	await excluded(query);
	t.deepEqual(
		asked.map(one => asked.indexOf(one)),
		[0, 1, 2, 0, 1],
	);
	t.is(asked[2], query);
});

test('a change of the exclude notifies the subscribers; unsubscribing leaves no subscription at the inner store', async t => {
	const inner = fakeStore(entry(1));
	let subscribed = 0;
	const {exclude, store, excluded} = excluding(
		{
			...inner,
			subscribe(query, listener) {
				const unsubscribe = inner.subscribe(query, listener);
				subscribed++;
				return () => {
					subscribed--;
					unsubscribe();
				};
			},
		},
		'-url:/en',
	);
	const query = parseQuery('', calendar);
	let told = 0;
	const unsubscribe = store.subscribe(query, () => told++);
	t.is(await excluded(query), 1);
	t.is(subscribed, 2);
	exclude.toggle();
	t.is(told, 1);
	t.is(await excluded(query), 0);
	t.is(subscribed, 1);
	inner.add(entry(2));
	await settle();
	t.is(told, 2);
	exclude.put('-status:404');
	t.is(told, 3);
	t.is(
		exclude.put('status:404'),
		'each term of an exclude begins with -: write -status:404 to hide these requests',
	);
	t.is(told, 3);
	unsubscribe();
	t.is(subscribed, 0);
	exclude.toggle();
	t.is(told, 3);
});
