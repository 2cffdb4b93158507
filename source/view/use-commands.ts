import {useApp} from 'ink';
import {useState} from 'react';
import type {Command} from './keys/key-table.js';
import {useKeys} from './keys/use-keys.js';
import type {LiveListing} from './listing/live-listing.js';

export type ScreenMode = {
	readonly isHelpOpen: boolean;
	/** True: as many rows as fit. */
	readonly isFitting: boolean;
};

export type CommandsOptions = {
	readonly listing: LiveListing;
	/** Whether as many rows as fit are shown to begin with. */
	readonly startsFitting: boolean;
	/** Puts the program to the background. */
	readonly suspend: () => void;
	/** Draws the whole screen anew. */
	readonly redraw: () => void;
};

/** Carries out what the keys ask for; returns what they have set on the screen. */
export function useCommands({listing, startsFitting, suspend, redraw}: CommandsOptions): ScreenMode {
	const {exit} = useApp();
	const [isHelpOpen, setHelpOpen] = useState(false);
	const [isFitting, setFitting] = useState(startsFitting);

	// Several keys may come at once, before React has drawn what the first one did.
	const open = {help: isHelpOpen};
	const setHelp = (value: boolean): void => {
		open.help = value;
		setHelpOpen(value);
	};

	const inHelp = (command: Command): void => {
		if (command === 'help' || command === 'close' || command === 'quit') {
			setHelp(false);
		}
	};

	const inListing = (command: Exclude<Command, 'interrupt' | 'suspend' | 'redraw'>): void => {
		switch (command) {
			case 'quit':
				exit('quit');
				break;
			case 'help':
				setHelp(true);
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
		} else if (open.help) {
			inHelp(command);
		} else {
			inListing(command);
		}
	});

	return {isHelpOpen, isFitting};
}
