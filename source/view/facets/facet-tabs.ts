import {headerOf} from '../../format/columns.js';
import {fitWidth, terminalWidth} from '../../format/fit-width.js';
import type {FacetField} from '../../query/facet-field.js';
import {isLogFieldName, type LogFieldName, type ShownField} from '../../query/log-field-name.js';
import type {Store} from '../../store/store.js';

/** A tab of the panel, for one field. */
export type FacetTab = {
	readonly field: FacetField;
	/** Label of the tab. */
	readonly name: string;
	/** Singular and plural for the number of distinct values: `12 IP addresses`. */
	readonly one: string;
	readonly many: string;
};

const facetTabs: readonly [FacetTab, ...FacetTab[]] = [
	{field: 'ip', name: 'IP', one: 'IP address', many: 'IP addresses'},
	{field: 'url', name: 'URL', one: 'URL', many: 'URLs'},
	{field: 'route', name: 'Route', one: 'route', many: 'routes'},
	{field: 'status', name: 'Status', one: 'status', many: 'statuses'},
	{field: 'method', name: 'Method', one: 'method', many: 'methods'},
	{field: 'host', name: 'Host', one: 'host', many: 'hosts'},
	{field: 'userAgent', name: 'Agent', one: 'user agent', many: 'user agents'},
	{field: 'referer', name: 'Referer', one: 'referer', many: 'referers'},
	{field: 'client', name: 'Bots', one: 'kind of client', many: 'kinds of clients'},
	{field: 'upstream', name: 'Upstream', one: 'upstream', many: 'upstreams'},
	{field: 'forwardedFor', name: 'Forwarded', one: 'forwarded value', many: 'forwarded values'},
];

/** With several servers, there is a tab for the server. */
const fleetTabs: typeof facetTabs = [
	...facetTabs,
	{field: 'source', name: 'Source', one: 'source', many: 'sources'},
];

/** With several files, there is a tab for the file. */
const fileTabs: typeof facetTabs = [...facetTabs, {field: 'file', name: 'File', one: 'file', many: 'files'}];

/** Returns the tabs for a store. */
export function tabsOf({isFleet = false, status}: Pick<Store, 'isFleet' | 'status'>): typeof facetTabs {
	if (isFleet) {
		return fleetTabs;
	}

	const read = status().files.filter(({state}) => state === 'following' || state === 'ended');
	return read.length > 1 ? fileTabs : facetTabs;
}

/** Maximum number of tabs for log fields. The most frequent ones are first. */
const mostLogTabs = 30;

/** Maximum width of the name of a log field. */
const widestName = 24;

/** Returns the tabs for log fields: first those that have a column, then the most frequent ones. */
export function logFieldTabs(
	columns: readonly string[],
	known: readonly LogFieldName[],
	shownField: ShownField,
): readonly FacetTab[] {
	const fields = new Set([...columns.filter(isLogFieldName), ...known]);
	return [...fields].slice(0, mostLogTabs).map(field => {
		const written = headerOf(field, shownField);
		const name = fitWidth(written, Math.min(widestName, terminalWidth(written)));
		return {field, name, one: `value of ${name}`, many: `values of ${name}`};
	});
}
