import {type FacetTabNames, type FacetTabRules, fieldTable, tabFields} from '../../../fields/fields.js';
import {headerOf} from '../../../format/columns.js';
import {fitWidth, terminalWidth} from '../../../format/fit-width.js';
import type {FacetField} from '../../../query/facet-field.js';
import {isLogFieldName, type LogFieldName, type ShownField} from '../../../query/log-field-name.js';
import type {Store} from '../../../store/store.js';
import type {PathState} from '../../../tail/tail-types.js';

/** A tab of the panel, for one field. */
export type FacetTab = FacetTabNames & {readonly field: FacetField};

type FacetTabs = readonly [FacetTab, ...FacetTab[]];

/** Returns the tabs for a store: with several servers one for the server, else with several files one for the file. */
export function tabsOf({isFleet = false, status}: Pick<Store, 'isFleet' | 'status'>): FacetTabs {
	const isRead = ({state}: PathState): boolean => state === 'following' || state === 'ended';
	const hasFiles = !isFleet && status().files.filter(isRead).length > 1;
	const tabs = tabFields.flatMap((field): readonly FacetTab[] => {
		const {of, ...names}: FacetTabRules = fieldTable[field].facet.tab;
		return of === undefined || (of === 'fleet' ? isFleet : hasFiles) ? [{field, ...names}] : [];
	});
	return tabs as readonly FacetTab[] as FacetTabs;
}

/** Maximum number of tabs for log fields. The most frequent ones are first. */
const maxLogTabs = 30;

/** Maximum width of the name of a log field. */
const maxNameWidth = 24;

/** Returns the tabs for log fields: first those that have a column, then the most frequent ones. */
export function logFieldTabs(
	columns: readonly string[],
	known: readonly LogFieldName[],
	shownField: ShownField,
): readonly FacetTab[] {
	const fields = new Set([...columns.filter(isLogFieldName), ...known]);
	return [...fields].slice(0, maxLogTabs).map(field => {
		const written = headerOf(field, shownField);
		const name = fitWidth(written, Math.min(maxNameWidth, terminalWidth(written)));
		return {field, name, one: `value of ${name}`, many: `values of ${name}`};
	});
}
