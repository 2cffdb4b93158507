import type {ExecutionContext} from 'ava';
import {useState, useSyncExternalStore} from 'react';
import {type Alert, noAlerts} from '../../source/alerts/alerts.js';
import type {Separator} from '../../source/bookmarks/bookmark-record.js';
import {type ChosenColumn, defaultChoice} from '../../source/format/chosen-columns.js';
import {timeFormatter, type Zone} from '../../source/format/time-formatter.js';
import type {Command} from '../../source/keys/command.js';
import type {Order} from '../../source/query/order.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import type {Query} from '../../source/query/query.js';
import type {Theme} from '../../source/themes/theme.js';
import {screenParts} from '../../source/view/layout/screen-parts.js';
import {columnSettings} from '../../source/view/layout/use-columns.js';
import {initialListing, type ListingState} from '../../source/view/listing/listing-state.js';
import {Panel} from '../../source/view/panel/panel.js';
import {usePanelHost, usePanes} from '../../source/view/panel/use-panel.js';
import {makePanels} from '../../source/view/panels/panels.js';
import {withTerms, withTermsFor} from '../../source/view/search/chips.js';
import type {Search} from '../../source/view/search/live-search.js';
import {TextLine} from '../../source/view/spans/lines.js';
import {dispatchKeys} from '../../source/view/terminal/key-queue.js';
import {useTerminalInput} from '../../source/view/terminal/terminal-input.js';
import {type Drawing, draw} from './draw.js';
import type {FakeClock} from './fake-clock.js';
import type {FakeStore} from './fake-store.js';
import {ownPace} from './own-pace.js';
import {unstyledTheme} from './themes.js';

export type PanelScreen = Pick<Drawing, 'frame' | 'type' | 'press' | 'resize' | 'has' | 'hasNot'> & {
	/** Returns the lines of the screen, without trailing spaces and without empty lines at the bottom. */
	lines(): readonly string[];
	/** The current search. */
	readonly searched: string;
	setText(text: string): void;
	/** Changes the state of the listing below the panel. */
	setListing(changes: Partial<ListingState>): void;
	close(): void;
};

export type PanelScreenOptions = {
	/** The test at whose end the screen is closed. */
	readonly t?: ExecutionContext;
	readonly store: FakeStore;
	readonly clock: FakeClock;
	readonly columns?: number;
	readonly lines?: number;
	readonly zone?: Zone;
	readonly text?: string;
	readonly theme?: Theme;
	readonly isSpoken?: boolean;
	readonly alerts?: readonly Alert[];
	readonly chart?: Theme['chart'];
	readonly separators?: readonly Separator[];
	readonly bookmarks?: readonly number[];
	readonly rotatedHint?: string;
	readonly chosen?: readonly ChosenColumn[];
};

/** A panel over a screen that otherwise shows only `closed`, and the search that it changes. */
export function panelScreen(
	command: Command,
	{
		t,
		store,
		clock,
		columns = 80,
		lines = 24,
		zone = 'utc',
		text = '',
		theme: given = unstyledTheme,
		isSpoken = false,
		alerts = [],
		chart,
		separators = [],
		bookmarks = [],
		rotatedHint = '',
		chosen = defaultChoice,
	}: PanelScreenOptions,
): PanelScreen {
	const formatTime = timeFormatter(zone);
	const theme = {...given, ...(chart ? {chart} : {})};
	const parse = (given: string): Query =>
		parseQuery(given, {now: clock.now(), zoneAt: time => formatTime.offsetAt(time, null) / 60_000});

	const listeners = new Set<() => void>();
	let state = {
		query: parse(text),
		size: {columns, lines},
		listing: initialListing(10, store.status()),
	};
	const set = (changes: Partial<typeof state>): void => {
		state = {...state, ...changes};
		for (const listener of listeners) {
			listener();
		}
	};
	const settings = columnSettings(chosen);
	const sort = (order: Order): void => set({listing: {...state.listing, order}});
	const watched = {...noAlerts, getAlerts: () => alerts};
	const setText = (edited: string): void => set({query: parse(edited)});
	const subscribe = (listener: () => void): (() => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	function Screen() {
		const {query, size, listing} = useSyncExternalStore(subscribe, () => state);
		const [isBegun, setBegun] = useState(false);
		const search: Search = {
			query,
			parse,
			add: (...terms) => setText(withTerms(state.query.text, terms)),
			replace: (fields, ...terms) => setText(withTermsFor(state.query.text, fields, terms)),
			begin: setText,
		};
		// A panel on the whole screen leaves the last line to the footer, which isn't here.
		const height = size.lines + (screenParts(size.lines + 1).footer ? 1 : 0);
		const screen = {width: size.columns, height, isSpoken};
		const host = usePanelHost(makePanels, {store, clock, snapshots: ownPace, alerts: watched}, screen);
		const [pane] = usePanes(
			host,
			{
				search,
				shownQuery: one => one,
				listing,
				columns: settings,
				sort,
				showExcluded() {},
				alerts,
				separators,
				bookmarks,
				rotatedHint,
				formatTime,
				theme,
				isSpoken,
			},
			screen,
			10,
		);
		if (!isBegun) {
			setBegun(true);
			host.toggle(command);
			host.toggleWhole();
		}
		useTerminalInput({
			keys: names =>
				dispatchKeys(names, {
					isTyping: () => false,
					typed() {},
					chooses: name => host.choose(name) !== false,
					command(typed) {
						if (host.take(typed)) {
							return;
						}
						if (host.toggle(typed)) {
							if (host.isOpen() && host.positions().text !== 'whole' && host.positions().wide !== 'whole') {
								host.toggleWhole();
							}
							host.offerChoice(typed);
						} else if (typed === 'close') {
							host.close();
						}
					},
				}),
			paste() {},
		});
		return pane ? (
			<Panel {...pane.view} width={size.columns} height={size.lines} theme={theme} />
		) : (
			<TextLine text="closed" width={size.columns} />
		);
	}
	const {frame, type, press, has, hasNot, unmount, ...drawing} = draw(<Screen />, columns, lines, t);
	return {
		frame,
		type,
		press,
		has,
		hasNot,
		lines: () => frame().trimEnd().split('\n'),
		get searched() {
			return state.query.text;
		},
		resize(width, height) {
			drawing.resize(width, height);
			set({size: {columns: width, lines: height}});
		},
		setText,
		setListing: changes => set({listing: {...state.listing, ...changes}}),
		close: unmount,
	};
}
