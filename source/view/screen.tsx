import {render} from 'ink';
import {type Alerts, noAlerts} from '../alerts/alerts.js';
import {storeWithNotices} from '../alerts/store-with-notices.js';
import {calendarIn} from '../listing/calendar.js';
import {type ChosenColumn, usualChoice} from '../listing/chosen-columns.js';
import {timeFormatter, type Zone} from '../listing/time-formatter.js';
import {type KeptMarks, keptMarks} from '../marks/kept-marks.js';
import {everything, isEverything, type Query} from '../query/query.js';
import {redactedStore} from '../redaction/redacted-store.js';
import {makeRedaction, type Redaction} from '../redaction/redaction.js';
import type {Store} from '../store/store.js';
import {App} from './app.js';
import {systemClock} from './clock.js';
import {FailureBoundary} from './components/failure-boundary.js';
import {DrawnBy} from './frame/drawn-by.js';
import {ownFrames} from './frame/own-frames.js';
import {spokenFrames} from './frame/spoken-frames.js';
import {beginUpdate, endUpdate, homeAndErase} from './frame/terminal-codes.js';
import type {Clipboard} from './handoff/clipboard.js';
import type {Reproduce} from './handoff/reproduce.js';
import type {Saver} from './handoff/saver.js';
import {endPastes} from './keys/end-pastes.js';
import {liveListing} from './listing/live-listing.js';
import {noMouse, terminalMouse} from './mouse/mouse.js';
import {screenParts} from './screen-parts.js';
import {type SavedSearches, withSaved} from './search/saved-searches.js';
import {screenSearch} from './search/screen-search.js';
import {keptInMemory, type SearchHistory} from './search/search-history.js';
import type {Theme} from './theme.js';
import type {Asked} from './themes/ask-background.js';
import {chooseTheme, type ThemeChoice} from './themes/choose-theme.js';
import {neverFirst} from './use-welcome.js';
import {noViews} from './views/no-views.js';
import type {ViewPanel, Views} from './views/views.js';

/** What is shown, and on which terminal. */
export type ScreenOptions = {
	readonly store: Store;
	/** What is searched for to begin with. */
	readonly query?: Query;
	/** Where earlier searches are kept; without it, only until the screen is left. */
	readonly history?: SearchHistory;
	/** What is watched, for the title line: paths as given, or as found. */
	readonly watched: readonly string[];
	/** Rows to a page; `fit`: as many as there is room for. */
	readonly rows: number | 'fit';
	/** The columns to begin with; without it the six. */
	readonly columns?: readonly ChosenColumn[];
	readonly zone: Zone;
	/** Whether what is secret is hidden to begin with. */
	readonly redact?: boolean;
	readonly theme: ThemeChoice;
	/** What is behind the text of the terminal; without it, nobody knows. */
	readonly background?: Pick<Asked, 'now' | 'answered' | 'letGo'>;
	/** Searches of the user's own, to be chosen by their names. */
	readonly saved?: SavedSearches;
	readonly stdout: NodeJS.WriteStream;
	/** The keyboard: standard input, or /dev/tty where that is a log. */
	readonly stdin: NodeJS.ReadStream;
	/** Where copies go; without it, nowhere. */
	readonly clipboard?: Clipboard;
	/** What saves in files. */
	readonly saver: Saver;
	/** Begins to watch rules, over a store that hides what is to be hidden; without it, there are none. */
	readonly startAlerts?: (store: Store, redaction: Redaction) => Alerts;
	/** Makes the command line that shows what is on the screen; without it, there is none. */
	readonly reproduce?: Reproduce;
	/** Finds out what was last searched for here, once the first rows are there; empty: nothing. */
	readonly lastSearch?: () => Promise<string>;
	/** Where views are kept; without it, nowhere. */
	readonly views?: Views;
	/** What lies over the listing to begin with. */
	readonly panel?: ViewPanel | null;
	/** Where marks are kept; without it, only until the screen is left. */
	readonly marks?: KeptMarks;
	/** Whether the mouse is on to begin with. */
	readonly mouse?: boolean;
	/** Whether it is the very first start: asked once the first rows are there. */
	readonly isFirstStart?: () => Promise<boolean>;
	/** Stops the process group, for ^Z. */
	readonly stop?: () => void;
	/** How long nothing must come before a paste without an end is taken for over, milliseconds. */
	readonly pasteSilence?: number;
};

/** A screen that is up. */
export type Screen = {
	/**
	 * How the user left the screen; the terminal has been restored by then. Rejects when the screen broke.
	 * Stays open for ever after `unmount`.
	 */
	readonly done: Promise<'quit' | 'interrupted'>;
	/** Resolves when the first rows have been drawn. */
	readonly shown: Promise<void>;
	/** What is searched for; null: nothing has been, since it is up. */
	searched(): string | null;
	/** Takes the screen away and restores the terminal, at once: also from a handler of a signal or of `exit`. */
	unmount(): void;
};

/**
 * Shows the store on the terminal until the user quits. NODE_ENV must be `production` before this module is
 * imported: React's development build takes twice the time for a frame. The store is not closed.
 * @throws RangeError when there is no such zone
 */
export function renderScreen({
	store: wholeStore,
	query = everything,
	history = keptInMemory(),
	watched,
	rows,
	columns = usualChoice,
	zone,
	redact = false,
	theme: wanted,
	background,
	saved = new Map(),
	stdout,
	stdin,
	clipboard = noClipboard,
	saver,
	startAlerts = () => noAlerts,
	reproduce = noCommand,
	lastSearch = noSearch,
	views = noViews,
	panel = null,
	marks = keptMarks(null),
	mouse: startsWithMouse = false,
	isFirstStart = neverFirst,
	stop = stopGroup,
	pasteSilence = 3000,
}: ScreenOptions): Screen {
	const fitting = screenParts(stdout.rows || 24).rows;
	const formatTime = timeFormatter(zone);
	const redaction = makeRedaction(redact);
	const shownStore = redactedStore(wholeStore, redaction);
	const alerts = startAlerts(shownStore, redaction);
	const store = alerts === noAlerts ? shownStore : storeWithNotices(shownStore, alerts);
	const listing = liveListing({
		store,
		query,
		size: rows === 'fit' ? fitting : Math.min(rows, fitting),
		formatTime,
		shown: redaction.shown,
	});
	const search = screenSearch({
		store,
		listing,
		query,
		zone,
		clock: systemClock,
		history: withSaved(history, saved),
		saved,
	});
	let hasSearched = false;
	const noteSearch = (): void => {
		hasSearched ||= !isEverything(search.query);
	};
	noteSearch();
	search.subscribe(noteSearch);
	// Speech follows what is written line by line; a screen of its own would be taken away at the end.
	const hasScreen = process.env.INK_SCREEN_READER !== 'true';
	const redraw = (): void => {
		stdout.write(beginUpdate);
		// Without it, only what has changed since the last frame would be written.
		instance.clear();
		if (hasScreen) {
			stdout.write(homeAndErase);
		}

		// On this, Ink draws at once.
		stdout.emit('resize');
		stdout.write(endUpdate);
	};

	let broken = (_error: unknown): void => {};
	const breaking = new Promise<never>((_, reject) => {
		broken = reject;
	});
	let drawn = (): void => {};
	const shown = new Promise<void>(resolve => {
		drawn = resolve;
	});
	const noteDrawn = (): void => {
		if (listing.getState().rows.length > 0) {
			drawn();
		}
	};
	const frames = hasScreen && stdout.isTTY ? ownFrames(stdout, noteDrawn) : undefined;
	const screen = (theme: Theme) => (
		<FailureBoundary failed={broken}>
			<App
				listing={listing}
				store={store}
				search={search}
				redaction={redaction}
				alerts={alerts}
				zoneAt={calendarIn(zone, 0).zoneAt}
				formatTime={formatTime}
				watched={watched}
				rows={rows}
				columns={columns}
				theme={theme}
				clipboard={clipboard}
				saver={saver}
				reproduce={reproduce}
				lastSearch={lastSearch}
				views={views}
				firstPanel={panel}
				marks={marks}
				mouse={mouse}
				startsWithMouse={startsWithMouse && hasScreen}
				isFirstStart={isFirstStart}
				stop={stopHere}
				redraw={redraw}
			/>
		</FailureBoundary>
	);
	const stopHere = (): void => {
		background?.letGo();
		stop();
	};
	const app = (theme: Theme) =>
		frames ? <DrawnBy takeOver={frames.takeOver}>{screen(theme)}</DrawnBy> : screen(theme);
	const leavePastes = endPastes(stdin, pasteSilence);
	const mouse = stdout.isTTY
		? terminalMouse(stdin, sequence => stdout.writable && stdout.write(sequence))
		: noMouse;
	const first = background?.now() ?? null;
	const instance = render(app(chooseTheme(wanted, first)), {
		onRender: noteDrawn,
		stdout: frames?.stdout ?? (stdout.isTTY ? spokenFrames(stdout) : stdout),
		stdin,
		alternateScreen: hasScreen,
		incrementalRendering: true,
		// Where CI is set, Ink takes a terminal for none.
		interactive: stdout.isTTY,
		exitOnCtrlC: false,
		// What a library logs is the caller's to hold back: Ink would write it above the screen as it stands.
		patchConsole: false,
	});

	/** In the other order, as one lies over the other. */
	const leave = (): void => {
		mouse.end();
		leavePastes();
	};

	let isUnmounted = false;
	void background?.answered.then(answered => {
		if (answered !== first && !isUnmounted) {
			instance.rerender(app(chooseTheme(wanted, answered)));
		}
	});
	const done = new Promise<'quit' | 'interrupted'>((resolve, reject) => {
		Promise.race([instance.waitUntilExit(), breaking])
			.then(
				how => {
					if (!isUnmounted) {
						resolve(how === 'interrupted' ? 'interrupted' : 'quit');
					}
				},
				(error: unknown) => reject(error),
			)
			.finally(() => {
				leave();
				alerts.close();
				listing.close();
			});
	});
	return {
		done,
		shown,
		searched() {
			const {query: now, bar} = search.getState();
			return hasSearched ? (bar?.before ?? now).text : null;
		},
		unmount() {
			isUnmounted = true;
			alerts.close();
			listing.close();
			instance.unmount();
			leave();
			// What is spoken stays where it is, and what comes next begins below it.
			if (!hasScreen && stdout.isTTY) {
				stdout.write('\n');
			}
		},
	};
}

const noClipboard: Clipboard = {copy: async () => ({ways: []})};

const noSearch = async (): Promise<string> => '';

const noCommand: Reproduce = async () => ({problem: 'nobody knows how it was started'});

/** As ^Z does where the terminal takes care of it itself: the whole group, so that the shell notices. */
function stopGroup(): void {
	if (process.platform !== 'win32') {
		process.kill(0, 'SIGTSTP');
	}
}
