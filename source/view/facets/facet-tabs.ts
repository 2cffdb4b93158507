import type {FacetField} from '../../query/facet-field.js';
import type {Store} from '../../store/store.js';

/** A tab of the panel: a field. */
export type FacetTab = {
	readonly field: FacetField;
	/** Among the tabs. */
	readonly name: string;
	/** How many different ones there are: `12 IP addresses`. */
	readonly one: string;
	readonly many: string;
};

/** In the order of the tabs. */
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
];

/** Of several servers also which one it was. */
const fleetTabs: typeof facetTabs = [
	...facetTabs,
	{field: 'source', name: 'Source', one: 'source', many: 'sources'},
];

/** Of several files also which one it was. */
const fileTabs: typeof facetTabs = [...facetTabs, {field: 'file', name: 'File', one: 'file', many: 'files'}];

/** The tabs for what a store has. */
export function tabsOf({isFleet = false, status}: Pick<Store, 'isFleet' | 'status'>): typeof facetTabs {
	if (isFleet) {
		return fleetTabs;
	}

	const read = status().files.filter(({state}) => state === 'following' || state === 'ended');
	return read.length > 1 ? fileTabs : facetTabs;
}
