import type {Alerts} from '../../alerts/alerts.js';
import type {KeptBookmarks} from '../../bookmarks/kept-bookmarks.js';
import type {Clock} from '../../clock.js';
import type {Clipboard} from '../../copy-and-save/clipboard.js';
import type {Saver} from '../../copy-and-save/saver.js';
import type {Reproduce} from '../../copy-and-save/shown-screen.js';
import type {ChosenColumn} from '../../format/chosen-columns.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Query} from '../../query/query.js';
import type {Redaction} from '../../redaction/redaction.js';
import type {ViewPanel, Views} from '../../saved-views/views.js';
import type {Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import type {StandingExclude} from '../exclude/standing-exclude.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {RotatedLogs} from '../listing/use-rotated.js';
import type {LiveSearch} from '../search/live-search.js';
import type {Focus} from '../terminal/focus.js';
import type {Mouse} from '../terminal/mouse.js';
import type {OwnFrames} from '../terminal/own-frames.js';

/** The requests on the screen and everything derived from them. */
export type ShownData = {
	readonly listing: ListingController;
	/** Answers the questions of the panels, the overview and the pulse. */
	readonly store: Store;
	/** Access to rotated files, or the reason why none can be added. */
	readonly rotated: RotatedLogs | string;
	readonly search: LiveSearch;
	/** The requests that all of the above omit. */
	readonly exclude: StandingExclude;
	/** Counts the requests that match a query and are excluded. */
	readonly excluded: (query: Query) => Promise<number>;
	/** Hides secrets in all of the above. */
	readonly redaction: Redaction;
	/** The active alert rules. */
	readonly alerts: Alerts;
};

/** Parsing and formatting of times. */
export type Times = {
	/** Returns the offset from UTC at a time, in minutes east. Searches are read with this offset. */
	readonly zoneAt: (time: number) => number;
	readonly formatTime: TimeFormatter;
	readonly clock: Clock;
};

/** Initial state of the screen. */
export type Beginning = {
	/** Paths for the title line, as given or as found. */
	readonly watched: readonly string[];
	/** Rows per page; `fit`: the number that fits on the screen. */
	readonly rows: number | 'fit';
	readonly columns: readonly ChosenColumn[];
	/** The panel to open first, or null. */
	readonly panel: ViewPanel | null;
	/** A message about the start, shown until the first key if there is no problem; may be empty. */
	readonly remark: string;
};

/** Data that persists across restarts. */
export type Kept = {
	/** Storage for saved views. */
	readonly views: Views;
	/** Storage for bookmarks. */
	readonly marks: KeptBookmarks;
	/** Finds the last search for these logs, or an empty text. Called once the first rows are on the screen. */
	readonly lastSearch: () => Promise<string>;
	/** Keeps for later sessions whether rows fill the screen. */
	readonly keepFilling: (isFilling: boolean) => void;
	/** Resolves to true on the very first start. Called once the first rows are on the screen. */
	readonly isFirstStart: () => Promise<boolean>;
};

/** Destinations of requests that leave the program. */
export type Outlets = {
	/** Destination of copies. */
	readonly clipboard: Clipboard;
	/** Saves requests in files. */
	readonly saver: Saver;
	/** Builds the command line that reproduces the screen. */
	readonly reproduce: Reproduce;
};

/** Terminal functions besides drawing. */
type TerminalUse = {
	readonly mouse: Mouse;
	/** The window's focus, if the terminal can report it. */
	readonly focus?: Focus | undefined;
	/** Resets reports of mouse and focus while another program has the terminal (false), and sets them again. */
	readonly hold: (isOurs: boolean) => void;
	/** True if the mouse is initially on. */
	readonly startsWithMouse: boolean;
	/** Stops the process group. */
	readonly stop: () => void;
	/** Redraws the whole screen from scratch. */
	readonly redraw: () => void;
	/** Sets the title of the window, any string. Optional: by default, it stays. */
	readonly setTitle?: OwnFrames['setTitle'] | undefined;
	/** Draws the screen in Ink's place. Without it, Ink draws. */
	readonly takeOver?: OwnFrames['takeOver'] | undefined;
};

/** Props of the whole screen. */
export type AppProps = {
	readonly data: ShownData;
	readonly times: Times;
	readonly beginning: Beginning;
	readonly kept: Kept;
	readonly outlets: Outlets;
	readonly terminal: TerminalUse;
	readonly theme: Theme;
};
