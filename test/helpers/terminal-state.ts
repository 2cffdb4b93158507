import {isDeepStrictEqual} from 'node:util';
import type {Terminal as Emulator} from '@xterm/headless';
import {readControls} from './control-sequences.js';
import type {Condition, Terminal} from './terminal.js';

/** The modes that a program may have switched on. */
export type TerminalState = {
	readonly alternateScreen: boolean;
	readonly cursorVisible: boolean;
	readonly bracketedPaste: boolean;
	readonly mouse: string;
	readonly focusEvents: boolean;
	readonly synchronizedOutput: boolean;
	readonly applicationCursorKeys: boolean;
	readonly wraparound: boolean;
	/** How many kitty keyboard modes were pushed and not popped. */
	readonly kittyKeyboard: number;
};

/** A terminal that has been left as it was found. */
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

/** The state of a terminal, from the emulator where it knows, else from what the program wrote. */
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

/** The condition that a terminal is in that state: modes and frames come one after the other. */
export function inState(terminal: Terminal, wanted: Partial<TerminalState>): Condition {
	return () => {
		const state = terminal.state();
		return isDeepStrictEqual({...state, ...wanted}, state) || JSON.stringify(state);
	};
}
