import type {RouteSummary} from '../../answers/answers.js';

/** What routes are ordered by. */
export type RouteOrder = {
	/** How the title calls it. */
	readonly name: string;
	/** What is greatest stands first; null stands last. */
	readonly of: (route: RouteSummary) => number | null;
};

/** Answers of the client's and the server's errors. */
const errorsOf = ({classes}: RouteSummary): number => (classes[4] ?? 0) + (classes[5] ?? 0);

/** In the order in which they follow each other. */
export const routeOrders: readonly [RouteOrder, ...RouteOrder[]] = [
	{name: 'requests', of: ({n}) => n},
	{name: 'errors', of: errorsOf},
	{name: 'slowness (p95)', of: ({p95}) => p95},
	{name: 'bytes', of: ({bytes}) => bytes},
];

/** Those that tell anything of some routes: by slowness none stands before another one where no request has a duration. */
export const ordersOf = (routes: readonly RouteSummary[]): readonly RouteOrder[] =>
	routeOrders.filter(({of}) => routes.length === 0 || routes.some(route => of(route) !== null));

/** The routes in an order; those that are equal in it as they were, so by requests. */
export const ordered = (routes: readonly RouteSummary[], {of}: RouteOrder): readonly RouteSummary[] =>
	routes.toSorted((a, b) => (of(b) ?? -1) - (of(a) ?? -1));
