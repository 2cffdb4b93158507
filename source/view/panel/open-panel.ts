import type {Alert, Alerts} from '../../alerts/alerts.js';
import type {Separator} from '../../bookmarks/bookmark-record.js';
import type {Clock} from '../../clock.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Command} from '../../keys/command.js';
import type {Entry, Store} from '../../store/store.js';
import type {Theme} from '../../themes/theme.js';
import type {ColumnSettings} from '../layout/use-columns.js';
import type {ListingState} from '../listing/listing-state.js';
import type {Search} from '../search/live-search.js';
import type {Typed} from '../terminal/key-queue.js';
import type {PanelLine} from './panel-lines.js';

/** What a panel is drawn from, as it was when the screen was last drawn. */
export type PanelScene = {
	readonly search: Search;
	/** The listing below the panel. */
	readonly listing: ListingState;
	readonly columns: ColumnSettings;
	/** The rules that are watched, as they may be shown. */
	readonly alerts: readonly Alert[];
	/** Those of what is watched, the newest first. */
	readonly separators: readonly Separator[];
	readonly formatTime: TimeFormatter;
	readonly width: number;
	/** Columns that the title has together with its hints, at least one. */
	readonly titleWidth: number;
	/** Lines that the panel has below its title, at least one. */
	readonly room: number;
	readonly theme: Theme;
	/** True: the screen is read out, so there is nothing to see in a chart. */
	readonly isSpoken: boolean;
};

/** A panel as it stands on the screen. */
export type PanelView = {
	readonly title: string;
	/** The keys that stand behind it, with what is between; empty where there is no room for any. */
	readonly hints: string;
	/** What stands below the title; what there is no room for is cut off. */
	readonly body: readonly PanelLine[];
};

/** A place in the body of a panel, both from 0 on. */
type PanelPlace = {readonly line: number; readonly x: number};

/** What of a panel is to be copied: a request, or a text with what it is, safe to paste. */
export type PanelCopy = {readonly entry: Entry} | {readonly what: string; readonly text: string};

/**
 * Where a panel was opened: in the listing with a request selected or without, while the search bar or another line was
 * written, or over another panel, named by the command that opens that.
 */
export type OpenedFrom = 'listing' | 'row' | 'bar' | 'line' | Command;

/** What a panel works with as long as it is open. */
export type PanelTools = {
	readonly store: Store;
	readonly clock: Clock;
	/** The rules that are watched, always the same, and what has them looked at while they are read. */
	readonly alerts: Pick<Alerts, 'getAlerts' | 'lookClosely'>;
	readonly openedFrom: OpenedFrom;
	/** To be called when the panel looks another way than before, for other reasons than a command or the scene. */
	changed(): void;
	/** Closes the panel. */
	close(): void;
};

/** The same as far as it is there before any panel is. */
export type GivenTools = Omit<PanelTools, 'openedFrom' | 'changed' | 'close'>;

/** A panel that is open: the state of it, which lives as long as this. */
export type OpenPanel = {
	/** Called for every frame: what takes long is to be kept from the last one. Changes nothing. */
	draw(scene: PanelScene): PanelView;
	/** Does what a command asks for, at once: the next one may come before it is drawn. False when it means nothing here. */
	take(command: Command, scene: PanelScene): boolean;
	/** Whether a line of its own is being written: keys are no commands then, but for `type`. Without it, none ever is. */
	isTyping?(): boolean;
	/** Takes what is typed into that line. */
	type?(typed: Typed, scene: PanelScene): void;
	/** Whether a command has to wait for what the store was asked when the panel was opened. Without it, none has to. */
	waits?(command: Command): boolean;
	/** Does what a click asks for: on a line of the body, counted from 0, at a column of the screen. */
	click?(at: PanelPlace, scene: PanelScene): void;
	/** What is selected, to be copied; null where there is nothing. */
	copied?(scene: PanelScene): PanelCopy | null;
	/** Called when the panel has been opened and whenever the scene or the panel has changed: here it asks the store. */
	follow?(scene: PanelScene): void;
	/** Gives up all that it has asked for. */
	close?(): void;
};

/** Opens a panel. */
export type PanelOpener = (tools: PanelTools) => OpenPanel;
