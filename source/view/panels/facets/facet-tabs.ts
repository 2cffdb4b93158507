import {type FacetTabNames, type FacetTabRules, fieldTable, tabFields} from '../../../fields/fields.js';
import {headerOf} from '../../../format/columns.js';
import {fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {type GeoField, isGeoField} from '../../../geo/geo.js';
import type {FacetField} from '../../../query/facet-field.js';
import {isLogFieldName, type LogFieldName, type ShownField} from '../../../query/log-field-name.js';
import type {Store} from '../../../store/store.js';
import type {PathState} from '../../../tail/tail-types.js';
import type {PanelScene} from '../../panel/open-panel.js';
import {fitSpans, type Span, type SpanLine} from '../../spans/span.js';

/** A tab of the panel, for one field. */
export type FacetTab = FacetTabNames & {readonly field: FacetField};

type FacetTabs = readonly [FacetTab, ...FacetTab[]];

/**
 * Returns the tabs for a store: with several servers one for the server, else with several files one for the file; and the tabs
 * for the databases of addresses.
 * @param lacking - a field without a database whose tab shows what to configure
 */
export function tabsOf(
	{isFleet = false, geoFields, status}: Pick<Store, 'isFleet' | 'geoFields' | 'status'>,
	lacking: GeoField | null = null,
): FacetTabs {
	const isRead = ({state}: PathState): boolean => state === 'following' || state === 'ended';
	const hasFiles = !isFleet && status().files.filter(isRead).length > 1;
	const tabs = tabFields.flatMap((field): readonly FacetTab[] => {
		const {of, ...names}: FacetTabRules = fieldTable[field].facet.tab;
		const isThere =
			of === undefined ||
			(of === 'geo'
				? isGeoField(field) && (field === lacking || geoFields?.has(field))
				: of === 'fleet'
					? isFleet
					: hasFiles);
		return isThere ? [{field, ...names}] : [];
	});
	return tabs as readonly FacetTab[] as FacetTabs;
}

/** Maximum number of tabs for log fields. The most frequent ones are first. */
const maxLogTabs = 30;

/** Maximum width of the name of a log field. */
const maxNameWidth = 24;

/** Returns the tabs for log fields: first the fields that have a column, then the most frequent ones. */
export function logFieldTabs(
	columns: readonly string[],
	known: readonly LogFieldName[],
	shownField: ShownField,
): readonly FacetTab[] {
	const fields = new Set([...columns.filter(isLogFieldName), ...known]);
	return [...fields].slice(0, maxLogTabs).map(field => {
		const written = headerOf(field, shownField);
		const name = fitWidth(written, Math.min(maxNameWidth, terminalWidth(written)));
		return {field, name, one: `value of ${name}`};
	});
}

/** Returns the tabs to show side by side: from `start` on if they include the focused one. */
export function shownTabs(
	tabs: readonly FacetTab[],
	focused: FacetTab,
	start: number,
	count: number,
): {readonly start: number; readonly shown: readonly FacetTab[]} {
	const at = tabs.findIndex(({field}) => field === focused.field);
	const first = Math.max(0, Math.min(Math.max(start, at - count + 1), at, tabs.length - count));
	return {start: first, shown: tabs.slice(first, first + count)};
}

/**
 * Returns the line of tabs: the focused one is a chip, the other shown ones have a background. If the shown ones don't fit, the
 * first tabs are omitted. The letters are underlined while they open tabs.
 */
export function tabsLine(
	tabs: readonly FacetTab[],
	shown: readonly FacetTab[],
	focused: FacetTab,
	{width, theme, isSpoken, isOffering}: Pick<PanelScene, 'width' | 'theme' | 'isSpoken' | 'isOffering'>,
): SpanLine {
	const spans = tabs.slice(firstTab(tabs, shown, width)).flatMap((tab): readonly Span[] => {
		if (tab.field === focused.field) {
			return [{text: isSpoken ? `[${tab.name}]` : ` ${tab.name} `, style: theme.focus}];
		}
		const style = shown.includes(tab) ? {...theme.accent, ...theme.bar} : theme.muted;
		const at = tab.letter === undefined ? -1 : tab.name.toLowerCase().indexOf(tab.letter);
		return [
			{text: ` ${tab.name.slice(0, Math.max(0, at))}`, style},
			{
				text: at === -1 ? '' : tab.name.slice(at, at + 1),
				style: isOffering ? {...style, ...theme.letter} : style,
			},
			{text: `${tab.name.slice(at + 1)} `, style},
		];
	});
	const last = spans.at(-1);
	// The last space needs no column.
	const trimmed = last ? [...spans.slice(0, -1), {...last, text: last.text.trimEnd()}] : [];
	const line = (last?.style === theme.focus ? spans : trimmed).filter(({text}) => text !== '');
	return {spans: fitSpans(line, width)};
}

/** Returns the number of tabs from the focused one to the tab at column `x`; null without a tab there. */
export function tabStep(
	tabs: readonly FacetTab[],
	shown: readonly FacetTab[],
	focused: FacetTab,
	x: number,
	width: number,
): number | null {
	const first = firstTab(tabs, shown, width);
	let end = 0;
	const index = tabs.slice(first).findIndex(tab => {
		end += tabWidth(tab);
		return x < end;
	});
	return index === -1 ? null : first + index - tabs.findIndex(({field}) => field === focused.field);
}

function tabWidth({name}: FacetTab): number {
	return terminalWidth(name) + 2;
}

/** Returns the index of the first tab of the line: all shown ones must fit. */
function firstTab(tabs: readonly FacetTab[], shown: readonly FacetTab[], width: number): number {
	const start = shown[0] ? tabs.indexOf(shown[0]) : 0;
	let first = 0;
	const widthFrom = (from: number): number =>
		tabs.slice(from, start + shown.length).reduce((sum, tab) => sum + tabWidth(tab), 0);
	while (first < start && widthFrom(first) > width) {
		first++;
	}
	return first;
}
