import type {FacetOrder, RouteSummary} from '../../answers/answers.js';
import {compareRanks, type Rank, rankBy} from '../../answers/values/compare-values.js';
import {counted} from '../../format/amounts.js';
import {cutRoute} from '../../format/cut-route.js';
import {termFor} from '../../query/terms.js';
import {defaultLimit, type FiguredRow, figureColumnsBy, orderInText} from './figures.js';
import type {QuestionOf, Report, ReportSource} from './report.js';
import {emptyReport, type TableColumn, tableReport} from './table.js';

/** Number of routes to request: any of them may be the slowest. If a site has more routes, single routes mean little. */
const maxRoutes = 10_000;

/** Oddities are dropped first. */
const oddRank = 99;

type RouteRow = FiguredRow & Pick<RouteSummary, 'route' | 'odd' | 'oddity'>;

function columnsBy(order: FacetOrder): ReadonlyArray<TableColumn<RouteRow>> {
	return [
		{path: 'field', value: () => 'route'},
		{path: 'value', value: ({route}) => route, heading: 'route', isLast: true, cut: cutRoute},
		...figureColumnsBy(order),
		{path: 'odd', value: ({odd}) => odd, heading: 'odd', rank: oddRank, has: ({odd}) => odd > 0},
		{path: 'oddity', value: ({oddity}) => oddity, isOptional: true},
		{path: 'search', value: ({route}) => termFor('route', route, true)},
	];
}

/** Returns the routes in an order, with their unexpected requests. */
export async function routesReport(
	{store, query, limit = defaultLimit, signal}: ReportSource,
	{by}: QuestionOf<'routes'>,
): Promise<Report> {
	if (limit === 0) {
		return emptyReport(columnsBy(by));
	}
	const {routes, total, partial} = await store.routes(query, maxRoutes, signal);
	const rows = routes
		.toSorted((a, b) => compareRanks(rankOf(a, by), rankOf(b, by)))
		.slice(0, limit)
		.map(
			({route, n, odd, oddity, ...figures}): RouteRow => ({
				...{route, n, odd, oddity, figures},
				...{total, estimated: false},
			}),
		);
	const countText =
		rows.length < routes.length ? `${rows.length} of ${routes.length} routes` : counted(rows.length, 'route');
	const title = `${countText}, ${counted(total, 'request')}`;
	return tableReport([{title, columns: columnsBy(by), rows, ...orderInText(by)}], {remark: '', partial});
}

function rankOf(route: RouteSummary, by: FacetOrder): Rank {
	return rankBy(by, {n: route.n, figures: route});
}
