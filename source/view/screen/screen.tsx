import {Box, type DOMElement, render} from 'ink';
import {PureComponent, type ReactNode, useEffect, useRef} from 'react';
import {isEverything} from '../../query/query.js';
import {chooseTheme} from '../../themes/choose-theme.js';
import type {Theme} from '../../themes/theme.js';
import {OwnDrawing} from '../spans/piece.js';
import {noMouse, terminalMouse} from '../terminal/mouse.js';
import {ownFrames} from '../terminal/own-frames.js';
import {spokenFrames} from '../terminal/spoken-frames.js';
import {beginUpdate, endUpdate, homeAndErase} from '../terminal/terminal-codes.js';
import {inputOf} from '../terminal/terminal-input.js';
import {App} from './app.js';
import type {AppProps} from './app-props.js';
import {beginningOf, keptBy, outletsOf, type ScreenOptions} from './screen-options.js';

type BoundaryProps = {
	/** Told of an error that a component below has thrown. */
	readonly failed: (error: unknown) => void;
	readonly children: ReactNode;
};

type State = {readonly isBroken: boolean};

/**
 * Takes the screen away when a part of it breaks. Ink would write the error's message as it stands, which may hold
 * anything, and lines of the source.
 */
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

type DrawnByProps = {
	/** Takes Ink's root over as long as this is there: see `OwnFrames`. */
	readonly takeOver: (root: DOMElement) => () => void;
	readonly children: ReactNode;
};

/** Has its children drawn by another than Ink. */
export function DrawnBy({takeOver, children}: DrawnByProps) {
	const box = useRef<DOMElement>(null);
	// After the effects of all below: when the first frame is there, the terminal has been asked for its keys.
	useEffect(() => (box.current ? takeOver(rootOf(box.current)) : undefined), [takeOver]);
	return (
		<OwnDrawing value={true}>
			<Box ref={box} flexDirection="column">
				{children}
			</Box>
		</OwnDrawing>
	);
}

function rootOf(element: DOMElement): DOMElement {
	return element.parentNode ? rootOf(element.parentNode) : element;
}

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
 * Shows data on the terminal until the user quits, and asks for nothing any more then. NODE_ENV must be `production`
 * before this module is imported: React's development build takes twice the time for a frame.
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
	const stopHere = (): void => {
		background?.letGo();
		stop();
	};
	const input = inputOf(stdin, pasteSilence);
	const mouse = stdout.isTTY
		? terminalMouse(input, sequence => stdout.writable && stdout.write(sequence))
		: noMouse;
	const props: Omit<AppProps, 'theme'> = {
		...{data, times},
		beginning: beginningOf(options),
		kept: keptBy(options),
		outlets: outletsOf(options),
		terminal: {mouse, startsWithMouse: (options.mouse ?? false) && hasScreen, stop: stopHere, redraw},
	};
	const screen = (theme: Theme) => (
		<FailureBoundary failed={broken}>
			<App {...props} theme={theme} />
		</FailureBoundary>
	);
	const app = (theme: Theme) =>
		frames ? <DrawnBy takeOver={frames.takeOver}>{screen(theme)}</DrawnBy> : screen(theme);
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
				mouse.end();
				close();
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
			close();
			instance.unmount();
			mouse.end();
			// What is spoken stays where it is, and what comes next begins below it.
			if (!hasScreen && stdout.isTTY) {
				stdout.write('\n');
			}
		},
	};
}

/** As ^Z does where the terminal takes care of it itself: the whole group, so that the shell notices. */
function stopGroup(): void {
	if (process.platform !== 'win32') {
		process.kill(0, 'SIGTSTP');
	}
}
