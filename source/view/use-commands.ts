import {useApp} from 'ink';
import {useState} from 'react';
import {scrolled} from './help/scrolled.js';
import type {Command} from './keys/key-table.js';
import {useKeys} from './keys/use-keys.js';
import type {LiveListing} from './listing/live-listing.js';

export type ScreenMode = {
	/** The first line of the help that is shown; null while it is closed. */
	readonly help: number | null;
	/** True: as many rows as fit. */
	readonly isFitting: boolean;
};

export type CommandsOptions = {
	readonly listing: LiveListing;
	/** Whether as many rows as fit are shown to begin with. */
	readonly startsFitting: boolean;
	/** Lines that the help has room for. */
	readonly helpRoom: number;
	/** Puts the program to the background. */
	readonly suspend: () => void;
	/** Draws the whole screen anew. */
	readonly redraw: () => void;
};

/** Carries out what the keys ask for; returns what they have set on the screen. */
export function useCommands({
	listing,
	startsFitting,
	helpRoom,
	suspend,
	redraw,
}: CommandsOptions): ScreenMode {
	const {exit} = useApp();
	const [help, setHelp] = useState<number | null>(null);
	const [isFitting, setFitting] = useState(startsFitting);

	// Several keys may come at once, before React has drawn what the first one did.
	const open = {help};
	const show = (top: number | null): void => {
		open.help = top;
		setHelp(top);
	};

	const inHelp = (command: Command, top: number): void => {
		const closes = command === 'help' || command === 'close' || command === 'quit';
		show(closes ? null : scrolled(top, command, helpRoom));
	};

	const inListing = (command: Exclude<Command, 'interrupt' | 'suspend' | 'redraw'>): void => {
		switch (command) {
			case 'quit':
				exit('quit');
				break;
			case 'help':
				show(0);
				break;
			case 'rows':
				setFitting(value => !value);
				break;
			case 'freeze':
				listing.toggleFrozen();
				break;
			case 'newest':
			case 'close':
				listing.release();
				break;
			default:
				listing.move(command);
		}
	};

	useKeys(command => {
		if (command === 'interrupt') {
			exit('interrupted');
		} else if (command === 'suspend') {
			suspend();
		} else if (command === 'redraw') {
			redraw();
		} else if (open.help !== null) {
			inHelp(command, open.help);
		} else {
			inListing(command);
		}
	});

	return {help, isFitting};
}
