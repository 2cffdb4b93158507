import {Listeners} from '../../listeners.js';
import type {MouseEvent} from './mouse-report.js';
import type {TerminalInput} from './terminal-input.js';

/** Buttons and wheel, in a form that has room for every screen; nothing while it is only moved. */
const ask = '\u001B[?1000h\u001B[?1006h';
const leave = '\u001B[?1006l\u001B[?1000l';

/** The mouse, if the terminal is to report it: off to begin with. */
export type Mouse = {
	isOn(): boolean;
	/** Calls the listener with all that is done, while it is on. Returns the function that ends it. */
	listen(listener: (event: MouseEvent) => void): () => void;
	/** Has the terminal report it, or not any more. */
	set(isOn: boolean): void;
	/** Gives the terminal as it was to somebody else, and takes it again; nothing changes where it is off. */
	hold(isOurs: boolean): void;
	/** Gives the terminal back as it was. */
	end(): void;
};

/**
 * The mouse of a terminal.
 * @param input - what it reports with
 * @param write - writes to the terminal
 */
export function terminalMouse(input: TerminalInput, write: (sequence: string) => unknown): Mouse {
	const listeners = new Listeners<[event: MouseEvent]>();
	let isOn = false;
	let isEnded = false;
	let expectNothing = (): void => {};
	const stop = input.listen({
		mouse(event) {
			// What is still on its way when it is turned off asks for nothing.
			if (isOn) {
				listeners.tell(event);
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

/** Where there is none. */
export const noMouse: Mouse = {
	isOn: () => false,
	listen: () => () => {},
	set() {},
	hold() {},
	end() {},
};
