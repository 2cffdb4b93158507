import type {TerminalInput} from './terminal-input.js';

/** Report when the window gets and loses the focus, and no longer: FocusIn/FocusOut, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const ask = '\u001B[?1004h';
const leave = '\u001B[?1004l';

/** Whether the window of the terminal has the focus. */
export type Focus = {
	/** True until a report says otherwise: a terminal without reports counts as focused. */
	isFocused(): boolean;
	/** Suspends reports while another program has the terminal, and resumes them. */
	hold(isOurs: boolean): void;
	/** Restores the terminal for good. */
	end(): void;
};

/**
 * Asks a terminal for reports of its focus.
 * @param input - parses its reports
 * @param write - writes to the terminal
 */
export function terminalFocus(input: TerminalInput, write: (sequence: string) => unknown): Focus {
	let isFocused = true;
	let isEnded = false;
	const stop = input.listen({
		reply(text) {
			isFocused = text === '[I' || (isFocused && text !== '[O');
		},
	});
	const expectNothing = input.expect();
	write(ask);
	return {
		isFocused: () => isFocused,
		hold(isOurs) {
			if (!isEnded) {
				isFocused = true;
				write(isOurs ? ask : leave);
			}
		},
		end() {
			if (!isEnded) {
				isEnded = true;
				write(leave);
				expectNothing();
				stop();
			}
		},
	};
}
