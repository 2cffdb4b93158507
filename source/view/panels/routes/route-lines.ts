import type {RouteSummary} from '../../../answers/answers.js';
import {slownessRank} from '../../../answers/values/compare-values.js';
import {byteSize, missing, percentText} from '../../../format/amounts.js';
import {cutRoute} from '../../../format/cut-route.js';
import {fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {durationText, roundedDuration} from '../../../format/time-texts.js';
import type {Theme} from '../../../themes/theme.js';
import {classBar} from '../../charts/class-bar.js';
import {type PanelLine, selectedLine} from '../../panel/panel-lines.js';
import {fitSpans, type Span} from '../../spans/span.js';

/** A sort order of routes. */
export type RouteOrder = {
	/** Name in the hint of the key that selects it. */
	readonly name: string;
	/** Name in the title, if it differs from `name`. */
	readonly title?: string;
	/** Sort key, descending; null is last. */
	readonly of: (route: RouteSummary) => number | null;
	/** Routes of a lower group are first. */
	readonly group?: (route: RouteSummary) => number;
	/** Second sort key, descending. */
	readonly ofEqual?: (route: RouteSummary) => number;
};

/** Sorts by errors. Doesn't use the sum of both classes, because routes requested by scanners would then precede the route that fails. */
export const errors: RouteOrder = {
	name: 'errors',
	title: '5xx, then 4xx',
	of: ({classes}) => classes[5] ?? 0,
	ofEqual: ({classes}) => classes[4] ?? 0,
};

/** Rounds a percentile like its text: it is approximate, so routes with the same text are equal. */
function shownOf(percentile: number | null): number | null {
	return percentile === null ? null : roundedDuration(percentile);
}

const byRequests: RouteOrder = {name: 'requests', of: ({n}) => n};
const byBytes: RouteOrder = {name: 'bytes', of: ({bytes}) => bytes};
const byP50: RouteOrder = {name: 'p50', of: ({p50}) => shownOf(p50)};
const bySlowness: RouteOrder = {
	name: 'slowness (p95)',
	of: ({p95}) => shownOf(p95),
	// As in other lists, one slow request doesn't make a route slow.
	group: ({n, p95}) => slownessRank(n, p95).group,
};
const byMax: RouteOrder = {name: 'max', of: ({max}) => max};
const byTime: RouteOrder = {name: 'time', of: ({total}) => total};

/** The sort orders, in the sequence in which the key selects them. */
export const routeOrders: readonly [RouteOrder, ...RouteOrder[]] = [
	...([byRequests, errors, bySlowness, byBytes] as const),
	...[byTime, byMax, byP50],
];

/** Returns the sort orders that can make a difference. Durations can't if no request has one. */
export function ordersOf(routes: readonly RouteSummary[]): readonly RouteOrder[] {
	return routeOrders.filter(({of}) => routes.length === 0 || routes.some(route => of(route) !== null));
}

/** Sorts routes. The sort is stable, so equal routes remain sorted by requests. */
export function ordered(
	routes: readonly RouteSummary[],
	{of, group = () => 0, ofEqual = () => 0}: RouteOrder,
): readonly RouteSummary[] {
	return routes.toSorted(
		(a, b) => group(a) - group(b) || (of(b) ?? -1) - (of(a) ?? -1) || ofEqual(b) - ofEqual(a),
	);
}

type Column = {
	readonly heading: string;
	/** The order that sorts by it. */
	readonly order?: RouteOrder;
	/** Returns the cell of a route. The column is as wide as its widest cell. */
	readonly text: (route: RouteSummary) => string;
};

/** The columns that are shown, and whether the bar of status classes is. */
type Layout = {readonly columns: readonly Column[]; readonly hasMix: boolean};

/** Width of the bar of status classes. */
const mixWidth = 12;
const gap = '  ';

/** Minimum width of the shape. If it is narrower, the least important columns are hidden. */
const minRouteWidth = 26;

/** Routes as lines. The columns fit the cells of all routes, visible or not. */
type RouteTable = {
	readonly header: PanelLine;
	/** Returns the lines of the routes from `first` to `end`. */
	lines(first: number, end: number, selected: number | null): readonly PanelLine[];
};

/**
 * Returns the table of routes, one line per route.
 * @param total - number of all requests, including requests of routes not listed
 * @param order - sort order of the routes: 4xx and 5xx are counts if it compares these, otherwise shares
 */
export function routeTable(
	routes: readonly RouteSummary[],
	total: number,
	order: RouteOrder,
	width: number,
	theme: Theme,
	isSpoken: boolean,
): RouteTable {
	const ofClass = (statusClass: number): Column => ({
		heading: `${statusClass}xx`,
		text: ({n, classes}) => percentText(classes[statusClass] ?? 0, n),
	});
	const requests: Column = {heading: 'Requests', order: byRequests, text: ({n}) => String(n)};
	const sharing: Column = {heading: 'Share', text: ({n}) => percentText(n, total)};
	const bytes: Column = {heading: 'Bytes', order: byBytes, text: route => byteSize(route.bytes)};
	const ofDurations = (heading: string, by: RouteOrder): readonly Column[] => {
		const column: Column = {
			heading,
			order: by,
			text(route) {
				const duration = by.of(route);
				return duration === null ? missing : durationText(duration);
			},
		};
		return routes.some(route => by.of(route) !== null) ? [column] : [];
	};
	const [p50, p95] = [ofDurations('p50', byP50), ofDurations('p95', bySlowness)];
	const [max, time] = [ofDurations('Max', byMax), ofDurations('Time', byTime)];
	const timed = [p50, p95, max, time].flat();
	const countOf = (statusClass: number): Column => ({
		heading: `${statusClass}xx`,
		text: ({classes}) => String(classes[statusClass] ?? 0),
	});
	const [second, third] = [ofClass(2), ofClass(3)];
	const [fourth, shownErrors] = order === errors ? [countOf(4), countOf(5)] : [ofClass(4), ofClass(5)];
	const fifth: Column = {...shownErrors, order: errors};
	const sorted =
		order === errors ? [fourth, fifth] : [requests, bytes, ...timed].filter(one => one.order === order);
	// The columns to drop in this sequence until the shape has its width. The sorted column is never dropped.
	const dropped: ReadonlyArray<readonly Column[] | 'mix'> = [
		...([
			max,
			p50,
			[second, third],
			'mix',
			time,
			[sharing],
			[bytes],
			[fourth, fifth],
			p95,
			[requests],
		] as const),
	];
	let layout: Layout = {
		columns: [requests, sharing, second, third, fourth, fifth, bytes, ...timed],
		hasMix: !isSpoken,
	};
	const layouts = [layout];
	for (const step of dropped) {
		const {columns} = layout;
		layout =
			step === 'mix'
				? {columns, hasMix: false}
				: {...layout, columns: columns.filter(one => sorted.includes(one) || !step.includes(one))};
		layouts.push(layout);
	}
	const known = new Map<Column, number>();
	const widthOf = (column: Column): number => {
		const columnWidth =
			known.get(column) ??
			routes.reduce(
				(widest, route) => Math.max(widest, column.text(route).length),
				// The mark of the order has its space in any order, so that nothing moves.
				column.heading.length + (column.order ? 2 : 0),
			);
		known.set(column, columnWidth);
		return columnWidth;
	};
	const measured = layouts.map(layout => {
		const widths = layout.columns.map(widthOf);
		const around =
			1 +
			widths.reduce((sum, of) => sum + of + gap.length, 0) +
			(layout.hasMix ? mixWidth + gap.length : 0) +
			2;
		return {...layout, widths, around};
	});
	const {columns, hasMix, widths, around} =
		measured.find(layout => width - layout.around >= minRouteWidth) ??
		measured[measured.length - 1] ??
		never();
	const routeWidth = Math.max(0, width - around);
	const cellTexts = (textOf: (column: Column) => string): readonly string[] =>
		columns.map((column, index) => textOf(column).padStart(widths[index] ?? 0) + gap);
	const mark = theme.chart.hasBlocks ? ' ▾' : ' v';
	const headings = cellTexts(column => column.heading + (column.order === order ? mark : ''));
	const heading: readonly Span[] = [
		{text: ' '},
		...headings.map((text, index) => ({
			text,
			style: columns[index]?.order === order ? theme.accent : theme.header,
		})),
		{text: `${hasMix ? fitWidth('Statuses', mixWidth) + gap : ''}  Route`, style: theme.header},
	];

	return {
		header: {spans: fitSpans(heading, width)},
		lines: (first, end, selected) =>
			routes.slice(first, end).map((route, index) => {
				const isSelected = first + index === selected;
				const isOdd = route.odd > 0;
				const shape = cutRoute(sanitise(route.route), routeWidth);
				const left = routeWidth - terminalWidth(shape) - gap.length;
				const reason = isOdd && left >= 10 ? gap + fitWidth(oddText(route), left).trimEnd() : '';
				const before = ` ${cellTexts(column => column.text(route)).join('')}`;
				const mix: readonly Span[] = hasMix ? [...classBar(route.classes, mixWidth, theme), {text: gap}] : [];
				const lineStyle = isSelected ? theme.selected : theme.row;
				const style = isSelected ? lineStyle : isOdd ? theme.odd : undefined;
				const spans = [
					{text: before, style: lineStyle},
					// Never inverse, because without colour that would swap the characters of 2xx and 4xx.
					...mix,
					{text: `${isOdd ? '!' : ' '} ${shape}`, style},
					{text: reason, style},
				];
				const line = {
					spans: around > width ? [{text: fitWidth(before, width), style: lineStyle}] : spans,
				};
				return isSelected ? {...selectedLine(line, theme), style: undefined} : line;
			}),
	};
}

/** Describes the oddity of a route: `12 unexpected: 404 instead of 200`. Sanitised. */
export function oddText({odd, oddity}: RouteSummary): string {
	return oddity === null ? `${odd} unexpected` : `${odd} unexpected: ${sanitise(oddity)}`;
}

function never(): never {
	throw new Error('There is always a narrowest layout');
}
