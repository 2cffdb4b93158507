import type {ReactElement} from 'react';
import {type Alerts, noAlerts} from '../../source/alerts/alerts.js';
import {storeWithNotices} from '../../source/alerts/store-with-notices.js';
import {fileSaver} from '../../source/file-saver.js';
import {calendarIn} from '../../source/listing/calendar.js';
import {type ChosenColumn, usualChoice} from '../../source/listing/chosen-columns.js';
import {timeFormatter, type Zone} from '../../source/listing/time-formatter.js';
import {type KeptMarks, keptMarks} from '../../source/marks/kept-marks.js';
import {everything, type Query} from '../../source/query/query.js';
import {redactedStore} from '../../source/redaction/redacted-store.js';
import {makeRedaction, type Redaction} from '../../source/redaction/redaction.js';
import type {Store} from '../../source/store/store.js';
import {App} from '../../source/view/app.js';
import type {Clipboard} from '../../source/view/handoff/clipboard.js';
import type {Reproduce} from '../../source/view/handoff/reproduce.js';
import type {Saver} from '../../source/view/handoff/saver.js';
import {liveListing} from '../../source/view/listing/live-listing.js';
import {type Mouse, noMouse} from '../../source/view/mouse/mouse.js';
import {type SavedSearches, withSaved} from '../../source/view/search/saved-searches.js';
import {screenSearch} from '../../source/view/search/screen-search.js';
import {keptInMemory, type SearchHistory} from '../../source/view/search/search-history.js';
import {colorTheme, plainTheme, type Theme} from '../../source/view/theme.js';
import {noViews} from '../../source/view/views/no-views.js';
import type {ViewPanel, Views} from '../../source/view/views/views.js';
import {type Drawing, draw} from './draw.js';
import type {FakeClock} from './fake-clock.js';

// Every screen listens to the signals; a process has one, but for the tests.
process.setMaxListeners(0);

const noSearch = async (): Promise<string> => '';

/** For the title line. */
const watched = ['access.log'];

export type ScreenScene = Omit<Drawing, 'unmount'> & {
	/** The lines of the screen, without the spaces at their ends. */
	lines(): readonly string[];
	/** How often `^Z` has stopped the process. */
	readonly stops: number;
	/** How often the whole screen was to be drawn anew. */
	readonly redraws: number;
	close(): void;
};

export type ScreenSceneOptions = {
	readonly store: Store;
	readonly clock: FakeClock;
	readonly columns?: number;
	readonly lines?: number;
	readonly rows?: number | 'fit';
	readonly zone?: Zone;
	readonly chosen?: readonly ChosenColumn[];
	readonly color?: boolean;
	/** In place of the one that `color` says. */
	readonly theme?: Theme;
	readonly query?: Query;
	readonly history?: SearchHistory;
	readonly redact?: boolean;
	readonly clipboard?: Clipboard;
	readonly saver?: Saver;
	readonly reproduce?: Reproduce;
	readonly lastSearch?: () => Promise<string>;
	readonly views?: Views;
	readonly firstPanel?: ViewPanel | null;
	readonly marks?: KeptMarks;
	readonly saved?: SavedSearches;
	readonly startAlerts?: (store: Store, redaction: Redaction) => Alerts;
	readonly mouse?: Mouse;
	readonly isFirstStart?: boolean;
	/** What the screen is to stand in. */
	readonly wrap?: (app: ReactElement) => ReactElement;
};

/** The whole screen on a terminal that isn't there. */
export function screenScene({
	store: wholeStore,
	clock,
	columns = 80,
	lines = 24,
	rows = 10,
	zone = 'utc',
	chosen = usualChoice,
	color = false,
	theme = color ? colorTheme : plainTheme,
	query = everything,
	history = keptInMemory(),
	redact = false,
	clipboard = {copy: async () => ({ways: []})},
	saver = fileSaver([]),
	reproduce = async () => ({problem: 'this is a test'}),
	lastSearch = noSearch,
	views = noViews,
	firstPanel = null,
	marks = keptMarks(null),
	saved = new Map(),
	startAlerts = () => noAlerts,
	mouse = noMouse,
	isFirstStart = false,
	wrap = app => app,
}: ScreenSceneOptions): ScreenScene {
	const formatTime = timeFormatter(zone);
	const redaction = makeRedaction(redact);
	const shownStore = redactedStore(wholeStore, redaction);
	const alerts = startAlerts(shownStore, redaction);
	const store = alerts === noAlerts ? shownStore : storeWithNotices(shownStore, alerts);
	const {shown} = redaction;
	const listing = liveListing({store, query, size: 1, formatTime, clock, shown});
	const search = screenSearch({
		store,
		listing,
		query,
		zone,
		clock,
		history: withSaved(history, saved),
		saved,
	});
	let stops = 0;
	const stop = (): void => {
		stops++;
	};

	let redraws = 0;
	const redraw = (): void => {
		redraws++;
	};

	const isFirst = async (): Promise<boolean> => isFirstStart;
	const app = (
		<App
			listing={listing}
			store={store}
			search={search}
			redaction={redaction}
			alerts={alerts}
			zoneAt={calendarIn(zone, 0).zoneAt}
			clock={clock}
			formatTime={formatTime}
			watched={watched}
			rows={rows}
			columns={chosen}
			theme={theme}
			clipboard={clipboard}
			saver={saver}
			reproduce={reproduce}
			lastSearch={lastSearch}
			views={views}
			firstPanel={firstPanel}
			marks={marks}
			mouse={mouse}
			isFirstStart={isFirst}
			stop={stop}
			redraw={redraw}
		/>
	);
	const drawing = draw(wrap(app), columns, lines);
	return {
		...drawing,
		lines: () => drawing.frame().split('\n'),
		get frames() {
			return drawing.frames;
		},
		get stops() {
			return stops;
		},
		get redraws() {
			return redraws;
		},
		close() {
			drawing.unmount();
			alerts.close();
			listing.close();
		},
	};
}
