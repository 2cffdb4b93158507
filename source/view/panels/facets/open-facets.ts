import {enoughRequests, type FacetOrder, type Facets} from '../../../answers/answers.js';
import {cutPath} from '../../../format/cut-path.js';
import {breakText} from '../../../format/fit-width.js';
import {sanitise, visibleText} from '../../../format/sanitise.js';
import {keysOf} from '../../../keys/key-bindings.js';
import {keyed, leaveHint, withoutNulls} from '../../../keys/keyed.js';
import type {FacetField} from '../../../query/facet-field.js';
import {isLogFieldName, type LogFieldName} from '../../../query/log-field-name.js';
import type {Query} from '../../../query/query.js';
import {termFor, termsOf} from '../../../query/terms.js';
import type {OpenPanel, Panel, PanelScene, PanelTools, PanelView} from '../../panel/open-panel.js';
import {fittedLine} from '../../panel/panel-lines.js';
import {titleWithHints} from '../../panel/panel-title.js';
import {noneLines, requestsText, whileIndexing} from '../../panel/requests-text.js';
import {moveKeys} from '../../panel/text-panel.js';
import {valueList, waitsForValues} from '../../panel/value-list.js';
import {liveAnswer} from '../../state/live-answer.js';
import {patience} from '../../terminal/key-queue.js';
import {facetValueText, tabStep, tabsLine, valueLines} from './facet-lines.js';
import {type FacetTab, logFieldTabs, tabsOf} from './facet-tabs.js';

type Hints = ReadonlyArray<string | null>;

/**
 * Returns the key hints after the title, and shorter alternatives. The hints for switching tabs are dropped first, because the
 * tabs themselves are visible.
 */
function facetsHints(reorder: string | null): {
	readonly all: Hints;
	readonly shorter: readonly Hints[];
} {
	const tabs = keyed`${'cellLeft'} ${'cellRight'} tabs`;
	const only = keyed`${'wanted'} only`;
	const without = keyed`${'unwanted'} without`;
	const adding = withoutNulls([keysOf('open'), keysOf('wanted')]);
	const eachOnly = adding.length === 0 ? null : `${adding.join(' ')} only`;
	return {
		all: [reorder, only, without, tabs, keyed`${'open'} searches`, leaveHint()],
		shorter: [
			[reorder, eachOnly, without, tabs, leaveHint()],
			[reorder, eachOnly, without, leaveHint()],
			[reorder, only, without, leaveHint()],
		],
	};
}

/** Columns reserved for the most important hints: order, + and -, and leaving. */
const hintsWidth = 45;

/** Returns the title: the values, and the route if the search has one: `URLs of route /{language}/…`. */
function facetsTitle(
	{many}: FacetTab,
	order: FacetOrder,
	{search, titleWidth}: Pick<PanelScene, 'search' | 'titleWidth'>,
): string {
	const title = order === 'n' ? `Most frequent ${many}` : `Slowest ${many} (p95)`;
	const [term, another] = termsOf(search.query.text).filter(({field}) => field === 'route');
	if (!term || another || !term.text.startsWith('route:')) {
		return title;
	}
	const route = sanitise(term.text.slice('route:'.length).replace(/^=*"?|"$/g, ''));
	const short = `${order === 'n' ? '' : 'Slowest '}${many} of route `;
	const left = titleWidth - hintsWidth - short.length;
	return left < 8 ? title : short + cutPath(route, left);
}

type Asked = {
	readonly query: Query;
	readonly field: FacetField;
	readonly n: number;
	readonly order: FacetOrder;
	readonly [name: string]: unknown;
};

/** Number of values queried at first, and after the user has moved near their end. */
const some = 100;
const maxValues = 1000;

/** What the panel remembers. Tab and order apply only to the search for which they were last used, whose text is `search`. */
type Chosen = {
	tab: FacetTab | null;
	order: FacetOrder;
	search: string;
	/** The log fields found when the panel was last opened. */
	logFields: readonly LogFieldName[];
};

/** Returns the panel with the most frequent or slowest values of a field. It has a tab per field. */
export function facetsPanel(): Panel {
	const chosen: Chosen = {tab: null, order: 'n', search: '', logFields: []};
	return {
		command: 'facets',
		kind: 'wide',
		name: 'Facets',
		keys: [
			[['cellLeft', 'cellRight'], 'next field, previous field'],
			[['find'], 'sort by duration, or by frequency'],
			[['wanted', 'unwanted'], 'only requests with the value, or without it'],
			[['open'], 'search for the value'],
			[['copy'], 'copy the value'],
			...moveKeys('value'),
		],
		open: tools => openFacets(tools, chosen),
	};
}

function openFacets({store, clock, snapshots, changed, close}: PanelTools, chosen: Chosen): OpenPanel {
	const ownTabs = tabsOf(store);
	let facetTabs: readonly FacetTab[] = [...ownTabs, ...logFieldTabs([], chosen.logFields, store.shownField)];
	// The last used tab may no longer exist, for example if there were more files.
	let tab = facetTabs.find(({field}) => field === chosen.tab?.field) ?? ownTabs[0];
	/** Aborts the query for log fields, which is sent once. */
	let asking: AbortController | undefined;
	/** True once the tabs of log fields are known, or can't be. */
	let hasAllTabs = false;
	const askForLogFields = (columns: readonly string[]): void => {
		asking = new AbortController();
		store.logFields(asking.signal).then(
			found => {
				chosen.logFields = found.map(({name}): LogFieldName => `@${name.toLowerCase()}`);
				facetTabs = [...ownTabs, ...logFieldTabs(columns, chosen.logFields, store.shownField)];
				tab = facetTabs.find(({field}) => field === tab.field) ?? ownTabs[0];
				hasAllTabs = true;
				changed();
			},
			// The panel has the other tabs. Their queries report errors of the store.
			() => {
				hasAllTabs = true;
			},
		);
	};
	let isOpened = false;
	let wanted = some;
	const live = liveAnswer<Asked, Facets>({
		store,
		clock,
		snapshots,
		answer: ({query, field, n, order}, signal) => store.facets(query, field, n, {order, signal}),
		changed,
	});

	/** Returns the answer for the open tab; null until it arrives. */
	const known = (): Facets | null => (live.answered?.field === tab.field ? live.answer : null);
	const list = valueList({
		keys: () => known()?.values.map(({value}) => keyOf(value)) ?? [],
		question: () => live.answered,
		term(index, isWanted) {
			const value = known()?.values[index];
			return value ? termFor(tab.field, value.value, isWanted) : null;
		},
		turn(step) {
			const at = facetTabs.findIndex(({field}) => field === tab.field) + step + facetTabs.length;
			tab = facetTabs[at % facetTabs.length] ?? tab;
			chosen.tab = tab;
			wanted = some;
		},
		reorder() {
			const facets = known();
			if (facets && !isTimed(facets)) {
				return 'No durations in this log: can’t sort by p95.';
			}
			chosen.order = chosen.order === 'n' ? 'p95' : 'n';
			return '';
		},
		room: valueHeight,
		close,
	});
	const draw = (scene: PanelScene): PanelView => {
		const facets = known();
		const order = facets && !isTimed(facets) ? 'n' : (facets && live.answered?.order) || chosen.order;
		const reorder = order === 'n' ? keyed`${'find'} slowest` : keyed`${'find'} by count`;
		const hints = facetsHints(facets && isTimed(facets) ? reorder : null);
		const title = titleWithHints(facetsTitle(tab, order, scene), hints.all, scene.titleWidth, hints.shorter);
		const head = [
			tabsLine(facetTabs, tab, scene),
			fittedLine(
				whileIndexing(
					headline(facets, tab, order, live.answered?.query ?? scene.search.query),
					scene,
					facets !== null && live.isLate,
				),
				scene.width,
				scene.theme.aside,
			),
		];
		const told = list.remark || sanitise(live.problem ?? '');
		if (!facets) {
			const foot = told === '' ? [] : [fittedLine(told, scene.width, scene.theme.problem)];
			return {...title, body: [...head, ...foot]};
		}
		const room = valueHeight(scene);
		const index = list.selected(scene);
		const first = list.first(scene);
		const lines =
			facets.total === 0
				? noneLines(scene).slice(0, room)
				: valueLines(tab, facets, order, first, first + room, index, scene);
		const selected = index === null ? undefined : facets.values[index];
		const foot =
			told === ''
				? breakText(selected ? facetValueText(tab.field, selected.value) : '', scene.width, footHeight(scene))
				: [told];
		const style = told === '' ? scene.theme.aside : scene.theme.problem;
		const gap = Array.from({length: room - lines.length + footHeight(scene) - foot.length}, () => '');
		return {
			...title,
			body: [
				...(scene.room < 4 ? [] : head),
				...lines,
				...[...gap, ...foot].map(text => fittedLine(text, scene.width, style)),
			],
		};
	};
	return {
		draw,
		take: list.take,
		waits(command, waited) {
			if (command === 'cellRight') {
				return false;
			}
			return command === 'cellLeft'
				? !hasAllTabs && waited < patience
				: waitsForValues({isBehind: live.isBehind, answer: known(), problem: live.problem}, waited);
		},
		copied(scene) {
			const value = known()?.values[list.selected(scene) ?? -1]?.value;
			return value == null ? null : {what: tab.one, text: visibleText(value)};
		},
		click({line, x}, scene) {
			const above = scene.room < 4 ? 0 : 2;
			const step = line === 0 && above > 0 ? (tabStep(facetTabs, tab, x, scene) ?? 0) : 0;
			for (let n = 0; n < Math.abs(step); n++) {
				list.take(step > 0 ? 'cellRight' : 'cellLeft', scene);
			}
			list.click(line - above, scene);
		},
		follow(scene) {
			const {search, listing} = scene;
			const {text} = search.query;
			// A new search starts with the first tab and the most frequent values.
			if (!isOpened && chosen.search !== text) {
				chosen.order = 'n';
				chosen.tab = null;
			}
			if (!isOpened && chosen.tab === null) {
				// A user who searches for a route, for example from the panel of routes, wants to see its URLs.
				const first = /(^|\s)route:/.test(text) ? facetTabs.find(({field}) => field === 'url') : undefined;
				tab = first ?? ownTabs[0];
				changed();
			}
			chosen.search = text;

			if (asking === undefined) {
				askForLogFields(scene.columns.getState().chosen.map(({name}) => name));
			}
			isOpened = true;
			wanted = (list.selected(scene) ?? 0) >= some - 2 * valueHeight(scene) ? maxValues : wanted;
			live.ask({query: search.query, field: tab.field, n: wanted, order: chosen.order});
			live.setFrozen(listing.frozen);
		},
		close() {
			asking?.abort();
			live.close();
		},
	};
}

/** Returns the key of a value. Distinguishes null from every string. */
function keyOf(value: string | null): string {
	return value === null ? 'none' : `=${value}`;
}

/** Returns the number of lines for the complete selected value: two user agents may differ only in their middle. */
function footHeight({room}: PanelScene): number {
	return room < 6 ? 0 : room < 12 ? 1 : 3;
}

/** Returns the number of lines for values, below the tabs and the headline if these fit. */
function valueHeight(scene: PanelScene): number {
	return scene.room < 4 ? scene.room : scene.room - 2 - footHeight(scene);
}

/** True if any of the values has a p95. */
function isTimed({values}: Facets): boolean {
	return values.some(({p95}) => p95 !== null);
}

/** Returns the line with the totals. */
function headline(facets: Facets | null, tab: FacetTab, order: FacetOrder, query: Query): string {
	if (!facets) {
		return 'counting …';
	}
	const {distinct, values, estimated, partial, total} = facets;
	const about = estimated ? 'about ' : '';
	const kinds = `${about}${distinct} ${distinct === 1 ? tab.one : tab.many}`;
	const listed =
		distinct > values.length && values.length >= maxValues ? ` (the first ${values.length} are listed)` : '';
	const lacking = !partial ? '' : isLogFieldName(tab.field) ? ' · reading lines …' : ' · partial result';
	const rare = order === 'n' ? '' : ` · rare values (under ${enoughRequests} requests) last`;
	const guessed = estimated ? ' · ~ are estimates: too many values to count each' : '';
	return `${kinds}${listed} in ${requestsText(total, query)}${rare}${lacking}${guessed}`;
}
