import {useEffect, useState, useSyncExternalStore} from 'react';
import {shownScreen} from '../../copy-and-save/shown-screen.js';
import {errorMessage} from '../../error-message.js';
import {afterColon, keyedBy} from '../../keys/keyed.js';
import type {Surroundings} from '../../keys/why-not.js';
import {isLogFieldName, nameOfLogField} from '../../query/log-field-name.js';
import {everything, isEverything} from '../../query/query.js';
import type {ViewPanel} from '../../saved-views/views.js';
import {useBookmarks} from '../bookmarks/use-bookmarks.js';
import {useSearchCommands} from '../commands/search-commands.js';
import {shiftColumns} from '../commands/shift-columns.js';
import {useCommands} from '../commands/use-commands.js';
import {useHandOff} from '../copy-and-save/use-copy-and-save.js';
import type {ShownExclude} from '../exclude/exclude-chip.js';
import {useFind} from '../find/use-find.js';
import {useHistory} from '../history/use-history.js';
import {listingWidth} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import {useColumns} from '../layout/use-columns.js';
import {useRows} from '../layout/use-rows.js';
import {useListing, useSteadyListing} from '../listing/use-listing.js';
import {useRotated} from '../listing/use-rotated.js';
import {toggledMouse} from '../mouse/use-mouse.js';
import type {PanelHost} from '../panel/panel-host.js';
import {usePanelHost} from '../panel/use-panel.js';
import {suggestedRule} from '../panels/alerts/suggested-rule.js';
import {useAlerts} from '../panels/alerts/use-alerts.js';
import {makePanels} from '../panels/panels.js';
import {useQuestion} from '../prompt/use-question.js';
import {useEmptyCounts} from '../search/use-empty-counts.js';
import {useOfferedSearch, useSearch} from '../search/use-search.js';
import {useFocus} from '../terminal/focus.js';
import {useRedrawOnResize, useSuspend} from '../terminal/use-suspend.js';
import {useWelcome} from '../welcome/use-welcome.js';
import type {AppProps} from './app-props.js';
import {useHiding} from './use-hiding.js';
import {useScreenPalette} from './use-screen-palette.js';

/** Opens the initial panel, if any. */
function useFirstPanel(host: PanelHost, panel: ViewPanel | null): void {
	useEffect(() => {
		if (panel !== null) {
			host.toggle(panel);
		}
	}, [host, panel]);
}

/** State of the screen and the effects of keys. */
export type UsedScreen = ReturnType<typeof useScreen>;

/** Creates the parts of the screen and connects them. */
export function useScreen(
	{data, times, beginning, kept, outlets, terminal, theme}: AppProps,
	size: ScreenSize,
) {
	const {listing, store, search: liveSearch, exclude, redaction} = data;
	const {clock, formatTime, zoneAt} = times;
	const {suspend, isSuspended} = useSuspend(terminal.stop, terminal.hold);
	useRedrawOnResize(terminal.redraw, isSuspended);
	const [hint, showHint] = useState('');

	// The listing
	const state = useSteadyListing(listing);
	const hasRows = state.rows.length > 0;
	const panel = usePanelHost(
		makePanels,
		{store, clock, snapshots: listing.snapshots, alerts: data.alerts},
		size,
	);
	const columns = useColumns(
		beginning.columns,
		{screen: size.width, listing: listingWidth(size, panel.positions()), isSpoken: size.isSpoken},
		state,
		{store, clock},
	);
	const {settings, wanted, layout} = columns;
	useEffect(() => listing.showFields(wanted.filter(isLogFieldName).map(nameOfLogField)), [listing, wanted]);
	const pageRows = useRows(beginning.rows, kept.keepFilling);
	const rotated = useRotated(data.rotated, hasRows, clock, showHint);

	// The search, and other features with keys in the listing
	const {search, state: searching, prompt: searchPrompt} = useSearch(liveSearch);
	const excluding = useSyncExternalStore(exclude.subscribe, exclude.getState);
	const isSearched = searching.bar === null && !isEverything(searching.query);
	const situation = isSearched ? 'search' : state.selected === null ? 'start' : 'row';
	const welcome = useWelcome(kept.isFirstStart, beginning.remark, hasRows, clock, situation);
	const offered = useOfferedSearch(kept.lastSearch, hasRows, liveSearch, searching);
	const find = useFind();
	const {isHiding, redact} = useHiding(redaction, listing);
	const shownQuery = redaction.shownQuery(searching.query);
	const shownExclude: ShownExclude = {
		text: excluding.query ? redaction.shownQuery(excluding.query).text : '',
		isOn: excluding.isOn,
	};
	const emptyCounts = useEmptyCounts(
		{store, clock, search: liveSearch},
		searching.query,
		shownQuery.text,
		state.count?.n === 0 && searching.bar === null,
	);
	const alerts = useAlerts(data.alerts, redaction, isHiding);
	const showExcluded = (): void => {
		const {query} = liveSearch;
		data.excluded(query).then(
			n => {
				if (n > 0 && query === liveSearch.query) {
					exclude.toggle();
					const back = afterColon(keyedBy('exclude', 'hides them'));
					showHint(`The rule counts excluded requests, too, so they are shown${back}`);
				}
			},
			// The listing reports errors of the store.
			() => {},
		);
	};
	const bookmarks = useBookmarks({
		...{listing, store, search: liveSearch, clock, formatTime, showHint},
		kept: kept.marks,
		shown: state,
	});
	// The data that panels show
	const scene = {
		...{alerts, formatTime, theme, isSpoken: size.isSpoken},
		search: isHiding ? {...search, query: shownQuery} : search,
		shownQuery: redaction.shownQuery,
		listing: state,
		columns: settings,
		sort: listing.setOrder,
		showExcluded,
		separators: bookmarks.separators,
		bookmarks: bookmarks.times,
		rotatedHint: rotated.hint,
	};
	useListing(listing, Object.keys(panel.positions()).length > 0 || bookmarks.separators.length > 0);
	useFirstPanel(panel, beginning.panel);

	// Copies and files of the shown requests
	const handOff = useHandOff({
		...{listing, store, formatTime, zoneAt, clock, showHint},
		...outlets,
		query: searching.query,
		isTypingElse: () => [palette, liveSearch, find, bookmarks, panel].some(one => one.isOpen()),
		reproduce: () =>
			outlets.reproduce(
				shownScreen({
					query: liveSearch.query,
					exclude: exclude.getState(),
					redaction,
					columns: settings.getState().chosen,
					rows: pageRows.latest(),
					order: listing.order,
					rules: data.alerts.getAlerts().map(({rule}) => rule),
				}),
			),
	});
	// Commands, by key and by name
	const surroundings = (): Surroundings => ({
		panel: panel.opened(),
		panels: panel.panels,
		hasRows: listing.getState().rows.length > 0,
		hasCell: listing.getState().cell !== null,
		isSearching: !isEverything(liveSearch.query),
		isExcluding: exclude.getState().query !== null,
		hasPane: Object.keys(panel.positions()).length > 0,
		isOffering: offered.isOpen(),
		isFinding: find.needle() !== null,
	});
	const question = useQuestion(showHint);
	const palette = useScreenPalette({
		...{handOff, showHint, surroundings, store, search: liveSearch, exclude, panel, listing},
		...{question, alerts: data.alerts},
		views: kept.views,
		columns: settings,
		rows: pageRows,
		isHiding: redaction.isOn,
		shownText: redaction.shownText,
		hide: redact,
	});
	const alertSearch = (): void => {
		const {text} = excluding.isOn && excluding.query ? excluding.query : everything;
		suggestedRule({
			...{store, search: liveSearch, selection: panel.selection(), excluded: text},
			now: clock.now(),
		}).then(
			({rule, reason}) => {
				// A slow answer must not take the keys of a line that was opened in the meantime.
				if (liveSearch.getState().bar === null) {
					palette.open(`alert ${rule}`, reason);
				}
			},
			(error: unknown) => showHint(errorMessage(error)),
		);
	};
	const history = useHistory({listing, panel, showHint, search: liveSearch});
	const searchCommands = useSearchCommands({
		...{listing, find, store, formatTime, zoneAt, showHint, search: liveSearch},
		columns: wanted,
		shown: layout.shown,
	});
	const {isTyping, carryOut} = useCommands({
		...{listing, find, handOff, bookmarks, palette, searchCommands, surroundings, showHint, clock},
		...{
			offered,
			pageRows,
			history,
			rotated,
			redact,
			search: liveSearch,
			exclude,
			alertSearch,
			panel,
			question,
		},
		shiftColumns: shiftColumns({listing, settings, layout, shownField: store.shownField, showHint}),
		terminal: {
			suspend,
			redraw: terminal.redraw,
			mouse: () => showHint(toggledMouse(terminal.mouse, size.isSpoken)),
		},
		clearHint(command) {
			showHint('');
			question.end();
			listing.markSeen();
			welcome.dismiss(command);
		},
	});
	useFocus(terminal.focus, listing.leave);
	return {
		...{
			state,
			searching,
			searchPrompt,
			shownQuery,
			shownExclude,
			emptyCounts,
			isHiding,
			alerts,
			find,
			bookmarks,
			handOff,
			palette,
			panel,
		},
		...{columns, pageRows, offered, rotated, welcome, hint, isTyping, carryOut, scene},
	};
}
