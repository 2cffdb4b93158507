import {Listeners} from '../../listeners.js';
import type {MouseEvent} from './mouse-report.js';
import type {TerminalInput} from './terminal-input.js';

/** Report buttons and wheel, not plain movement. The second mode, SGR, supports screens of any size. */
const ask = '\u001B[?1000h\u001B[?1006h';
const leave = '\u001B[?1006l\u001B[?1000l';

/** Turns mouse reports of the terminal on and off. They are off initially. */
export type Mouse = {
	isOn(): boolean;
	/** Calls the listener with every event while reports are on. Returns a function that unsubscribes it. */
	listen(listener: (event: MouseEvent) => void): () => void;
	/** Turns reports on or off. */
	set(isOn: boolean): void;
	/** Suspends reports while another program has the terminal, and resumes them. Has no effect if reports are off. */
	hold(isOurs: boolean): void;
	/** Restores the terminal for good. */
	end(): void;
};

/**
 * Returns the mouse of a terminal.
 * @param input - parses its reports
 * @param write - writes to the terminal
 */
export function terminalMouse(input: TerminalInput, write: (sequence: string) => unknown): Mouse {
	const listeners = new Listeners<[event: MouseEvent]>();
	let isOn = false;
	let isEnded = false;
	let expectNothing = (): void => {};
	const stop = input.listen({
		mouse(event) {
			// Reports that arrive after reports were turned off are ignored.
			if (isOn) {
				listeners.notify(event);
			}
		},
	});
	const hold = (isOurs: boolean): void => {
		if (isOn && !isEnded) {
			write(isOurs ? ask : leave);
		}
	};
	return {
		isOn: () => isOn,
		listen: listener => listeners.add(listener),
		set(next) {
			if (next !== isOn && !isEnded) {
				isOn = next;
				expectNothing();
				expectNothing = isOn ? input.expect() : () => {};
				write(isOn ? ask : leave);
			}
		},
		hold,
		end() {
			hold(false);
			isEnded = true;
			expectNothing();
			stop();
		},
	};
}

/** Used if there is no terminal. */
export const noMouse: Mouse = {
	isOn: () => false,
	listen: () => () => {},
	set() {},
	hold() {},
	end() {},
};
