import type {RouteSummary, Routes} from '../../../answers/answers.js';
import {counted} from '../../../format/amounts.js';
import {sanitise, visibleText} from '../../../format/sanitise.js';
import {keyed, keyedBy, leaveHint} from '../../../keys/keyed.js';
import type {Query} from '../../../query/query.js';
import {termFor} from '../../../query/terms.js';
import type {OpenPanel, Panel, PanelScene, PanelTools, PanelView} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine, textLine} from '../../panel/panel-lines.js';
import {remembered} from '../../panel/remembered.js';
import {noneLines, requestsText, whileIndexing} from '../../panel/requests-text.js';
import {moveKeys} from '../../panel/text-panel.js';
import {valueList, waitsForValues} from '../../panel/value-list.js';
import {liveAnswer} from '../../state/live-answer.js';
import {oddText, ordered, ordersOf, type RouteOrder, routeOrders, routeTable} from './route-lines.js';

type Asked = {readonly query: Query; readonly n: number; readonly [name: string]: unknown};

/**
 * Maximum number of routes to request. All are needed, because any of them may be the slowest. If a site has more shapes, single
 * ones are meaningless.
 */
const maxRoutes = 1000;

const none: readonly RouteSummary[] = [];

/** Opens the list of routes. */
function openRoutes({store, clock, snapshots, changed, close}: PanelTools): OpenPanel {
	let order: RouteOrder = routeOrders[0];
	const live = liveAnswer<Asked, Routes>({
		store,
		clock,
		snapshots,
		answer: ({query, n}, signal) => store.routes(query, n, signal),
		changed,
	});
	// Sorts and measures once per answer, not per frame.
	const sorted = remembered(ordered);
	const table = remembered(routeTable);
	const routes = (): readonly RouteSummary[] => sorted(live.answer?.routes ?? none, order);

	/** Returns the sort order `by` steps after the current one. */
	const orderAfter = (by: number): RouteOrder => {
		const all = ordersOf(live.answer?.routes ?? none);
		return all[(all.indexOf(order) + by + all.length) % all.length] ?? order;
	};
	const list = valueList({
		keys: () => routes().map(({route}) => route),
		question: () => live.answered,
		term(index, isWanted) {
			const route = routes()[index];
			return route ? termFor('route', route.route, isWanted) : null;
		},
		turn(step) {
			order = orderAfter(step);
		},
		reorder(step) {
			order = orderAfter(step);
		},
		height: routeHeight,
		close,
	});
	const draw = (scene: PanelScene): PanelView => {
		const {width, theme, height, search, isSpoken} = scene;
		const hints = [
			keyed`${'wanted'} only`,
			keyed`${'unwanted'} without`,
			keyedBy('find', `by ${orderAfter(1).name}`),
			keyed`${'open'} its rows`,
			keyed`then ${'facets'}: its URLs`,
			leaveHint(),
		];
		const title = {title: `Routes by ${order.title ?? order.name}`, hints: [hints]};
		const {answer} = live;
		const problem = list.remark || sanitise(live.problem ?? '');
		const counted = whileIndexing(
			headline(answer, live.answered?.query ?? search.query),
			scene,
			answer !== null && live.isLate,
		);
		const head = fittedLine(counted, width, theme.aside);
		if (!answer) {
			const foot = problem === '' ? [] : [fittedLine(problem, width, theme.problem)];
			return {...title, body: [head, ...foot]};
		}
		const rowsHeight = routeHeight(scene);
		const index = list.selected(scene);
		const first = list.first(scene);
		const {header, lines: linesOf} = table(routes(), answer.total, order, width, theme, isSpoken);
		const lines =
			answer.total === 0 ? noneLines(scene).slice(0, rowsHeight) : linesOf(first, first + rowsHeight, index);
		const detailed = index === null ? undefined : routes()[index];
		const empty = Array.from({length: rowsHeight - lines.length}, () => textLine(''));
		const foot =
			problem === ''
				? detailLines(detailed, scene)
				: [fittedLine(problem, width, theme.problem), textLine('')];
		return {
			...title,
			body: height < 6 ? lines : [head, header, ...lines, ...empty, ...foot],
		};
	};
	return {
		draw,
		take: list.take,
		waits: (_, waited) => waitsForValues(live, waited),
		copied(scene) {
			const route = routes()[list.selected(scene) ?? -1]?.route;
			return route === undefined ? null : {what: 'route', text: visibleText(route)};
		},
		selection: list.selection,
		click({line}, scene) {
			list.click(line - (scene.height < 6 ? 0 : 2), scene);
		},
		follow({search, listing}) {
			live.ask({query: search.query, n: maxRoutes});
			live.setFrozen(listing.frozen);
		},
		close() {
			live.close();
		},
	};
}

/** The panel with the shapes of the URLs. */
export const routesPanel: Panel = {
	command: 'routes',
	kind: 'wide',
	name: 'Routes',
	keys: [
		[['find', 'sort'], 'next order, previous order'],
		[['cellLeft', 'cellRight'], 'previous order, next order'],
		[['wanted', 'unwanted'], 'only requests of the route, or without it'],
		[['open'], 'search for the route'],
		[['copy'], 'copy the route'],
		...moveKeys('route'),
	],
	open: openRoutes,
};

/**
 * Returns the number of lines for routes. Headline, header and the two lines for the selected route take four lines if they fit.
 */
function routeHeight({height}: PanelScene): number {
	return height < 6 ? height : height - 4;
}

/** Returns the lines with the full selected route and its oddity. */
function detailLines(route: RouteSummary | undefined, {width, theme}: PanelScene): readonly PanelLine[] {
	return [
		fittedLine(route ? sanitise(route.route) : '', width, theme.aside),
		fittedLine(route && route.odd > 0 ? oddText(route) : '', width, theme.odd),
	];
}

function headline(answer: Routes | null, query: Query): string {
	if (!answer) {
		return 'counting …';
	}
	const {routes, total, partial} = answer;
	const lacking = partial ? ' · partial result' : '';
	const listed =
		routes.length >= maxRoutes
			? `the ${maxRoutes} routes with the most requests`
			: counted(routes.length, 'route');
	return `${listed} in ${requestsText(total, query)}${lacking}`;
}
