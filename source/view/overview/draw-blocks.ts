import type {Facets, Visits} from '../../answers/answers.js';
import {type FacetTabRules, fieldTable, tabFields} from '../../fields/fields.js';
import {percentText} from '../../format/amounts.js';
import {cutRoute} from '../../format/cut-route.js';
import {cutMiddle, fitWidth, terminalWidth} from '../../format/fit-width.js';
import {durationText} from '../../format/time-texts.js';
import {keysOf} from '../../keys/key-bindings.js';
import type {Style, Theme} from '../../themes/theme.js';
import {
	cellSpans,
	columnGap,
	columnsWidth,
	type FiguredValue,
	figuredValues,
	splitAt,
	type ValueScale,
} from '../charts/value-table.js';
import {facetValueText} from '../panels/facets/facet-texts.js';
import {type Span, type SpanLine, sideBySide, widthOf} from '../spans/span.js';
import type {Block, BlockColumn} from './blocks.js';

/** A block with its values. */
export type AnsweredBlock = {
	readonly block: Block;
	readonly facets: Facets;
	/** Set for the clients. */
	readonly visits?: Visits;
};

/** How blocks are drawn. */
export type BlockLook = {
	readonly width: number;
	/** p95 of the durations of all matches, in ms; null if no match has a duration. */
	readonly p95: number | null;
	/** True while logs are read, so that numbers still grow. */
	readonly isReading: boolean;
	readonly theme: Theme;
};

/** Columns between two blocks side by side. */
const gap = 3;

/**
 * Returns the lines of a row of blocks side by side. Just after a resize there may be too many blocks: the last ones are dropped.
 */
export function blockLines(
	blocks: readonly AnsweredBlock[],
	columns: number,
	height: number,
	look: BlockLook,
): readonly SpanLine[] {
	const widths = widthsOf(columns, look.width);
	const drawn = blocks
		.slice(0, columns)
		.map((answered, index) => drawBlock(answered, height, {...look, width: widths[index] ?? 0}));
	return sideBySide(drawn, widths, gap, height);
}

/** Divides the width between blocks. The first ones get the columns that are left over. */
function widthsOf(columns: number, width: number): readonly number[] {
	const all = width - (columns - 1) * gap;
	const each = Math.floor(all / columns);
	return Array.from({length: columns}, (_, index) => each + (index < all - each * columns ? 1 : 0));
}

/** Returns the rule and the values of a block. */
function drawBlock(
	{block, facets}: AnsweredBlock,
	height: number,
	look: BlockLook,
): ReadonlyArray<readonly Span[]> {
	const {width, theme} = look;
	const scale: ValueScale = {total: facets.total, p95: look.p95, theme};
	const columns = fittingColumns(block, width);
	const nameWidth = Math.max(1, width - columnsWidth(columns));
	const values = figuredValues(facets.values).slice(0, Math.max(0, height - 1));
	const max = Math.max(1, ...values.map(({n}) => n));
	return [
		ruleOf(block, columns, look),
		...values.map(value => [
			...nameSpans(block, value, nameWidth, max, theme),
			...cellSpans(columns, value, scale),
		]),
	];
}

/** Drops the extra columns if names would be narrower than `nameWidth`. */
function fittingColumns({columns, nameWidth}: Block, width: number): readonly BlockColumn[] {
	const isWide = width - columnsWidth(columns) >= nameWidth;
	return isWide ? columns : columns.filter(({isExtra}) => !isExtra);
}

/** Returns the keys that open more of a block; '' for none. A letter opens a field of the most frequent values. */
function blockKeys({command, field}: Block): string {
	const key = keysOf(command);
	const tabbed = command === 'facets' ? tabFields.find(one => one === field) : undefined;
	const tab: FacetTabRules | undefined = tabbed && fieldTable[tabbed].facet.tab;
	return key === null ? '' : tab?.letter === undefined ? key : `${key} ${tab.letter}`;
}

/** Returns the numbers of clients and visits: `12 clients, 15 visits`, or `~1.2M clients, ~1.5M visits`. */
export function visitsText({clients, visits, isExact}: Visits): string {
	const text = (n: number): string => (isExact ? String(n) : `~${(n / 1_000_000).toFixed(1)}M`);
	return `${text(clients)} ${clients === 1 ? 'client' : 'clients'}, ${text(visits)} ${visits === 1 ? 'visit' : 'visits'}`;
}

/** Returns the rule that starts a block: its keys and title, and the names of its columns at the right end. */
function ruleOf(
	block: Block,
	columns: readonly BlockColumn[],
	{width, isReading, theme}: BlockLook,
): readonly Span[] {
	const keys = blockKeys(block);
	const lead = [
		{text: '─ ', style: theme.rule},
		...(keys === '' ? [] : [{text: `${keys} `, style: theme.accent}]),
		{text: block.title, style: theme.title},
	];
	const names = columns
		.map(({name, width: columnWidth}) => {
			const shown = isReading && name === 'requests' ? 'so far' : name;
			return ' '.repeat(columnGap) + shown.padStart(columnWidth);
		})
		.join('');
	// The rule takes the first column of the gap.
	const rule = width - widthOf(lead) - names.length;
	return rule < 1
		? [{text: fitWidth(lead.map(({text}) => text).join(''), width), style: theme.title}]
		: [
				...lead,
				{text: ` ${'─'.repeat(rule)}`, style: theme.rule},
				{text: names.slice(1), style: theme.muted},
			];
}

/** Returns the name of a value, over a background whose length is its share of the largest. */
function nameSpans(
	block: Block,
	value: FiguredValue,
	width: number,
	max: number,
	theme: Theme,
): readonly Span[] {
	const name = fitWidth(nameText(block, value, width), width);
	const style: Style | undefined = block.statusClass === 5 ? theme.errorBar : theme.bar;
	const length = block.order === 'p95' ? 0 : Math.max(1, Math.round((value.n / max) * width));
	const [bar, rest] = splitAt(name, length);
	return [{text: bar, style}, {text: rest}];
}

/** Returns the name of a value in at most `width` columns. */
function nameText({field}: Block, {value}: Pick<FiguredValue, 'value'>, width: number): string {
	const text = facetValueText(field, value);
	if (terminalWidth(text) <= width) {
		return text;
	}
	return field === 'route' ? cutRoute(text, width) : cutMiddle(text, width);
}

/** Columns of the keys, and minimum for the name, at the beginning of a summary line. */
const keysWidth = 4;
const titleWidth = 9;
/** Typical width of a value in a summary line, and between two. */
const itemWidth = 20;
const itemGap = 3;

/** Returns the number of a value in a line: its duration if the block is sorted by that, else its share. */
function figureText({order}: Block, {n, figures}: FiguredValue, total: number): string {
	return order === 'p95' ? durationText(figures.p95 ?? 0) : percentText(n, total);
}

/** Minimum width of the names of values in a sentence. */
const minSpoken = 8;

/** Returns the same as a sentence, for a screen reader. */
export function spokenSummary({block, facets, visits}: AnsweredBlock, width: number): SpanLine {
	const values = figuredValues(facets.values)
		.filter(({n}) => n > 0)
		// Addresses shouldn't be cut.
		.slice(0, visits === undefined ? 3 : 2);
	const figures = values.map(value => figureText(block, value, facets.total));
	const end = visits === undefined ? '' : ` ${visitsText(visits)}.`;
	const others = block.title.length + 3 + end.length + figures.reduce((sum, {length}) => sum + length + 3, 0);
	const each = Math.max(minSpoken, Math.floor((width - others) / Math.max(1, values.length)));
	const texts = values.map((value, index) => `${nameText(block, value, each)} ${figures[index]}`);
	const text = `${block.title}: ${texts.length === 0 ? 'none' : texts.join(', ')}.${end}`;
	return {spans: [{text: fitWidth(text, width).trimEnd()}]};
}

/** Divides a width between strings: short ones get the width they need, long ones equal parts of the rest. */
function sharedWidths(needed: readonly number[], width: number): readonly number[] {
	let left = width;
	const widths = [...needed];
	for (const [rank, index] of [...needed.keys()]
		.sort((a, b) => (needed[a] ?? 0) - (needed[b] ?? 0))
		.entries()) {
		const own = Math.max(1, Math.min(needed[index] ?? 0, Math.floor(left / (needed.length - rank))));
		widths[index] = own;
		left -= own;
	}
	return widths;
}

/** Returns the line of a block on a narrow screen: its first values with their shares. */
export function summaryLine(
	{block, facets}: AnsweredBlock,
	{width, theme}: Pick<BlockLook, 'width' | 'theme'>,
): SpanLine {
	const keys = blockKeys(block);
	const values = figuredValues(facets.values).filter(({n}) => n > 0);
	const title = `${block.name} `.padEnd(titleWidth);
	const left = width - keysWidth - title.length;
	const number = Math.max(1, Math.min(values.length, Math.floor((left + itemGap) / (itemWidth + itemGap))));
	const shown = values.slice(0, number);
	const figures = shown.map(value => figureText(block, value, facets.total));
	const others = figures.reduce((sum, {length}) => sum + 1 + length, (number - 1) * itemGap);
	const widths = sharedWidths(
		shown.map(({value}) => terminalWidth(facetValueText(block.field, value))),
		left - others,
	);
	const items = shown.flatMap((value, index): readonly Span[] => [
		{text: index === 0 ? '' : ' '.repeat(itemGap)},
		{text: nameText(block, value, widths[index] ?? 1)},
		{text: ` ${figures[index]}`, style: theme.muted},
	]);
	return {
		spans: [
			{text: keys.padEnd(keysWidth), style: theme.accent},
			{text: title, style: theme.title},
			...(items.length === 0 ? [{text: 'none', style: theme.muted}] : items),
		].filter(({text}) => text !== ''),
	};
}
