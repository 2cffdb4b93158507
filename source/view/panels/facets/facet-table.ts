import {amountOf, type FacetOrder, type Facets, type ValueFigures} from '../../../answers/answers.js';
import {byteSize, missing, percentText} from '../../../format/amounts.js';
import {fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {durationText} from '../../../format/time-texts.js';
import type {FacetField} from '../../../query/facet-field.js';
import type {Style, Theme} from '../../../themes/theme.js';
import {
	cellSpans,
	columnGap,
	columnsWidth,
	errors,
	type FiguredValue,
	figuredValues,
	p95,
	share,
	splitAt,
	type ValueColumn,
	type ValueScale,
} from '../../charts/value-table.js';
import type {PanelScene} from '../../panel/open-panel.js';
import type {PanelLine} from '../../panel/panel-lines.js';
import {marker, type Span} from '../../spans/span.js';
import type {FacetTab} from './facet-tabs.js';
import {cutValues, facetValueText} from './facet-texts.js';

/** The orders of values, in the sequence in which the key selects them, and their names. */
export const facetOrders: ReadonlyMap<FacetOrder, string> = new Map([
	['n', 'requests'],
	['errors', '5xx'],
	['bytes', 'bytes'],
	['p95', 'p95'],
	['time', 'time'],
	['max', 'max'],
	['clientErrors', '4xx'],
]);

/** Returns the orders that can make a difference: others lack data. */
export function ordersOf(facets: Facets | null): readonly FacetOrder[] {
	const values = facets === null ? null : figuredValues(facets.values);
	return [...facetOrders.keys()].filter(order => values === null || values.some(hasData[order]));
}

function hasDuration({figures}: FiguredValue): boolean {
	return figures.max !== null;
}

function hasStatus({figures}: FiguredValue): boolean {
	return figures.status !== null;
}

/** Checks whether a value has the number that an order sorts by. */
const hasData: Readonly<Record<FacetOrder, (value: FiguredValue) => boolean>> = {
	n: () => true,
	clientErrors: hasStatus,
	errors: hasStatus,
	bytes: ({figures}) => figures.bytes > 0,
	p95: hasDuration,
	time: hasDuration,
	max: hasDuration,
};

type FacetColumn = ValueColumn & {
	/** Columns with a lower rank are more important: they stay if the table is narrow. */
	readonly rank: number;
	/** The order that sorts by it. */
	readonly order?: FacetOrder;
	/** False if a log without this data has no such column. */
	has(value: FiguredValue): boolean;
};

function duration(name: string, of: 'p50' | 'max' | 'total', rank: number): FacetColumn {
	return {
		...{name, rank, width: 6, has: hasDuration},
		text: ({figures}) => (figures[of] === null ? '' : durationText(figures[of])),
		style: (_, {theme}) => theme.muted,
	};
}

const columns: readonly FacetColumn[] = [
	{name: 'req.', rank: 0, width: 6, order: 'n', has: () => true, text: ({n}) => String(n)},
	{...share, rank: 4, has: () => true},
	{
		...{name: '4xx', rank: 3, width: 6, order: 'clientErrors', has: hasStatus},
		text: ({n, figures}) => percentText(figures.classes[4] ?? 0, n),
		style: (_, {theme}) => theme.muted,
	},
	{...errors, rank: 1, order: 'errors', has: hasStatus},
	{
		...{name: 'bytes', rank: 5, width: 6, order: 'bytes', has: hasData.bytes},
		text: ({figures}) => byteSize(figures.bytes),
	},
	duration('p50', 'p50', 6),
	{
		...p95,
		rank: 2,
		order: 'p95',
		has: hasDuration,
		style: (value, scale) => p95.style?.(value, scale) ?? scale.theme.muted,
	},
	{...duration('max', 'max', 7), order: 'max'},
	{...duration('time', 'total', 8), order: 'time'},
];

/** Returns a column with the number that values are sorted by: for 4xx and 5xx the count, not the share. */
function sortedColumn(column: FacetColumn): FacetColumn {
	const {order} = column;
	return order === 'clientErrors' || order === 'errors'
		? {...column, text: value => String(amountOf(value, order))}
		: column;
}

/** The columns of a field that fit, and the numbers that all its lines share. */
type FacetTable = {
	readonly columns: readonly FacetColumn[];
	readonly values: readonly FiguredValue[];
	/** Width of names with the marker before them. */
	readonly nameWidth: number;
	readonly order: FacetOrder;
	/** The quantity of the longest bar. */
	readonly maxAmount: number;
	readonly scale: ValueScale;
};

/**
 * Fields whose values are short, and the minimum width of short names; the minimum width of long names, and their minimum share of
 * the table.
 */
const shortFields: readonly FacetField[] = [
	'status',
	'method',
	'client',
	'family',
	'bot',
	'upstream',
	'host',
	'country',
	'source',
];
const shortName = 15;
const longName = {width: 24, share: 0.4};

/** The number of requests and the sorted column are shown if they leave this width to names. */
const minName = 8;

/**
 * Returns the table of a field: the columns that fit, the most important ones and the sorted one first.
 * @param widest - width of the widest name so far: short names leave space to columns
 */
export function facetTable(
	field: FacetField,
	facets: Facets,
	order: FacetOrder,
	width: number,
	widest: number,
	ofAll: number | null,
	theme: Theme,
): FacetTable {
	const scale = {total: facets.total, p95: ofAll, theme};
	const values = figuredValues(facets.values);
	const known = columns
		.filter(({has}) => values.some(has))
		.map((column): FacetColumn => {
			const sorted = column.order === order ? {...sortedColumn(column), rank: 0.5} : column;
			const {text: textOf} = sorted;
			const text: typeof textOf = (value, given) =>
				(facets.estimated && column.order === 'n' ? '~' : '') + textOf(value, given);
			const longest = values.reduce((max, value) => Math.max(max, text(value, scale).length), column.width);
			// The mark of the order has its space in any order, so that nothing moves.
			return {
				...sorted,
				rank: column.rank === 0 ? 0 : sorted.rank,
				text,
				width: Math.max(longest, column.name.length + (column.order ? 2 : 0)),
			};
		});
	const min = shortFields.includes(field)
		? shortName
		: Math.min(Math.max(longName.width, Math.floor(longName.share * width)), Math.max(shortName, widest + 1));
	const kept = new Set<FacetColumn>();
	for (const column of known.toSorted((a, b) => a.rank - b.rank)) {
		const left = width - columnsWidth([...kept, column]);
		if (left < (column.rank < 1 ? minName : min)) {
			break;
		}
		kept.add(column);
	}
	const shown = known.filter(column => kept.has(column));
	const maxAmount = values.reduce((max, value) => Math.max(max, amountOf(value, order)), 0);
	const nameWidth = Math.max(1, width - columnsWidth(shown));
	return {columns: shown, values, nameWidth, order, maxAmount, scale};
}

/** Returns a function that returns the width of the widest name in all answers so far: columns must not come and go. */
export function widestName(field: FacetField): (facets: Facets) => number {
	let width = 0;
	return ({values}) => {
		width = values.reduce(
			(max, {value}) => Math.max(max, terminalWidth(facetValueText(field, value))),
			width,
		);
		return width;
	};
}

/** The data that the head of a field shows besides its columns. */
type FacetHead = {
	readonly tab: FacetTab;
	readonly isFocused: boolean;
	/** States that the answer is partial or late; may be empty. */
	readonly remark: string;
};

/** Returns the line above the values: the field, the number of its values, and the names of the columns. */
export function headSpans(
	table: FacetTable,
	{distinct, estimated}: Facets,
	{tab, isFocused, remark}: FacetHead,
): readonly Span[] {
	const {columns: shown, nameWidth, order, scale} = table;
	const {theme} = scale;
	const number = `${tab.name}, ${estimated ? '~' : ''}${distinct}`;
	const end = remark === '' ? '' : `, ${remark}`;
	const texts = [
		...(isFocused ? [`${number} ${distinct === 1 ? 'value' : 'values'}${end}`] : []),
		number + end,
		tab.name + end,
	];
	const text = texts.find(one => terminalWidth(one) <= nameWidth) ?? number;
	return [
		{text: fitWidth(text, nameWidth), ...(isFocused && {style: theme.title})},
		...shown.map((column): Span => {
			const isSorted = column.order === order;
			const name = isSorted ? `${column.name} ${theme.chart.hasBlocks ? '▾' : 'v'}` : column.name;
			return {
				text: ' '.repeat(columnGap) + name.padStart(column.width),
				style: isSorted ? theme.accent : theme.muted,
			};
		}),
	];
}

/**
 * Returns the lines of the values `first` to `end`: each name over a bar, and its columns.
 * @param selected - index of the selected value
 */
export function valueSpans(
	{columns: shown, values, nameWidth, order, maxAmount, scale}: FacetTable,
	field: FacetField,
	first: number,
	end: number,
	selected: number | null,
): ReadonlyArray<readonly Span[]> {
	const {theme} = scale;
	const part = values.slice(first, end);
	const names = cutValues(field, part, Math.max(0, nameWidth - 1));
	return part.map((value, index) => {
		const isSelected = first + index === selected;
		const below = isSelected ? theme.selected : theme.row;
		const size = amountOf(value, order);
		const length = size === 0 ? 0 : Math.max(1, Math.round((size / maxAmount) * nameWidth));
		const [bar, rest] = splitAt(fitWidth(names[index] ?? '', nameWidth - 1), length - 1);
		const own: Style = field === 'status' ? (theme.status[value.value?.[0] ?? ''] ?? {}) : {};
		const barStyle = isSelected ? theme.chip : {...own, ...(order === 'errors' ? theme.errorBar : theme.bar)};
		return [
			{
				text: marker(isSelected),
				// The accent needs the background of the selection: on a chip of the same colour it would be invisible.
				style: isSelected ? {...below, ...theme.marker} : length > 0 ? barStyle : below,
			},
			{text: bar, style: barStyle},
			{text: rest, style: {...below, ...own}},
			...cellSpans(shown, value, scale).map(({text, style}) => ({text, style: {...below, ...style}})),
		].filter(({text}) => text !== '');
	});
}

/** Returns the lines of values for a screen reader: number, share, p95 if there are durations, value. */
export function spokenLines(
	field: FacetField,
	facets: Facets,
	first: number,
	end: number,
	selected: number | null,
	{width, theme}: PanelScene,
): readonly PanelLine[] {
	const {values, total, estimated} = facets;
	const part = values.slice(first, end);
	const isTimed = values.some(({figures}) => figures?.p95 != null);
	const leads = part.map(({n, figures}, index) => {
		const slowness = figures?.p95 ?? null;
		const took = isTimed ? `  p95 ${slowness === null ? missing : durationText(slowness)}` : '';
		return `${marker(first + index === selected)}${estimated ? '~' : ''}${n}  ${percentText(n, total)}${took}  `;
	});
	const widest = Math.max(0, ...leads.map(({length}) => length));
	const names = cutValues(field, part, Math.max(0, width - widest));
	return leads.map((lead, index) => ({
		spans: [{text: fitWidth(lead + (names[index] ?? ''), width).trimEnd()}],
		style: first + index === selected ? theme.selected : theme.row,
	}));
}

/** Describes a value by its figures: `2899 requests; 178 with 5xx, 31 MB`. */
export function figuresText(n: number, figures: ValueFigures | undefined, isEstimated: boolean): string {
	const failed = figures?.classes[5] ?? 0;
	const parts = [
		failed > 0 ? `${failed} with 5xx` : '',
		figures && figures.bytes > 0 ? byteSize(figures.bytes) : '',
	];
	const known = parts.filter(part => part !== '').join(', ');
	const requests = `${isEstimated ? '~' : ''}${n} ${n === 1 ? 'request' : 'requests'}`;
	return known === '' ? requests : `${requests}; ${known}`;
}
