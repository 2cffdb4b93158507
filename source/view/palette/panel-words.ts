import {keysOf} from '../../keys/key-bindings.js';
import {isLogFieldName} from '../../query/log-field-name.js';
import type {LogField, Store} from '../../store/store.js';
import type {PanelHost} from '../panel/panel-host.js';
import {baselinePart} from '../panels/differences/open-differences.js';
import {tabsOf} from '../panels/facets/facet-tabs.js';
import type {LiveSearch} from '../search/live-search.js';
import {type PaletteWord, wordRow} from './palette-items.js';

/** Returns the word that opens the differences with a baseline. */
export function differencesWord(
	search: Pick<LiveSearch, 'problemOf'>,
	panel: Pick<PanelHost, 'openAt'>,
): PaletteWord {
	return {
		...wordRow('differences'),
		candidates: () => [
			{name: 'rest', detail: 'all other requests'},
			{name: 'before', detail: 'the period of equal length just before'},
		],
		run(text) {
			const problem = text === 'rest' || text === 'before' ? null : search.problemOf(text);
			if (problem === null) {
				panel.openAt('differences', baselinePart(text));
			}
			return problem ?? '';
		},
	};
}

/**
 * Returns the word that opens the most frequent values of a field.
 * @param logFields - the log fields known so far, the most frequent ones first
 */
export function facetWord(
	store: Pick<Store, 'isFleet' | 'geoFields' | 'status'>,
	panel: Pick<PanelHost, 'openAt'>,
	logFields: readonly LogField[],
): PaletteWord {
	const key = keysOf('facets');
	return {
		...wordRow('facets'),
		candidates: () => [
			...tabsOf(store).map(({name, letter}) => ({
				name: name.toLowerCase(),
				detail: key === null || letter === undefined ? '' : `${key} ${letter}`,
			})),
			...logFields.map(({name}) => ({name: `@${name}`, detail: 'a log field'})),
		],
		run(text) {
			const name = text.toLowerCase();
			const field =
				isLogFieldName(name) && name.length > 1
					? name
					: tabsOf(store).find(tab => tab.name.toLowerCase() === name)?.field;
			if (field === undefined) {
				return `facets takes the name of a field, such as agent or @tenant${text === '' ? '' : `, not ${text}`}`;
			}
			panel.openAt('facets', field);
			return '';
		},
	};
}
