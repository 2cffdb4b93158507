import type {ExecutionContext} from 'ava';
import {fileSaver} from '../../source/copy-and-save/saver.js';
import {type ChosenColumn, defaultChoice} from '../../source/format/chosen-columns.js';
import type {ViewPanel} from '../../source/saved-views/views.js';
import type {Theme} from '../../source/themes/theme.js';
import {App} from '../../source/view/screen/app.js';
import type {Kept, Outlets} from '../../source/view/screen/app-props.js';
import {type DataOptions, screenData} from '../../source/view/screen/screen-data.js';
import {beginningOf, keptBy, outletsOf} from '../../source/view/screen/screen-options.js';
import type {Focus} from '../../source/view/terminal/focus.js';
import {type Mouse, noMouse} from '../../source/view/terminal/mouse.js';
import type {OwnFrames} from '../../source/view/terminal/own-frames.js';
import {type Drawing, draw} from './draw.js';
import type {FakeClock} from './fake-clock.js';
import {colorTheme, unstyledTheme} from './themes.js';

// Every screen listens to the signals; a process has one, but for the tests.
process.setMaxListeners(0);

/** For the title line. */
const watched = ['access.log'];

export type ScreenScene = Omit<Drawing, 'unmount'> & {
	/** The lines of the screen, without the spaces at their ends. */
	lines(): readonly string[];
	/** Number of times that `^Z` has stopped the process. */
	readonly stops: number;
	/** Number of complete redraws. */
	readonly redraws: number;
	close(): void;
};

export type ScreenSceneOptions = Omit<DataOptions, 'zone' | 'rotated'> &
	Partial<Pick<DataOptions, 'zone' | 'rotated'>> &
	Partial<Omit<Kept, 'isFirstStart'>> &
	Partial<Outlets> & {
		/** The test at whose end the screen is closed. */
		readonly t?: ExecutionContext;
		readonly clock: FakeClock;
		readonly columns?: number;
		readonly lines?: number;
		readonly rows?: number | 'fit';
		readonly chosen?: readonly ChosenColumn[];
		readonly color?: boolean;
		/** Overrides the theme that `color` selects. */
		readonly theme?: Theme;
		readonly firstPanel?: ViewPanel | null;
		readonly remark?: string;
		readonly mouse?: Mouse;
		readonly focus?: Focus;
		readonly isFirstStart?: boolean;
		/** Draws the screen in Ink's place. */
		readonly takeOver?: OwnFrames['takeOver'];
	};

/** The whole screen on a simulated terminal. */
export function screenScene({
	t,
	store,
	clock,
	columns = 80,
	lines = 24,
	rows = 10,
	zone = 'utc',
	rotated = 'No rotated files in this test',
	chosen = defaultChoice,
	color = false,
	theme = color ? colorTheme : unstyledTheme,
	saver = fileSaver([]),
	reproduce = async () => ({problem: 'this is a test'}),
	firstPanel = null,
	remark = '',
	mouse = noMouse,
	focus,
	isFirstStart = false,
	takeOver,
	...options
}: ScreenSceneOptions): ScreenScene {
	const {data, times, close} = screenData({...options, store, zone, rotated}, 1, clock);
	let stops = 0;
	const stop = (): void => {
		stops++;
	};
	let redraws = 0;
	const redraw = (): void => {
		redraws++;
	};
	const app = (
		<App
			data={data}
			times={times}
			beginning={beginningOf({watched, rows, columns: chosen, panel: firstPanel, remark})}
			kept={keptBy({...options, isFirstStart: async () => isFirstStart})}
			outlets={outletsOf({...options, saver, reproduce})}
			terminal={{mouse, focus, hold: mouse.hold, startsWithMouse: false, stop, redraw, takeOver}}
			theme={theme}
		/>
	);
	t?.teardown(close);
	const drawing = draw(app, columns, lines, t);
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
			close();
		},
	};
}
