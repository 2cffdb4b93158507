import test, {type ExecutionContext} from 'ava';
import {parseColumns} from '../../../source/format/chosen-columns.js';
import type {View, Views} from '../../../source/saved-views/views.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {type ScreenSceneOptions, screenScene} from '../../helpers/screen.js';
import {settle} from '../../helpers/settle.js';

/** Views that are kept in memory. */
function inMemory(first: Iterable<readonly [string, View]> = []): Views & {readonly kept: Map<string, View>} {
	const kept = new Map(first);
	return {
		kept,
		read: async () => kept,
		async save(name, view, mayReplace) {
			if (kept.has(name) && !mayReplace) {
				return 'exists';
			}
			kept.set(name, view);
			return 'saved';
		},
		forget: async name => kept.delete(name),
	};
}

async function scene(t: ExecutionContext, options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	const screen = screenScene({t, store, clock, columns: 100, ...options});
	await screen.has('results found');
	await settle();
	return screen;
}

test(':save saves the screen, :view restores it', async t => {
	const views = inMemory();
	const screen = await scene(t, {views});
	screen.type(':query status:5xx since:2h\r:rows 5\r:columns status,url:40,agent\r*:save errors\r');
	await screen.has('Saved the view errors: :view errors brings it back, --view begins with it');
	t.deepEqual(
		[...views.kept],
		[
			[
				'errors',
				{
					query: 'status:5xx since:2h',
					columns: parseColumns('status,url:40,agent'),
					rows: 5,
					sort: 'time',
					panel: null,
					redact: true,
				},
			],
		],
	);
	await screen.press('C:rows fit\r:columns usual\r*', '31 results found', 'Token');
	await screen.press(':view err', ' errors  status:5xx since:2h');
	await screen.press('\t\r', '1 results found', 'User agent', 'secrets hidden');
	await screen.hasNot('Token');
});

test('the searches of views are listed redacted while the redaction is on', async t => {
	const view: View = {
		query: 'url:token=S3CRET',
		columns: null,
		rows: null,
		sort: 'time',
		panel: null,
		redact: false,
	};
	const screen = await scene(t, {views: inMemory([['mine', view]])});
	await screen.press(':view ', ' mine  url:token=S3CRET');
	await screen.press('\u0015\u007f*:view ', ' mine  url:token=REDACTED');
	t.notRegex(screen.frame(), /S3CRET/);
});

test('a view includes the panel, which stays open while the view is saved', async t => {
	const views = inMemory();
	const screen = await scene(t, {views});
	await screen.press('i', 'Timeline');
	await screen.press(':save when\r', 'Saved the view when');
	t.is(views.kept.get('when')?.panel, 'timeline');
	screen.type('j');
	await screen.hasNot('Saved the view');
	await screen.has('Timeline');
	await screen.press('\u001b', '1–10 of 31');
	await screen.press(':view when\r', 'Timeline');
});

test('only :save! replaces a view, and :forget removes it', async t => {
	const view: View = {
		query: 'status:200',
		columns: null,
		rows: null,
		sort: 'time',
		panel: null,
		redact: false,
	};
	const views = inMemory([['mine', view]]);
	const screen = await scene(t, {views});
	await screen.press(':save mine\r', 'There is a view mine already: :save! mine replaces it');
	t.is(views.kept.get('mine'), view);
	await screen.press(':save! mine\r', 'Saved the view mine');
	t.is(views.kept.get('mine')?.query, '');
	await screen.press(':forget mien\r', 'There is no view mien. Did you mean mine? There are: mine');
	await screen.press(':forget mine\r', 'The view mine is forgotten');
	t.is(views.kept.size, 0);
	screen.type(':view mine\r');
	await screen.has('There is no view mine, and no others: :save NAME saves the current screen');
});

test('an unknown name and a broken file are reported', async t => {
	const broken = async (): Promise<never> => {
		throw new Error('/views.jsonc:1: it is broken');
	};
	const screen = await scene(t, {views: {read: broken, save: broken, forget: broken}});
	await screen.press(':save\r\r', 'save needs an argument: save NAME');
	await screen.press('-q\r', 'the name of a view can’t begin with -');
	await screen.press('\u0015save a\r', '/views.jsonc:1: it is broken');
	await screen.press(':view a\r', '/views.jsonc:1: it is broken');
});

test('a view can switch the redaction on, never off', async t => {
	const view: View = {query: '', columns: null, rows: null, sort: 'time', panel: null, redact: false};
	const screen = await scene(t, {views: inMemory([['open', view]]), redact: true});
	await screen.has('secrets hidden');
	screen.type(':view open\r');
	await settle();
	await screen.has('secrets hidden');
});

test('the panel of a view is open from the start', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30));
	const screen = screenScene({t, store, clock, firstPanel: 'routes'});
	await screen.has('Routes by');
	await screen.press('\u001b', '1–10 of 30');
});

test('a view includes the panel of the alerts', async t => {
	const views = inMemory();
	const screen = await scene(t, {views});
	await screen.press('a', 'No rules are watched.');
	await screen.press(':save watch\r', 'Saved the view watch');
	t.is(views.kept.get('watch')?.panel, 'alerts');
	screen.type('\u001b');
	await screen.hasNot('No rules are watched.');
	await screen.press(':view watch\r', 'No rules are watched.');
});
