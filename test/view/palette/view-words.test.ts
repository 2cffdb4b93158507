import test from 'ava';
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

async function scene(options: Omit<ScreenSceneOptions, 'store' | 'clock'> = {}) {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30), entry(31, {status: 500, url: '/broken'}));
	const screen = screenScene({store, clock, columns: 100, ...options});
	await screen.has('results found');
	await settle();
	return screen;
}

test(':save saves the screen, :view restores it', async t => {
	const views = inMemory();
	const screen = await scene({views});
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
					panel: null,
					redact: true,
				},
			],
		],
	);
	screen.type('C:rows fit\r:columns usual\r*');
	await screen.has('31 results found');
	await screen.has('Token');
	screen.type(':view err');
	await screen.has(' errors  status:5xx since:2h');
	screen.type('\t\r');
	await screen.has('1 results found');
	await screen.has('Agent');
	await screen.has('secrets hidden');
	await screen.hasNot('Token');
	screen.close();
});

test('the searches of views are listed redacted while the redaction is on', async t => {
	const view: View = {query: 'url:token=S3CRET', columns: null, rows: null, panel: null, redact: false};
	const screen = await scene({views: inMemory([['mine', view]])});
	screen.type(':view ');
	await screen.has(' mine  url:token=S3CRET');
	screen.type('\u0015\u007f*:view ');
	await screen.has(' mine  url:token=REDACTED');
	t.notRegex(screen.frame(), /S3CRET/);
	screen.close();
});

test('a view includes the panel, which stays open while the view is saved', async t => {
	const views = inMemory();
	const screen = await scene({views});
	screen.type('i');
	await screen.has('Timeline');
	screen.type(':save when\r');
	await screen.has('Saved the view when');
	t.is(views.kept.get('when')?.panel, 'timeline');
	screen.type('j');
	await screen.hasNot('Saved the view');
	await screen.has('Timeline');
	screen.type('\u001b');
	await screen.has('1–10 of 31');
	screen.type(':view when\r');
	await screen.has('Timeline');
	screen.close();
});

test('only :save! replaces a view, and :forget removes it', async t => {
	const view: View = {query: 'status:200', columns: null, rows: null, panel: null, redact: false};
	const views = inMemory([['mine', view]]);
	const screen = await scene({views});
	screen.type(':save mine\r');
	await screen.has('There is a view mine already: :save! mine replaces it');
	t.is(views.kept.get('mine'), view);
	screen.type(':save! mine\r');
	await screen.has('Saved the view mine');
	t.is(views.kept.get('mine')?.query, '');
	screen.type(':forget mien\r');
	await screen.has('There is no view mien. Did you mean mine? There are: mine');
	screen.type(':forget mine\r');
	await screen.has('The view mine is forgotten');
	t.is(views.kept.size, 0);
	screen.type(':view mine\r');
	await screen.has('There is no view mine, and no others: :save NAME saves the current screen');
	screen.close();
});

test('an unknown name and a broken file are reported', async t => {
	const broken = async (): Promise<never> => {
		throw new Error('/views.jsonc:1: it is broken');
	};
	const screen = await scene({views: {read: broken, save: broken, forget: broken}});
	screen.type(':save\r\r');
	await screen.has('save needs an argument: save NAME');
	screen.type('-q\r');
	await screen.has('the name of a view can’t begin with -');
	screen.type('\u0015save a\r');
	await screen.has('/views.jsonc:1: it is broken');
	screen.type(':view a\r');
	await screen.has('/views.jsonc:1: it is broken');
	screen.close();
	t.pass();
});

test('a view can switch the redaction on, never off', async t => {
	const view: View = {query: '', columns: null, rows: null, panel: null, redact: false};
	const screen = await scene({views: inMemory([['open', view]]), redact: true});
	await screen.has('secrets hidden');
	screen.type(':view open\r');
	await settle();
	await screen.has('secrets hidden');
	screen.close();
	t.pass();
});

test('the panel of a view is open from the start', async t => {
	const clock = fakeClock(start + 100_000);
	const store = fakeStoreAt(clock, ...entries(1, 30));
	const screen = screenScene({store, clock, firstPanel: 'routes'});
	await screen.has('Routes by');
	screen.type('\u001b');
	await screen.has('1–10 of 30');
	screen.close();
	t.pass();
});

test('a view includes the panel of the alerts', async t => {
	const views = inMemory();
	const screen = await scene({views});
	screen.type('a');
	await screen.has('No rules are watched.');
	screen.type(':save watch\r');
	await screen.has('Saved the view watch');
	t.is(views.kept.get('watch')?.panel, 'alerts');
	screen.type('\u001b');
	await screen.hasNot('No rules are watched.');
	screen.type(':view watch\r');
	await screen.has('No rules are watched.');
	screen.close();
});
