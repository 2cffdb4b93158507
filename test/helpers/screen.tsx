import {render} from 'ink-testing-library';
import {calendarIn} from '../../source/listing/calendar.js';
import {timeFormatter, type Zone} from '../../source/listing/time-formatter.js';
import {everything, type Query} from '../../source/query/query.js';
import type {Store} from '../../source/store/store.js';
import {App} from '../../source/view/app.js';
import {liveListing} from '../../source/view/listing/live-listing.js';
import {screenSearch} from '../../source/view/search/screen-search.js';
import {keptInMemory, type SearchHistory} from '../../source/view/search/search-history.js';
import {colorTheme, plainTheme} from '../../source/view/theme.js';
import {eventually} from './eventually.js';
import type {FakeClock} from './fake-clock.js';

// Every screen listens to the signals; a process has one, but for the tests.
process.setMaxListeners(0);

/** For the title line. */
const watched = ['access.log'];

export type ScreenScene = {
	/** The lines of the screen, without the spaces at their ends. */
	lines(): readonly string[];
	/** Everything, as it was last drawn. */
	frame(): string;
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Waits until the screen has that text. */
	has(text: string): Promise<void>;
	/** Waits until the screen has that text no more. */
	hasNot(text: string): Promise<void>;
	/** How often `^Z` has stopped the process. */
	readonly stops: number;
	/** How often the whole screen was to be drawn anew. */
	readonly redraws: number;
	/** Frames drawn so far. */
	readonly frames: number;
	close(): void;
};

export type ScreenSceneOptions = {
	readonly store: Store;
	readonly clock: FakeClock;
	readonly columns?: number;
	readonly lines?: number;
	readonly rows?: number | 'fit';
	readonly zone?: Zone;
	readonly color?: boolean;
	readonly query?: Query;
	readonly history?: SearchHistory;
};

/** The whole screen on a terminal that isn't there. */
export function screenScene({
	store,
	clock,
	columns = 80,
	lines = 24,
	rows = 10,
	zone = 'utc',
	color = false,
	query = everything,
	history = keptInMemory(),
}: ScreenSceneOptions): ScreenScene {
	const formatTime = timeFormatter(zone);
	const listing = liveListing({store, query, size: 1, formatTime, clock});
	const search = screenSearch({store, listing, query, zone, clock, history});
	let stops = 0;
	const stop = (): void => {
		stops++;
	};

	const theme = color ? colorTheme : plainTheme;
	let redraws = 0;
	const redraw = (): void => {
		redraws++;
	};

	const app = (
		<App
			listing={listing}
			store={store}
			search={search}
			zoneAt={calendarIn(zone, 0).zoneAt}
			clock={clock}
			formatTime={formatTime}
			watched={watched}
			rows={rows}
			theme={theme}
			stop={stop}
			redraw={redraw}
		/>
	);
	const instance = render(app);
	const resize = (width: number, height: number): void => {
		Object.defineProperty(instance.stdout, 'columns', {value: width, configurable: true});
		Object.defineProperty(instance.stdout, 'rows', {value: height, configurable: true});
		instance.stdout.emit('resize');
	};

	resize(columns, lines);
	const frame = (): string => instance.lastFrame() ?? '';
	return {
		lines: () => frame().split('\n'),
		frame,
		type: keys => instance.stdin.write(keys),
		resize,
		has: text => eventually(() => frame().includes(text), frame),
		hasNot: text => eventually(() => !frame().includes(text), frame),
		get stops() {
			return stops;
		},
		get redraws() {
			return redraws;
		},
		get frames() {
			return instance.frames.length;
		},
		close() {
			instance.unmount();
			listing.close();
		},
	};
}
