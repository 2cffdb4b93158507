import type {RouteSummary} from '../../answers/answers.js';

/** What routes are ordered by. */
export type RouteOrder = {
	/** How the key calls it that leads to it. */
	readonly name: string;
	/** How the title calls it; else by its name. */
	readonly title?: string;
	/** What is greatest stands first; null stands last. */
	readonly of: (route: RouteSummary) => number | null;
	/** Decides the same way between those that are equal in that. */
	readonly ofEqual?: (route: RouteSummary) => number;
};

/** Not their sum: the route that fails would stand behind those that scanners ask for. */
const errors: RouteOrder = {
	name: 'errors',
	title: '5xx, then 4xx',
	of: ({classes}) => classes[5] ?? 0,
	ofEqual: ({classes}) => classes[4] ?? 0,
};

/** In the order in which they follow each other. */
export const routeOrders: readonly [RouteOrder, ...RouteOrder[]] = [
	{name: 'requests', of: ({n}) => n},
	errors,
	{name: 'slowness (p95)', of: ({p95}) => p95},
	{name: 'bytes', of: ({bytes}) => bytes},
];

/** Those that tell anything of some routes: by slowness none stands before another one where no request has a duration. */
export const ordersOf = (routes: readonly RouteSummary[]): readonly RouteOrder[] =>
	routeOrders.filter(({of}) => routes.length === 0 || routes.some(route => of(route) !== null));

/** The routes in an order; those that are equal in it as they were, so by requests. */
export const ordered = (
	routes: readonly RouteSummary[],
	{of, ofEqual = () => 0}: RouteOrder,
): readonly RouteSummary[] =>
	routes.toSorted((a, b) => (of(b) ?? -1) - (of(a) ?? -1) || ofEqual(b) - ofEqual(a));
