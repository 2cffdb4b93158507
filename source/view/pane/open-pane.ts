import {counted} from '../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {afterColon, keyed, keyedBy} from '../../keys/keyed.js';
import type {Query} from '../../query/query.js';
import type {Entry} from '../../store/store.js';
import {selectedLine} from '../listing/listing-state.js';
import {type OverviewScene, openOverview} from '../overview/open-overview.js';
import type {GivenTools, PanelScene} from '../panel/open-panel.js';
import {fittedLine, type PanelLine, pieceLine} from '../panel/panel-lines.js';
import {titleWithHints} from '../panel/panel-title.js';
import {
	type DetailSection,
	liveRequestDetails,
	newSection,
} from '../panels/request-details/live-request-details.js';
import type {PieceLine} from '../spans/piece.js';

/** The content of the pane: the search, and the selected request; null if no request is selected. */
type PaneTarget = {readonly query: Query; readonly entry: Entry | null};

/** The pane that fills the space below the page. It is read-only; panels have keys. */
type Pane = {
	/** Returns at most `scene.room` lines. Has no side effects. */
	draw(scene: OverviewScene): readonly PieceLine[];
	/** Call this with the scene that has been drawn. It queries the store. null: the pane is hidden and stops querying. */
	follow(scene: OverviewScene | null): void;
};

/**
 * Time for which the search and the selection must be unchanged before the store is queried, in ms: longer than the repeat
 * interval of a held key.
 */
const settling = 200;

/**
 * Minimum pause between two answers, in ms. With half of it, a period relative to the current time took more than 0.3 % of the
 * processor while nothing was written to the log.
 */
const pause = 2000;

/** Minimum number of lines for the details of the selected request. With fewer, the overview stays. */
export const detailsRoom = 10;
/** Minimum number of lines for showing both details and overview, and the number of lines for the overview then. */
const roomForBoth = 35;
const overviewRoom = 12;

/** Returns the pane's content for a screen. */
export function paneTarget({search, listing}: Pick<PanelScene, 'search' | 'listing'>): PaneTarget {
	return {query: search.query, entry: listing.rows[selectedLine(listing)]?.entry ?? null};
}

/**
 * Opens the live pane below the page: the overview of the search, or the details of the selected request. Shows both if they fit,
 * with the overview below.
 * @param changed - called if the pane has to be redrawn for other reasons than a new scene
 */
export function openPane(tools: GivenTools & {changed(): void}): Pane {
	const {clock, changed} = tools;
	const overview = openOverview(tools);
	const details = liveRequestDetails(tools, pause);
	let wanted: PaneTarget | null = null;
	/** The last target that was unchanged for `settling`. The queries are about it. */
	let settled: PaneTarget | null = null;
	let chapter: DetailSection | null = null;
	let cancelSettling: (() => void) | undefined;

	const detailLines = (of: DetailSection, scene: PanelScene): readonly PieceLine[] => {
		const room = scene.room - heading;
		// Omits lines about searching with Enter, which works only in the panel.
		const lines = details.lines(of, {...scene, room}).filter(({searches}) => searches === undefined);
		const isCut = lines.length > room;
		const shown = lines.slice(0, isCut ? room - 1 : room).map(({line}) => line);
		const more = counted(lines.length - shown.length, 'more line') + afterColon(keyed`${'open'}`);
		return framed(
			`Details ${of.entry.token}`,
			[keyedBy('open', 'opens them')],
			isCut ? [...shown, fittedLine(more, scene.width, scene.theme.aside)] : shown,
			scene,
		);
	};
	return {
		draw(scene) {
			const {entry} = paneTarget(scene);
			if (entry === null || scene.room < detailsRoom) {
				return overview.draw(scene);
			}
			const shown = chapter?.entry === entry ? chapter : newSection(entry);
			if (scene.room < roomForBoth) {
				return detailLines(shown, scene);
			}
			const above = scene.room - overviewRoom;
			const lines = detailLines(shown, {...scene, room: above});
			const empty = Array.from({length: above - lines.length}, () => emptyLine);
			return [...lines, ...empty, ...overview.draw({...scene, room: overviewRoom})];
		},
		follow(scene) {
			const target = scene && paneTarget(scene);
			if (!target || target.query !== wanted?.query || target.entry !== wanted.entry) {
				cancelSettling?.();
				cancelSettling = undefined;
				details.close();
				wanted = target;
				if (target && chapter?.entry !== target.entry) {
					chapter = target.entry && newSection(target.entry);
				}
			}
			if (!scene || !target) {
				overview.close();
				return;
			}
			if (target.query !== settled?.query || target.entry !== settled.entry) {
				cancelSettling ??= clock.after(settling, () => {
					cancelSettling = undefined;
					settled = target;
					changed();
				});
				return;
			}
			const hasDetails = chapter !== null && scene.room >= detailsRoom;
			if (chapter && hasDetails) {
				details.follow(chapter, scene.listing.frozen);
			}
			if (!hasDetails) {
				overview.follow(scene);
			} else if (scene.room >= roomForBoth) {
				overview.follow({...scene, room: overviewRoom});
			} else {
				overview.close();
			}
		},
	};
}

/** Number of lines for the title and the empty line above it. */
const heading = 2;
const emptyLine: PieceLine = {pieces: []};

function framed(
	title: string,
	given: ReadonlyArray<string | null>,
	body: readonly PanelLine[],
	{width, room, theme}: PanelScene,
): readonly PieceLine[] {
	const {hints} = titleWithHints(title, given, width);
	const name = fitWidth(title, Math.min(width, terminalWidth(title)));
	return [
		emptyLine,
		{
			pieces: [
				{text: name, style: theme.title},
				{text: sanitise(hints), style: theme.hint},
			],
		},
		...body.map(line => pieceLine(line, width, theme)),
	].slice(0, room);
}
