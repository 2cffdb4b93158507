import test from 'ava';
import {noAlerts} from '../../../source/alerts/alerts.js';
import {defaultChoice} from '../../../source/format/chosen-columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import type {Command} from '../../../source/keys/command.js';
import {everything} from '../../../source/query/query.js';
import type {Style} from '../../../source/themes/theme.js';
import type {PaneKind} from '../../../source/view/layout/panes.js';
import {columnSettings} from '../../../source/view/layout/use-columns.js';
import {initialListing} from '../../../source/view/listing/listing-state.js';
import type {Panel, PanelScene} from '../../../source/view/panel/open-panel.js';
import {type PanelHost, panelHost} from '../../../source/view/panel/panel-host.js';
import {start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {ownPace} from '../../helpers/own-pace.js';
import {unstyledTheme as theme} from '../../helpers/themes.js';

const small = {width: 80, height: 24, isSpoken: false};
const tall = {width: 120, height: 36, isSpoken: false};
const wide = {width: 160, height: 45, isSpoken: false};

type Opened = {
	readonly host: PanelHost;
	/** Events of the panels: `open`, `taken` and `closed` with their commands. */
	readonly calls: string[];
	/** True for a panel whose answers are frozen. */
	readonly frozen: Readonly<Partial<Record<Command, boolean>>>;
	/** Returns the style of the panels' only span. */
	markerOf(kind: PaneKind): Style | undefined;
	/** The command of each open panel by kind. */
	shown(): readonly (Command | undefined)[];
};

function open(size = wide): Opened {
	const calls: string[] = [];
	const frozen: Partial<Record<Command, boolean>> = {};
	const panel = (command: Command, kind: PaneKind, more: Partial<Panel> = {}): Panel => ({
		...{command, kind, name: command, keys: [[['rowDown'], 'next line']]},
		open({openedFrom}) {
			calls.push(`${command} from ${openedFrom}`);
			return {
				draw: ({theme}) => ({
					title: command,
					hints: [['j next', 'Esc closes']],
					body: [{spans: [{text: '▌', style: theme.marker}]}],
				}),
				take(taken) {
					calls.push(`${taken} in ${command}`);
					return taken === 'rowDown';
				},
				choose(key) {
					calls.push(`${key} chosen in ${command}`);
					return key === 'a';
				},
				follow({listing}) {
					frozen[command] = listing.frozen;
				},
				close: () => calls.push(`${command} closed`),
			};
		},
		...more,
	});
	const store = fakeStore();
	const clock = fakeClock(start);
	const host = panelHost(
		[
			panel('open', 'text', {isFollowing: true}),
			panel('columns', 'text'),
			panel('timeline', 'wide'),
			panel('facets', 'wide'),
			panel('help', 'text', {isOver: true}),
		],
		{store, clock, snapshots: ownPace, alerts: noAlerts},
	);
	host.resize(size);
	const scene: PanelScene = {
		search: {query: everything, parse: () => everything, add() {}, replace() {}, begin() {}},
		shownQuery: query => query,
		listing: initialListing(10, store.status()),
		columns: columnSettings(defaultChoice),
		sort() {},
		showExcluded() {},
		...{alerts: [], separators: [], bookmarks: [], rotatedHint: '', isSpoken: false, theme},
		formatTime: timeFormatter('utc'),
		...{width: 60, height: 20},
	};
	const follow = (): void => {
		const scenes = new Map<PaneKind, PanelScene>();
		for (const kind of ['wide', 'text'] as const) {
			if (host.draw(kind, scene) && host.positions()[kind] !== undefined) {
				scenes.set(kind, scene);
			}
		}
		host.follow(scenes);
	};
	host.subscribe(follow);
	return {
		host,
		calls,
		frozen,
		markerOf(kind) {
			const [line] = host.draw(kind, scene)?.body ?? [];
			return line && 'spans' in line ? line.spans[0]?.style : undefined;
		},
		shown: () => (['wide', 'text'] as const).map(kind => host.draw(kind, scene)?.command),
	};
}

test('next to the listing, details leave the focus in the listing; other panels take it', t => {
	const {host, shown} = open();
	host.toggle('open');
	t.is(host.focus(), null);
	t.false(host.take('rowDown'), 'j moves in the listing');
	host.toggle('timeline');
	t.is(host.focus(), 'wide');
	t.true(host.take('rowDown'));
	t.deepEqual(shown(), ['timeline', 'open']);
	t.deepEqual(host.positions(), {text: 'right', wide: 'below'});
});

test('a position closes and opens only the panels that differ', t => {
	const {host, calls, shown} = open();
	host.toggle('open');
	host.toggle('timeline');
	host.toggle('help');
	calls.length = 0;
	host.arrange(['timeline', 'open']);
	t.deepEqual(calls, ['help closed']);
	t.deepEqual(host.openCommands(), ['timeline', 'open']);
	host.arrange(['open', 'facets']);
	t.deepEqual(calls, ['help closed', 'timeline closed', 'facets from open']);
	t.deepEqual(shown(), ['facets', 'open']);
	t.is(host.focus(), 'wide');
	host.arrange([]);
	t.deepEqual(shown(), [undefined, undefined]);
});

test('hidden panels are frozen until they are visible again', t => {
	const {host, frozen} = open();
	host.toggle('open');
	host.toggle('timeline');
	t.deepEqual(frozen, {open: false, timeline: false});
	host.toggleWhole();
	t.deepEqual(frozen, {open: true, timeline: false});
	host.toggleWhole();
	t.deepEqual(frozen, {open: false, timeline: false});
	host.toggle('help');
	t.deepEqual(frozen, {open: true, timeline: false, help: false});
	host.close();
	t.false(frozen.open);
});

test('the marker of a panel without the focus is grey', t => {
	const {host, markerOf} = open();
	host.toggle('timeline');
	t.is(markerOf('wide'), theme.marker);
	host.leave();
	t.is(markerOf('wide'), theme.muted);
	host.toggle('timeline');
	t.is(markerOf('wide'), theme.marker);
});

test('the key of an open panel focuses it, then closes it', t => {
	const {host, shown} = open();
	host.toggle('open');
	host.toggle('open');
	t.is(host.focus(), 'text');
	host.toggle('open');
	t.is(host.focus(), null);
	t.deepEqual(shown(), [undefined, undefined]);
});

test('Tab goes from the listing to the panes below and at the right, and around', t => {
	const {host} = open();
	host.toggle('open');
	host.toggle('timeline');
	const stops = Array.from({length: 4}, () => {
		host.turn(1);
		return host.focus();
	});
	t.deepEqual(stops, ['text', null, 'wide', 'text']);
	t.true(host.turn(-1));
	t.is(host.focus(), 'wide');
	const alone = open(small).host;
	alone.toggle('timeline');
	t.false(alone.turn(1), 'the listing is hidden');
});

test('over the listing, a panel has the focus and replaces the previous panel', t => {
	const {host, shown, calls} = open(small);
	host.toggle('open');
	t.is(host.focus(), 'text');
	host.toggle('timeline');
	t.deepEqual(shown(), ['timeline', undefined]);
	t.deepEqual(calls, ['open from listing', 'timeline from open', 'open closed']);
	t.true(host.close());
	t.false(host.close());
});

test('if two panels have one position, the later panel stays; if each has its own, both stay', t => {
	const {host, shown} = open(tall);
	host.toggle('timeline');
	host.toggle('columns');
	t.deepEqual(shown(), [undefined, 'columns']);
	const both = open(wide);
	both.host.toggle('timeline');
	both.host.toggle('columns');
	t.deepEqual(both.shown(), ['timeline', 'columns']);
	both.host.resize(small);
	t.deepEqual(both.host.positions(), {text: 'over'});
	both.host.resize(wide);
	t.deepEqual(both.host.positions(), {text: 'right', wide: 'below'}, 'after a resize, too');
});

test('the help opens over the panel of its kind, and closing it returns there', t => {
	const {host, shown, calls} = open(small);
	host.toggle('columns');
	host.toggle('help');
	t.deepEqual(shown(), [undefined, 'help']);
	t.true(host.close());
	t.deepEqual(shown(), [undefined, 'columns']);
	host.toggle('help');
	host.closeAll();
	t.deepEqual(shown(), [undefined, undefined]);
	t.deepEqual(calls, [
		'columns from listing',
		'help from columns',
		'help closed',
		'help from columns',
		'help closed',
		'columns closed',
	]);
});

test('the help over a panel of the other kind on a small screen returns to it, too', t => {
	const {host, shown} = open(small);
	host.toggle('timeline');
	host.toggle('help');
	t.deepEqual(host.positions(), {text: 'over'});
	host.close();
	t.deepEqual(shown(), ['timeline', undefined]);
	t.deepEqual(host.positions(), {wide: 'over'});
	t.is(host.focus(), 'wide');
});

test('the focus returns to the panel from which the help was opened, also next to the listing', t => {
	const {host, shown} = open(wide);
	host.toggle('timeline');
	host.toggle('help');
	t.is(host.focus(), 'text');
	host.close();
	t.deepEqual(shown(), ['timeline', undefined]);
	t.is(host.focus(), 'wide');
	host.leave();
	host.toggle('help');
	host.close();
	t.is(host.focus(), null, 'the listing had it');
});

test('Esc closes the focused panel, else the one opened last', t => {
	const {host, shown} = open();
	host.toggle('timeline');
	host.toggle('open');
	host.leave();
	t.is(host.focus(), null);
	host.close();
	t.deepEqual(shown(), ['timeline', undefined]);
});

test('one panel can take the whole screen, and release it', t => {
	const {host} = open();
	t.false(host.toggleWhole());
	host.toggle('timeline');
	host.toggle('open');
	host.toggleWhole();
	t.deepEqual(host.positions(), {text: 'whole'}, 'the focused one');
	host.toggleWhole();
	t.deepEqual(host.positions(), {text: 'right', wide: 'below'});
});

test('a click focuses a panel; on a hint in its title, it runs that command', t => {
	const {host, calls} = open();
	host.toggle('open');
	const carriedOut: Command[] = [];
	// The hints of a panel without the focus: `follows j k  Tab into it ─`.
	host.click('text', {x: 60 - 3, y: 0}, command => carriedOut.push(command));
	t.deepEqual(carriedOut, []);
	t.is(host.focus(), 'text');
	host.click('text', {x: 60 - 3, y: 0}, command => carriedOut.push(command));
	host.click('text', {x: 3, y: 0}, command => carriedOut.push(command));
	t.deepEqual(carriedOut, ['close']);
	t.deepEqual(calls, ['open from listing']);
});

test('a click on a hint of a panel without the focus: its keys for the listing stay there, and Tab focuses it', t => {
	const {host} = open();
	host.toggle('open');
	const carriedOut: Command[] = [];
	const hints = 'follows j k  Tab into it';
	const click = (hint: string): void => {
		const x = 60 - 2 - hints.length + hints.indexOf(hint);
		host.click('text', {x, y: 0}, command => carriedOut.push(command));
	};
	click('j');
	t.deepEqual(carriedOut, ['rowDown']);
	t.is(host.focus(), null);
	click('Tab');
	t.deepEqual(carriedOut, ['rowDown'], 'it would leave the panel again');
	t.is(host.focus(), 'text');
});

test('keys for a panel wait until it has been drawn', t => {
	const {host} = open();
	t.false(host.waits('rowDown', 0));
	const undrawn = panelHost(
		[
			{
				command: 'timeline',
				kind: 'wide',
				name: '',
				keys: [],
				open: () => ({draw: () => ({title: '', hints: [], body: []}), take: () => true}),
			},
		],
		{store: fakeStore(), clock: fakeClock(start), snapshots: ownPace, alerts: noAlerts},
	);
	undrawn.toggle('timeline');
	t.true(undrawn.waits('rowDown', 0));
	t.false(undrawn.take('rowDown'));
});

test('only the key right after the key of a panel chooses a part of it', t => {
	const {host, calls} = open();
	const chosen = (key: string): readonly string[] => {
		calls.length = 0;
		t.is(host.choose(key), calls.includes('a chosen in facets'));
		return [...calls];
	};
	host.toggle('facets');
	host.offerChoice('facets');
	t.deepEqual(chosen('a'), ['a chosen in facets']);
	t.deepEqual(chosen('a'), []);
	host.offerChoice('facets');
	t.deepEqual(chosen('j'), ['j chosen in facets']);
	t.deepEqual(chosen('a'), []);
	// The order may change before.
	host.offerChoice('facets');
	t.deepEqual(chosen('s'), ['s chosen in facets']);
	host.take('find');
	host.offerChoice('find');
	t.deepEqual(chosen('a'), ['a chosen in facets']);
	// Another command or a click in between.
	host.offerChoice('facets');
	host.take('rowDown');
	t.deepEqual(chosen('a'), []);
	host.offerChoice('facets');
	host.click('wide', {x: 1, y: 1}, () => {});
	t.deepEqual(chosen('a'), []);
	// The key of a panel that isn't open or focused offers nothing.
	host.offerChoice('timeline');
	t.deepEqual(chosen('a'), []);
	host.toggle('facets');
	host.offerChoice('facets');
	t.deepEqual(chosen('a'), []);
});
