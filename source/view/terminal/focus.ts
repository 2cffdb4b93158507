import {useEffect, useLayoutEffect} from 'react';
import {Listeners} from '../../listeners.js';
import type {TerminalInput} from './terminal-input.js';

/** Turn reports of the window's focus on and off (DECSET 1004): FocusIn/FocusOut in https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const ask = '\u001B[?1004h';
const leave = '\u001B[?1004l';

/** Whether the window of the terminal has the focus. */
export type Focus = {
	/** False after a report of a lost focus. A terminal without reports counts as focused. */
	isFocused(): boolean;
	/** Calls the listener when the window loses the focus. Returns a function that unsubscribes it. */
	lost(listener: () => void): () => void;
	/** Requests reports (true), or suspends them while another program has the terminal. */
	hold(isOurs: boolean): void;
	/** Restores the terminal for good. */
	end(): void;
};

/**
 * Returns the focus of a terminal. Reports begin with `hold(true)`, which needs raw mode: some terminals report the focus at once,
 * and it would be echoed.
 * @param input - parses its reports
 * @param write - writes to the terminal
 */
export function terminalFocus(input: TerminalInput, write: (sequence: string) => unknown): Focus {
	const listeners = new Listeners();
	let isFocused = true;
	let isAsked = false;
	let isEnded = false;
	const stop = input.listen({
		reply(text) {
			const wasFocused = isFocused;
			isFocused = text === '[I' || (isFocused && text !== '[O');
			if (wasFocused && !isFocused) {
				listeners.notify();
			}
		},
	});
	const expectNothing = input.expect();
	const set = (next: boolean): void => {
		if (next !== isAsked) {
			isAsked = next;
			write(next ? ask : leave);
		}
	};
	return {
		isFocused: () => isFocused,
		lost: listener => listeners.add(listener),
		hold(isOurs) {
			if (!isEnded) {
				isFocused = true;
				set(isOurs);
			}
		},
		end() {
			if (!isEnded) {
				isEnded = true;
				set(false);
				expectNothing();
				stop();
			}
		},
	};
}

/**
 * Requests reports of the focus while the screen is shown.
 * @param lost - called when the window loses the focus
 */
export function useFocus(focus: Focus | undefined, lost: () => void): void {
	useEffect(() => {
		// The effects before have set raw mode. They leave it after the end of the reports.
		focus?.hold(true);
		return focus?.lost(lost);
	}, [focus, lost]);
	useLayoutEffect(() => () => focus?.end(), [focus]);
}
