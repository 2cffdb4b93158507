import type {Alert, Alerts} from '../../alerts/alerts.js';
import type {Separator} from '../../bookmarks/bookmark-record.js';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Command} from '../../keys/command.js';
import type {PanelKeys} from '../../keys/why-not.js';
import type {Order} from '../../query/order.js';
import type {Query} from '../../query/query.js';
import type {Entry, Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import type {PaneKind} from '../layout/panes.js';
import type {ColumnSettings} from '../layout/use-columns.js';
import type {ListingState} from '../listing/listing-state.js';
import type {Figures} from '../pulse/figures.js';
import type {Search} from '../search/live-search.js';
import type {SharedSnapshots} from '../state/snapshots.js';
import type {Typed} from '../terminal/key-queue.js';
import type {PanelLine} from './panel-lines.js';

/** The input for drawing a panel, as of the last frame. */
export type PanelScene = {
	readonly search: Search;
	/** Returns another search for display, see `Redaction`. */
	readonly shownQuery: (query: Query) => Query;
	/** The listing below the panel. */
	readonly listing: ListingState;
	readonly columns: ColumnSettings;
	/** Sorts the rows of the listing. */
	readonly sort: (order: Order) => void;
	/** Shows excluded requests, too, if any match the search. */
	readonly showExcluded: () => void;
	/** The watched alert rules, redacted. */
	readonly alerts: readonly Alert[];
	/** The separators of the watched logs, the newest first. */
	readonly separators: readonly Separator[];
	/** The times of the bookmarked requests of the watched logs, in ms since 1970. */
	readonly bookmarks: readonly number[];
	/** The hint about rotated files that aren't read; '' for none. */
	readonly rotatedHint: string;
	readonly formatTime: TimeFormatter;
	/** Figures of all matches; null until known. */
	readonly figures?: Figures | null;
	readonly width: number;
	/** Lines below the title, at least one. */
	readonly height: number;
	readonly theme: Theme;
	/** True if the next key may choose a part of the panel, see `OpenPanel.choose`. */
	readonly isOffering?: boolean;
	/** True for a screen reader, for which charts have no use. */
	readonly isSpoken: boolean;
};

/** The keys of a panel, the most important ones first, and at the end the one for leaving. Null or empty: it has no key. */
export type TitleHints = ReadonlyArray<string | null>;

/** A panel as drawn. */
export type PanelView = {
	readonly title: string;
	/** Hints for the end of the title, see `TitleHints`. If none of the lists fits, the beginning of the last one is shown. */
	readonly hints: readonly TitleHints[];
	/** Reason why the last key did nothing, shown instead of the hints. Optional. */
	readonly remark?: string | null;
	/** The lines below the title. Lines that don't fit are cut off. */
	readonly body: readonly PanelLine[];
};

/** A panel as drawn in its pane. */
export type PaneView = PanelView & {
	/** The command that opens the panel. */
	readonly command: Command;
	/** States of the program, if the panel hides the title line; else empty. */
	readonly mark: string;
	/** True if the user has given it the whole screen. */
	readonly isEnlarged: boolean;
	readonly hasFocus: boolean;
	/** See `Panel`. */
	readonly isFollowing: boolean;
	readonly isSpoken: boolean;
};

/** A position in the body of a panel, both from 0. */
type ClickPoint = {readonly line: number; readonly x: number};

/**
 * The content to copy from a panel: a request, or a string that is safe to paste, with its description; or the reason why it can't
 * be copied.
 */
export type PanelCopy =
	| {readonly entry: Entry}
	| {readonly what: string; readonly text: string; readonly remarks?: readonly string[]}
	| {readonly problem: string};

/**
 * Origin of a panel: the listing with or without a selected row, the search bar or another line, or another panel, given as the
 * command that opens it.
 */
export type OpenedFrom = 'listing' | 'row' | 'bar' | 'line' | Command;

/** The tools of a panel while it is open. */
export type PanelTools = {
	readonly store: Store;
	readonly clock: Clock;
	readonly snapshots: SharedSnapshots;
	/** The watched alert rules, always the same object. `watchClosely` evaluates them more often while the user reads them. */
	readonly alerts: Pick<Alerts, 'getAlerts' | 'watchClosely' | 'remove'>;
	readonly openedFrom: OpenedFrom;
	/** A search for the selection in the panel that this panel was opened from; null without a selection. */
	readonly selection: string | null;
	/** Call this if the panel has to be redrawn for other reasons than a command or a new scene. */
	changed(): void;
	close(): void;
};

/** The tools that exist before a panel is opened. */
export type GivenTools = Omit<PanelTools, 'openedFrom' | 'selection' | 'changed' | 'close'>;

/** An open panel with its state. */
export type OpenPanel = {
	/** Returns the view for a frame. Must be free of side effects, and should cache slow work. */
	draw(scene: PanelScene): PanelView;
	/**
	 * Executes a command synchronously: the next one may arrive before a frame is drawn. Returns false if the command has no effect
	 * in this panel.
	 */
	take(command: Command, scene: PanelScene): boolean;
	/** True while the user writes a line in the panel: keys then go to `type`, not to `take`. Optional: defaults to false. */
	isTyping?(): boolean;
	/** Receives input for that line. */
	type?(typed: Typed, scene: PanelScene): void;
	/**
	 * True if one of the panel's own commands has to wait for an answer of the store. `waited`: the time for which it has waited, in
	 * ms. Optional: defaults to false.
	 */
	waits?(command: Command, waited: number): boolean;
	/**
	 * Receives the name of the first key after the panel's own one, or of a part. True if it chooses a part of the panel; a string:
	 * the user writes the name of the part in the palette, after this string; false: the key has its command. Optional: defaults to
	 * false.
	 */
	choose?(key: string): boolean | string;
	/** Returns the name of the chosen part, for `choose`. Optional: defaults to null, no part. */
	part?(): string | null;
	/** Handles a click on a line of the body, from 0, at a column of the screen. */
	click?(at: ClickPoint, scene: PanelScene): void;
	/** Returns the selected content to copy; null without a selection. */
	copied?(scene: PanelScene): PanelCopy | null;
	/** Returns a search for the selected requests, which other panels can use; null without a selection. */
	selection?(scene: PanelScene): string | null;
	/**
	 * Called when the panel has been opened, and after every change of the scene or the panel. Queries to the store belong here. If
	 * the listing is frozen, or while the panel can't be seen, only new questions are queried.
	 */
	follow?(scene: PanelScene): void;
	/** Aborts all queries. */
	close?(): void;
};

/** A panel. To add one, see `makePanels`. */
export type Panel = PanelKeys & {
	/** Decides where it opens, see `panePositions`. At most one panel of a kind is open. */
	readonly kind: PaneKind;
	/** True if it opens over the panel of its kind instead of replacing it. Optional: defaults to false. */
	readonly isOver?: true;
	/** True if it follows the selected row, so that the listing keeps the focus. Optional: defaults to false. */
	readonly isFollowing?: true;
	/** True if it keeps no values from the log, so that redaction changes nothing in it. Optional: defaults to false. */
	readonly isPublic?: true;
	/** Heading in the help. */
	readonly name: string;
	readonly open: (tools: PanelTools) => OpenPanel;
};
