import type {FacetOrder} from '../../answers/answers.js';
import type {Command} from '../../keys/command.js';
import type {Expression} from '../../query/expression.js';
import type {FacetField} from '../../query/facet-field.js';
import {both, type Query} from '../../query/query.js';
import {errors, p95, requests, share, type ValueColumn} from '../charts/value-table.js';

/** A column of a block. */
export type BlockColumn = ValueColumn & {
	/** True if it is dropped first when names get too short. */
	readonly isExtra?: true;
};

const extraP95: BlockColumn = {...p95, isExtra: true};

const extraShare: BlockColumn = {...share, isExtra: true};

const commonStatus: BlockColumn = {
	name: 'most',
	width: 4,
	text: ({figures}) => String(figures.status ?? ''),
	style: ({figures}, {theme}) => theme.status[String(figures.status ?? '')[0] ?? ''],
};

function countOf(statusClass: 4 | 5): BlockColumn {
	return {name: `${statusClass}xx`, width: 6, text: ({n}) => String(n)};
}

/** A block of the overview: the values of a field with the most requests, or with the highest value of a different figure. */
export type Block = {
	readonly title: string;
	/** Name of its summary line. */
	readonly name: string;
	/** The command that opens more of it. */
	readonly command: Command;
	readonly field: FacetField;
	/** The block is only about requests of this class. */
	readonly statusClass?: 4 | 5;
	readonly order?: FacetOrder;
	/** True if clients and visits are counted with it. */
	readonly hasVisits?: true;
	/** With fewer values, the next block takes its position. */
	readonly minValues: number;
	readonly columns: readonly BlockColumn[];
	/** Minimum width of names: extra columns are dropped for it. */
	readonly nameWidth: number;
};

const long = 20;
const short = 15;

const clients: Block = {
	...{title: 'Clients', name: 'Clients', command: 'facets', field: 'ip', minValues: 1},
	...{columns: [requests, errors], nameWidth: long, hasVisits: true},
};
const routes: Block = {
	...{title: 'Routes', name: 'Routes', command: 'routes', field: 'route', minValues: 1},
	...{columns: [requests, errors], nameWidth: long},
};
const errorRoutes: Block = {
	...{title: '5xx by route', name: '5xx', command: 'status5', field: 'route', statusClass: 5, minValues: 1},
	...{columns: [countOf(5), extraShare, commonStatus], nameWidth: long},
};
const agents: Block = {
	...{title: 'Agents', name: 'Agents', command: 'facets', field: 'family', minValues: 1},
	...{columns: [requests, extraShare, errors], nameWidth: short},
};
const upstreams: Block = {
	...{title: 'Upstreams', name: 'Upstreams', command: 'facets', field: 'upstream', minValues: 1},
	...{columns: [requests, errors, extraP95], nameWidth: short},
};
const slowRoutes: Block = {
	...{
		title: 'Slowest routes',
		name: 'Slowest',
		command: 'routes',
		field: 'route',
		order: 'p95',
		minValues: 1,
	},
	...{columns: [p95, requests], nameWidth: long},
};
const clientErrorRoutes: Block = {
	...{title: '4xx by route', name: '4xx', command: 'status4', field: 'route', statusClass: 4, minValues: 1},
	...{columns: [countOf(4), extraShare, commonStatus], nameWidth: long},
};
const statuses: Block = {
	...{title: 'Statuses', name: 'Statuses', command: 'facets', field: 'status', minValues: 1},
	...{columns: [requests, extraShare], nameWidth: short},
};
const hosts: Block = {
	...{title: 'Hosts', name: 'Hosts', command: 'facets', field: 'host', minValues: 2},
	...{columns: [requests, extraShare, errors], nameWidth: short},
};
const referers: Block = {
	...{title: 'Referers', name: 'Referers', command: 'facets', field: 'referer', minValues: 2},
	...{columns: [requests, errors], nameWidth: long},
};
const files: Block = {
	...{title: 'Files', name: 'Files', command: 'facets', field: 'file', minValues: 2},
	...{columns: [requests, errors], nameWidth: long},
};
const methods: Block = {
	...{title: 'Methods', name: 'Methods', command: 'facets', field: 'method', minValues: 2},
	...{columns: [requests, extraShare, errors], nameWidth: short},
};
const servers: Block = {
	...{title: 'Servers', name: 'Servers', command: 'facets', field: 'source', minValues: 2},
	...{columns: [requests, extraShare, errors], nameWidth: short},
};

/**
 * The blocks of each row, in order. The first ones with values are shown; a block that is in an earlier row isn't repeated. Two
 * blocks side by side have a different order.
 */
export function blockRows(columns: number): ReadonlyArray<readonly Block[]> {
	const others = [hosts, servers, files, methods, referers];
	return columns === 2
		? [
				[clients, routes],
				[errorRoutes, upstreams, clientErrorRoutes, agents, ...others, statuses],
			]
		: [
				[clients, routes, errorRoutes, agents, upstreams, clientErrorRoutes, ...others, statuses],
				[slowRoutes, clientErrorRoutes, statuses, hosts, upstreams, servers, files, referers, methods],
			];
}

/** The blocks, sorted as their summary lines. */
export const summaryBlocks: readonly Block[] = [
	...[clients, routes, errorRoutes, agents, upstreams, slowRoutes, clientErrorRoutes, statuses, hosts],
	...[referers, files],
];

/** Omits blocks about a status class that all requests of a search have: they would repeat the routes. */
export function blocksFor({expression}: Query, blocks: readonly Block[]): readonly Block[] {
	return blocks.filter(
		({statusClass}) => statusClass === undefined || !hasOnlyStatuses(expression, 100 * statusClass),
	);
}

/** Returns a block with the share of the requests instead of the share of 5xx, if that is 0 or 100 % for every value of a search. */
export function blockFor({expression}: Query, block: Block): Block {
	const isOneClass = [1, 2, 3, 4, 5].some(digit => hasOnlyStatuses(expression, 100 * digit));
	return isOneClass && block.columns.includes(errors)
		? {
				...block,
				columns: [...block.columns.filter(column => column.name !== share.name && column !== errors), share],
			}
		: block;
}

/** True if all requests that match have a status from `first` to `first + 99`. */
function hasOnlyStatuses(expression: Expression, first: number): boolean {
	switch (expression.type) {
		case 'and':
			return expression.of.some(part => hasOnlyStatuses(part, first));
		case 'or':
			return expression.of.every(part => hasOnlyStatuses(part, first));
		case 'number':
			return (
				expression.field === 'status' &&
				expression.ranges.every(({from, to}) => from >= first && to <= first + 99)
			);
		default:
			return false;
	}
}

/** The queries of blocks by search. Stores cache the results of a query by its identity. */
const narrowed = new WeakMap<Query, Map<number, Query>>();

/** Returns the query of a block for a search: always the same object for the same search. */
export function blockQuery(query: Query, {statusClass}: Block): Query {
	if (statusClass === undefined) {
		return query;
	}
	const known = narrowed.get(query) ?? new Map<number, Query>();
	narrowed.set(query, known);
	let own = known.get(statusClass);
	if (own === undefined) {
		const range = {from: statusClass * 100, to: statusClass * 100 + 99};
		const test: Expression = {type: 'number', field: 'status', ranges: [range]};
		own = both(query, {text: `status:${statusClass}xx`, expression: test});
		known.set(statusClass, own);
	}
	return own;
}
