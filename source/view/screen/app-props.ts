import type {Alerts} from '../../alerts/alerts.js';
import type {KeptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import type {Clock} from '../../clock.js';
import type {Clipboard} from '../../copy-and-save/clipboard.js';
import type {Saver} from '../../copy-and-save/saver.js';
import type {Reproduce} from '../../copy-and-save/shown-screen.js';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Redaction} from '../../redaction/redaction.js';
import type {ViewPanel, Views} from '../../saved-views/views.js';
import type {Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {LiveSearch} from '../search/live-search.js';
import type {Mouse} from '../terminal/mouse.js';
import type {RotatedLogs} from './use-rotated.js';

/** The requests that are shown, and what is found out about them. */
export type ShownData = {
	readonly listing: ListingController;
	/** What the panels and the pulse line ask. */
	readonly store: Store;
	/** The rotated files beside what is shown, or why none are added. */
	readonly rotated: RotatedLogs | string;
	readonly search: LiveSearch;
	/** What hides from all of these what is secret. */
	readonly redaction: Redaction;
	/** The rules that are watched. */
	readonly alerts: Alerts;
};

/** How times are read and written. */
export type Times = {
	/** Minutes east of UTC at a time, by which a search's times are read. */
	readonly zoneAt: (time: number) => number;
	readonly formatTime: TimeFormatter;
	readonly clock: Clock;
};

/** What the screen begins with. */
export type Beginning = {
	/** What is watched, for the title line: paths as given, or as found. */
	readonly watched: readonly string[];
	/** Rows to a page; `fit`: as many as there is room for. */
	readonly rows: number | 'fit';
	readonly columns: readonly ChosenColumn[];
	/** What lies over the listing; null: nothing. */
	readonly panel: ViewPanel | null;
	/** What is told of the start, where nothing is the matter, until a key is pressed; empty: nothing. */
	readonly remark: string;
};

/** What outlasts the program. */
export type Kept = {
	/** Where views are kept. */
	readonly views: Views;
	/** Where marks are kept. */
	readonly marks: KeptBookmarks;
	/** Finds out what was last searched for here, once the first rows are there; empty: nothing. */
	readonly lastSearch: () => Promise<string>;
	/** Whether it is the very first start: asked once the first rows are there. */
	readonly isFirstStart: () => Promise<boolean>;
};

/** Where requests go that are taken out of the program. */
export type Outlets = {
	/** Where copies go. */
	readonly clipboard: Clipboard;
	/** What saves in files. */
	readonly saver: Saver;
	/** Makes the command line that shows what is on the screen. */
	readonly reproduce: Reproduce;
};

/** What is done to the terminal beside drawing on it. */
type TerminalUse = {
	readonly mouse: Mouse;
	/** Whether the mouse is on to begin with. */
	readonly startsWithMouse: boolean;
	/** Stops the process group. */
	readonly stop: () => void;
	/** Draws the whole screen anew, whatever the terminal shows. */
	readonly redraw: () => void;
};

/** What is on the screen, and what it works with. */
export type AppProps = {
	readonly data: ShownData;
	readonly times: Times;
	readonly beginning: Beginning;
	readonly kept: Kept;
	readonly outlets: Outlets;
	readonly terminal: TerminalUse;
	readonly theme: Theme;
};
