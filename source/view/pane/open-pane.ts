import {counted} from '../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import {sanitise} from '../../format/sanitise.js';
import {keyedBy, toldTogether} from '../../keys/keyed.js';
import type {Query} from '../../query/query.js';
import type {Entry} from '../../store/store.js';
import {selectedLine} from '../listing/listing-state.js';
import type {GivenTools, PanelScene} from '../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../panel/panel-lines.js';
import {titleWithHints} from '../panel/panel-title.js';
import {type DetailSection, liveRequestDetails, newSection} from '../request-details/live-request-details.js';
import type {PieceLine} from '../spans/piece.js';
import {openTimeline} from '../timeline/open-timeline.js';

/** What the pane is about: what is found, and the selected request; null: none is selected. */
type PaneTarget = {readonly query: Query; readonly entry: Entry | null};

/** What fills the space below the page. It is only read: the panels have keys. */
type Pane = {
	/** `scene.room` lines at most. Changes nothing. */
	draw(scene: PanelScene): readonly PieceLine[];
	/** To be called with the scene that has been drawn: here it asks the store. Null: it isn't shown, and asks nothing. */
	follow(scene: PanelScene | null): void;
};

/**
 * How long the search and the selection must have been the same before the store is asked, milliseconds: longer than
 * a held key takes to repeat itself.
 */
const settling = 200;

/**
 * The shortest pause between two answers, milliseconds. With half of it, a period that rolls with the clock took more
 * than 0.3 % of the processor while nothing was written.
 */
const pause = 2000;

/** From so many lines on, details leave room for the timeline below them, and so much. */
const roomForBoth = 36;
const timelineRoom = 13;

/** What the pane is about, of what is on the screen. */
export function paneTarget({search, listing}: Pick<PanelScene, 'search' | 'listing'>): PaneTarget {
	return {query: search.query, entry: listing.rows[selectedLine(listing)]?.entry ?? null};
}

/**
 * The live pane below the page: the timeline of what is found, or the details of the selected request, above the
 * timeline where there is room for both.
 * @param changed - called when it looks another way, for other reasons than the scene
 */
export function openPane(tools: GivenTools & {changed(): void}): Pane {
	const {clock, changed} = tools;
	const timeline = openTimeline({...tools, openedFrom: 'listing', close() {}}, pause);
	const story = liveRequestDetails(tools, pause);
	let wanted: PaneTarget | null = null;
	/** The last of those that have been the same for long enough: what has been asked is about that. */
	let settled: PaneTarget | null = null;
	let chapter: DetailSection | null = null;
	let cancelSettling: (() => void) | undefined;

	const timelineLines = (scene: PanelScene): readonly PieceLine[] => {
		// Counts stand beside the search that they are of.
		const search = settled ? {...scene.search, query: settled.query} : scene.search;
		const {title, body} = timeline.draw({...scene, search, room: scene.room - heading});
		return framed(title, [keyedBy('timeline', 'opens it')], body, scene);
	};

	const detailLines = (of: DetailSection, scene: PanelScene): readonly PieceLine[] => {
		const room = scene.room - heading;
		// That Enter searches for something here is said of the panel, not of this.
		const lines = story.lines(of, {...scene, room}).filter(({searches}) => searches === undefined);
		const isCut = lines.length > room;
		const shown = lines.slice(0, isCut ? room - 1 : room).map(({line}) => line);
		const more = toldTogether(
			`… ${counted(lines.length - shown.length, 'more line')}`,
			keyedBy('open', 'opens the whole'),
		);
		return framed(
			`Request ${of.entry.token}`,
			[keyedBy('open', 'opens it')],
			isCut ? [...shown, fittedLine(more ?? '', scene.width, scene.theme.aside)] : shown,
			scene,
		);
	};

	return {
		draw(scene) {
			const {entry} = paneTarget(scene);
			if (entry === null) {
				return timelineLines(scene);
			}

			const shown = chapter?.entry === entry ? chapter : newSection(entry);
			if (scene.room < roomForBoth) {
				return detailLines(shown, scene);
			}

			const above = scene.room - timelineRoom;
			const details = detailLines(shown, {...scene, room: above});
			const empty = Array.from({length: above - details.length}, () => emptyLine);
			return [...details, ...empty, ...timelineLines({...scene, room: timelineRoom})];
		},
		follow(scene) {
			const target = scene && paneTarget(scene);
			if (!target || target.query !== wanted?.query || target.entry !== wanted.entry) {
				cancelSettling?.();
				cancelSettling = undefined;
				story.close();
				wanted = target;
				if (target && chapter?.entry !== target.entry) {
					chapter = target.entry && newSection(target.entry);
				}
			}

			if (!scene || !target) {
				timeline.close?.();
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

			if (chapter) {
				story.follow(chapter, scene.listing.frozen);
			}

			if (!chapter || scene.room >= roomForBoth) {
				timeline.follow?.(scene);
			} else {
				timeline.close?.();
			}
		},
	};
}

/** The empty line above the title, and the title. */
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
		...body.map(line => pieceLine(line, {width, theme})),
	].slice(0, room);
}

function pieceLine(line: PanelLine, {width, theme}: Pick<PanelScene, 'width' | 'theme'>): PieceLine {
	if ('pieces' in line) {
		return line;
	}

	const lead = fitWidth(line.lead, Math.min(terminalWidth(line.lead), width));
	return {
		pieces: [
			{text: lead, style: theme.key},
			{text: fitWidth(line.text, width - terminalWidth(lead)).trimEnd()},
		],
	};
}
