import {render} from 'ink-testing-library';
import {createElement, Fragment, type ReactElement} from 'react';
import {waitFor} from './wait-for.js';

// Before it can be told here, Ink asks programs, twice for each screen, for the size of a terminal that isn't there.
process.env.COLUMNS = '100';
process.env.LINES = '24';

export type Drawing = {
	/** Everything, as it was last drawn. */
	frame(): string;
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Waits until the screen has that text. */
	has(text: string): Promise<void>;
	/** Waits until the screen has that text no more. */
	hasNot(text: string): Promise<void>;
	/** Frames drawn so far. */
	readonly frames: number;
	unmount(): void;
};

/** Draws on a terminal of that size that isn't there. */
export function draw(element: ReactElement, columns: number, lines: number): Drawing {
	// The terminal has its size before anything is drawn on it.
	const {stdin, stdout, frames, lastFrame, rerender, unmount} = render(createElement(Fragment));
	const resize = (width: number, height: number): void => {
		Object.defineProperty(stdout, 'columns', {value: width, configurable: true});
		Object.defineProperty(stdout, 'rows', {value: height, configurable: true});
		stdout.emit('resize');
	};

	resize(columns, lines);
	rerender(element);
	const frame = (): string => lastFrame() ?? '';
	return {
		frame,
		type: keys => stdin.write(keys),
		resize,
		has: text => waitFor(() => frame().includes(text), frame),
		hasNot: text => waitFor(() => !frame().includes(text), frame),
		get frames() {
			return frames.length;
		},
		unmount,
	};
}
