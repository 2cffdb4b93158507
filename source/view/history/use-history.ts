import {useEffect, useState} from 'react';
import type {ListingController} from '../listing/listing-controller.js';
import {selectedLine} from '../listing/listing-state.js';
import type {PanelHost} from '../panel/panel-host.js';
import type {LiveSearch} from '../search/live-search.js';
import {type Place, placesVisited} from './places.js';

/** The parts of the screen whose states make up a place. */
type HistoryOptions = {
	readonly listing: Pick<ListingController, 'getState' | 'seek' | 'release' | 'order' | 'setOrder'>;
	readonly search: Pick<LiveSearch, 'getState' | 'begin'>;
	readonly panel: Pick<PanelHost, 'openCommands' | 'arrange'>;
	/** Shows a hint until the next key. */
	readonly showHint: (hint: string) => void;
};

/** Goes to the place before or after the current one. */
export type History = {readonly step: (by: 1 | -1) => void};

/** Keeps the places that the user has visited. */
export function useHistory({listing, search, panel, showHint}: HistoryOptions): History {
	const [places] = useState(placesVisited);
	const visit = (): void => {
		// A half-typed search isn't a place to return to.
		const {bar, query} = search.getState();
		if (bar === null) {
			const state = listing.getState();
			places.visit({
				text: query.text,
				order: listing.order,
				panels: panel.openCommands(),
				entry: state.rows[selectedLine(state)]?.entry ?? null,
			});
		}
	};
	useEffect(visit);
	const show = ({text, order, panels, entry}: Place): void => {
		listing.setOrder(order);
		search.begin(text);
		panel.arrange(panels);
		if (entry === null) {
			listing.release();
		} else {
			listing.seek(
				async () => entry,
				() => {},
			);
		}
	};
	return {
		step(by) {
			// Keys typed before this one may not have been drawn yet.
			visit();
			const place = places.step(by);
			if (place) {
				show(place);
				// A panel may not open again. The place without it would otherwise count as a new place, and drop the places after it.
				places.replace({...place, panels: panel.openCommands()});
			} else {
				showHint(by < 0 ? 'There is no earlier place' : 'There is no later place');
			}
		},
	};
}
