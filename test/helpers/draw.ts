import type {ExecutionContext} from 'ava';
import {render} from 'ink-testing-library';
import {createElement, Fragment, type ReactElement} from 'react';
import {waitFor} from './wait-for.js';

// Without these variables, Ink runs programs to measure the terminal, twice per screen. No terminal exists here, and Ink does
// this before `resize` can set a size.
process.env.COLUMNS = '100';
process.env.LINES = '24';

export type Drawing = {
	/** Returns the last frame. */
	frame(): string;
	type(keys: string): void;
	/** Types keys, and waits for the strings like `has`. */
	press(keys: string, ...texts: readonly string[]): Promise<void>;
	resize(columns: number, rows: number): void;
	/** Waits until the frame contains the first text, then the next one. */
	has(...texts: readonly string[]): Promise<void>;
	/** Waits until the frame doesn't contain `text`. */
	hasNot(text: string): Promise<void>;
	/** Number of frames drawn so far. */
	readonly frames: number;
	unmount(): void;
};

/**
 * Renders an element on a simulated terminal of this size. With `t`, it is unmounted at the end of that test, and a wait of
 * the test counts as an assertion.
 */
export function draw(
	element: ReactElement,
	columns: number,
	lines: number,
	t?: Pick<ExecutionContext, 'pass' | 'teardown'>,
): Drawing {
	// An empty first render gives access to stdout, so that its size is set before `element` is drawn.
	const {stdin, stdout, frames, lastFrame, rerender, unmount} = render(createElement(Fragment));
	const resize = (width: number, height: number): void => {
		Object.defineProperty(stdout, 'columns', {value: width, configurable: true});
		Object.defineProperty(stdout, 'rows', {value: height, configurable: true});
		stdout.emit('resize');
	};
	resize(columns, lines);
	rerender(element);
	const frame = (): string => lastFrame() ?? '';
	t?.teardown(unmount);
	const has = async (...texts: readonly string[]): Promise<void> => {
		for (const text of texts) {
			await waitFor(() => frame().includes(text), frame);
			t?.pass();
		}
	};
	return {
		frame,
		type: keys => stdin.write(keys),
		async press(keys, ...texts) {
			stdin.write(keys);
			await has(...texts);
		},
		resize,
		has,
		async hasNot(text) {
			await waitFor(() => !frame().includes(text), frame);
			t?.pass();
		},
		get frames() {
			return frames.length;
		},
		unmount,
	};
}
