import type {FieldName} from '../../fields/fields.js';
import {isGeoField, withoutDatabase} from '../../geo/geo.js';
import {keysOf} from '../../keys/key-bindings.js';
import {fieldNamed, searchedFields} from '../../query/field-names.js';
import {isLogFieldName} from '../../query/log-field-name.js';
import {listableNames} from '../../query/parsing/facet-fields.js';
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
		candidates: written => [
			...(written.startsWith('@') ? [] : tabsOf(store)).map(({name, letter}) => ({
				name: name.toLowerCase(),
				detail: key === null || letter === undefined ? '' : `${key} ${letter}`,
			})),
			...logFields.map(({name}) => ({name: `@${name}`, detail: 'a log field'})),
		],
		run(text) {
			const name = text.toLowerCase();
			const searched = fieldNamed(name);
			const tabs = tabsOf(store);
			const field =
				isLogFieldName(name) && name.length > 1
					? name
					: (
							tabs.find(tab => tab.name.toLowerCase() === name) ??
							tabs.find(tab => searched !== undefined && tab.field === searchedFields.get(searched))
						)?.field;
			if (field === undefined) {
				return searched === undefined ? unknownField(text) : withoutTab(searched, store);
			}
			panel.openAt('facets', field);
			return '';
		},
	};
}

function unknownField(text: string): string {
	return `facets takes the name of a field, such as agent or @tenant${text === '' ? '' : `, not ${text}`}`;
}

/** Returns the reason why a field of the search has no tab. */
function withoutTab(name: FieldName, {isFleet = false}: Pick<Store, 'isFleet'>): string {
	if (isGeoField(name)) {
		return withoutDatabase(name, isFleet);
	}
	return listableNames.includes(name)
		? `There is no tab for ${name} here: reqscope --top ${name} prints its values`
		: `The values of ${name} can’t be listed`;
}
