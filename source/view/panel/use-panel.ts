import {useMemo, useState} from 'react';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {Store, StoreStatus} from '../../store/store.js';
import {helpLines} from '../help/help-lines.js';
import type {Command} from '../keys/key-table.js';
import {noticeLines} from '../notices/notice-lines.js';
import {loggedLines, unrecognisedPanel} from '../unrecognised/unrecognised-panel.js';
import {useUnrecognisedLines} from '../unrecognised/use-unrecognised-lines.js';
import type {PanelLine} from './panel-line.js';
import {scrolled} from './scrolled.js';

export type PanelName = 'help' | 'notices' | 'unrecognised';

type Place = {
	readonly name: PanelName;
	readonly top: number;
	/** What the panel was made of when it was scrolled away from its top: it holds still from then on. */
	readonly held: StoreStatus | null;
};

export type OpenPanel = {
	readonly title: string;
	readonly lines: readonly PanelLine[];
	/** The first line that is shown. */
	readonly top: number;
};

export type PanelControl = {
	/** What is over the listing now. */
	readonly open: OpenPanel | null;
	/** Whether there will be something over the listing once what the keys have asked for is drawn. */
	isOpen(): boolean;
	/** Opens a panel, in place of another one; closes it if it is open. */
	toggle(name: PanelName): void;
	close(): void;
	scroll(command: Command): void;
};

export type PanelOptions = {
	readonly store: Pick<Store, 'unrecognisedLines'>;
	readonly status: StoreStatus;
	readonly width: number;
	/** Lines that a panel has room for. */
	readonly room: number;
	readonly formatTime: TimeFormatter;
};

/** The panel that lies over the listing, if any: which one, and how far it is scrolled. */
export function usePanel({store, status, width, room, formatTime}: PanelOptions): PanelControl {
	const [place, setPlace] = useState<Place | null>(null);
	const unrecognised = useUnrecognisedLines(store, place?.name === 'unrecognised');

	// Some hundred lines of any text: not for every frame.
	const logged = useMemo(() => loggedLines(unrecognised, width), [unrecognised, width]);

	const panelOf = ({name, held}: Place): Omit<OpenPanel, 'top'> => {
		switch (name) {
			case 'help':
				return {title: 'Keys', lines: helpLines(width)};
			case 'notices':
				return {title: 'Notices', lines: noticeLines(held ?? status, formatTime, width)};
			case 'unrecognised':
				return unrecognisedPanel(unrecognised, logged, (held ?? status).unrecognised, width);
		}
	};

	// Several keys may come at once, before React has drawn what the first one did.
	const latest = {place};
	const show = (next: Place | null): void => {
		latest.place = next;
		setPlace(next);
	};

	return {
		open: place && {...panelOf(place), top: place.top},
		isOpen: () => latest.place !== null,
		toggle(name) {
			show(latest.place?.name === name ? null : {name, top: 0, held: null});
		},
		close() {
			show(null);
		},
		scroll(command) {
			const {place: now} = latest;
			if (now) {
				const top = scrolled(now.top, command, room, panelOf(now).lines.length);
				show({...now, top, held: top === 0 ? null : (now.held ?? status)});
			}
		},
	};
}
