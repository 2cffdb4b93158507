import {enoughRequests, type FacetOrder, type Facets} from '../../answers/answers.js';
import {cutPath} from '../../format/cut-path.js';
import {breakText} from '../../format/fit-width.js';
import {sanitise, visibleText} from '../../format/sanitise.js';
import {keysOf} from '../../keys/key-bindings.js';
import {keyed, leaveHint, toldOf} from '../../keys/keyed.js';
import type {FacetField} from '../../query/facet-field.js';
import type {Query} from '../../query/query.js';
import {termFor, termsOf} from '../../query/terms.js';
import type {OpenPanel, PanelOpener, PanelScene, PanelTools, PanelView} from '../panel/open-panel.js';
import {fittedLine} from '../panel/panel-lines.js';
import {titleWithHints} from '../panel/panel-title.js';
import {noneLines, requestsText, whileIndexing} from '../panel/requests-text.js';
import {isForValues, valueList} from '../panel/value-list.js';
import {liveAnswer} from '../state/live-answer.js';
import {facetValueText, tabStep, tabsLine, valueLines} from './facet-lines.js';
import {type FacetTab, tabsOf} from './facet-tabs.js';

type Hints = ReadonlyArray<string | null>;

/**
 * What is told of keys behind the title, and what in its place where there is no room for that: the tabs are seen, so
 * that their keys are missed least.
 */
function facetsHints(reorder: string | null): {
	readonly all: Hints;
	readonly shorter: readonly Hints[];
} {
	const tabs = keyed`${'cellLeft'} ${'cellRight'} tabs`;
	const only = keyed`${'wanted'} only`;
	const without = keyed`${'unwanted'} without`;
	const adding = toldOf([keysOf('open'), keysOf('wanted')]);
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

/** Columns for the keys behind the title that are missed most: of order, + and -, and how it is left. */
const hintsWidth = 45;

/** What the values are, and of which route where it is one that is searched for: `URLs of route /{language}/…`. */
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
	const room = titleWidth - hintsWidth - short.length;
	return room < 8 ? title : short + cutPath(route, room);
}

type Asked = {
	readonly query: Query;
	readonly field: FacetField;
	readonly n: number;
	readonly order: FacetOrder;
	readonly [name: string]: unknown;
};

/** So many values are asked for at first, and so many once one goes on to where those end. */
const some = 100;
const most = 1000;

/** The tab and the order of the last time. The order is only for the search it was chosen in: `search` is the text of that. */
type Chosen = {tab: FacetTab | null; order: FacetOrder; search: string};

/** Opens the panel with the most frequent, or the slowest, values of a field, a tab for each field. */
export function facetsOpener(): PanelOpener {
	const chosen: Chosen = {tab: null, order: 'n', search: ''};
	return tools => openFacets(tools, chosen);
}

function openFacets({store, clock, changed, close}: PanelTools, chosen: Chosen): OpenPanel {
	const facetTabs = tabsOf(store);
	// The last time there may have been more files.
	let tab = facetTabs.find(one => one === chosen.tab) ?? facetTabs[0];
	let isOpened = false;
	let wanted = some;
	const live = liveAnswer<Asked, Facets>({
		store,
		clock,
		answer: ({query, field, n, order}, signal) => store.facets(query, field, n, {order, signal}),
		changed,
	});

	/** What is known of the open tab. */
	const known = (): Facets | null => (live.answered?.field === tab.field ? live.answer : null);
	const list = valueList({
		keys: () => known()?.values.map(({value}) => keyOf(value)) ?? [],
		question: () => live.answered,
		term(index, isWanted) {
			const value = known()?.values[index];
			return value ? termFor(tab.field, value.value, isWanted) : null;
		},
		turn(step) {
			const at = facetTabs.indexOf(tab) + step + facetTabs.length;
			tab = facetTabs[at % facetTabs.length] ?? tab;
			chosen.tab = tab;
			wanted = some;
		},
		reorder() {
			const facets = known();
			if (facets && !isTimed(facets)) {
				return 'No durations in this log: none of these requests says how long it took.';
			}

			chosen.order = chosen.order === 'n' ? 'p95' : 'n';
			chosen.search = live.answered?.query.text ?? '';
			return '';
		},
		room: valueRoom,
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

		const room = valueRoom(scene);
		const index = list.selected();
		const first = list.first(room);
		const lines =
			facets.total === 0
				? noneLines(scene).slice(0, room)
				: valueLines(tab, facets, order, first, first + room, index, scene);
		const selected = index === null ? undefined : facets.values[index];
		const foot =
			told === ''
				? breakText(selected ? facetValueText(tab.field, selected.value) : '', scene.width, footRoom(scene))
				: [told];
		const style = told === '' ? scene.theme.aside : scene.theme.problem;
		const gap = Array.from({length: room - lines.length + footRoom(scene) - foot.length}, () => '');
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
		waits: command => known() === null && live.problem === null && isForValues(command),
		copied() {
			const value = known()?.values[list.selected() ?? -1]?.value;
			return value == null ? null : {what: tab.one, text: visibleText(value)};
		},
		click({line, x}, scene) {
			const above = scene.room < 4 ? 0 : 2;
			const room = valueRoom(scene);
			const step = line === 0 && above > 0 ? (tabStep(facetTabs, tab, x, scene) ?? 0) : 0;
			for (let n = 0; n < Math.abs(step); n++) {
				list.take(step > 0 ? 'cellRight' : 'cellLeft', scene);
			}

			if (line >= above && line < above + room) {
				list.click(list.first(room) + line - above, scene);
			}
		},
		follow(scene) {
			const {search, listing} = scene;
			// Of a route, which is what one comes from, its URLs are what one wants to know.
			if (!isOpened && chosen.tab === null && /(^|\s)route:/.test(search.query.text)) {
				tab = facetTabs.find(({field}) => field === 'url') ?? tab;
				changed();
			}

			// The slowest of one search say nothing about what is frequent in the next.
			if (!isOpened && chosen.search !== search.query.text) {
				chosen.order = 'n';
			}

			isOpened = true;
			wanted = (list.selected() ?? 0) >= some - 2 * valueRoom(scene) ? most : wanted;
			live.ask({query: search.query, field: tab.field, n: wanted, order: chosen.order});
			live.setFrozen(listing.frozen);
		},
		close() {
			live.close();
		},
	};
}

/** A value may be any text; there may also be none. */
function keyOf(value: string | null): string {
	return value === null ? 'none' : `=${value}`;
}

/** Lines for the selected value as a whole: two user agents may differ in their middle only. */
function footRoom({room}: PanelScene): number {
	return room < 6 ? 0 : room < 12 ? 1 : 3;
}

/** Lines for values: below the tabs and the headline, where there is room for those. */
function valueRoom(scene: PanelScene): number {
	return scene.room < 4 ? scene.room : scene.room - 2 - footRoom(scene);
}

/** Whether any of them says how long it took. */
function isTimed({values}: Facets): boolean {
	return values.some(({p95}) => p95 !== null);
}

/** What there is in all. */
function headline(facets: Facets | null, tab: FacetTab, order: FacetOrder, query: Query): string {
	if (!facets) {
		return 'counting …';
	}

	const {distinct, values, estimated, partial, total} = facets;
	const about = estimated ? 'about ' : '';
	const kinds = `${about}${distinct} ${distinct === 1 ? tab.one : tab.many}`;
	const listed =
		distinct > values.length && values.length >= most ? ` (the first ${values.length} are listed)` : '';
	const lacking = partial ? ' · not all could be asked' : '';
	const rare = order === 'n' ? '' : ` · those with fewer than ${enoughRequests} last`;
	const guessed = estimated ? ' · ~ are estimates: too many values to count each' : '';
	return `${kinds}${listed} in ${requestsText(total, query)}${rare}${lacking}${guessed}`;
}
