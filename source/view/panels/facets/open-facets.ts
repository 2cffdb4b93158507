import type {FacetOrder, Facets} from '../../../answers/answers.js';
import {fieldTable} from '../../../fields/fields.js';
import {missing} from '../../../format/amounts.js';
import {fitWidth, wrapText} from '../../../format/fit-width.js';
import {sanitise, visibleText} from '../../../format/sanitise.js';
import {type GeoField, withoutDatabase} from '../../../geo/geo.js';
import {keyed, keyedBy, leaveHint} from '../../../keys/keyed.js';
import {isLogFieldName, type LogFieldName, nameOfLogField} from '../../../query/log-field-name.js';
import {termFor} from '../../../query/terms.js';
import {otherNames} from '../../../store/unknown-fields.js';
import type {
	OpenPanel,
	Panel,
	PanelScene,
	PanelTools,
	PanelView,
	TitleHints,
} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../../panel/panel-lines.js';
import {noneLines} from '../../panel/requests-text.js';
import {moveKeys} from '../../panel/text-panel.js';
import {valueList, waitsForValues} from '../../panel/value-list.js';
import {type Span, sideBySide} from '../../spans/span.js';
import {patience} from '../../terminal/key-queue.js';
import {facetOrders, headSpans, ordersOf, spokenLines} from './facet-table.js';
import {type FacetTab, logFieldTabs, shownTabs, tabStep, tabsLine, tabsOf} from './facet-tabs.js';
import {fieldAnswers, maxValues, some} from './field-answers.js';
import {footLines} from './foot-lines.js';

/**
 * Returns the hints with the orders, and with the key for them.
 * @param isOffering - true if the next letter chooses a field instead of its normal function
 */
function facetsHints(
	order: FacetOrder,
	orders: readonly FacetOrder[],
	isOffering: boolean,
): readonly TitleHints[] {
	const names = orders.map(one => `${facetOrders.get(one)}${one === order ? ' ▾' : ''}`);
	const sort = orders.length > 1 ? keyedBy('find', 'sort') : null;
	const others = [
		keyed`${'open'} only it`,
		keyed`${'unwanted'} without it`,
		keyed`${'cellLeft'} ${'cellRight'} field`,
		keyed`${'wholePane'} whole screen`,
		leaveHint(),
	];
	const letters = 'underlined letter or @: field';
	return isOffering
		? [
				[letters, sort, ...others],
				[letters, ...others],
			]
		: [
				[sort && `${sort}: ${names.join(', ')}`, ...others],
				[sort, ...others],
			];
}

/** Width of a pane from which two or three fields are side by side, and the columns between them. */
const fieldsFrom = [100, 140];
const gap = 3;

/**
 * The state that outlives the panel. Tab and order apply only to the search for which they were last used, whose text is `search`.
 */
type Chosen = {
	tab: FacetTab | null;
	order: FacetOrder;
	search: string;
	/** The log fields found when the panel was last opened. */
	logFields: readonly LogFieldName[];
};

/** Returns the panel with the most frequent values of fields. It has a tab per field, and shows up to three side by side. */
export function facetsPanel(): Panel {
	const chosen: Chosen = {tab: null, order: 'n', search: '', logFields: []};
	return {
		command: 'facets',
		kind: 'wide',
		name: 'Most frequent',
		keys: [
			[
				['cellLeft', 'cellRight'],
				'previous field, next field; after f, or f and s: the underlined letter of a field, or @ and a log field',
			],
			[
				['find', 'sort'],
				`next order, previous order, also right after f: ${[...facetOrders.values()].join(', ')}`,
			],
			[
				['wanted', 'unwanted'],
				'only requests with the value, or without it; + on an address again: with its network',
			],
			[['open'], 'search for the value'],
			[['copy'], 'copy the value'],
			...moveKeys('value'),
		],
		open: tools => openFacets(tools, chosen),
	};
}

function openFacets(tools: PanelTools, chosen: Chosen): OpenPanel {
	const {store, changed, close} = tools;
	/** A field that needs a database which isn't configured. Its tab exists only after its letter, and shows what to configure. */
	let lacking: GeoField | null = null;
	const ownTabs = tabsOf(store);
	/** Names of columns, and of log fields that the user has written. Their tabs precede the tabs of the most frequent log fields. */
	let first: readonly string[] = [];
	const allTabs = (): readonly FacetTab[] => [
		...(lacking === null ? ownTabs : tabsOf(store, lacking)),
		...logFieldTabs(first, chosen.logFields, store.shownField),
	];
	let tabs = allTabs();
	// The last used tab may no longer exist, for example if there were more files.
	let tab = tabs.find(({field}) => field === chosen.tab?.field) ?? ownTabs[0];
	/** Aborts the query for log fields, which is sent once. */
	let asking: AbortController | undefined;
	/** True once the tabs of log fields are known, or can't be. */
	let hasAllTabs = false;
	const askForLogFields = (columns: readonly string[]): void => {
		asking = new AbortController();
		store.logFields(asking.signal).then(
			found => {
				chosen.logFields = found.map(({name}): LogFieldName => `@${name.toLowerCase()}`);
				first = [...first, ...columns];
				tabs = allTabs();
				tab = tabs.find(({field}) => field === tab.field) ?? ownTabs[0];
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
	let isPicked = false;
	let wanted = some;
	/** Index of the first shown tab. */
	let start = 0;
	const fields = fieldAnswers(tools);
	/** Returns the answer for the focused field; null until it arrives. */
	const known = (): Facets | null => fields.of(tab.field)?.live.answer ?? null;
	const select = (next: FacetTab): void => {
		tab = next;
		chosen.tab = next.field === lacking ? chosen.tab : next;
		wanted = some;
	};
	/** Switches to the next or previous order, skipping orders without an effect. */
	const reorder = (step: 1 | -1): void => {
		if (tab.field === lacking) {
			return;
		}
		const orders = ordersOf(known());
		const at = Math.max(0, orders.indexOf(chosen.order));
		chosen.order = orders[(at + step + orders.length) % orders.length] ?? 'n';
	};
	const list = valueList({
		keys: () => known()?.values.map(({value}) => keyOf(value)) ?? [],
		question: () => fields.of(tab.field)?.live.answered,
		term(index, isWanted) {
			const value = known()?.values[index];
			return value ? termFor(tab.field, value.value, isWanted) : null;
		},
		turn(step) {
			const at = tabs.findIndex(({field}) => field === tab.field) + step + tabs.length;
			select(tabs[at % tabs.length] ?? tab);
		},
		reorder,
		height: valueHeight,
		close,
	});
	const shownIn = (scene: PanelScene) => shownTabs(tabs, tab, start, fieldCount(scene));

	/** Draws the head and the values of a field. */
	const fieldLines = (of: FacetTab, width: number, scene: PanelScene): ReadonlyArray<readonly Span[]> => {
		const {field} = of;
		const own = fields.of(field);
		const isFocused = field === tab.field;
		if (field === lacking) {
			return adviceLines(of, lacking, width).map((text, line) => [
				{text: fitWidth(text, width), ...(line === 0 && isFocused && {style: scene.theme.title})},
			]);
		}
		const facets = own?.live.answer;
		if (!own || !facets) {
			const isLater = !isFocused && scene.listing.status.indexing !== null;
			const state = isLater ? 'after reading' : own?.live.problem == null ? 'counting …' : missing;
			const text = `${of.name}, ${state}`;
			return [[{text: fitWidth(text, width), ...(isFocused && {style: scene.theme.title})}]];
		}
		const ofAll = scene.figures?.took?.p95 ?? null;
		const order = fields.orderOf(field, chosen.order);
		const table = own.table(field, facets, order, width, own.widest(facets), ofAll, scene.theme);
		const first = isFocused ? list.first(scene) : 0;
		const selected = isFocused ? list.selected(scene) : null;
		return [
			headSpans(table, facets, {tab: of, isFocused, remark: fields.remarkOf(field)}),
			...own.lines(table, field, first, first + valueHeight(scene), selected),
		];
	};

	/** Returns the lines of a field that lacks its database. */
	const adviceLines = ({name}: FacetTab, field: GeoField, width: number): readonly string[] => [
		`${name}, no database`,
		...wrapText(withoutDatabase(field, store.isFleet === true), width),
	];

	/** Draws the fields side by side: their heads, and as many lines as there are for values. */
	const fieldsLines = (scene: PanelScene): readonly PanelLine[] => {
		const {shown} = shownIn(scene);
		const widths = fieldWidths(scene.width, shown.length);
		const drawn = shown.map((of, index) => fieldLines(of, widths[index] ?? 0, scene));
		return sideBySide(drawn, widths, gap, valueHeight(scene) + 1);
	};
	const spoken = (scene: PanelScene): readonly PanelLine[] => {
		if (tab.field === lacking) {
			return adviceLines(tab, lacking, scene.width).map(text => fittedLine(text, scene.width));
		}
		const facets = known();
		const first = list.first(scene);
		const remark = fields.remarkOf(tab.field);
		const head = facets
			? `${tab.name}: ${facets.estimated ? 'about ' : ''}${facets.distinct} ${facets.distinct === 1 ? 'value' : 'values'}${remark === '' ? '' : `, ${remark}`}`
			: `${tab.name}: counting …`;
		const lines = facets
			? spokenLines(tab.field, facets, first, first + valueHeight(scene), list.selected(scene), scene)
			: [];
		return [fittedLine(head, scene.width), ...lines];
	};

	/** Returns advice if none of the requests has the focused log field, and the newest lines don't either; mostly empty. */
	const unknownText = (): string => {
		const {field} = tab;
		const facets = known();
		const {logFields} = chosen;
		if (!facets || facets.partial || !isLogFieldName(field) || !hasAllTabs || logFields.includes(field)) {
			return '';
		}
		return facets.values.some(({value}) => value !== null) || facets.total === 0
			? ''
			: `no request has ${tab.name}: ${otherNames(store, nameOfLogField(field), logFields.map(nameOfLogField))}`;
	};

	/** Returns the lines below the values. */
	const footOf = (scene: PanelScene): readonly PanelLine[] => {
		const {field} = tab;
		const live = fields.of(field)?.live;
		const message = list.remark || sanitise(live?.problem || unknownText());
		const height = footHeight(scene);
		const facets = known();
		if (message !== '' || height === 0 || !facets) {
			return message === ''
				? []
				: wrapText(message, scene.width)
						.slice(0, Math.max(1, height))
						.map(text => fittedLine(text, scene.width, scene.theme.problem));
		}
		const query = live?.answered?.query ?? scene.search.query;
		const look = {order: fields.orderOf(field, chosen.order), partial: fields.partialText(field), query};
		const lines = footLines(field, facets, facets.values[list.selected(scene) ?? -1], look, height, scene);
		const {width, theme} = scene;
		return list.note === ''
			? lines
			: [...lines.slice(0, height - 1), fittedLine(list.note, width, theme.aside)];
	};
	const draw = (scene: PanelScene): PanelView => {
		const {width, height, isSpoken} = scene;
		const facets = known();
		const {shown} = shownIn(scene);
		const [head, ...values] = isSpoken ? spoken(scene) : fieldsLines(scene);
		const lines = facets?.total === 0 ? noneLines(scene) : values;
		const foot = footOf(scene);
		const bodyHeight = valueHeight(scene) + Math.max(0, footHeight(scene) - foot.length);
		const body = Array.from({length: bodyHeight}, (_, line) => lines[line] ?? fittedLine('', width));
		const above = head === undefined || height < 4 ? [] : [tabsLine(tabs, shown, tab, scene), head];
		// Without a line for it, a message covers the last value.
		const kept = footHeight(scene) === 0 && foot.length > 0 ? body.slice(0, -1) : body;
		return {
			title: 'Most frequent',
			hints:
				tab.field === lacking
					? [[keyed`${'cellLeft'} ${'cellRight'} field`, leaveHint()]]
					: facetsHints(fields.orderOf(tab.field, chosen.order), ordersOf(facets), scene.isOffering === true),
			body: [...above, ...kept, ...foot],
		};
	};
	return {
		draw,
		take: list.take,
		choose(key) {
			if (key === '@') {
				return 'facets @';
			}
			if (isLogFieldName(key)) {
				first = [key, ...first];
				tabs = allTabs();
			}
			// Without a database, the letter of countries is the key that copies.
			if (key === fieldTable.asn.facet.tab.letter && !tabs.some(({field}) => field === 'asn')) {
				lacking = 'asn';
				tabs = allTabs();
			}
			const found = tabs.find(({letter, field}) => letter === key || field === key);
			if (!found) {
				return false;
			}
			isPicked = true;
			if (found.field !== tab.field) {
				select(found);
				start = tabs.indexOf(found) - 1;
				list.restart();
			}
			return true;
		},
		waits(command, waited) {
			if (command === 'cellRight' || tab.field === lacking) {
				return false;
			}
			if (command === 'cellLeft') {
				return !hasAllTabs && waited < patience;
			}
			const live = fields.of(tab.field)?.live;
			return !live || waitsForValues(live, waited);
		},
		copied(scene) {
			if (tab.field === lacking) {
				return {problem: 'there are no values'};
			}
			const value = known()?.values[list.selected(scene) ?? -1]?.value;
			return value == null ? null : {what: tab.one, text: visibleText(value)};
		},
		selection: list.selection,
		click({line, x}, scene) {
			const {shown} = shownIn(scene);
			const above = scene.height < 4 ? 0 : 2;
			const step =
				line === 0 && above > 0
					? tabStep(tabs, shown, tab, x, scene.width)
					: shown.findIndex((_, index) => x < startOf(index + 1, scene.width, shown.length)) -
						shown.findIndex(({field}) => field === tab.field);
			for (let n = 0; n < Math.abs(step ?? 0); n++) {
				list.take((step ?? 0) > 0 ? 'cellRight' : 'cellLeft', scene);
			}
			if (line >= above) {
				list.click(line - above, scene);
			}
		},
		follow(scene) {
			const {search, listing} = scene;
			const {text} = search.query;
			// A new search starts with the first tab and the most frequent values, unless a key has chosen a tab.
			if (!isOpened && chosen.search !== text) {
				chosen.order = 'n';
				chosen.tab = isPicked ? chosen.tab : null;
			}
			if (!isOpened && chosen.tab === null && !isPicked) {
				// A user who searches for a route, for example from the panel of routes, wants to see its URLs.
				const first = /(^|\s)route:/.test(text) ? tabs.find(({field}) => field === 'url') : undefined;
				tab = first ?? ownTabs[0];
				changed();
			}
			chosen.search = text;

			if (asking === undefined) {
				askForLogFields(scene.columns.getState().chosen.map(({name}) => name));
			}
			isOpened = true;
			wanted = (list.selected(scene) ?? 0) >= some - 2 * valueHeight(scene) ? maxValues : wanted;
			const {start: first, shown} = shownIn(scene);
			start = first;
			const asked = shown.filter(({field}) => field !== lacking);
			fields.follow(asked, tab, {query: search.query, n: wanted, order: chosen.order}, listing);
		},
		close() {
			asking?.abort();
			fields.close();
		},
	};
}

/** Returns the key of a value. Distinguishes null from every string. */
function keyOf(value: string | null): string {
	return value === null ? 'none' : `=${value}`;
}

/** Returns the number of fields side by side. */
function fieldCount({width, isSpoken}: PanelScene): number {
	return isSpoken ? 1 : 1 + fieldsFrom.filter(from => width >= from).length;
}

/** Divides the width between fields. The first ones get the columns that are left over. */
function fieldWidths(width: number, count: number): readonly number[] {
	const all = width - (count - 1) * gap;
	const each = Math.floor(all / count);
	return Array.from({length: count}, (_, index) => each + (index < all - each * count ? 1 : 0));
}

/** Returns the column at which a field begins; after the last one, the end of the line. */
function startOf(index: number, width: number, count: number): number {
	return fieldWidths(width, count)
		.slice(0, index)
		.reduce((sum, own) => sum + own + gap, 0);
}

/** Returns the number of lines below the values: two user agents may differ only in their middle. */
function footHeight({height}: PanelScene): number {
	return height < 6 ? 0 : height < 12 ? 1 : 3;
}

/** Returns the number of lines for values, below the tabs and the heads if these fit. */
function valueHeight(scene: PanelScene): number {
	return scene.height < 4 ? scene.height : scene.height - 2 - footHeight(scene);
}
