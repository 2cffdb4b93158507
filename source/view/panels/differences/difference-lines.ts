import type {Differences, Finding, FoundMeasureShift} from '../../../differences/differences.js';
import {type DifferenceField, fieldOf, type NamedValue} from '../../../differences/fields.js';
import {type FacetTabRules, fieldTable} from '../../../fields/fields.js';
import {byteSize, percentText} from '../../../format/amounts.js';
import {cutRoute} from '../../../format/cut-route.js';
import {behindTexts, timesText} from '../../../format/finding-texts.js';
import {cutMiddle, fitWidth, terminalWidth} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import {durationText} from '../../../format/time-texts.js';
import {isLogFieldName} from '../../../query/log-field-name.js';
import type {Style, Theme} from '../../../themes/theme.js';
import {type PanelLine, selectedLine} from '../../panel/panel-lines.js';
import {fitSpans, type Span} from '../../spans/span.js';
import {cutAgents, nearValue} from '../facets/facet-texts.js';

/** Width of the columns after the value, with the spaces before them. */
const numberWidth = 9;

/** Widths of the names of fields and of values. */
const nameWidth = {min: 8, max: 15};
const valueWidth = {min: 14, max: 44};

/** Minimum width of the bars, and of values that are cut next to them. */
const minBarWidth = 12;
const minCutWidth = 30;

/** The numbers of a finding: of its measure if that changed, otherwise of its requests. */
type Numbers = {
	readonly selected: string;
	readonly baseline: string;
	readonly times: string;
	/** Shares of the bars, from 0 to 1. */
	readonly bars: {readonly selected: number; readonly baseline: number};
	/** The name of the measure; '' for requests. */
	readonly measure: string;
};

function numbersOf(
	{selected, baseline, durationMs, bytes}: Finding,
	sides: Pick<Differences, 'selected' | 'baseline'>,
): Numbers {
	const ofMeasure = (
		{percentile, ...shift}: FoundMeasureShift,
		text: (n: number) => string,
		of = '',
	): Numbers => {
		const [a, b] = [shift.selected[percentile], shift.baseline[percentile]];
		const most = Math.max(a, b, 1e-9);
		const bars = {selected: a / most, baseline: b / most};
		// Requests whose size was 0 aren't new.
		const times = Math.min(a, b) === 0 ? '' : timesText(a, b);
		return {selected: text(a), baseline: text(b), times, bars, measure: percentile + of};
	};
	return durationMs
		? ofMeasure(durationMs, durationText)
		: bytes
			? ofMeasure(bytes, byteSize, ' size')
			: {
					selected: percentText(selected.n, sides.selected),
					baseline: percentText(baseline.n, sides.baseline),
					times: timesText(selected.share, baseline.share),
					bars: {selected: selected.share, baseline: baseline.share},
					measure: '',
				};
}

/** Returns the name of a field in the lists of the most frequent values: a search has other names for some. */
export function shownName(field: DifferenceField): string {
	const listed = fieldOf(field);
	if (listed === undefined || isLogFieldName(listed)) {
		return field;
	}
	const {tab}: {readonly tab?: FacetTabRules} = fieldTable[listed].facet;
	return tab?.one ?? field;
}

/** Returns the names in the columns of a finding. */
function namesOf({field, value}: NamedValue, measure: string): readonly [field: string, value: string] {
	return value === null
		? [measure, field === 'duration' ? 'duration' : 'bytes']
		: [shownName(field), sanitise(nearValue(value)) + (measure === '' ? '' : `, ${measure}`)];
}

/** Joins the strings of `behindTexts`. Sanitised. */
export function behindText(finding: Finding, maxNamed?: number): string {
	const shown = ({field, value}: NamedValue) => ({
		field: shownName(field),
		value: value === null ? null : nearValue(value),
	});
	return behindTexts(finding, shown, maxNamed).join('; ');
}

/** Layout of the list. */
type Layout = {
	readonly name: number;
	readonly value: number;
	/** Number of columns after the value: the last ones of three. */
	readonly numbers: number;
	readonly rest: number;
};

function layoutOf(names: ReadonlyArray<readonly [string, string]>, width: number): Layout {
	const widest = (index: 0 | 1): number => Math.max(0, ...names.map(name => terminalWidth(name[index])));
	const name = Math.min(nameWidth.max, Math.max(nameWidth.min, widest(0)));
	const leftBeside = (numbers: number): number => width - 2 - name - 1 - numbers * numberWidth;
	// A value is more telling than both shares, which their ratio sums up.
	const numbers = leftBeside(3) >= valueWidth.min ? 3 : 1;
	const left = leftBeside(numbers);
	const besideBars = left - 3 - minBarWidth;
	const hasRoom = besideBars >= Math.min(minCutWidth, Math.max(valueWidth.min, widest(1)));
	const fitting = hasRoom ? besideBars : left;
	const value = Math.max(1, Math.min(valueWidth.max, Math.max(valueWidth.min, widest(1)), fitting));
	return {name, value, numbers, rest: Math.max(0, left - value - 3)};
}

/** Cuts values where it matters least: what all browsers say, the parameters of a route, otherwise the middle. */
function cutValues(
	findings: readonly Finding[],
	values: readonly string[],
	width: number,
): readonly string[] {
	const isAgent = (index: number): boolean => findings[index]?.field === 'agent';
	const agents = cutAgents(
		values.filter((_, index) => isAgent(index)),
		width,
	).values();
	return values.map((value, index) => {
		const cut = findings[index]?.field === 'route' ? cutRoute : cutMiddle;
		return isAgent(index) ? (agents.next().value ?? '') : cut(value, width);
	});
}

/** Returns the header and a line for each finding, and the width of their values. Names of the sides are the headings of their shares. */
export function findingLines(
	differences: Differences,
	headings: {readonly selected: string; readonly baseline: string},
	selected: number | null,
	{width, theme, isSpoken}: {readonly width: number; readonly theme: Theme; readonly isSpoken: boolean},
): {readonly header: PanelLine; readonly lines: readonly PanelLine[]; readonly valueWidth: number} {
	const {findings} = differences;
	const numbers = findings.map(finding => numbersOf(finding, differences));
	const names = findings.map((finding, index) => namesOf(finding, numbers[index]?.measure ?? ''));
	const layout = layoutOf(names, width);
	const values = cutValues(
		findings,
		names.map(([, value]) => value),
		layout.value,
	);
	const heading = (text: string): string =>
		fitWidth(text, numberWidth - 1)
			.trimEnd()
			.padStart(numberWidth);
	const columns = [
		`  ${fitWidth('field', layout.name)} ${fitWidth('value', layout.value)}`,
		[headings.selected, headings.baseline, 'times'].slice(-layout.numbers).map(heading).join(''),
		isSpoken ? '' : barHeading(differences.kind, layout.rest),
	];
	return {
		valueWidth: layout.value,
		header: {spans: fitSpans([{text: columns.join(''), style: theme.header}], width)},
		lines: findings.map((finding, index) => {
			const [field] = names[index] ?? [''];
			const texts = numbers[index];
			const isSelected = index === selected;
			const style = (own: Style | undefined): Style | undefined => (isSelected ? theme.selected : own);
			const behind = behindText(finding);
			const bar = texts && !isSpoken ? barSpans(texts.bars, layout.rest, theme) : [];
			const left = layout.rest - bar.reduce((sum, {text}) => sum + text.length, 0) - 1;
			const spans: readonly Span[] = [
				{text: `  ${fitWidth(field, layout.name)} `, style: style(theme.muted)},
				{text: fitWidth(values[index] ?? '', layout.value), style: style(theme.title)},
				...[
					{text: (texts?.selected ?? '').padStart(numberWidth), style: style(theme.status[5])},
					{text: (texts?.baseline ?? '').padStart(numberWidth), style: style(undefined)},
					{text: (texts?.times ?? '').padStart(numberWidth), style: style(theme.accent)},
				].slice(-layout.numbers),
				// On narrow screens nothing follows, and a space would cut the last number.
				{text: layout.rest > 0 ? '   ' : '', style: style(undefined)},
				// Never inverse: that would empty a full block.
				...bar,
				{
					text: left < minBarWidth || behind === '' ? '' : ` ${fitWidth(behind, left - 1).trimEnd()}`,
					style: style(theme.muted),
				},
			];
			const line = {spans: fitSpans(spans, width)};
			return isSelected ? {spans: selectedLine(line, theme).spans} : line;
		}),
	};
}

/** Names of the sides in the heading of the bars. */
const barNames: Readonly<Record<Differences['kind'], readonly [whole: string, brief: string]>> = {
	rest: ['share of the selected over share of the rest', 'selected over rest'],
	before: ['share of the selected over share before', 'selected over before'],
	search: ['share of the selected over share of the others', 'selected over others'],
};

/** Returns the heading of the bars; '' if the bars don't fit. */
function barHeading(kind: Differences['kind'], width: number): string {
	const text = hasBars(width) ? barNames[kind].find(({length}) => length <= width) : undefined;
	return text === undefined ? '' : `   ${text}`;
}

function hasBars(width: number): boolean {
	return Math.floor(width / 2) >= minBarWidth / 2;
}

/**
 * Returns the bar of the shorter side, followed by the rest of the longer side's bar, which is a little lower. They take at most
 * half of the width.
 */
function barSpans(
	{selected, baseline}: {readonly selected: number; readonly baseline: number},
	width: number,
	{chart, fill}: Theme,
): readonly Span[] {
	if (!hasBars(width)) {
		return [];
	}
	const cells = Math.floor(width / 2);
	const cellsOf = (share: number): number => (share === 0 ? 0 : Math.max(1, Math.round(share * cells)));
	const [a, b] = [cellsOf(selected), cellsOf(baseline)];
	const behind = Array.from(chart.levels).at(-3) ?? '';
	// Red is the selection, blue the baseline; without colours the lower bar is the longer one's.
	const [front, back] = a < b ? [fill[5], fill[3]] : [fill[3], fill[5]];
	return [
		{text: chart.bar.repeat(Math.min(a, b)), style: front},
		{text: behind.repeat(Math.abs(a - b)), style: back},
	];
}
