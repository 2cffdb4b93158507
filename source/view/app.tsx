import {Box, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import {useLayoutEffect, useMemo, useState, useSyncExternalStore} from 'react';
import type {Alerts} from '../alerts/alerts.js';
import {type ChosenColumn, usualChoice} from '../listing/chosen-columns.js';
import type {TimeFormatter} from '../listing/time-formatter.js';
import type {KeptMarks} from '../marks/kept-marks.js';
import {everything, isEverything} from '../query/query.js';
import type {Redaction} from '../redaction/redaction.js';
import type {Store} from '../store/store.js';
import {alertTitle} from './alerts/alert-title.js';
import {useAlerts} from './alerts/use-alerts.js';
import {type Clock, systemClock} from './clock.js';
import {leastWidth} from './column-widths.js';
import {searchCommands} from './commands/search-commands.js';
import {shiftColumns} from './commands/shift-columns.js';
import {statusFinders} from './commands/status-finders.js';
import {useCommands} from './commands/use-commands.js';
import {CountLine} from './components/count-line.js';
import {Footer} from './components/footer.js';
import {HeaderLine} from './components/header-line.js';
import {Line} from './components/line.js';
import {Rows} from './components/rows.js';
import {StatusLines} from './components/status-lines.js';
import {TextLines} from './components/text-lines.js';
import {useFind} from './find/use-find.js';
import type {Clipboard} from './handoff/clipboard.js';
import type {Reproduce} from './handoff/reproduce.js';
import type {Saver} from './handoff/saver.js';
import {useHandOff} from './handoff/use-hand-off.js';
import {
	cellHints,
	fittingHints,
	footerHints,
	hintsText,
	markHints,
	noHints,
	searchHints,
} from './keys/footer-hints.js';
import type {LiveListing} from './listing/live-listing.js';
import {useNewestNotice} from './listing/use-newest-notice.js';
import {rowsOnLines} from './marks/separator-places.js';
import {useMarks} from './marks/use-marks.js';
import {separatorLines, useSeparatorPlaces} from './marks/use-separator-places.js';
import {type Mouse, noMouse} from './mouse/mouse.js';
import {point} from './mouse/pointing.js';
import {toggledMouse} from './mouse/toggled-mouse.js';
import {useMouse} from './mouse/use-mouse.js';
import {pageText} from './page-text.js';
import {PaletteOverPanel} from './palette/palette-over-panel.js';
import {Panel, panelRoom} from './panel/panel.js';
import {usePanel} from './panel/use-panel.js';
import {makePanels} from './panels.js';
import {PromptLine} from './prompt/prompt-line.js';
import {PulseLine} from './pulse/pulse-line.js';
import {usePulse} from './pulse/use-pulse.js';
import {leastHeight, screenParts} from './screen-parts.js';
import {CompletionLines, listRoom} from './search/completion-lines.js';
import type {LiveSearch} from './search/live-search.js';
import {offerText} from './search/offer-text.js';
import {useOfferedSearch} from './search/use-offered-search.js';
import {useSearch} from './search/use-search.js';
import {clientFinders} from './story/client-finders.js';
import type {Theme} from './theme.js';
import {TopLines} from './top-lines.js';
import {useColumns} from './use-columns.js';
import {useRedrawOnResize} from './use-redraw-on-resize.js';
import {useRows} from './use-rows.js';
import {useScreenPalette} from './use-screen-palette.js';
import {useSuspend} from './use-suspend.js';
import {neverFirst, useWelcome} from './use-welcome.js';
import {useFirstPanel} from './views/use-first-panel.js';
import type {ViewPanel, Views} from './views/views.js';
import {writtenLine} from './written-line.js';

/** What is on the screen, and what it works with. */
export type AppProps = {
	readonly listing: LiveListing;
	/** What the panels and the pulse line ask. */
	readonly store: Store;
	readonly search: LiveSearch;
	/** What hides from all of these what is secret. */
	readonly redaction: Redaction;
	/** The rules that are watched. */
	readonly alerts: Alerts;
	/** Minutes east of UTC at a time, by which a search's times are read. */
	readonly zoneAt: (time: number) => number;
	readonly clock?: Clock;
	readonly formatTime: TimeFormatter;
	/** What is watched, for the title line: paths as given, or as found. */
	readonly watched: readonly string[];
	/** Rows to a page; `fit`: as many as there is room for. */
	readonly rows: number | 'fit';
	/** The columns to begin with; without it the six. */
	readonly columns?: readonly ChosenColumn[];
	readonly theme: Theme;
	/** Where copies go. */
	readonly clipboard: Clipboard;
	/** What saves in files. */
	readonly saver: Saver;
	/** Makes the command line that shows what is on the screen. */
	readonly reproduce: Reproduce;
	/** Finds out what was last searched for here; empty: nothing. */
	readonly lastSearch: () => Promise<string>;
	/** Where views are kept. */
	readonly views: Views;
	/** What lies over the listing to begin with. */
	readonly firstPanel?: ViewPanel | null;
	/** Where marks are kept. */
	readonly marks: KeptMarks;
	/** Off to begin with, unless `startsWithMouse`. */
	readonly mouse?: Mouse;
	readonly startsWithMouse?: boolean;
	/** Whether it is the very first start: asked once the first rows are there. */
	readonly isFirstStart?: () => Promise<boolean>;
	/** Stops the process group. */
	readonly stop: () => void;
	/** Draws the whole screen anew, whatever the terminal shows. */
	readonly redraw: () => void;
};

/** The whole screen. */
export function App({
	listing,
	store,
	search: liveSearch,
	redaction,
	alerts: watchedAlerts,
	zoneAt,
	clock = systemClock,
	formatTime,
	watched,
	rows: firstRows,
	columns = usualChoice,
	theme,
	clipboard,
	saver,
	reproduce,
	lastSearch,
	views,
	firstPanel = null,
	marks: kept,
	mouse = noMouse,
	startsWithMouse = false,
	isFirstStart = neverFirst,
	stop,
	redraw,
}: AppProps) {
	const {columns: width, rows: height} = useWindowSize();
	const isScreenReader = useIsScreenReaderEnabled();
	const state = useSyncExternalStore(listing.subscribe, listing.getState);
	const {suspend, isSuspended} = useSuspend(stop, mouse.hold);
	useRedrawOnResize(redraw, isSuspended);
	const {search, state: searching} = useSearch(liveSearch);
	const find = useFind();
	const finders = useMemo(() => statusFinders(store), [store]);
	const walks = useMemo(() => clientFinders(store), [store]);
	const [hint, setHint] = useState('');
	const {settings, wanted, layout} = useColumns(columns, width, state.widest);
	const [isHiding, setHiding] = useState(redaction.isOn());
	const shownQuery = redaction.shownQuery(searching.query);
	const alerts = useAlerts(watchedAlerts, redaction, isHiding);
	const marks = useMarks({
		...{kept, listing, store, search: liveSearch, clock, formatTime},
		shown: state,
		tell: setHint,
	});
	const panel = usePanel(makePanels, store, clock, {
		search: isHiding ? {...search, query: shownQuery} : search,
		listing: state,
		columns: settings,
		alerts,
		separators: marks.separators,
		formatTime,
		width,
		room: panelRoom(height),
		theme,
		isSpoken: isScreenReader,
	});
	const pageRows = useRows(firstRows);
	const offered = useOfferedSearch(lastSearch, state.rows.length > 0, liveSearch, searching);
	useFirstPanel(panel.host, firstPanel);
	const handOff = useHandOff({
		...{listing, store, clipboard, saver, formatTime, zoneAt, clock},
		query: searching.query,
		isTypingElse: () => [palette, liveSearch, find, marks, panel.host].some(one => one.isOpen()),
		reproduce() {
			const {query} = liveSearch;
			const shown = redaction.shownQuery(query);
			return reproduce({
				query: shown.text,
				isQueryHidden: shown.text !== query.text,
				columns: settings.getState().chosen,
				rows: pageRows.latest(),
				redact: redaction.isOn(),
			});
		},
		tell: setHint,
	});
	const {saving} = handOff;
	const welcome = useWelcome(isFirstStart, state.rows.length > 0, clock);
	const redact = (): void => {
		redaction.toggle();
		setHiding(redaction.isOn());
		listing.reshow();
	};
	const palette = useScreenPalette({
		...{views, handOff, columns: settings, rows: pageRows, panel: panel.host},
		listing: state,
		search: liveSearch,
		isOffering: offered.text !== '',
		hasMarks: find.needle() !== null,
		isHiding: redaction.isOn,
		hide: redact,
		tell: setHint,
	});
	const {isTyping, carryOut} = useCommands({
		listing,
		search: liveSearch,
		find,
		handOff,
		marks,
		searchCommands: searchCommands({
			listing,
			search: liveSearch,
			find,
			store,
			statusFinders: finders,
			clientFinders: walks,
			columns: wanted,
			shown: layout.shown,
			formatTime,
			zoneAt,
			tell: setHint,
		}),
		changes: {
			takeOffered: offered.take,
			toggleRows: pageRows.toggle,
			shiftColumns: shiftColumns({listing, settings, layout, tell: setHint}),
			redact,
		},
		terminal: {
			suspend,
			redraw,
			mouse() {
				setHint(toggledMouse(mouse, isScreenReader));
			},
		},
		tell: setHint,
		clearHint() {
			setHint('');
			welcome.dismiss();
		},
		palette,
		panel: panel.host,
	});

	const parts = screenParts(height);
	const {pulse, isPast} = usePulse({
		store,
		clock,
		query: searching.query,
		isShown: parts.pulse && panel.view === null,
		isFrozen: state.frozen,
		// What is read out is better told less often.
		pause: isScreenReader ? 10_000 : 1000,
	});
	const spare = separatorLines(marks.separators, parts.rows);
	const most = parts.rows - spare;
	const size = pageRows.rows === 'fit' ? most : Math.min(pageRows.rows, most);
	useLayoutEffect(() => listing.resize(size), [listing, size]);
	const {query} = searching;
	const free = parts.rows - size;
	const hintLines = free - spare > 1 ? 2 : 1;
	const cleared = isEverything(query) ? noHints : searchHints;
	const marking = find.state.needle ? markHints : noHints;
	const here = state.cell === null ? marking : cellHints;
	const usualHints = useMemo(
		() => footerHints(width, hintLines, here, cleared),
		[width, hintLines, here, cleared],
	);

	const places = useSeparatorPlaces(store, query, state, marks, free - (hintLines - 1));
	const {bar} = searching;
	const written = {
		palette: palette.shown?.state ?? null,
		bar,
		save: saving.state.prompt,
		separator: marks.prompt,
		find: find.state.prompt,
	};
	const writing = writtenLine(written, width, parts.search);
	const hints = writing ? [fittingHints(writing.hints, width)] : usualHints;
	const taken = size + places.lines.size;
	const completions = palette.shown ? palette.shown.list : (bar?.completions ?? null);
	const {listed, covered} = listRoom(completions?.items.length ?? 0, taken, parts.rows);
	useMouse(mouse, startsWithMouse, event =>
		point(event, {
			screen: {
				...{parts, width, height, text: shownQuery.text, footer: hints},
				rows: rowsOnLines(state.rows.length, places, taken - covered),
			},
			...{drawn: state, listing, search: liveSearch, panel: panel.host, isTyping, command: carryOut},
		}),
	);

	const notice = useNewestNotice(state.status.notices);
	if (height < leastHeight || width < leastWidth) {
		return <Line text="Too small: make it larger" width={width} />;
	}

	const frame = isScreenReader ? {} : {width, height};
	if (panel.view) {
		return (
			<Box flexDirection="column" {...frame}>
				{palette.shown ? (
					<PaletteOverPanel {...palette.shown} view={panel.view} {...{width, height, theme}} />
				) : (
					<Panel {...panel.view} told={hint} width={width} height={height} theme={theme} />
				)}
			</Box>
		);
	}

	const isBehind = Boolean(bar?.problem);
	const keys = writing && !parts.footer ? hintsText(fittingHints(writing.hints, width)) : '';
	const told = hint || writing?.elsewhere || keys;
	const onPage = {wanted, shown: layout.shown};
	const page = pageText(saving.state, state, find.state.needle, onPage, isHiding);
	const pager = told && !parts.status ? told : page;
	const room = 1 + parts.rows - taken - (listed - covered) - (hints.length - 1);
	return (
		<Box flexDirection="column" {...frame}>
			<TopLines
				parts={parts}
				watched={watched}
				alert={alertTitle(alerts, formatTime)}
				text={shownQuery.text}
				offer={offerText(redaction.shownQuery({...everything, text: offered.text}).text, width)}
				writing={writing}
				width={width}
				theme={theme}
			/>
			<CountLine state={state} isBehind={isBehind} width={width} theme={theme} />
			{parts.pulse && (
				<PulseLine
					pulse={pulse}
					isPast={isPast || isBehind}
					clock={clock}
					formatTime={formatTime}
					width={width}
					theme={theme}
					isSpoken={isScreenReader}
				/>
			)}
			{writing && !parts.title ? (
				<PromptLine label={writing.label} line={writing.line} width={width} theme={theme} />
			) : (
				<HeaderLine layout={layout} theme={theme} />
			)}
			<Rows
				state={state}
				searched={isEverything(query) ? null : shownQuery.text}
				isPast={state.isSearching || isBehind}
				isWriting={bar !== null}
				needle={find.state.needle}
				marks={marks}
				places={places}
				formatTime={formatTime}
				height={taken - covered}
				width={width}
				layout={layout}
				theme={theme}
			/>
			{parts.pager && <Line text={pager} width={width} />}
			{completions && listed > 0 && (
				<CompletionLines completions={completions} height={listed} width={width} theme={theme} />
			)}
			{!isScreenReader && <Box flexGrow={1} />}
			{parts.status &&
				(told ? (
					<TextLines
						text={told}
						width={width}
						room={room}
						isEndWanted={hint === '' && Boolean(writing?.problem)}
						look={theme.problem}
					/>
				) : (
					<StatusLines {...{state, notice, width, room, theme}} welcome={writing ? '' : welcome.text} />
				))}
			{parts.footer && <Footer lines={hints} theme={theme} />}
		</Box>
	);
}
