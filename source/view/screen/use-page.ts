import {useLayoutEffect, useMemo} from 'react';
import type {ShownPlaces} from '../../bookmarks/panel/separators.js';
import {separatorLines, useSeparatorPlaces} from '../../bookmarks/panel/use-edges.js';
import {
	alertHints,
	cellHints,
	type FooterHint,
	fittingHints,
	footerHints,
	foundHints,
	noHints,
	searchHints,
} from '../../keys/footer-hints.js';
import {isEverything} from '../../query/query.js';
import {type ScreenParts, type ScreenSize, screenParts} from '../layout/screen-parts.js';
import type {Writing} from '../prompt/writer.js';
import {type ShownPulse, usePulse} from '../pulse/pulse-line.js';
import {listRoom} from '../search/completion-lines.js';
import type {CompletionList} from '../search/search-state.js';
import type {AppProps} from './app-props.js';
import {barAsShown, lineAsShown, paletteAsShown} from './as-shown.js';
import type {UsedScreen} from './use-screen.js';
import {writtenLine} from './written-line.js';

/** What stands where on the screen of the listing. */
export type Page = {
	readonly parts: ScreenParts;
	readonly pulse: ShownPulse;
	/** The line that is being written, if one is. */
	readonly writing: Writing | null;
	/** The lines of the footer. */
	readonly hints: ReadonlyArray<readonly FooterHint[]>;
	/** Where separators stand. */
	readonly places: ShownPlaces;
	/** Lines for rows and separators. */
	readonly taken: number;
	/** What can be chosen for the line that is written; null: nothing. */
	readonly list: CompletionList | null;
	/** Lines of that list. */
	readonly listed: number;
	/** Lines for rows that it covers. */
	readonly covered: number;
	/** Lines between the rows and the footer, with that for problems and notices. */
	readonly room: number;
	/** Those of them that are free for the pane, whatever is listed over it. */
	readonly paneRoom: number;
};

/** Divides the lines of the screen, for the listing with all that stands around it. */
export function usePage(
	{data: {listing, store, redaction}, times: {clock}}: Pick<AppProps, 'data' | 'times'>,
	{state, searching, alerts, find, marks, handOff, palette, panel, pageRows}: UsedScreen,
	{width, height, isSpoken}: ScreenSize,
): Page {
	const {query, bar} = searching;
	const parts = screenParts(height);
	const pulse = usePulse({
		store,
		clock,
		query,
		isShown: parts.pulse && panel.view === null,
		isFrozen: state.frozen,
		isRead: state.status.indexing === null,
		// What is read out is better told less often.
		pause: isSpoken ? 10_000 : 1000,
	});
	const spare = separatorLines(marks.separators, parts.rows);
	const most = parts.rows - spare;
	const size = pageRows.rows === 'fit' ? most : Math.min(pageRows.rows, most);
	useLayoutEffect(() => listing.resize(size), [listing, size]);
	const free = parts.rows - size;
	const hintLines = free - spare > 1 ? 2 : 1;
	const cleared = isEverything(query) ? noHints : searchHints;
	const finding = find.state.needle ? foundHints : noHints;
	const here = state.cell === null ? finding : cellHints;
	const alarm = alerts.some(alert => alert.state.isFiring) ? alertHints : noHints;
	const usualHints = useMemo(
		() => footerHints(width, hintLines, [...alarm, ...here], cleared),
		[width, hintLines, alarm, here, cleared],
	);
	const places = useSeparatorPlaces(store, query, state, marks, free - (hintLines - 1));
	const shownBar = bar && barAsShown(bar, redaction);
	const shownPalette = palette.shown && paletteAsShown(palette.shown.state, redaction);
	const written = {
		bar: shownBar,
		palette: shownPalette,
		save: handOff.saving.state.prompt,
		separator: marks.prompt && lineAsShown(marks.prompt, redaction),
		find: find.state.prompt && {...find.state.prompt, line: lineAsShown(find.state.prompt.line, redaction)},
	};
	const writing = writtenLine(written, width, parts.search);
	const hints = writing ? [fittingHints(writing.hints, width)] : usualHints;
	const taken = size + places.lines.size;
	const list = palette.shown ? palette.shown.list : (shownBar?.completions ?? null);
	const {listed, covered} = listRoom(list?.items.length ?? 0, taken, parts.rows);
	const room = 1 + parts.rows - taken - (listed - covered) - (hints.length - 1);
	// The line for problems and notices keeps its room. While something is written the footer has fewer lines: that
	// brings no pane, and moves none.
	const paneRoom = parts.rows - taken - (usualHints.length - 1);
	return {parts, pulse, writing, hints, places, taken, list, listed, covered, room, paneRoom};
}
