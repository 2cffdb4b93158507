import {isDeepStrictEqual} from 'node:util';
import type {Terminal as Emulator} from '@xterm/headless';
import {readControls} from './control-sequences.js';
import type {Condition, Terminal} from './terminal.js';

/** Terminal modes that a program can change. */
export type TerminalState = {
	readonly alternateScreen: boolean;
	readonly cursorVisible: boolean;
	readonly bracketedPaste: boolean;
	readonly mouse: string;
	readonly focusEvents: boolean;
	readonly synchronizedOutput: boolean;
	readonly applicationCursorKeys: boolean;
	readonly wraparound: boolean;
	/** Number of kitty keyboard modes pushed and not popped. */
	readonly kittyKeyboard: number;
};

/** The initial state of a terminal. */
export const untouchedTerminal: TerminalState = {
	alternateScreen: false,
	cursorVisible: true,
	bracketedPaste: false,
	mouse: 'none',
	focusEvents: false,
	synchronizedOutput: false,
	applicationCursorKeys: false,
	wraparound: true,
	kittyKeyboard: 0,
};

/** Returns the state of a terminal, from the emulator if it knows the mode, otherwise from the recorded output. */
export function terminalState({buffer, modes}: Emulator, recording: Buffer): TerminalState {
	const {sequences} = readControls(recording.toString());
	const kitty = (sign: string): number =>
		sequences.filter(sequence => sequence.startsWith(`CSI ${sign}`) && sequence.endsWith('u')).length;
	const cursor = sequences.filter(sequence => /^CSI \?25[hl]$/.test(sequence)).at(-1);
	return {
		alternateScreen: buffer.active.type === 'alternate',
		cursorVisible: cursor !== 'CSI ?25l',
		bracketedPaste: modes.bracketedPasteMode,
		mouse: modes.mouseTrackingMode,
		focusEvents: modes.sendFocusMode,
		synchronizedOutput: modes.synchronizedOutputMode,
		applicationCursorKeys: modes.applicationCursorKeysMode,
		wraparound: modes.wraparoundMode,
		kittyKeyboard: Math.max(0, kitty('>') - kitty('<')),
	};
}

/**
 * Returns a condition: the terminal has the `wanted` modes. It must be awaited, because a program doesn't change its modes and
 * draw a frame at the same moment.
 */
export function inState(terminal: Terminal, wanted: Partial<TerminalState>): Condition {
	return () => {
		const state = terminal.state();
		return isDeepStrictEqual({...state, ...wanted}, state) || JSON.stringify(state);
	};
}
