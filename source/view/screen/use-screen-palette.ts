import {useEffect, useState} from 'react';
import type {Alerts} from '../../alerts/alerts.js';
import type {Surroundings} from '../../keys/why-not.js';
import type {View} from '../../saved-views/views.js';
import type {LogField, Store} from '../../store/store.js';
import type {HandOff} from '../copy-and-save/use-copy-and-save.js';
import type {StandingExclude} from '../exclude/standing-exclude.js';
import {differencesWord, facetWord} from '../palette/panel-words.js';
import {screenWords} from '../palette/screen-words.js';
import {type Palette, usePalette} from '../palette/use-palette.js';
import {type ViewWordsOptions, viewWords} from '../palette/view-words.js';
import type {Question} from '../prompt/use-question.js';

/** Sources of the palette's commands and the objects that they change. */
type ScreenPaletteOptions = Omit<ViewWordsOptions, 'known'> & {
	/** Returns what decides which commands work now. */
	readonly surroundings: () => Surroundings;
	readonly handOff: HandOff;
	readonly exclude: Pick<StandingExclude, 'put'>;
	readonly alerts: Pick<Alerts, 'getAlerts' | 'add'>;
	readonly question: Pick<Question, 'ask'>;
	readonly store: Pick<Store, 'isFleet' | 'geoFields' | 'status' | 'logFields'>;
};

const noViews: ReadonlyMap<string, View> = new Map();

/** Provides the palette with all commands of this screen. */
export function useScreenPalette(options: ScreenPaletteOptions): Palette {
	const {views, surroundings, store, panel} = options;
	const [known, setKnown] = useState(noViews);
	const [logFields, setLogFields] = useState<readonly LogField[]>([]);
	const palette = usePalette(
		[
			...screenWords(options),
			facetWord(store, panel, logFields),
			differencesWord(options.search, panel),
			...viewWords({...options, known}),
		],
		surroundings,
	);
	const isOpen = palette.prompt !== null;
	const isField = /^\s*facets\s/.test(palette.prompt?.edited.line.text ?? '');
	useEffect(() => {
		const controller = new AbortController();
		if (isField) {
			// Without them, the word still takes any name.
			store.logFields(controller.signal).then(setLogFields, () => {});
		}
		return () => controller.abort();
	}, [isField, store]);
	useEffect(() => {
		if (isOpen) {
			// The `:view` command reports read errors when the user runs it.
			views.read().then(setKnown, () => setKnown(noViews));
		}
	}, [isOpen, views]);
	return palette;
}
