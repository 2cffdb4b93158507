import {useEffect, useState} from 'react';
import type {HandOff} from '../../copy-and-save/panel/use-copy-and-save.js';
import {isEverything} from '../../query/query.js';
import {type ViewWordsOptions, viewWords} from '../../saved-views/panel/view-words.js';
import type {View} from '../../saved-views/views.js';
import type {ListingState} from '../listing/listing-state.js';
import {screenWords} from '../palette/screen-words.js';
import {type Palette, usePalette} from '../palette/use-palette.js';

/** What is run by its name, and what it changes. */
type ScreenPaletteOptions = Omit<ViewWordsOptions, 'known'> & {
	readonly listing: ListingState;
	/** Whether a search of an earlier session is offered. */
	readonly isOffering: boolean;
	/** Whether a text is looked for. */
	readonly isFinding: boolean;
	readonly handOff: HandOff;
};

const noViews: ReadonlyMap<string, View> = new Map();

/** The palette with all that there is on this screen. */
export function useScreenPalette(options: ScreenPaletteOptions): Palette {
	const {views, search, listing, isOffering, isFinding, panel} = options;
	const [known, setKnown] = useState(noViews);
	const palette = usePalette([...screenWords(options), ...viewWords({...options, known})], {
		panel: panel.opened(),
		hasRows: listing.rows.length > 0,
		hasCell: listing.cell !== null,
		isSearching: !isEverything(search.query),
		isOffering,
		isFinding,
	});
	const isOpen = palette.shown !== null;
	useEffect(() => {
		if (isOpen) {
			// What is the matter with them is told when one of them is wanted.
			views.read().then(setKnown, () => setKnown(noViews));
		}
	}, [isOpen, views]);
	return palette;
}
