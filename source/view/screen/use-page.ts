import {useEffect, useLayoutEffect, useMemo, useReducer} from 'react';
import type {Clock} from '../../clock.js';
import type {FooterState} from '../../keys/command.js';
import {type FooterHint, fittingHints, footerHints} from '../../keys/footer-hints.js';
import {isEverything} from '../../query/query.js';
import type {ShownSeparators} from '../bookmarks/separators.js';
import {separatorLines, useSeparators} from '../bookmarks/use-edges.js';
import {listLayout} from '../components/completion-lines.js';
import {hidesListing, isAlwaysWhole, maxRows} from '../layout/panes.js';
import {type ScreenParts, type ScreenSize, screenParts} from '../layout/screen-parts.js';
import {type Activity, activityOf, activityPause} from '../listing/activity.js';
import {type FiringText, firingTextOf} from '../listing/firing-text.js';
import {type Writing, writtenLine} from '../prompt/written-line.js';
import {type ShownPulse, usePulse} from '../pulse/use-pulse.js';
import type {AppProps} from './app-props.js';
import type {UsedScreen} from './use-screen.js';

/** Layout of the listing's screen. */
export type Page = {
	readonly parts: ScreenParts;
	readonly pulse: ShownPulse;
	/** The firing rules, and the state of the listing. */
	readonly alert: FiringText | null;
	readonly activity: Activity;
	/** The open input line, or null. */
	readonly writing: Writing | null;
	/** The footer. */
	readonly hints: readonly FooterHint[];
	/** Positions of the separators. */
	readonly separators: ShownSeparators;
	/** Number of lines for rows and separators. */
	readonly taken: number;
	/** Number of lines of the completion list. */
	readonly listed: number;
	/** Number of row lines that the completion list covers. */
	readonly covered: number;
	/** Number of lines between the rows and the footer, including the line for problems and notices. */
	readonly left: number;
	/** Number of lines for the overview, including lines that a list covers. */
	readonly maxOverview: number;
};

/** Renders again after each pause, in ms; null: never. Used for lines that depend on the current time. */
function useTicks(clock: Clock, pause: number | null): void {
	const [ticks, tick] = useReducer((n: number) => n + 1, 0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each tick starts the next pause
	useEffect(() => (pause === null ? undefined : clock.after(pause, tick)), [clock, pause, ticks]);
}

/** Lays out the screen of the listing. */
export function usePage(
	{
		data: {listing, store, redaction},
		times: {clock, formatTime},
		theme,
	}: Pick<AppProps, 'data' | 'times' | 'theme'>,
	{
		state,
		searching,
		shownExclude,
		searchPrompt,
		alerts,
		find,
		bookmarks,
		handOff,
		palette,
		panel,
		pageRows,
	}: UsedScreen,
	screenSize: ScreenSize,
): Page {
	const {width, height, isSpoken} = screenSize;
	const {query} = searching;
	const parts = screenParts(height);
	const panePositions = panel.positions();
	const isWhole = [panePositions.text, panePositions.wide].includes('whole');
	const pulse = usePulse({
		store,
		clock,
		snapshots: listing.snapshots,
		query,
		isShown: parts.title && !isWhole,
		isFrozen: state.frozen,
		isRead: state.status.indexing === null,
		// Screen readers speak each update, so updates are less frequent.
		pause: isSpoken ? 10_000 : 1000,
	});
	const isSearching = !isEverything(query);
	const isExcluding = shownExclude.text !== '';
	const isLimited = isSearching || (isExcluding && shownExclude.isOn);
	const {lastRequest} = pulse;
	const input = {state, pulse: pulse.pulse, lastRequest, isLimited, now: clock.now(), theme};
	const activity = activityOf(input);
	useTicks(clock, activityPause(input));
	const alert = useMemo(() => firingTextOf(alerts, formatTime), [alerts, formatTime]);
	const spare = separatorLines(bookmarks.separators, parts.rows);
	const max = maxRows(screenSize, panePositions);
	const size = Math.min(pageRows.rows === 'fit' ? max : pageRows.rows, max - spare);
	useLayoutEffect(() => listing.resize(size), [listing, size]);
	const free = max - size;
	const isAlarming = alert !== null;
	const isFocused = panel.isOpen();
	const isListingHidden = hidesListing(panePositions);
	const sizing: FooterState | null = isAlwaysWhole(screenSize)
		? null
		: panel.isEnlarged()
			? 'enlarged'
			: 'part';
	const selection: FooterState | null = state.cell !== null ? 'cell' : find.shown ? 'found' : null;
	const defaultHints = useMemo(
		() =>
			footerHints(width, [
				...(isFocused ? (['pane'] as const) : []),
				...(isFocused && !isListingHidden ? (['panes'] as const) : []),
				...(isFocused && sizing !== null ? [sizing] : []),
				...(isAlarming ? (['alarm'] as const) : []),
				...(selection === null ? [] : [selection]),
				...(isSearching ? (['search'] as const) : []),
				...(isExcluding ? (['exclude'] as const) : []),
			]),
		[width, isAlarming, selection, isSearching, isExcluding, isFocused, isListingHidden, sizing],
	);
	const separators = useSeparators(store, query, state, bookmarks, free);
	const prompts = [palette.prompt, searchPrompt, handOff.saving.prompt, bookmarks.prompt, find.prompt];
	const prompt = prompts.find(one => one !== null);
	const writing = prompt ? writtenLine(prompt, redaction, width, parts.search) : null;
	const hints = writing ? fittingHints(writing.hints, width) : defaultHints;
	const taken = size + separators.lines.size;
	const {listed, covered} = listLayout(writing?.list?.items.length ?? 0, taken, parts.rows);
	const left = 1 + parts.rows - taken - (listed - covered);
	// Keeps the line for problems and notices.
	const maxOverview = parts.rows - taken;
	return {
		...{parts, pulse, alert, activity, writing, hints},
		...{separators, taken, listed, covered, left, maxOverview},
	};
}
