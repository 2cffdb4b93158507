import test from 'ava';
import type {Command} from '../../source/keys/command.js';
import {setOwnKeys} from '../../source/keys/key-bindings.js';
import {keyed, leaveHint} from '../../source/keys/keyed.js';
import {nothingFound} from '../../source/view/listing/empty-texts.js';
import {initialListing} from '../../source/view/listing/listing-state.js';
import {scrollHint} from '../../source/view/panel/text-panel.js';
import {requestDetailsHints} from '../../source/view/panels/request-details/request-details-view.js';
import {entry, start} from '../helpers/entry.js';
import {fakeClock} from '../helpers/fake-clock.js';
import {fakeStore, fakeStoreAt} from '../helpers/fake-store.js';
import {panelScreen} from '../helpers/panel-screen.js';
import {waitFor} from '../helpers/wait-for.js';

function own(keys: Readonly<Partial<Record<Command, readonly string[]>>>): void {
	setOwnKeys(new Map(Object.entries(keys) as ReadonlyArray<[Command, readonly string[]]>));
}

test.afterEach(() => setOwnKeys(new Map()));

test.serial('a hint shows the active keys, and is null without any', t => {
	t.is(keyed`${'rowDown'} ${'rowUp'} scroll`, 'j k scroll');
	t.is(leaveHint(), 'Esc closes');
	own({rowDown: ['ctrl-n', 'J'], rowUp: [], close: []});
	t.is(keyed`${'rowDown'} goes down`, '^N goes down');
	t.is(keyed`${'rowDown'} ${'rowUp'} scroll`, null);
	t.is(leaveHint('back'), 'q back');
});

test.serial('titles show user keys, and omit commands without a key', t => {
	const hints = {isFurther: false, hasStops: true, hasValues: false, isCut: true};
	t.is(scrollHint(true), 'j k scroll');
	own({rowUp: ['K'], close: ['X'], open: ['ctrl-o'], sameClientNext: []});
	t.is(scrollHint(true), 'j K scroll');
	t.deepEqual(requestDetailsHints(hints), ['^O opens', 'j K move', null, 'X closes']);
});

test.serial('sentences show user keys, and omit commands without a key', t => {
	own({search: ['ctrl-f'], clearSearch: []});
	t.true(
		nothingFound(initialListing(10, fakeStore().status()), 'a', false, null, []).includes(
			'Backspace removes the last term, ^F changes the search.',
		),
	);
});

for (const [panel, usual, mine] of [
	[
		'facets',
		/s sort: .*Enter only it {2}- without it {2}← → field {2}Z back {2}Esc closes ━/,
		/S sort: .*\^O only it {2}- without it {2}h → field {2}Z back {2}X closes ━/,
	],
	[
		'routes',
		/\+ only {2}- without {2}s by errors.*Enter its rows {2}then f: its URLs {2}Z back {2}Esc closes ━/,
		/& only.*S by errors.*\^O its rows {2}then F: its URLs {2}Z back {2}X closes ━/,
	],
	[
		'timeline',
		/← → choose {2}\+ - zoom {2}s step: auto ▾, 1 min, 5 min, 1 h {2}l latency {2}v scale {2}2-5 one class {2}Z back {2}Esc closes ━/,
		/h → choose {2}& - zoom {2}S step: auto ▾, 1 min, 5 min, 1 h {2}l latency {2}v scale {2}2 3 \$ 5 one class {2}Z back {2}X closes ━/,
	],
	[
		'columns',
		/Enter on\/off {2}← → order {2}\+ - width {2}0 auto {2}s sort {2}C defaults {2}Z back {2}Esc closes ━/,
		/\^O on\/off {2}h → order {2}& - width {2}0 auto {2}S sort {2}C defaults {2}Z back {2}X closes ━/,
	],
	['help', /j k scroll {2}Z back {2}Esc closes ━/, /j k scroll {2}Z back {2}X closes ━/],
] as const) {
	test.serial(`the title of ${panel} shows user keys`, async t => {
		const clock = fakeClock(start + 100_000);
		const past = [1, 2, 3].map(n => entry(n, {durationMs: 5}));
		const shows = async (title: RegExp): Promise<void> => {
			const screen = panelScreen(panel, {t, store: fakeStoreAt(clock, ...past), clock, columns: 150});
			await waitFor(() => title.test(screen.lines()[0] ?? ''), screen.frame);
		};
		await shows(usual);
		own({
			find: ['S'],
			wanted: ['&'],
			cellLeft: ['h'],
			open: ['ctrl-o'],
			close: ['X'],
			facets: ['F'],
			status4: ['$'],
		});
		await shows(mine);
		t.pass();
	});
}
