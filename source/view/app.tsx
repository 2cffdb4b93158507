import {Box, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import {useLayoutEffect, useMemo, useSyncExternalStore} from 'react';
import type {TimeFormatter} from '../listing/time-formatter.js';
import {usualRows} from '../listing/usual-rows.js';
import {everything, type Query} from '../query/query.js';
import type {Store} from '../store/store.js';
import {columnWidths, leastWidth} from './column-widths.js';
import {CountLine} from './components/count-line.js';
import {Footer} from './components/footer.js';
import {HeaderLine} from './components/header-line.js';
import {Line} from './components/line.js';
import {Rows} from './components/rows.js';
import {StatusLines} from './components/status-lines.js';
import {TitleLine} from './components/title-line.js';
import {type Clock, systemClock} from './listing/clock.js';
import type {LiveListing} from './listing/live-listing.js';
import {pagerText} from './listing/pager-text.js';
import {useNewestNotice} from './listing/use-newest-notice.js';
import {Panel, panelRoom} from './panel/panel.js';
import {usePanel} from './panel/use-panel.js';
import {leastHeight, screenParts} from './screen-parts.js';
import type {Search} from './search/search.js';
import type {Theme} from './theme.js';
import {useCommands} from './use-commands.js';
import {useRedrawOnResize} from './use-redraw-on-resize.js';
import {useSuspend} from './use-suspend.js';

export type AppProps = {
	readonly listing: LiveListing;
	/** What the panels and the pulse line ask. */
	readonly store: Store;
	/** What is searched for. */
	readonly query?: Query;
	readonly clock?: Clock;
	readonly formatTime: TimeFormatter;
	/** What is watched, for the title line: paths as given, or as found. */
	readonly watched: readonly string[];
	/** Rows to a page; `fit`: as many as there is room for. */
	readonly rows: number | 'fit';
	readonly theme: Theme;
	/** Stops the process group. */
	readonly stop: () => void;
	/** Draws the whole screen anew, whatever the terminal shows. */
	readonly redraw: () => void;
};

/** The whole screen. */
export function App({
	listing,
	store,
	query = everything,
	clock = systemClock,
	formatTime,
	watched,
	rows,
	theme,
	stop,
	redraw,
}: AppProps) {
	const {columns: width, rows: height} = useWindowSize();
	const isScreenReader = useIsScreenReaderEnabled();
	const state = useSyncExternalStore(listing.subscribe, listing.getState);
	const {suspend, isSuspended} = useSuspend(stop);
	useRedrawOnResize(redraw, isSuspended);
	const search = useMemo(() => fixedSearch(query), [query]);
	const panel = usePanel(store, clock, {
		search,
		listing: state,
		formatTime,
		width,
		room: panelRoom(height),
		theme,
		isSpoken: isScreenReader,
	});
	const {isFitting} = useCommands({
		listing,
		startsFitting: rows === 'fit',
		panel: panel.host,
		suspend,
		redraw,
	});

	const parts = screenParts(height);
	// What `z` goes back to when the screen began with as many as fit.
	const few = rows === 'fit' ? usualRows : rows;
	const size = isFitting ? parts.rows : Math.min(few, parts.rows);
	useLayoutEffect(() => listing.resize(size), [listing, size]);

	const notice = useNewestNotice(state.status.notices);
	const layout = useMemo(() => columnWidths(width, state.widest), [width, state.widest]);
	if (height < leastHeight || width < leastWidth) {
		return <Line text="Too small: make it larger" width={width} />;
	}

	const frame = isScreenReader ? {} : {width, height};
	if (panel.view) {
		return (
			<Box flexDirection="column" {...frame}>
				<Panel {...panel.view} width={width} height={height} theme={theme} />
			</Box>
		);
	}

	return (
		<Box flexDirection="column" {...frame}>
			{parts.title && <TitleLine watched={watched} width={width} theme={theme} />}
			<CountLine state={state} width={width} theme={theme} />
			<HeaderLine layout={layout} theme={theme} />
			<Rows state={state} height={size} width={width} layout={layout} theme={theme} />
			{parts.pager && <Line text={pagerText(state)} width={width} />}
			{!isScreenReader && <Box flexGrow={1} />}
			{parts.status && (
				<StatusLines state={state} notice={notice} width={width} room={1 + parts.rows - size} theme={theme} />
			)}
			{parts.footer && <Footer width={width} theme={theme} />}
		</Box>
	);
}

/** The search as it was given when the program was started. */
const fixedSearch = (query: Query): Search => ({query, add() {}, replace() {}, dropLast: () => false});
