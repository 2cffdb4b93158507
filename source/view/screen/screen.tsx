import {render} from 'ink';
import {PureComponent, type ReactNode} from 'react';
import {endPause} from '../../query/evaluation/slice.js';
import {isEverything} from '../../query/query.js';
import {chooseTheme} from '../../themes/choose-theme.js';
import type {Theme} from '../../themes/theme.js';
import {noMouse, terminalMouse} from '../terminal/mouse.js';
import {ownFrames} from '../terminal/own-frames.js';
import {spokenFrames} from '../terminal/spoken-frames.js';
import {beginUpdate, endUpdate, homeAndErase} from '../terminal/terminal-codes.js';
import {inputOf} from '../terminal/terminal-input.js';
import {hasWindow} from '../terminal/window-title.js';
import {App} from './app.js';
import type {AppProps} from './app-props.js';
import {beginningOf, keptBy, outletsOf, type ScreenOptions} from './screen-options.js';

type BoundaryProps = {
	/** Called with an error that a child component has thrown. */
	readonly failed: (error: unknown) => void;
	readonly children: ReactNode;
};

type State = {readonly isBroken: boolean};

/** Removes the screen when a component throws. Ink would print the unsanitised error message and source lines. */
class FailureBoundary extends PureComponent<BoundaryProps, State> {
	static getDerivedStateFromError(): State {
		return {isBroken: true};
	}

	override state: State = {isBroken: false};

	override componentDidCatch(error: unknown): void {
		this.props.failed(error);
	}

	override render(): ReactNode {
		return this.state.isBroken ? null : this.props.children;
	}
}

/** A running screen. */
export type Screen = {
	/**
	 * Resolves to the way the user left the screen, after the terminal is restored. Rejects if the screen crashes. Never settles
	 * after `unmount`.
	 */
	readonly done: Promise<'quit' | 'interrupted'>;
	/** Resolves when the first rows are on the screen. */
	readonly shown: Promise<void>;
	/** Returns the current search, or null if the user hasn't searched since the start. */
	searched(): string | null;
	/** Removes the screen and restores the terminal synchronously. Safe in handlers of signals and `exit`. */
	unmount(): void;
};

/**
 * Shows data on the terminal until the user quits, then stops all queries. NODE_ENV must be `production` before this module is
 * imported, because a frame takes twice as long with React's development build.
 */
export function renderScreen(options: ScreenOptions): Screen {
	const {theme: wanted, background, stdout, stdin, stop = stopGroup, pasteSilence} = options;
	const {data, times, close} = options.shown;
	const {listing, search} = data;
	let hasSearched = false;
	const noteSearch = (): void => {
		hasSearched ||= !isEverything(search.query);
	};
	noteSearch();
	search.subscribe(noteSearch);
	// A screen reader speaks output line by line. An alternate screen would disappear at the end.
	const hasScreen = process.env.INK_SCREEN_READER !== 'true';
	const redraw = (): void => {
		stdout.write(beginUpdate);
		// Otherwise Ink writes only the changes since the last frame.
		instance.clear();
		if (hasScreen) {
			stdout.write(homeAndErase);
		}
		// Makes Ink draw at once.
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
		endPause();
		if (listing.getState().rows.length > 0) {
			drawn();
		}
	};
	const frames =
		hasScreen && stdout.isTTY ? ownFrames(stdout, noteDrawn, hasWindow(process.env.TERM)) : undefined;
	const stopHere = (): void => {
		background?.letGo();
		stop();
	};
	const input = inputOf(stdin, pasteSilence);
	const mouse = stdout.isTTY
		? terminalMouse(input, sequence => stdout.writable && stdout.write(sequence))
		: noMouse;
	const {focus} = options;
	const hold = (isOurs: boolean): void => {
		mouse.hold(isOurs);
		focus?.hold(isOurs);
	};
	const endReports = (): void => {
		mouse.end();
		focus?.end();
	};
	const props: Omit<AppProps, 'theme'> = {
		...{data, times},
		beginning: beginningOf(options),
		kept: keptBy(options),
		outlets: outletsOf(options),
		terminal: {
			...{mouse, focus, hold, stop: stopHere, redraw},
			startsWithMouse: (options.mouse ?? false) && hasScreen,
			takeOver: frames?.takeOver,
			setTitle: frames?.setTitle,
		},
	};
	const app = (theme: Theme) => (
		<FailureBoundary failed={broken}>
			<App {...props} theme={theme} />
		</FailureBoundary>
	);
	const first = background?.now() ?? null;
	const instance = render(app(chooseTheme(wanted, first)), {
		onRender: noteDrawn,
		stdout: frames?.stdout ?? (stdout.isTTY ? spokenFrames(stdout) : stdout),
		stdin,
		alternateScreen: hasScreen,
		incrementalRendering: true,
		// If CI is set, Ink treats a terminal as non-interactive.
		interactive: stdout.isTTY,
		exitOnCtrlC: false,
		// The caller handles console output of libraries. Ink would write it above the screen without sanitising.
		patchConsole: false,
	});
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
				endReports();
				close();
			});
	});
	return {
		done,
		shown,
		searched() {
			const {query, before, bar} = search.getState();
			return hasSearched ? (bar ? before : query).text : null;
		},
		unmount() {
			isUnmounted = true;
			close();
			instance.unmount();
			endReports();
			// Spoken output stays on the terminal. Later output starts on a new line.
			if (!hasScreen && stdout.isTTY) {
				stdout.write('\n');
			}
		},
	};
}

/** Stops the whole process group, as the terminal does for ^Z, so that the shell notices. */
function stopGroup(): void {
	if (process.platform !== 'win32') {
		process.kill(0, 'SIGTSTP');
	}
}
