import {useApp} from 'ink';
import {useState} from 'react';
import type {Command} from './keys/key-table.js';
import {useKeys} from './keys/use-keys.js';
import type {LiveListing} from './listing/live-listing.js';
import type {PanelHost} from './panel/panel-host.js';

export type ScreenMode = {
	/** True: as many rows as fit. */
	readonly isFitting: boolean;
};

export type CommandsOptions = {
	readonly listing: LiveListing;
	/** Whether as many rows as fit are shown to begin with. */
	readonly startsFitting: boolean;
	/** What lies over the listing. */
	readonly panel: PanelHost;
	/** Puts the program to the background. */
	readonly suspend: () => void;
	/** Draws the whole screen anew. */
	readonly redraw: () => void;
};

/** Carries out what the keys ask for; returns what they have set on the screen. */
export function useCommands({listing, startsFitting, panel, suspend, redraw}: CommandsOptions): ScreenMode {
	const {exit} = useApp();
	const [isFitting, setFitting] = useState(startsFitting);

	const inPanel = (command: Command): void => {
		if (panel.take(command) || panel.toggle(command)) {
			return;
		}

		if (command === 'close' || command === 'quit') {
			panel.close();
		}
	};

	/** Of the selected request, or else of the first one, once the moves so far have been carried out. */
	const openStory = (): void => {
		listing.afterMoves(() => {
			const {rows, selected} = listing.getState();
			if (rows.length === 0) {
				return;
			}

			if (selected === null) {
				listing.move('rowDown');
			}

			panel.toggle('open');
		});
	};

	const inListing = (command: Exclude<Command, 'interrupt' | 'suspend' | 'redraw'>): void => {
		switch (command) {
			case 'quit':
				exit('quit');
				break;
			case 'help':
			case 'notices':
			case 'unrecognised':
				panel.toggle(command);
				break;
			case 'open':
				openStory();
				break;
			case 'sameClientNext':
			case 'sameClientPrevious':
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
		} else if (panel.isOpen()) {
			inPanel(command);
		} else {
			inListing(command);
		}
	});

	return {isFitting};
}
